//! `/proc/interrupts`: the lines of an interface's queues (`show_interrupts`, kernel/irq/proc.c; `proc_interrupts(5)`).
//! Of the whole machine; some containers show it empty.

use std::collections::BTreeSet;
use std::fs;

use super::Reading;

/// What tells an interface's lines from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Device {
    interface: String,
    /// Numbers of its message-signalled interrupts (sysfs-bus-pci, `msi_irqs`).
    numbers: BTreeSet<u32>,
    /// What the device is called on its bus, where that stands in the lines: `virtio2`.
    bus_name: Option<String>,
}

impl Device {
    /// Of that interface.
    pub(super) fn of(interface: &str) -> Self {
        let folder = fs::canonicalize(format!("/sys/class/net/{interface}/device")).ok();
        let own = folder.as_ref().and_then(|path| Some(path.file_name()?.to_str()?.to_owned()));
        let bus_name = own.filter(|name| name.starts_with("virtio"));
        // A virtio device is named in its lines; its parent's numbers are those of the control lines, too, and the same ones.
        let folder = folder.filter(|_| bus_name.is_none());
        let numbers = folder.and_then(|path| fs::read_dir(path.join("msi_irqs")).ok()).map(|entries| {
            entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect::<BTreeSet<u32>>()
        });
        Self { interface: interface.to_owned(), numbers: numbers.unwrap_or_default(), bus_name }
    }

    /// Whether a line is of it; `actions` is what stands behind the counts.
    fn has(&self, number: Option<u32>, actions: &str) -> bool {
        let names = [Some(self.interface.as_str()), self.bus_name.as_deref()];
        let named = |word: &str| {
            names.iter().flatten().any(|name| {
                word.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            })
        };
        number.is_some_and(|number| self.numbers.contains(&number)) || actions.split([' ', ',']).any(named)
    }
}

/// The sum over the CPUs of each device's lines; nothing of a device without any.
pub(super) fn parse(text: &str, devices: &[Device]) -> Vec<Reading> {
    let mut lines = text.lines();
    let cpus = lines.next().unwrap_or_default().split_ascii_whitespace().filter(|word| word.starts_with("CPU")).count();
    let mut sums = vec![None::<u64>; devices.len()];
    for line in lines {
        let Some((label, rest)) = line.split_once(':') else { continue };
        let number = label.trim().parse().ok();
        let Some((count, actions)) = counted(rest, cpus) else { continue };
        for (device, sum) in devices.iter().zip(&mut sums) {
            if device.has(number, actions) {
                *sum = Some(sum.unwrap_or(0).wrapping_add(count));
            }
        }
    }
    let readings = devices.iter().zip(sums);
    readings.filter_map(|(device, sum)| Some((format!("interrupts.{}", device.interface), sum?))).collect()
}

/// The sum of a line's counts, and what stands behind them.
fn counted(rest: &str, cpus: usize) -> Option<(u64, &str)> {
    let (mut rest, mut sum) = (rest.trim_start(), 0_u64);
    for _ in 0..cpus {
        let (count, behind) = rest.split_once(' ')?;
        sum = sum.wrapping_add(count.parse().ok()?);
        rest = behind.trim_start();
    }
    Some((sum, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn device(interface: &str, numbers: &[u32], bus_name: Option<&str>) -> Device {
        let (interface, bus_name) = (interface.to_owned(), bus_name.map(str::to_owned));
        Device { interface, numbers: numbers.iter().copied().collect(), bus_name }
    }

    fn sum(text: &str, device: Device) -> Option<u64> {
        parse(text, &[device]).first().map(|(_, sum)| *sum)
    }

    #[test]
    fn a_virtio_card_has_the_lines_with_its_name() {
        // Captured, with the card's lines written by hand after its neighbours.
        let text = "           CPU0       CPU1       \n \
            24:          2          0  IO-APIC   5-edge      ACPI:Ged\n \
            40:          3          4 PCI-MSIX-0000:00:02.0   0-edge      virtio1-config\n \
            41:        100          5 PCI-MSIX-0000:00:02.0   1-edge      virtio1-input.0\n \
            42:          7          0 PCI-MSIX-0000:00:03.0   1-edge      virtio11-input.0\n\
            NMI:          0          0   Non-maskable interrupts\nERR:          0\n";
        assert_eq!(sum(text, device("eth0", &[], Some("virtio1"))), Some(112));
        assert_eq!(sum(text, device("eth1", &[], Some("virtio2"))), None);
    }

    #[test]
    fn a_card_of_its_own_has_its_numbers_or_its_name() {
        // Written by hand after proc_interrupts(5), in the manner of mlx5_core, ixgbe and ena.
        let text = "            CPU0       CPU1       CPU2\n  \
            65:   10   20   30  IR-PCI-MSI 1-edge      mlx5_comp0@pci:0000:3b:00.0\n  \
            66:    1    1    1  IR-PCI-MSI 2-edge      mlx5_async0@pci:0000:3b:00.0\n  \
            70:    4    0    0  PCI-MSI 3-edge      ens5-Tx-Rx-0\n  \
            71:    0    5    0  PCI-MSI 4-edge      ens51-Tx-Rx-0\n  \
            72:    0    6    0  IO-APIC 11-fasteoi   ehci_hcd:usb1, eth0\n";
        assert_eq!(sum(text, device("ens3", &[65, 66], None)), Some(63));
        assert_eq!(sum(text, device("ens5", &[], None)), Some(4));
        assert_eq!(sum(text, device("eth0", &[], None)), Some(6));
    }

    #[test]
    fn odd_text_says_nothing() {
        for text in ["", "\n", "CPU0 CPU1\n 40: 1 eth0\n", "CPU0\n 40: x y eth0\n", "CPU0\n40 1 eth0", "CPU0\n 40: 1\n"]
        {
            assert_eq!(sum(text, device("eth0", &[], None)), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "(CPU0 *CPU1)?\n?([ 0-9A-Z]{0,4}:?[ 0-9-]{0,20}[a-z0-9,: -]{0,12}\n?){0,6}") {
            let _ = parse(&text, &[device("eth0", &[1], None)]);
        }
    }
}
