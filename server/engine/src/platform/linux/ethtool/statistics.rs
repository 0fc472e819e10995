//! `ethtool -S`: a driver's own counters, of which few are kept.

use super::{Ethtool, bytes, half, head, text};

/// `ETHTOOL_GSSET_INFO`, `ETHTOOL_GSTRINGS`, `ETHTOOL_GSTATS`.
const COUNT: u32 = 0x37;
const NAMES: u32 = 0x1b;
const VALUES: u32 = 0x1d;
/// `ETH_SS_STATS`: the set of the counters' names.
const SET: u32 = 1;
/// Bytes of a name, `ETH_GSTRING_LEN`.
const NAME: usize = 32;
/// A driver with more counters than this is not read.
const MOST: usize = 8192;
/// Older kernels write as many values as there are, whatever was asked for: room for those of queues that are added between
/// asking how many and asking for them.
const SPARE: usize = 4096;
/// The most that are kept of an interface.
const KEPT: usize = 64;

/// Those that are kept, by their place among all.
#[derive(Debug)]
pub(in crate::platform::linux) struct Statistics {
    ethtool: Ethtool,
    count: usize,
    kept: Vec<(usize, String)>,
    words: Vec<u64>,
}

impl Statistics {
    /// Of that interface; none where the driver counts nothing that is kept.
    pub(super) fn of(ethtool: Ethtool) -> Option<Self> {
        let count = count(&ethtool)?;
        let interface = text(&ethtool.name.map(|byte| byte as u8));
        let names = names(&ethtool, count)?;
        let kept: Vec<_> = chosen(&names).map(|(at, name)| (at, format!("ethtool.{interface}.{name}"))).collect();
        (!kept.is_empty()).then(|| Self { ethtool, count, kept, words: vec![0; 1 + count + SPARE] })
    }

    /// What they are at; none where the driver does not say, or has other counters than before.
    pub(in crate::platform::linux) fn read(&mut self) -> Option<Vec<(String, u64)>> {
        if count(&self.ethtool)? != self.count {
            return None;
        }
        // struct ethtool_stats: the command, how many, and the values of 64 bits.
        self.words[0] = head(VALUES, self.count as u32);
        if !self.ethtool.ask(&mut self.words) || half(&self.words, 1) as usize != self.count {
            return None;
        }
        let value = |(at, name): &(usize, String)| Some((name.clone(), *self.words.get(1 + at)?));
        Some(self.kept.iter().filter_map(value).collect())
    }
}

/// How many counters there are.
fn count(ethtool: &Ethtool) -> Option<usize> {
    // struct ethtool_sset_info: the command, a reserved word, the mask of sets, then the length of each.
    let mut words = [head(COUNT, 0), 1 << SET, 0];
    let told = ethtool.ask(&mut words) && words[1] == 1 << SET;
    Some(half(&words, 4) as usize).filter(|count| told && (1..=MOST).contains(count))
}

/// What they are called.
fn names(ethtool: &Ethtool, count: usize) -> Option<Vec<String>> {
    // struct ethtool_gstrings: the command, the set, how many, then the names.
    let mut words = vec![0; 2 + (count + SPARE) * NAME / 8];
    words[0] = head(NAMES, SET);
    words[1] = head(count as u32, 0);
    if !ethtool.ask(&mut words) || half(&words, 2) as usize != count {
        return None;
    }
    Some(bytes(&words)[12..].chunks_exact(NAME).take(count).map(text).collect())
}

/// Which are kept: first what a cloud held back (AWS ENA), then what a virtual function moved for its synthetic twin
/// (Azure's netvsc), then what was dropped. What is no count but a level, such as `conntrack_allowance_available`, is not.
fn chosen(names: &[String]) -> impl Iterator<Item = (usize, &str)> {
    let of_rank = |rank: u8| names.iter().enumerate().filter(move |(_, name)| self::rank(name) == Some(rank));
    (0..3).flat_map(of_rank).map(|(at, name)| (at, name.as_str())).take(KEPT)
}

fn rank(name: &str) -> Option<u8> {
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if name.ends_with("_allowance_exceeded") {
        Some(0)
    } else if name.starts_with("vf_") && has(&["packets", "bytes"]) {
        Some(1)
    } else if has(&["drop", "discard", "missed", "no_buffer"]) {
        Some(2)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        chosen(&names).map(|(_, name)| name.to_owned()).collect()
    }

    #[test]
    fn what_clouds_and_drivers_drop_is_kept_and_levels_are_not() {
        // Written by hand after the documentation of the drivers ena, netvsc, ixgbe, mlx5_core and virtio_net.
        let ena = ["tx_timeout", "bw_in_allowance_exceeded", "pps_allowance_exceeded", "conntrack_allowance_available"];
        assert_eq!(kept(&ena), ["bw_in_allowance_exceeded", "pps_allowance_exceeded"]);
        let netvsc = ["tx_no_memory", "vf_rx_packets", "vf_rx_bytes", "vf_tx_dropped", "rx_no_memory"];
        assert_eq!(kept(&netvsc), ["vf_rx_packets", "vf_rx_bytes", "vf_tx_dropped"]);
        let others =
            ["rx_no_buffer_count", "rx_missed_errors", "rx_discards_phy", "rx_queue_0_drops", "rx_queue_0_bytes"];
        assert_eq!(kept(&others), &others[..4]);
    }

    #[test]
    fn no_driver_fills_a_record_and_what_a_cloud_says_comes_first() {
        let mut names: Vec<String> = (0..200).map(|queue| format!("rx_queue_{queue}_drops")).collect();
        names.push("bw_out_allowance_exceeded".to_owned());
        let all: Vec<_> = chosen(&names).collect();
        assert_eq!((all.len(), all[0]), (KEPT, (200, "bw_out_allowance_exceeded")));
    }
}
