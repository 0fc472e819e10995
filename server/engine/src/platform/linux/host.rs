//! Facts of the machine, each from its file under `/proc`, `/sys` or `/etc`.

mod boot_id;
mod cards;
mod congestion;
mod container;
mod cpuinfo;
mod interfaces;
mod meminfo;
mod numa;
mod offloads;
mod os_release;
mod ports;
mod product;
mod sysctls;
mod threads;

use std::fs;

use pairperf_shared::host::{HostDetail, HostFacts};

use super::cgroup::Membership;
use super::ethtool::Ethtool;
use super::limits::raise_open_files;
use super::{links, qdisc};

/// Everything but the names.
pub(crate) fn host_facts() -> HostFacts {
    let groups = Membership::read();
    let cpu = read("/proc/cpuinfo").map(|text| cpuinfo::parse(&text)).unwrap_or_default();
    HostFacts {
        name: String::new(),
        udp_segmentation: offloads::segmentation(),
        udp_joining: offloads::joining(),
        container: container::inside(),
        listens_at: None,
        version: String::new(),
        os: ["/etc/os-release", "/usr/lib/os-release"].into_iter().find_map(|path| os_release::parse(&read(path)?)),
        kernel: read("/proc/sys/kernel/osrelease").and_then(|text| word(&text)),
        cpu_model: cpu.model,
        // Honours the CPU mask and the quota of the control group, as a container has them.
        cpu_count: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        cpu_mhz: cpu.mhz.or_else(|| cpuinfo::khz(&read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")?)),
        memory_bytes: read("/proc/meminfo").and_then(|text| meminfo::parse(&text)),
        machine: read("/proc/sys/kernel/random/boot_id").and_then(|text| boot_id::machine(&text)),
        interfaces: interfaces::read(),
        congestion_controls: congestion::choices(),
        congestion_control: read("/proc/sys/net/ipv4/tcp_congestion_control").and_then(|text| word(&text)),
        max_open_files: raise_open_files(),
        max_threads: threads::most(&groups),
        local_ports: read("/proc/sys/net/ipv4/ip_local_port_range").and_then(|text| ports::parse(&text)),
        send_socket_buffer_max_bytes: read("/proc/sys/net/core/wmem_max").and_then(|text| number(&text)),
        receive_socket_buffer_max_bytes: read("/proc/sys/net/core/rmem_max").and_then(|text| number(&text)),
        detail: detail(&groups),
    }
}

/// What explains figures beyond that.
fn detail(groups: &Membership) -> HostDetail {
    HostDetail {
        product: product::product(),
        numa_nodes: read("/sys/devices/system/node/online").and_then(|text| numa::count(&text)),
        listen_backlog: read("/proc/sys/net/core/somaxconn").and_then(|text| number(&text)),
        cpu_limit: groups.cpus(),
        memory_limit_bytes: groups.memory_bytes(),
        sysctls: sysctls::all(),
        cards: cards::all(),
    }
}

/// The text of a small file; none if it can't be read.
fn read(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
}

/// The one word of a file.
fn word(text: &str) -> Option<String> {
    let word = text.trim();
    (!word.is_empty()).then(|| word.to_owned())
}

/// The one number of a file.
fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_are_trimmed_and_nonsense_is_unknown() {
        assert_eq!(word("6.18.0-1\n"), Some("6.18.0-1".to_owned()));
        assert_eq!(word(" \n"), None);
        assert_eq!(number("4194304\n"), Some(4_194_304));
        for text in ["", "-1", "many", "1 2", "99999999999999999999"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(read("/proc/no/such/file"), None);
    }
}
