//! Which interfaces are worth looking at: those of this process's own network namespace.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;

/// The most interfaces that are counted: a machine full of containers has hundreds.
const MOST: usize = 16;

/// What is known of an interface without asking its driver.
#[derive(Debug, Default)]
pub(super) struct Link {
    /// Whether it is up.
    pub(super) up: bool,
    /// Its addresses.
    pub(super) addresses: Vec<IpAddr>,
}

/// All of them, by name.
pub(super) fn all() -> BTreeMap<String, Link> {
    let mut links: BTreeMap<String, Link> = BTreeMap::new();
    for entry in getifaddrs().into_iter().flatten() {
        let link = links.entry(entry.interface_name).or_default();
        link.up |= entry.flags.contains(InterfaceFlags::IFF_UP);
        let Some(address) = entry.address else { continue };
        let v4 = address.as_sockaddr_in().map(|address| IpAddr::from(address.ip()));
        link.addresses.extend(v4.or_else(|| Some(IpAddr::from(address.as_sockaddr_in6()?.ip()))));
    }
    links
}

/// Those that are up and may carry a run, the likeliest first: loopback, then with an address or a card of its own.
pub(super) fn counted() -> Vec<String> {
    let mut names: Vec<(u8, String)> =
        all().into_iter().filter(|(_, link)| link.up).map(|(name, link)| (rank(&name, &link), name)).collect();
    names.sort();
    names.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn rank(name: &str, link: &Link) -> u8 {
    let addressed = link.addresses.iter().any(|address| match address {
        IpAddr::V4(_) => true,
        // Every interface gives itself one of its own link.
        IpAddr::V6(address) => !address.is_unicast_link_local(),
    });
    match () {
        () if name == "lo" => 0,
        () if addressed => 1,
        // The fast twin of a synthetic interface has no address (Azure, Google).
        () if Path::new("/sys/class/net").join(name).join("device").exists() => 2,
        () => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_comes_first_and_has_its_address() {
        assert_eq!(counted().first().map(String::as_str), Some("lo"));
        let links = all();
        assert!(links["lo"].up && links["lo"].addresses.contains(&"127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn what_has_an_address_comes_before_what_has_none() {
        let link = |address: &str| Link { up: true, addresses: address.parse().into_iter().collect() };
        let ranks = ["192.0.2.1", "2001:db8::1", "fe80::1", ""].map(|address| rank("veth-of-none", &link(address)));
        assert_eq!(ranks, [1, 1, 3, 3]);
    }
}
