//! What the firmware calls the machine: `/sys/class/dmi/id` (SMBIOS). Serial numbers beside it are not read.

use super::{read, word};

/// Maker and model, such as `QEMU Standard PC (i440FX + PIIX, 1996)`; there is none without such firmware.
pub(super) fn product() -> Option<String> {
    let text = |name: &str| word(&read(&format!("/sys/class/dmi/id/{name}"))?);
    joined(text("sys_vendor"), text("product_name"))
}

fn joined(vendor: Option<String>, product: Option<String>) -> Option<String> {
    match (vendor, product) {
        (Some(vendor), Some(product)) if product.starts_with(&vendor) => Some(product),
        (Some(vendor), Some(product)) => Some(format!("{vendor} {product}")),
        (vendor, product) => product.or(vendor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maker_is_said_once() {
        // Written by hand in the manner of AWS, Google and a machine that says half.
        for (vendor, product, expected) in [
            (Some("Amazon EC2"), Some("c5n.large"), Some("Amazon EC2 c5n.large")),
            (Some("Google"), Some("Google Compute Engine"), Some("Google Compute Engine")),
            (None, Some("Standard PC"), Some("Standard PC")),
            (Some("QEMU"), None, Some("QEMU")),
            (None, None, None),
        ] {
            let said = joined(vendor.map(str::to_owned), product.map(str::to_owned));
            assert_eq!(said.as_deref(), expected);
        }
    }
}
