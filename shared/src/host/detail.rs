//! What of a machine explains its figures beyond what a run is planned by.

use core::net::IpAddr;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::clean_text;

/// The most settings, cards, addresses of a card and switches of a card that are taken from anybody.
const MOST_SYSCTLS: usize = 64;
const MOST_CARDS: usize = 64;
const MOST_ADDRESSES: usize = 16;
const MOST_OFFLOADS: usize = 32;

/// More facts of one machine. Whatever could not be read is null or absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct HostDetail {
    /// Maker and model as the firmware has them (SMBIOS, `/sys/class/dmi/id`), which name the kind of a virtual machine:
    /// `Amazon EC2 c5n.large`.
    pub product: Option<String>,
    /// Groups of memory with CPUs of their own (`/sys/devices/system/node`).
    pub numa_nodes: Option<u32>,
    /// `net.core.somaxconn`: connections that may wait to be accepted.
    pub listen_backlog: Option<u64>,
    /// Processor time that the container may use, in CPUs: `cpu.max` of its control group or those around it.
    pub cpu_limit: Option<f64>,
    /// Memory that it may use, in bytes: `memory.max` of those.
    pub memory_limit_bytes: Option<u64>,
    /// Settings of the kernel that move throughput, by their names under `net.core` and `net.ipv4` (kernel documentation,
    /// `networking/ip-sysctl` and `admin-guide/sysctl/net`), for example `tcp_rmem`.
    pub sysctls: BTreeMap<String, String>,
    /// Network interfaces that are up, by name.
    pub cards: BTreeMap<String, Card>,
}

/// More facts of one network interface.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Card {
    /// Its addresses.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub addresses: Vec<IpAddr>,
    /// Queues for what comes.
    pub rx_queues: Option<u32>,
    /// Queues for what goes.
    pub tx_queues: Option<u32>,
    /// Whether `tso`, `gso`, `gro`, `lro`, `rx_checksum` and `tx_checksum` are on (`ethtool -k`).
    pub offloads: BTreeMap<String, bool>,
    /// What orders the packets that go: `fq`, `mq`, `noqueue` (`tc(8)`).
    pub qdisc: Option<String>,
    /// The group of memory that it is near to.
    pub numa_node: Option<u32>,
    /// Descriptors of a queue for what comes (`ethtool -g`).
    pub rx_ring: Option<u32>,
    /// Descriptors of a queue for what goes.
    pub tx_ring: Option<u32>,
    /// Version of its firmware.
    pub firmware: Option<String>,
    /// The interface that it moves packets for: both have one hardware address, and what goes through this one is counted
    /// there, too (a virtual function and its synthetic twin).
    pub slave_of: Option<String>,
}

impl HostDetail {
    /// The same with every text cleaned and every list bounded.
    pub fn cleaned(self) -> Self {
        let Self { product, numa_nodes, listen_backlog, cpu_limit, memory_limit_bytes, sysctls, cards } = self;
        let sysctls = sysctls.into_iter().take(MOST_SYSCTLS);
        let cards = cards.into_iter().take(MOST_CARDS);
        Self {
            product: product.map(|text| clean_text(&text)),
            numa_nodes,
            listen_backlog,
            cpu_limit: cpu_limit.filter(|cpus| cpus.is_finite() && *cpus > 0.0),
            memory_limit_bytes,
            sysctls: sysctls.map(|(name, value)| (clean_text(&name), clean_text(&value))).collect(),
            cards: cards.map(|(name, card)| (clean_text(&name), card.cleaned())).collect(),
        }
    }
}

impl Card {
    fn cleaned(mut self) -> Self {
        self.addresses.truncate(MOST_ADDRESSES);
        let offloads = std::mem::take(&mut self.offloads).into_iter().take(MOST_OFFLOADS);
        self.offloads = offloads.map(|(name, on)| (clean_text(&name), on)).collect();
        for text in [&mut self.qdisc, &mut self.firmware, &mut self.slave_of] {
            *text = text.take().map(|text| clean_text(&text));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{HostFacts, MAX_TEXT};

    #[test]
    fn what_a_peer_says_of_its_cards_is_cleaned_and_bounded() {
        let long = "\u{1b}x".repeat(5000);
        let card = Card {
            addresses: vec!["192.0.2.1".parse().unwrap(); 500],
            offloads: (0..500).map(|at| (format!("{at}{long}"), true)).collect(),
            qdisc: Some(long.clone()),
            firmware: Some(long.clone()),
            slave_of: Some(long.clone()),
            ..Card::default()
        };
        let detail = HostDetail {
            product: Some(long.clone()),
            cpu_limit: Some(f64::NAN),
            sysctls: (0..500).map(|at| (format!("{at}{long}"), long.clone())).collect(),
            cards: (0..500).map(|at| (format!("{at}{long}"), card.clone())).collect(),
            ..HostDetail::default()
        };
        let facts = HostFacts { detail, ..HostFacts::default() }.cleaned();
        assert_eq!((facts.detail.cpu_limit, facts.detail.sysctls.len(), facts.detail.cards.len()), (None, 64, 64));
        let json = serde_json::to_string(&facts).unwrap();
        assert!(!json.contains("\\u001b") && json.len() < 64 * 40 * (MAX_TEXT + 20), "{}", json.len());
    }

    #[test]
    fn older_records_have_no_detail() {
        let facts: HostFacts = serde_json::from_str(r#"{"name":"a"}"#).unwrap();
        assert_eq!(facts.detail, HostDetail::default());
    }
}
