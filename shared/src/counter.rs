//! What a system counts: the names of its counters, as the kernel has them, and where each comes from.
//!
//! Names are `GROUP.NAME`, of an interface `GROUP.INTERFACE.NAME`. What a kernel does not count has no name, or no value.

/// Prefixes of the names, with the source of each group.
pub mod group {
    /// `/proc/net/snmp`, IPv4 and TCP of both families, e.g. `Tcp.OutSegs` (RFC 4022, RFC 4113); of the network namespace.
    pub const SNMP: [&str; 3] = ["Ip", "Tcp", "Udp"];
    /// `/proc/net/snmp6`, e.g. `Udp6InDatagrams`; of the network namespace.
    pub const SNMP6: &str = "Ip6";
    /// `/proc/net/netstat`, e.g. `TcpExt.TCPLostRetransmit`; of the network namespace.
    pub const NETSTAT: [&str; 2] = ["TcpExt", "IpExt"];
    /// `/proc/softirqs`, all CPUs together, e.g. `softirq.NET_RX`; of the whole machine. `softirq.all` is that of `/proc/stat`.
    pub const SOFTIRQ: &str = "softirq";
    /// First number of `intr` in `/proc/stat` (`proc_stat(5)`): all interrupts of the whole machine.
    pub const INTERRUPTS: &str = "interrupts.all";
    /// Lines of `/proc/interrupts` of that interface's queues, e.g. `interrupts.eth0`; of the whole machine.
    pub const INTERRUPTS_OF: &str = "interrupts";
    /// `/proc/net/softnet_stat`, all CPUs together (kernel documentation, networking/scaling): `softnet.processed`,
    /// `softnet.dropped`, `softnet.time_squeeze`.
    pub const SOFTNET: &str = "softnet";
    /// `/proc/net/dev` (`proc_pid_net(5)`) of the network namespace, e.g. `nic.eth0.rx_packets`; `rx_dropped` includes what the card
    /// missed.
    pub const NIC: &str = "nic";
    /// `ethtool -S`, the driver's own: e.g. `ethtool.ens5.bw_in_allowance_exceeded` (AWS ENA), or `vf_rx_packets` (netvsc).
    pub const ETHTOOL: &str = "ethtool";
    /// `cpu.stat` of the container's control group (kernel documentation, cgroup-v2), e.g. `cgroup.nr_throttled`.
    pub const CGROUP: &str = "cgroup";
}
