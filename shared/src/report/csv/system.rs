//! What the systems counted, behind the other figures of an end.

use super::{field, plain};
use crate::summary::system::SystemFigures;

/// The columns; units in the names.
pub(super) const COLUMNS: [&str; 21] = [
    "buffers_per_second",
    "average_bytes_per_completion",
    "average_frame_bytes",
    "cycles_per_byte",
    "interrupts_per_second",
    "packets_per_interrupt",
    "softirqs_per_second",
    "packets_per_softirq",
    "packets_sent",
    "packets_received",
    "retransmits_system",
    "errors",
    "cpu_user_percent",
    "cpu_system_percent",
    "cpu_softirq_percent",
    "cpu_steal_percent",
    "interface",
    "interface_bytes",
    "foreign_bytes",
    "softnet_dropped",
    "throttled_percent",
];

/// Their fields; empty where the system does not say.
pub(super) fn fields(system: Option<&SystemFigures>) -> [String; 21] {
    let none = SystemFigures::default();
    let system = system.unwrap_or(&none);
    let (cpu, carried) = (system.cpu, system.carried.as_ref());
    [
        field(system.buffers_per_second),
        field(system.average_bytes_per_completion),
        field(system.average_frame_bytes),
        field(system.cycles_per_byte),
        field(system.interrupts_per_second),
        field(system.packets_per_interrupt),
        field(system.softirqs_per_second),
        field(system.packets_per_softirq),
        field(system.packets_sent),
        field(system.packets_received),
        field(system.retransmits_system),
        field(system.errors),
        field(cpu.map(|cpu| cpu.user_percent)),
        field(cpu.map(|cpu| cpu.system_percent)),
        field(cpu.map(|cpu| cpu.softirq_percent)),
        field(cpu.map(|cpu| cpu.steal_percent)),
        carried.map(|carried| plain(&carried.interface)).unwrap_or_default(),
        field(carried.map(|carried| carried.bytes)),
        field(carried.map(|carried| carried.foreign_bytes)),
        field(system.softnet_dropped),
        field(system.throttled.map(|throttled| throttled.percent)),
    ]
}
