//! What the kernel counts, read from outside of the tools. All of it in `/proc` of a process, which shows the network
//! namespace that the process is in (`proc(5)`), so nothing has to enter one.

use std::time::Instant;

/// Ticks in a second of `/proc/PID/stat` (`USER_HZ`, fixed on every Linux that these tools run on).
const TICKS: f64 = 100.0;

/// How things stood at one instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Snapshot {
    at: Instant,
    received: u64,
    sent: u64,
    octets: u64,
    receiver_cpu: f64,
    sender_cpu: f64,
    kernel_cpu: f64,
}

/// How much things grew between two instants.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// Seconds.
    pub(super) seconds: f64,
    /// `Udp: InDatagrams` at the receiver.
    pub(super) received: u64,
    /// `Udp: OutDatagrams` at the sender.
    pub(super) sent: u64,
    /// `IpExt: InOctets` at the receiver: bytes of IP packets.
    pub(super) octets: u64,
    /// CPU seconds of the receiver's process.
    pub(super) receiver_cpu: f64,
    /// Of the sender's.
    pub(super) sender_cpu: f64,
    /// Of the kernel's threads for packets.
    pub(super) kernel_cpu: f64,
}

/// Reads all of two processes; none where one of them is gone.
pub(super) fn snapshot(receiver: u32, sender: u32) -> Option<Snapshot> {
    Some(Snapshot {
        at: Instant::now(),
        received: datagrams(receiver)?.0,
        sent: datagrams(sender)?.1,
        octets: octets(receiver)?,
        receiver_cpu: cpu(receiver)?,
        sender_cpu: cpu(sender)?,
        kernel_cpu: kernel_threads().into_iter().filter_map(cpu).sum(),
    })
}

impl Snapshot {
    /// What happened from then until now.
    pub(super) fn until(self, now: Self) -> Window {
        Window {
            seconds: now.at.duration_since(self.at).as_secs_f64(),
            received: now.received.saturating_sub(self.received),
            sent: now.sent.saturating_sub(self.sent),
            octets: now.octets.saturating_sub(self.octets),
            receiver_cpu: now.receiver_cpu - self.receiver_cpu,
            sender_cpu: now.sender_cpu - self.sender_cpu,
            kernel_cpu: now.kernel_cpu - self.kernel_cpu,
        }
    }
}

/// Datagrams that came in and went out where that process is.
pub(super) fn datagrams(process: u32) -> Option<(u64, u64)> {
    udp_counts(&std::fs::read_to_string(format!("/proc/{process}/net/snmp")).ok()?)
}

fn udp_counts(snmp: &str) -> Option<(u64, u64)> {
    Some((named(snmp, "Udp: ", "InDatagrams")?, named(snmp, "Udp: ", "OutDatagrams")?))
}

/// Bytes of IP packets that came in where that process is.
pub(super) fn octets(process: u32) -> Option<u64> {
    named(&std::fs::read_to_string(format!("/proc/{process}/net/netstat")).ok()?, "IpExt: ", "InOctets")
}

/// One of a group's numbers: a line of names, then a line of numbers in the same order.
fn named(table: &str, group: &str, wanted: &str) -> Option<u64> {
    let mut lines = table.lines().filter_map(|line| line.strip_prefix(group));
    let (names, numbers) = (lines.next()?, lines.next()?);
    let at = names.split(' ').position(|name| name == wanted)?;
    numbers.split(' ').nth(at)?.parse().ok()
}

/// The memory of a process that is in use, in bytes (`VmHWM` of `/proc/PID/status`, `proc_pid_status(5)`): at its highest.
pub(super) fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// CPU seconds of a process since it began, its ended threads included.
fn cpu(process: u32) -> Option<f64> {
    process_seconds(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// User and system time of `/proc/PID/stat`; the name before them may hold anything.
fn process_seconds(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) as f64 / TICKS)
}

/// The kernel's threads that handle packets where there are too many for whoever was interrupted: `ksoftirqd/N`.
fn kernel_threads() -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process: &u32| {
            let name = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
            name.starts_with("ksoftirqd/")
        })
        .collect()
}

/// Whether something holds that port where that process is: a TCP listener, or any UDP socket.
pub(super) fn is_held(process: u32, protocol: &str, port: u16) -> bool {
    ["", "6"].into_iter().any(|family| {
        let table = std::fs::read_to_string(format!("/proc/{process}/net/{protocol}{family}")).unwrap_or_default();
        holds(&table, protocol, port)
    })
}

fn holds(table: &str, protocol: &str, port: u16) -> bool {
    // 0A is TCP_LISTEN (net/tcp_states.h).
    let state = (protocol == "tcp").then_some("0A");
    let port = format!(":{port:04X}");
    table.lines().skip(1).any(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (local, found) = (words.next().unwrap_or_default(), words.nth(1).unwrap_or_default());
        local.ends_with(&port) && state.is_none_or(|state| state == found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_found_by_their_names() {
        let snmp = "Ip: Forwarding\nIp: 1\nUdp: InDatagrams NoPorts InErrors OutDatagrams\nUdp: 12 3 0 45\n";
        assert_eq!(udp_counts(snmp), Some((12, 45)));
        assert_eq!(udp_counts("Ip: Forwarding\n"), None);
        assert_eq!(named("IpExt: InNoRoutes InOctets\nIpExt: 0 77\n", "IpExt: ", "InOctets"), Some(77));
    }

    #[test]
    fn the_time_of_a_process_with_an_odd_name_is_read() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 90 0 0 0 250 50 0 0 20 0 3 0 9 0 0";
        assert_eq!(process_seconds(stat), Some(3.0));
    }

    #[test]
    fn a_listener_is_told_from_a_connection() {
        let table = "  sl  local_address rem_address   st\n   0: 0100007F:B1A1 0100007F:0001 01 0\n   1: 00000000:B1A2 00000000:0000 0A 0\n";
        assert!(!holds(table, "tcp", 0xB1A1) && holds(table, "tcp", 0xB1A2) && holds(table, "udp", 0xB1A1));
    }
}
