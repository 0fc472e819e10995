//! What a machine did for a run, in the figures of NTttcp's table and in those that explain it.
//!
//! Each figure says whose it is: *own* is of the run's sockets alone, *namespace* of everything in the network namespace of
//! the node, *machine* of the whole machine. What is not own counts other programs too. Figures of counters are differences
//! between the first and the last snapshot of `measure` that has counters, over the real time between those two; marks always
//! have them.

mod counters;
mod cpu;
mod interfaces;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use counters::Counters;
pub use cpu::{BusiestCore, CpuSplit};
pub use interfaces::{Carried, InterfaceBytes};

use crate::config::{Direction, Mode, Protocol, RunConfig};
use crate::host::clean_text;
use crate::plan::Role;
use crate::record::{EndInEffect, EndRecord, InEffect};

/// What one end's system counted in `measure`; each figure is null where the system does not say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct SystemFigures {
    /// Full buffers a second: bytes ÷ bytes a call ÷ seconds. Own; NTttcp's `buffers/s`.
    pub buffers_per_second: Option<f64>,
    /// Bytes that a call took or gave: bytes ÷ calls. Own; NTttcp's `avg_bytes_per_compl`.
    pub average_bytes_per_completion: Option<f64>,
    /// Own bytes ÷ the packets of the namespace, those sent at a sender and those received at a receiver; NTttcp's
    /// `avg_frame_size`. Linux counts what it received joined together (GRO), so a receiver's is larger than a frame.
    pub average_frame_bytes: Option<f64>,
    /// Clock ticks of all CPUs that a byte cost: MHz × 10⁶ × CPUs × busy share ÷ (bytes ÷ seconds). Machine; NTttcp's `cycles`.
    pub cycles_per_byte: Option<f64>,
    /// Interrupts of all devices, first number of `intr` in `/proc/stat`. Machine.
    pub interrupts: Option<u64>,
    /// `interrupts` ÷ seconds; NTttcp's `interrupts`.
    pub interrupts_per_second: Option<f64>,
    /// `packets_received` ÷ `interrupts`, at a sender too; NTttcp's `avg_packets_per_interrupt`.
    pub packets_per_interrupt: Option<f64>,
    /// Soft interrupts of every kind, first number of `softirq` in `/proc/stat`: what Windows calls DPCs. Machine.
    pub softirqs: Option<u64>,
    /// `softirqs` ÷ seconds; NTttcp's `dpcs`.
    pub softirqs_per_second: Option<f64>,
    /// Soft interrupts of the network, `NET_RX` and `NET_TX` in `/proc/softirqs`. Machine.
    pub network_softirqs: Option<u64>,
    /// `packets_received` ÷ `network_softirqs`; NTttcp's `avg_packets_per_dpc`.
    pub packets_per_softirq: Option<f64>,
    /// `Tcp.OutSegs`, or `Udp.OutDatagrams` of the run's IP version. Namespace; NTttcp's `packets_sent`.
    pub packets_sent: Option<u64>,
    /// `Tcp.InSegs`, or `Udp.InDatagrams` of the run's IP version. Namespace; NTttcp's `packets_received`.
    pub packets_received: Option<u64>,
    /// `Tcp.RetransSegs`. Namespace; NTttcp's `packets_retransmitted`; null for UDP. [`EndRecord::retransmits`] is own.
    pub retransmits_system: Option<u64>,
    /// `Tcp.AttemptFails`, connections that failed, or `Udp.InErrors` of the run's IP version. Namespace; NTttcp's `errors`.
    pub errors: Option<u64>,
    /// What all CPUs spent their time on. Machine.
    pub cpu: Option<CpuSplit>,
    /// The busiest CPU. Machine.
    pub busiest_core: Option<BusiestCore>,
    /// Bytes over each interface that carried any. Namespace.
    pub network_bytes: Option<Vec<InterfaceBytes>>,
    /// The interface that carried the run, and what else it carried. Namespace.
    pub carried: Option<Carried>,
    /// Packets that the cloud queued or dropped because an allowance of the machine was exceeded; an empty list where it
    /// counts such, and there were none. Machine.
    pub allowances_exceeded: Option<Vec<AllowanceExceeded>>,
    /// Packets dropped before the stack because its queue was full, `/proc/net/softnet_stat`. Machine.
    pub softnet_dropped: Option<u64>,
    /// How often the stack stopped with packets left because its time was up, `/proc/net/softnet_stat`. Machine.
    pub softnet_squeezed: Option<u64>,
    /// How much the container's limit of CPU time held it up. Of the container.
    pub throttled: Option<Throttled>,
    /// Bytes of all IP packets received, headers included, over the whole life of the streams: `IpExt.InOctets`, or
    /// `Ip6.Ip6InOctets`. Namespace.
    pub received_octets_lifetime: Option<u64>,
}

