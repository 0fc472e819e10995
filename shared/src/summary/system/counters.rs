//! The counters of a system between two snapshots.

use crate::record::EndRecord;
use crate::sample::Sample;
use crate::summary::measured_bounds;

/// What a system counted between the first and the last snapshot of `measure` that has counters.
///
/// These are its marks; where the run was cut short, the last snapshot with counters before that.
///
/// A name is `GROUP.NAME`, of an interface `GROUP.INTERFACE.NAME`; what a kernel does not count has no name, or no value.
///
/// | group | source | of |
/// |---|---|---|
/// | `Ip`, `Tcp`, `Udp` | `/proc/net/snmp`: IPv4, and TCP of both families (RFC 4022, RFC 4113), e.g. `Tcp.OutSegs` | the network namespace |
/// | `Ip6` | `/proc/net/snmp6`, e.g. `Ip6.Udp6InDatagrams` | the network namespace |
/// | `TcpExt`, `IpExt` | `/proc/net/netstat`, e.g. `TcpExt.TCPLostRetransmit` | the network namespace |
/// | `softirq` | `/proc/softirqs`, all CPUs together, e.g. `softirq.NET_RX`; `softirq.all` is that of `/proc/stat` | the machine |
/// | `interrupts` | `interrupts.all`: first number of `intr` in `/proc/stat` (`proc_stat(5)`); else lines of `/proc/interrupts` of an interface's queues, e.g. `interrupts.eth0` | the machine |
/// | `softnet` | `/proc/net/softnet_stat`, all CPUs together (kernel documentation, `networking/scaling`): `processed`, `dropped`, `time_squeeze` | the machine |
/// | `nic` | `/proc/net/dev` (`proc_pid_net(5)`), e.g. `nic.eth0.rx_packets`; `rx_dropped` includes what the card missed | the network namespace |
/// | `ethtool` | `ethtool -S`, the driver's own, e.g. `ethtool.ens5.bw_in_allowance_exceeded` (AWS ENA), or `vf_rx_packets` (netvsc) | the card |
/// | `cgroup` | `cpu.stat` of the container's control group (kernel documentation, `cgroup-v2`), e.g. `cgroup.nr_throttled` | the container |
#[derive(Debug, Clone, Copy)]
pub struct Counters<'a> {
    names: &'a [String],
    from: &'a Sample,
    to: &'a Sample,
}

impl<'a> Counters<'a> {
    /// The counters of an end; none where there are not two snapshots with counters.
    pub fn of(end: &'a EndRecord) -> Option<Self> {
        let (from, to) = measured_bounds(end)?;
        let within = from.t_ns..=to.t_ns;
        let mut read = end.samples.iter().filter(|it| it.counters.is_some() && within.contains(&it.t_ns));
        let from = read.next()?;
        let to = read.next_back()?;
        (to.t_ns > from.t_ns && !end.counter_names.is_empty()).then_some(Self { names: &end.counter_names, from, to })
    }

    /// The real time between the two snapshots, in seconds; more than 0.
    pub fn seconds(&self) -> f64 {
        self.to.t_ns.saturating_sub(self.from.t_ns) as f64 / 1e9
    }

    /// Payload bytes between them.
    pub fn bytes(&self) -> u64 {
        self.to.bytes.saturating_sub(self.from.bytes)
    }

    /// How much a counter grew, see [`Counters`]; none where the system does not count it, or it ran backwards, as a
    /// driver's does that starts anew.
    pub fn difference(&self, name: &str) -> Option<u64> {
        self.at(self.names.iter().position(|known| known == name)?)
    }

    /// How much several counters grew together; none where one of them is not known.
    pub fn sum(&self, names: &[&str]) -> Option<u64> {
        names.iter().map(|name| self.difference(name)).try_fold(0, |sum: u64, one| Some(sum.saturating_add(one?)))
    }

    /// Every counter that is known, and how much it grew, in the order of the names.
    pub fn all(&self) -> impl Iterator<Item = (&'a str, u64)> + use<'a> {
        let counters = *self;
        let named = self.names.iter().enumerate();
        named.filter_map(move |(at, name)| Some((name.as_str(), counters.at(at)?)))
    }

    /// Those of the interfaces in a group: the interface, the name, and how much it grew.
    pub(super) fn of_group(&self, group: &'a str) -> impl Iterator<Item = (&'a str, &'a str, u64)> + use<'a> {
        self.all().filter_map(move |(name, grown)| {
            let rest = name.strip_prefix(group)?.strip_prefix('.')?;
            // An interface may have a point in its name (a VLAN has); the kernel's names of counters have none.
            let (interface, counter) = rest.rsplit_once('.')?;
            Some((interface, counter, grown))
        })
    }

    fn at(&self, place: usize) -> Option<u64> {
        let of = |sample: &Sample| sample.counters.as_ref()?.get(place).copied().flatten();
        of(self.to)?.checked_sub(of(self.from)?)
    }
}
