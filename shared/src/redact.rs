//! A record without names and addresses, for a link that anybody may have.
//!
//! Never a mask over the record but a new one, built field by field from what may be shown: a field that is added to the
//! record is shown to nobody until someone decides it here, because the patterns below name every field. The figures
//! are computed anew from what is left, so findings speak of the stand-ins.

mod detail;
mod words;

pub(crate) use words::is_run_id;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::config::{Ends, Overrides, RunConfig};
use crate::finding::Finding;
use crate::host::{HostFacts, Interface};
use crate::plan::{Back, Plan, RolePlan, Side};
use crate::reach::{Reach, Translation, Way};
use crate::record::{EndInEffect, EndParts, Event, InEffect, Outcome, Reason, RunParts, RunRecord};
use crate::sample::{CoreTicks, ExchangeCount, Sample, StreamCount, TcpCount};

/// What the coordinator is called instead of its name.
pub const COORDINATOR: &str = "host-a";
/// What the peer is called instead of its name.
pub const PEER: &str = "host-b";
/// Stands where a text was left out.
const LEFT_OUT: &str = "…";
/// Stands for an address of IPv6.
const LEFT_OUT_IPV6: &str = "[…]";
/// Stands for the name of an interface that says more than where the card is.
const INTERFACE: &str = "interface";

/// The record with stand-ins for both machines and without label, note, addresses, ids of nodes and free text.
///
/// System, kernel, processor, drivers, settings, figures and times stay.
pub fn hidden(record: &RunRecord) -> RunRecord {
    hidden_parts(record.clone().into_parts()).record()
}

/// The names of both machines, and what each is called instead.
struct Names {
    coordinator: String,
    peer: String,
}

impl Names {
    /// The stand-in for a text that is the name of a machine.
    fn stand_in(&self, text: &str) -> Option<&'static str> {
        if text == self.coordinator {
            Some(COORDINATOR)
        } else if text == self.peer {
            Some(PEER)
        } else {
            None
        }
    }
}

/// The same for the parts of a record that is not made yet.
pub fn hidden_parts(parts: RunParts) -> RunParts {
    let RunParts {
        id,
        started_at,
        redacted: _,
        outcome,
        config,
        plan,
        reach,
        in_effect,
        coordinator,
        peer,
        events,
        findings,
    } = parts;
    let names = Names { coordinator: coordinator.host.name.clone(), peer: peer.host.name.clone() };
    // Whether both ends run on one machine explains the figures; which machine does not.
    let one_machine = coordinator.host.machine.is_some() && coordinator.host.machine == peer.host.machine;
    RunParts {
        id: Some(id).filter(|id| is_run_id(id)).unwrap_or_default(),
        started_at: Some(started_at).filter(|time| words::is_time(time)).unwrap_or_default(),
        redacted: true,
        outcome: outcome_of(outcome),
        config: config_of(config),
        plan: plan.map(plan_of),
        reach: reach.map(reach_of),
        in_effect: in_effect.map(in_effect_of),
        coordinator: end(coordinator, Side::Coordinator, one_machine),
        peer: end(peer, Side::Peer, one_machine),
        events: events.into_iter().filter_map(|event| event_of(event, &names)).collect(),
        findings: findings.into_iter().filter_map(|finding| finding_of(finding, &names)).collect(),
    }
}

/// Numbers and flags alone may pass as they are: a type that is `Copy` holds no text of anybody.
fn figures<T: Copy>(figures: T) -> T {
    figures
}

fn outcome_of(outcome: Outcome) -> Outcome {
    let Outcome { state, reason } = outcome;
    Outcome {
        state,
        reason: reason.map(|Reason { code, message: _ }| {
            let (code, message) = words::reason(&code);
            Reason { code: code.to_owned(), message: message.to_owned() }
        }),
    }
}

fn config_of(config: RunConfig) -> RunConfig {
    let RunConfig {
        protocol,
        mode,
        direction,
        streams,
        threads,
        streams_per_thread,
        mappings,
        cpus,
        duration_ms,
        stop_after_bytes,
        stop_after_operations,
        warm_up_ms,
        cool_down_ms,
        buffer_bytes,
        rate_bits_per_second,
        stream_rate_bits_per_second,
        unlimited,
        datagram_bytes,
        pace,
        segmentation_offload,
        request_bytes,
        response_bytes,
        spin,
        payload,
        receive_copy,
        send_copy,
        ports,
        base_port,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        no_delay,
        mss_bytes,
        dscp,
        congestion_control,
        source_address: _,
        source_interface: _,
        connect,
        ends,
        label: _,
        note: _,
    } = config;
    RunConfig {
        protocol,
        mode,
        direction,
        streams,
        threads,
        streams_per_thread,
        mappings,
        cpus,
        duration_ms,
        stop_after_bytes,
        stop_after_operations,
        warm_up_ms,
        cool_down_ms,
        buffer_bytes,
        rate_bits_per_second,
        stream_rate_bits_per_second,
        unlimited,
        datagram_bytes,
        pace,
        segmentation_offload,
        request_bytes,
        response_bytes,
        spin,
        payload,
        receive_copy,
        send_copy,
        ports,
        base_port,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        no_delay,
        mss_bytes,
        dscp,
        congestion_control: congestion_control.filter(|word| words::is_kernel_word(word)),
        source_address: None,
        source_interface: None,
        connect,
        ends: Ends { coordinator: overrides_of(&ends.coordinator), peer: overrides_of(&ends.peer) },
        label: None,
        note: None,
    }
}

