//! More about network interfaces: `/sys/class/net` (sysfs-class-net), their drivers, and what orders their packets.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pairperf_shared::host::Card;

use super::{Ethtool, links, numa, qdisc};

/// Those that are up, by name, the likeliest to carry a run if there are very many; loopback is one.
pub(super) fn all() -> BTreeMap<String, Card> {
    let qdiscs = qdisc::all();
    let mut links = links::all();
    let cards = links::counted().into_iter().map(|name| {
        let folder = Path::new("/sys/class/net").join(&name);
        let ethtool = Ethtool::of(&name);
        let rings = ethtool.as_ref().and_then(Ethtool::rings);
        let card = Card {
            addresses: links.remove(&name).unwrap_or_default().addresses,
            rx_queues: queues(&folder, "rx-"),
            tx_queues: queues(&folder, "tx-"),
            offloads: ethtool.iter().flat_map(Ethtool::offloads).map(|(name, on)| (name.to_owned(), on)).collect(),
            qdisc: qdiscs.get(&name).cloned(),
            numa_node: fs::read_to_string(folder.join("device/numa_node")).ok().and_then(|text| numa::node(&text)),
            rx_ring: rings.map(|(rx, _)| rx),
            tx_ring: rings.map(|(_, tx)| tx),
            firmware: ethtool.as_ref().and_then(Ethtool::firmware),
            slave_of: master(&folder),
        };
        (name, card)
    });
    let mut cards: BTreeMap<String, Card> = cards.collect();
    // Only where master and slave share their hardware address does the slave carry the master's own packets: not in a bridge.
    let address = |name: &str| fs::read_to_string(format!("/sys/class/net/{name}/address")).ok();
    for (name, card) in &mut cards {
        let own = address(name);
        card.slave_of = card.slave_of.take().filter(|master| is_twin(own.as_deref(), address(master).as_deref()));
    }
    cards
}

/// The interface that this one was put under (`netvsc`, `net_failover`, bonding).
fn master(folder: &Path) -> Option<String> {
    Some(fs::read_link(folder.join("master")).ok()?.file_name()?.to_str()?.to_owned())
}

/// Whether two interfaces have one hardware address, and have one at all.
fn is_twin(own: Option<&str>, master: Option<&str>) -> bool {
    let real = |address: &&str| address.trim().bytes().any(|byte| !matches!(byte, b'0' | b':'));
    own.filter(real).is_some_and(|own| Some(own) == master)
}

/// How many queues of a kind there are.
fn queues(folder: &Path, kind: &str) -> Option<u32> {
    let entries = fs::read_dir(folder.join("queues")).ok()?;
    let count =
        entries.filter_map(Result::ok).filter(|entry| entry.file_name().to_string_lossy().starts_with(kind)).count();
    u32::try_from(count).ok().filter(|&count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_a_card_with_its_addresses() {
        let cards = all();
        let loopback = &cards["lo"];
        assert!(loopback.addresses.contains(&"127.0.0.1".parse().unwrap()));
        assert_eq!((loopback.slave_of.as_deref(), loopback.rx_ring), (None, None));
        assert!(loopback.offloads.contains_key("gso"), "{loopback:?}");
    }

    #[test]
    fn twins_share_an_address_and_bridges_do_not() {
        let own = Some("00:0d:3a:12:34:56\n");
        assert!(is_twin(own, own));
        assert!(!is_twin(own, Some("02:42:ac:11:00:01\n")) && !is_twin(own, None) && !is_twin(None, None));
        assert!(!is_twin(Some("00:00:00:00:00:00\n"), Some("00:00:00:00:00:00\n")));
    }
}