/// One allowance of a cloud machine that was exceeded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AllowanceExceeded {
    /// The interface.
    pub interface: String,
    /// The driver's name of the counter, for example `bw_in_allowance_exceeded` (AWS ENA).
    pub counter: String,
    /// Packets queued or dropped.
    pub packets: u64,
}

/// What a container's CPU limit (`cpu.max`) did to it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Throttled {
    /// Share of the periods in which its time was used up: `nr_throttled` ÷ `nr_periods`, in percent.
    pub percent: f64,
    /// Time that its CPUs had to wait, all together, in seconds: `throttled_usec`; null where the kernel does not say.
    pub seconds: Option<f64>,
}

/// Puts into each end what its system counted; `ends` has the two of each direction, the sender first.
pub fn complete(ends: &mut [EndRecord], config: &RunConfig, in_effect: Option<&InEffect>) {
    for (leg, pair) in ends.chunks_mut(2).enumerate() {
        let effects = |end: &EndRecord| in_effect.and_then(|effect| effect.of_leg(leg, end.side));
        let sender = pair.iter().position(|end| end.role == Role::Sender);
        let figures: Vec<_> = pair
            .iter()
            .map(|end| {
                of(&Run { config, end, effect: effects(end), sender: sender.map(|at| (&pair[at], effects(&pair[at]))) })
            })
            .collect();
        for (end, figures) in pair.iter_mut().zip(figures) {
            end.system = figures;
        }
    }
}

/// An end, and what has to be known beside it.
struct Run<'a> {
    config: &'a RunConfig,
    end: &'a EndRecord,
    /// What its own kernel granted.
    effect: Option<&'a EndInEffect>,
    /// The end that sends, and what its kernel granted.
    sender: Option<(&'a EndRecord, Option<&'a EndInEffect>)>,
}

fn of(run: &Run<'_>) -> Option<SystemFigures> {
    let &Run { config, end, effect, .. } = run;
    let (bytes, seconds) = (end.bytes? as f64, end.measured_seconds?);
    let own = SystemFigures {
        buffers_per_second: effect.and_then(|effect| ratio(bytes, effect.buffer_bytes as f64 * seconds)),
        average_bytes_per_completion: end.operations.and_then(|operations| ratio(bytes, operations as f64)),
        cycles_per_byte: cycles_per_byte(end),
        cpu: CpuSplit::of(end),
        busiest_core: BusiestCore::of(end),
        ..SystemFigures::default()
    };
    let Some(counters) = Counters::of(end) else { return Some(own) };
    let packets = Packets::of(&counters, config.protocol, effect);
    let (bytes, seconds) = (counters.bytes() as f64, counters.seconds());
    let of_role = if end.role == Role::Sender { packets.sent } else { packets.received };
    let interrupts = counters.difference("interrupts.all");
    let softirqs = counters.difference("softirq.all");
    let network_softirqs = counters.sum(&["softirq.NET_RX", "softirq.NET_TX"]);
    let each = |of: Option<u64>, by: Option<u64>| of.zip(by).and_then(|(of, by)| ratio(of as f64, by as f64));
    let interfaces = interfaces::Interfaces::of(&counters);
    // Requests flow both ways, and beside a second direction its acknowledgements do: what is foreign can't be told then.
    let one_way = config.mode == Mode::Throughput && config.direction != Direction::Both;
    Some(SystemFigures {
        average_frame_bytes: of_role.and_then(|packets| ratio(bytes, packets as f64)),
        interrupts,
        interrupts_per_second: interrupts.and_then(|count| ratio(count as f64, seconds)),
        packets_per_interrupt: each(packets.received, interrupts),
        softirqs,
        softirqs_per_second: softirqs.and_then(|count| ratio(count as f64, seconds)),
        network_softirqs,
        packets_per_softirq: each(packets.received, network_softirqs),
        packets_sent: packets.sent,
        packets_received: packets.received,
        retransmits_system: packets.retransmits,
        errors: packets.errors,
        carried: interfaces.as_ref().filter(|_| one_way).and_then(|all| all.carried(run, &counters)),
        network_bytes: interfaces.map(interfaces::Interfaces::into_bytes),
        allowances_exceeded: allowances(&counters),
        softnet_dropped: counters.difference("softnet.dropped"),
        softnet_squeezed: counters.difference("softnet.time_squeeze"),
        throttled: throttled(&counters),
        received_octets_lifetime: received_octets(end, effect),
        ..own
    })
}