/// What an end has otherwise, as far as it is a number or a switch.
fn overrides_of(overrides: &Overrides) -> Overrides {
    let plain = overrides.iter().filter(|(_, value)| value.is_number() || value.is_boolean());
    plain.map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn plan_of(plan: Plan) -> Plan {
    let Plan { protocol, direction, streams, timing, coordinator, peer, back } = plan;
    let back = back.map(|back| {
        let Back { direction, coordinator, peer } = *back;
        Box::new(Back { direction, coordinator: role_of(coordinator), peer: role_of(peer) })
    });
    Plan { protocol, direction, streams, timing, coordinator: role_of(coordinator), peer: role_of(peer), back }
}

fn role_of(role: RolePlan) -> RolePlan {
    let RolePlan {
        role,
        opens,
        streams,
        inner_loop,
        threads,
        buffer_bytes,
        udp,
        exchange,
        quota,
        payload,
        receive_copy,
        send_copy,
        pins,
        stream_bits_per_second,
        mss_bytes,
        dscp,
        source_address: _,
        source_interface: _,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        no_delay,
        congestion_control,
        dials_at_once,
        timing,
    } = role;
    RolePlan {
        role,
        opens,
        streams,
        inner_loop,
        threads,
        buffer_bytes,
        udp: udp.map(figures),
        exchange: exchange.map(figures),
        quota,
        payload,
        receive_copy,
        send_copy,
        pins,
        stream_bits_per_second,
        mss_bytes,
        dscp,
        source_address: None,
        source_interface: None,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        no_delay,
        congestion_control: congestion_control.filter(|word| words::is_kernel_word(word)),
        dials_at_once,
        timing,
    }
}

/// Which ways were open explains a run; whose addresses they lead to does not.
fn reach_of(reach: Reach) -> Reach {
    let Reach { took_ms, ways, translated } = reach;
    let way = |Way { direction, protocol, family, address: _, port, of_link, state, round_trip_ns, path_mtu_bytes }| {
        Way { direction, protocol, family, address: None, port, of_link, state, round_trip_ns, path_mtu_bytes }
    };
    let translation = |Translation { direction, outside: _, inside: _, container }| Translation {
        direction,
        outside: LEFT_OUT.to_owned(),
        inside: LEFT_OUT.to_owned(),
        container,
    };
    Reach {
        took_ms,
        ways: ways.into_iter().map(way).collect(),
        translated: translated.into_iter().map(translation).collect(),
    }
}

fn in_effect_of(in_effect: InEffect) -> InEffect {
    let InEffect { offset_ns, offset_error_ns, round_trip_ns, coordinator, peer, coordinator_back, peer_back } =
        in_effect;
    InEffect {
        offset_ns,
        offset_error_ns,
        round_trip_ns,
        coordinator: coordinator.map(granted_of),
        peer: peer.map(granted_of),
        coordinator_back: coordinator_back.map(granted_of),
        peer_back: peer_back.map(granted_of),
    }
}

fn granted_of(granted: EndInEffect) -> EndInEffect {
    let EndInEffect {
        inner_loop,
        threads,
        streams,
        buffer_bytes,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        congestion_control,
        mss_bytes,
        no_delay,
        udp,
        local_address,
        peer_address: _,
    } = granted;
    // Which IP it was is in the figures: what a link can carry depends on the length of its header.
    let family = |address: String| if address.starts_with('[') { LEFT_OUT_IPV6 } else { LEFT_OUT }.to_owned();
    EndInEffect {
        inner_loop,
        threads,
        streams,
        buffer_bytes,
        send_socket_buffer_bytes,
        receive_socket_buffer_bytes,
        congestion_control: congestion_control.filter(|word| words::is_kernel_word(word)),
        mss_bytes,
        no_delay,
        udp: udp.map(figures),
        local_address: local_address.map(family),
        peer_address: None,
    }
}

fn end(end: EndParts, side: Side, one_machine: bool) -> EndParts {
    let EndParts { node: _, host, counter_names: _, samples } = end;
    let (node, name) = match side {
        Side::Coordinator => ("node-a", COORDINATOR),
        Side::Peer => ("node-b", PEER),
    };
    EndParts {
        node: node.to_owned(),
        host: host_of(host, name, one_machine),
        counter_names: Vec::new(),
        samples: samples.into_iter().map(sample_of).collect(),
    }
}

fn host_of(host: HostFacts, stand_in: &str, one_machine: bool) -> HostFacts {
    let HostFacts {
        name: _,
        os,
        kernel,
        cpu_model,
        cpu_count,
        cpu_mhz,
        memory_bytes,
        machine: _,
        interfaces,
        congestion_controls,
        congestion_control,
        max_open_files,
        max_threads,
        local_ports,
        send_socket_buffer_max_bytes,
        receive_socket_buffer_max_bytes,
        udp_segmentation,
        udp_joining,
        container,
        listens_at,
        version,
        detail,
    } = host;
    let machine_text = |text: Option<String>| text.filter(|text| words::is_machine(text));
    HostFacts {
        name: stand_in.to_owned(),
        os: machine_text(os),
        kernel: machine_text(kernel),
        cpu_model: machine_text(cpu_model),
        cpu_count,
        cpu_mhz,
        memory_bytes,
        machine: one_machine.then(|| "one".to_owned()),
        interfaces: interfaces.into_iter().map(interface_of).collect(),
        congestion_controls: congestion_controls.into_iter().filter(|word| words::is_kernel_word(word)).collect(),
        congestion_control: congestion_control.filter(|word| words::is_kernel_word(word)),
        max_open_files,
        max_threads,
        local_ports,
        send_socket_buffer_max_bytes,
        receive_socket_buffer_max_bytes,
        udp_segmentation,
        udp_joining,
        container,
        listens_at,
        version: machine_text(Some(version)).unwrap_or_default(),
        detail: detail::of(detail),
    }
}

fn interface_of(interface: Interface) -> Interface {
    let Interface { name, mtu, bits_per_second, driver } = interface;
    Interface {
        name: shown_interface(name),
        mtu,
        bits_per_second,
        driver: driver.filter(|word| words::is_kernel_word(word)),
    }
}

/// The name of an interface, if it says where the card is and nothing else.
fn shown_interface(name: String) -> String {
    if words::is_kernel_interface(&name) { name } else { INTERFACE.to_owned() }
}

fn sample_of(sample: Sample) -> Sample {
    // Counters of the system go with their names, which tell of interfaces and drivers.
    let Sample { t_ns, phase, mark, bytes, operations, cores, streams, udp, leg, counters: _, exchange } = sample;
    let ticks = |CoreTicks { user, system, softirq, steal, idle }| CoreTicks { user, system, softirq, steal, idle };
    let count = |StreamCount { stream, bytes, tcp, udp, checked, zero_copy }| StreamCount {
        stream,
        bytes,
        tcp: tcp.map(tcp_of),
        udp: udp.map(figures),
        checked: checked.map(figures),
        zero_copy: zero_copy.map(figures),
    };
    let asked = |ExchangeCount { asked, answered, lost, total_ns, times }| ExchangeCount {
        asked,
        answered,
        lost,
        total_ns,
        times,
    };
    Sample {
        t_ns,
        phase,
        mark,
        bytes,
        operations,
        cores: cores.map(|cores| cores.into_iter().map(ticks).collect()),
        streams: streams.map(|streams| streams.into_iter().map(count).collect()),
        udp: udp.map(figures),
        leg,
        counters: None,
        exchange: exchange.map(asked),
    }
}

fn tcp_of(tcp: TcpCount) -> TcpCount {
    let TcpCount {
        rtt_us,
        rttvar_us,
        cwnd_segments,
        mss_bytes,
        retransmits,
        acked_bytes,
        delivery_bytes_per_second,
        busy_us,
        receive_window_limited_us,
        send_buffer_limited_us,
    } = tcp;
    TcpCount {
        rtt_us,
        rttvar_us,
        cwnd_segments,
        mss_bytes,
        retransmits,
        acked_bytes,
        delivery_bytes_per_second,
        busy_us,
        receive_window_limited_us,
        send_buffer_limited_us,
    }
}

/// The event, if it is one of ours.
fn event_of(event: Event, names: &Names) -> Option<Event> {
    let Event { t_ns, code, args } = event;
    words::EVENTS.contains(&code.as_str()).then(|| Event { t_ns, code, args: args_of(args, names) })
}

/// The finding, if it is one of ours.
fn finding_of(finding: Finding, names: &Names) -> Option<Finding> {
    let Finding { code, severity, evidence, advice: _ } = finding;
    let known = words::FINDINGS.contains(&code.as_str());
    known.then(|| Finding { code, severity, evidence: args_of(evidence, names), advice: None })
}

/// Numbers, stand-ins and words of ours, under keys of ours.
fn args_of(args: BTreeMap<String, Value>, names: &Names) -> BTreeMap<String, Value> {
    let value = |value: Value| match value {
        Value::String(text) if words::is_ours(&text) => Value::String(text),
        Value::String(text) => names.stand_in(&text).unwrap_or(LEFT_OUT).into(),
        number @ (Value::Null | Value::Bool(_) | Value::Number(_)) => number,
        Value::Array(_) | Value::Object(_) => Value::Null,
    };
    let known = args.into_iter().filter(|(key, _)| words::ARGUMENTS.contains(&key.as_str()));
    known.map(|(key, given)| (key, value(given))).collect()
}

#[cfg(test)]
mod tests;
