//! What explains a machine's figures, without what it is called: figures and words of the kernel alone.

use std::collections::BTreeMap;

use super::{INTERFACE, shown_interface, words};
use crate::host::{Card, HostDetail};

/// Switches of a card that are shown.
const OFFLOADS: [&str; 6] = ["tso", "gso", "gro", "lro", "rx_checksum", "tx_checksum"];

/// Settings that are shown, whose values are figures.
const SYSCTLS: [&str; 12] = [
    "tcp_rmem",
    "tcp_wmem",
    "tcp_timestamps",
    "tcp_sack",
    "tcp_window_scaling",
    "tcp_mtu_probing",
    "tcp_slow_start_after_idle",
    "tcp_notsent_lowat",
    "rmem_max",
    "wmem_max",
    "netdev_max_backlog",
    "busy_poll",
];
/// Settings that are shown, whose values are words of the kernel.
const CHOICES: [&str; 2] = ["tcp_congestion_control", "default_qdisc"];

/// Without the product, for that may be anybody's word.
pub(super) fn of(detail: HostDetail) -> HostDetail {
    let HostDetail { product: _, numa_nodes, listen_backlog, cpu_limit, memory_limit_bytes, sysctls, cards } = detail;
    let is_shown = |name: &str, value: &str| {
        let figures = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
        (SYSCTLS.contains(&name) && figures) || (CHOICES.contains(&name) && words::is_kernel_word(value))
    };
    let mut shown: BTreeMap<String, Card> = BTreeMap::new();
    for (name, card) in cards {
        let name = shown_interface(name);
        // Of several whose names are not shown the first stands for all.
        shown.entry(name).or_insert_with(|| card_of(card));
    }
    HostDetail {
        product: None,
        numa_nodes,
        listen_backlog,
        cpu_limit,
        memory_limit_bytes,
        sysctls: sysctls.into_iter().filter(|(name, value)| is_shown(name, value)).collect(),
        cards: shown,
    }
}

fn card_of(card: Card) -> Card {
    let Card {
        addresses: _,
        rx_queues,
        tx_queues,
        offloads,
        qdisc,
        numa_node,
        rx_ring,
        tx_ring,
        firmware: _,
        slave_of,
    } = card;
    Card {
        addresses: Vec::new(),
        rx_queues,
        tx_queues,
        offloads: offloads.into_iter().filter(|(name, _)| OFFLOADS.contains(&name.as_str())).collect(),
        qdisc: qdisc.filter(|word| words::is_kernel_word(word)),
        numa_node,
        rx_ring,
        tx_ring,
        firmware: None,
        slave_of: slave_of.map(shown_interface).filter(|name| name != INTERFACE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_words_of_the_kernel_stay_and_names_and_addresses_go() {
        let card = Card {
            addresses: vec!["192.0.2.7".parse().unwrap()],
            rx_queues: Some(8),
            offloads: [("tso".to_owned(), true), ("anna".to_owned(), true)].into(),
            qdisc: Some("fq_codel".to_owned()),
            firmware: Some("anna@example.com".to_owned()),
            slave_of: Some("anna-lan".to_owned()),
            ..Card::default()
        };
        let twin = Card { slave_of: Some("eth0".to_owned()), qdisc: Some("Anna's".to_owned()), ..card.clone() };
        let detail = HostDetail {
            product: Some("Anna's server".to_owned()),
            numa_nodes: Some(2),
            sysctls: [
                ("tcp_rmem", "4096 131072 6291456"),
                ("tcp_sack", "anna"),
                ("anna", "1"),
                ("default_qdisc", "fq"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
            cards: [("eth0", card.clone()), ("anna-lan", card.clone()), ("enP1s1", twin)]
                .map(|(name, card)| (name.to_owned(), card))
                .into(),
            ..HostDetail::default()
        };
        let shown = of(detail);
        let json = serde_json::to_string(&shown).unwrap();
        assert!(!json.to_lowercase().contains("anna") && !json.contains("192.0.2"), "{json}");
        assert_eq!((shown.numa_nodes, shown.sysctls.len()), (Some(2), 2));
        assert_eq!(shown.cards.keys().collect::<Vec<_>>(), ["enP1s1", "eth0", "interface"]);
        let eth0 = &shown.cards["eth0"];
        assert_eq!((eth0.rx_queues, eth0.qdisc.as_deref(), eth0.offloads.len()), (Some(8), Some("fq_codel"), 1));
        assert_eq!(shown.cards["enP1s1"].slave_of.as_deref(), Some("eth0"));
        assert_eq!(shown.cards["enP1s1"].qdisc, None);
    }
}