/// What the kernel counts of a protocol.
#[derive(Default)]
struct Packets {
    sent: Option<u64>,
    received: Option<u64>,
    retransmits: Option<u64>,
    errors: Option<u64>,
}

impl Packets {
    /// TCP has one table for both IP versions, UDP one for each (RFC 4022, RFC 4113).
    fn of(counters: &Counters<'_>, protocol: Protocol, effect: Option<&EndInEffect>) -> Self {
        let names = match (protocol, effect.and_then(is_six)) {
            (Protocol::Tcp, _) => ["Tcp.OutSegs", "Tcp.InSegs", "Tcp.AttemptFails"],
            (Protocol::Udp, Some(false)) => ["Udp.OutDatagrams", "Udp.InDatagrams", "Udp.InErrors"],
            (Protocol::Udp, Some(true)) => ["Ip6.Udp6OutDatagrams", "Ip6.Udp6InDatagrams", "Ip6.Udp6InErrors"],
            (Protocol::Udp, None) => return Self::default(),
        };
        let [sent, received, errors] = names.map(|name| counters.difference(name));
        let again = (protocol == Protocol::Tcp).then_some("Tcp.RetransSegs");
        Self { sent, received, errors, retransmits: again.and_then(|name| counters.difference(name)) }
    }
}

/// Whether the streams of that end use IP version 6; none where their address is not known.
fn is_six(effect: &EndInEffect) -> Option<bool> {
    let address: core::net::SocketAddr = effect.local_address.as_deref()?.parse().ok()?;
    Some(address.ip().to_canonical().is_ipv6())
}

/// A quotient that is a number; none where nothing is divided by.
fn ratio(of: f64, by: f64) -> Option<f64> {
    let quotient = of / by;
    (by > 0.0 && quotient.is_finite()).then_some(quotient)
}

fn cycles_per_byte(end: &EndRecord) -> Option<f64> {
    let cores = end.samples.iter().find_map(|sample| sample.cores.as_ref()).map(Vec::len)?;
    let hertz = end.host.cpu_mhz.filter(|&mhz| mhz > 0.0)? * 1e6;
    ratio(hertz * cores as f64 * end.cpu_percent? / 100.0 * end.measured_seconds?, end.bytes? as f64)
}

/// Counters of drivers that end so count packets that an allowance of the cloud held up.
const EXCEEDED: &str = "_allowance_exceeded";

fn allowances(counters: &Counters<'_>) -> Option<Vec<AllowanceExceeded>> {
    let mut known = counters.of_group("ethtool").filter(|(_, name, _)| name.ends_with(EXCEEDED)).peekable();
    known.peek()?;
    let exceeded = known.filter(|&(_, _, packets)| packets > 0);
    Some(
        exceeded
            .map(|(interface, counter, packets)| AllowanceExceeded {
                interface: clean_text(interface),
                counter: clean_text(counter),
                packets,
            })
            .collect(),
    )
}

fn throttled(counters: &Counters<'_>) -> Option<Throttled> {
    let [periods, throttled] = ["cgroup.nr_periods", "cgroup.nr_throttled"].map(|name| counters.difference(name));
    let seconds = counters.difference("cgroup.throttled_usec").map(|micros| micros as f64 / 1e6);
    Some(Throttled { percent: 100.0 * ratio(throttled? as f64, periods? as f64)?, seconds })
}

/// What came in since the engine started, which was before the first payload.
fn received_octets(end: &EndRecord, effect: Option<&EndInEffect>) -> Option<u64> {
    let name = if effect.and_then(is_six)? { "Ip6.Ip6InOctets" } else { "IpExt.InOctets" };
    let at = end.counter_names.iter().position(|known| known == name)?;
    let last = end.samples.last().and_then(|sample| sample.counters.as_ref())?;
    last.get(at).copied().flatten()
}
