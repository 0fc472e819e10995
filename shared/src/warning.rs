//! What a person should know of a plan before it starts. A warning blocks nothing; what can't be run is refused by
//! [`crate::plan`].

use std::collections::BTreeSet;

use crate::config::{Payload, RunConfig, SendCopy};
use crate::host::{self, HostFacts};
use crate::plan::{Plan, Role, Side};
use crate::reach::Family;
use crate::report::Message;
use crate::summary::FRAMING;
use crate::units::{self, show_bytes, show_millis};

/// One of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// The key of the setting it is about; none where it is about the machines.
    pub field: Option<&'static str>,
    /// What to say.
    pub message: Message,
}

impl Warning {
    fn about(field: &'static str, message: Message) -> Self {
        Self { field: Some(field), message }
    }

    fn of_machines(message: Message) -> Self {
        Self { field: None, message }
    }
}

/// Everything to know of a config and its plan between two machines.
pub fn warnings(config: &RunConfig, plan: &Plan, coordinator: &HostFacts, peer: &HostFacts) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for &leg in config.direction.legs() {
        let (from, to) = (leg.sender(), leg.sender().other());
        let host = |side: Side| if side == Side::Coordinator { coordinator } else { peer };
        let ([sending, receiving], [sender, receiver]) = ([config.at(from), config.at(to)], [host(from), host(to)]);
        let found = buffers(&sending, &receiving, sender, receiver)
            .chain(datagrams(&sending, plan, sender, receiver))
            .chain(quota(&sending, sender, receiver));
        for warning in found {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    let ends = [config.at(Side::Coordinator), config.at(Side::Peer)];
    warnings.extend(asked(config, &ends, coordinator.shares_machine(peer)));
    warnings.extend(ends.iter().zip([coordinator, peer]).filter_map(|(end, host)| crowded(end, host)));
    if coordinator.shares_machine(peer) {
        warnings.push(Warning::of_machines(Message::new("warning-same-machine")));
    } else {
        warnings.extend(frames(coordinator, peer).map(Warning::of_machines));
        warnings.extend([coordinator, peer].into_iter().filter_map(speed).map(Warning::of_machines));
    }
    warnings
}

/// Socket buffers against what the kernels give.
fn buffers(
    sending: &RunConfig,
    receiving: &RunConfig,
    sender: &HostFacts,
    receiver: &HostFacts,
) -> impl Iterator<Item = Warning> {
    let (asked, most) = (sending.send_socket_buffer_bytes, sender.send_socket_buffer_max_bytes);
    let send = clamped(asked, most, "warning-send-buffer", sender);
    // Measured: 32 KiB stalled in each of three runs. Packets of a loopback interface are 64 KiB long.
    let small = asked.filter(|&asked| asked < 64 << 10 && sender.shares_machine(receiver));
    let send = send.or_else(|| small.map(|_| Message::new("warning-small-buffer")));
    let (asked, most) = (receiving.receive_socket_buffer_bytes, receiver.receive_socket_buffer_max_bytes);
    let receive = clamped(asked, most, "warning-receive-buffer", receiver);
    let send = send.map(|message| Warning::about("send_socket_buffer_bytes", message));
    send.into_iter().chain(receive.map(|message| Warning::about("receive_socket_buffer_bytes", message)))
}

/// A number of bytes that can't be moved in the time there is.
fn quota(sending: &RunConfig, sender: &HostFacts, receiver: &HostFacts) -> Option<Warning> {
    let (bytes, carries) = (sending.stop_after_bytes?, host::link_between(sender, receiver)?);
    if sender.shares_machine(receiver) || bytes as f64 * 8.0 / carries * 1e3 <= sending.duration_ms as f64 {
        return None;
    }
    let message = Message::new("warning-quota")
        .with("quota", show_bytes(bytes))
        .with("duration", show_millis(sending.duration_ms));
    Some(Warning::about("stop_after_bytes", message))
}

/// What follows from the settings alone.
fn asked(config: &RunConfig, ends: &[RunConfig; 2], same_machine: bool) -> impl Iterator<Item = Warning> {
    let about = |field, key, is: bool| is.then(|| Warning::about(field, Message::new(key)));
    [
        about("spin", "warning-spin", config.spin),
        about("payload", "warning-verified", config.payload == Payload::Verified),
        about("send_copy", "warning-zero-copy", same_machine && config.send_copy == SendCopy::ZeroCopy),
        about("dscp", "warning-dscp", ends.iter().any(|end| end.dscp.is_some_and(|point| point > 0))),
    ]
    .into_iter()
    .flatten()
}

/// The kernel gives no more than its limit, and does not say so.
fn clamped(asked: Option<u64>, most: Option<u64>, key: &str, host: &HostFacts) -> Option<Message> {
    let (asked, most) = (asked?, most?);
    (asked > most).then(|| {
        Message::new(key)
            .with("host", host.name.clone())
            .with("asked", show_bytes(asked))
            .with("most", show_bytes(most))
    })
}

/// What UDP does that TCP would not do: it takes no heed of others, and goes on where nothing gets through.
fn datagrams(config: &RunConfig, plan: &Plan, sender: &HostFacts, receiver: &HostFacts) -> Vec<Warning> {
    let Some(udp) = plan.role(plan.side(Role::Sender)).udp else { return Vec::new() };
    let mut warnings = Vec::new();
    if config.unlimited {
        let message = Message::new("warning-unlimited").with("host", sender.name.clone());
        warnings.push(Warning::about("unlimited", message));
    }
    // The largest share of a frame that is payload: IPv4 without options.
    let payload = f64::from(udp.datagram_bytes);
    let share = payload / (payload + f64::from(Family::Ipv4.udp_headers()) + FRAMING);
    let carries = host::link_between(sender, receiver).map(|speed| speed * share);
    let field =
        if config.rate_bits_per_second.is_some() { "rate_bits_per_second" } else { "stream_rate_bits_per_second" };
    if let (Some(asked), Some(carries)) = (config.asked_bits_per_second(), carries)
        && asked as f64 > carries
        && !sender.shares_machine(receiver)
    {
        let message =
            Message::new("warning-rate").with("asked", units::rate(asked as f64)).with("carries", units::rate(carries));
        warnings.push(Warning::about(field, message));
    }
    if udp.fragment {
        let message = Message::new("warning-fragment").with("bytes", udp.datagram_bytes.to_string());
        warnings.push(Warning::about("datagram_bytes", message));
    }
    if udp.segmentation {
        warnings.push(Warning::about("segmentation_offload", Message::new("warning-segmentation")));
    }
    warnings
}

/// Only threads that were asked for: the plan knows what it does.
fn crowded(config: &RunConfig, host: &HostFacts) -> Option<Warning> {
    let threads = config.threads.filter(|&threads| threads > host.cpu_count)?;
    let message = Message::new("warning-threads")
        .with("host", host.name.clone())
        .with("threads", threads)
        .with("cores", host.cpu_count);
    Some(Warning::about("threads", message))
}

/// Which card the streams take is not known, so only machines without any size in common differ.
fn frames(a: &HostFacts, b: &HostFacts) -> Option<Message> {
    let sizes = |host: &HostFacts| host.interfaces.iter().filter_map(|card| card.mtu).collect::<BTreeSet<_>>();
    let (of_a, of_b) = (sizes(a), sizes(b));
    if of_a.is_empty() || of_b.is_empty() || !of_a.is_disjoint(&of_b) {
        return None;
    }
    let list = |sizes: BTreeSet<u32>| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    Some(
        Message::new("warning-mtu")
            .with("here", a.name.clone())
            .with("here_mtu", list(of_a))
            .with("there", b.name.clone())
            .with("there_mtu", list(of_b)),
    )
}

fn speed(host: &HostFacts) -> Option<Message> {
    host.link_bits_per_second().is_none().then(|| Message::new("warning-speed").with("host", host.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Direction, Protocol};
    use crate::host::Interface;
    use crate::plan::plan;
    use crate::text::Catalogue;

    fn host(name: &str, mtu: u32, speed: Option<u64>) -> HostFacts {
        HostFacts {
            name: name.to_owned(),
            cpu_count: 4,
            machine: Some(name.to_owned()),
            interfaces: vec![Interface { mtu: Some(mtu), bits_per_second: speed, ..Interface::default() }],
            send_socket_buffer_max_bytes: Some(4 << 20),
            receive_socket_buffer_max_bytes: Some(6 << 20),
            ..HostFacts::default()
        }
    }

    fn check(config: &RunConfig, a: &HostFacts, b: &HostFacts, expected: &[(Option<&str>, &str)]) {
        let plan = plan(config, a, b, Side::Coordinator, &crate::reach::Reach::default()).unwrap();
        let found = warnings(config, &plan, a, b);
        let found: Vec<_> = found.iter().map(|w| (w.field, w.message.say(Catalogue::english()))).collect();
        let found: Vec<_> = found.iter().map(|(field, says)| (*field, says.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn two_like_machines_need_no_warning() {
        let (a, b) = (host("a", 1500, Some(1)), host("b", 1500, Some(2)));
        check(&RunConfig::default(), &a, &b, &[]);
    }

    #[test]
    fn a_buffer_is_held_against_the_machine_that_uses_it() {
        let (a, mut b) = (host("a", 1500, Some(1)), host("b", 1500, Some(1)));
        b.receive_socket_buffer_max_bytes = Some(1 << 20);
        let config = RunConfig {
            send_socket_buffer_bytes: Some(4 << 20),
            receive_socket_buffer_bytes: Some(2 << 20),
            ..RunConfig::default()
        };
        let says = "b allows 1MiB (net.core.rmem_max), so the receive buffer will be that and not 2MiB.";
        check(&config, &a, &b, &[(Some("receive_socket_buffer_bytes"), says)]);
        check(&RunConfig { direction: Direction::FromPeer, ..config }, &a, &b, &[]);
    }

    #[test]
    fn datagrams_are_warned_of_where_they_do_harm_or_come_to_harm() {
        let able = |name| HostFacts {
            udp_segmentation: Some(true),
            udp_joining: Some(true),
            ..host(name, 1500, Some(1_000_000_000))
        };
        let (a, b) = (able("a"), able("b"));
        let udp = RunConfig { protocol: Protocol::Udp, ..RunConfig::default() };
        let rate = |rate| RunConfig { rate_bits_per_second: Some(rate), ..udp.clone() };
        check(&rate(950_000_000), &a, &b, &[]);
        let each = RunConfig { stream_rate_bits_per_second: Some(500_000_000), streams: 2, ..udp.clone() };
        let says = "1.00\u{a0}Gbit/s are more than the slower card carries, 957\u{a0}Mbit/s of payload: the rest will be lost.";
        check(&each, &a, &b, &[(Some("stream_rate_bits_per_second"), says)]);
        let large = RunConfig { datagram_bytes: Some(8000), ..rate(1_000_000) };
        let says = "A datagram of 8000 bytes does not fit through in one piece: it is cut up on the way, and one lost piece loses all of it.";
        check(&large, &a, &b, &[(Some("datagram_bytes"), says)]);
        let unlimited = RunConfig { unlimited: true, ..udp };
        check(
            &unlimited,
            &a,
            &b,
            &[
                (Some("unlimited"), "a will send as fast as it can: UDP takes no heed of others and crowds them out."),
                (
                    Some("segmentation_offload"),
                    "The kernels will cut and join datagrams (GSO, GRO). Do not compare it with runs of plain datagrams.",
                ),
            ],
        );
    }

    #[test]
    fn settings_with_a_price_say_it() {
        let (a, b) = (host("a", 1500, Some(1_000_000_000)), host("b", 1500, Some(1_000_000_000)));
        let config = RunConfig {
            payload: Payload::Verified,
            dscp: Some(46),
            stop_after_bytes: Some(2 << 30),
            ..RunConfig::default()
        };
        let says = [
            "2GiB take longer than 10s even at the speed of the card: the run will end by time.",
            "The receiver looks at every byte: on a fast link its CPU may set the rate.",
            "Networks on the way may change the mark or take no heed of it.",
        ];
        let fields = ["stop_after_bytes", "payload", "dscp"].map(Some);
        let expected: Vec<_> = fields.into_iter().zip(says).collect();
        check(&config, &a, &b, &expected);
        check(&RunConfig { direction: Direction::Both, ..config }, &a, &b, &expected);
        let twin = HostFacts { machine: a.machine.clone(), ..b.clone() };
        let config = RunConfig {
            send_copy: SendCopy::ZeroCopy,
            send_socket_buffer_bytes: Some(32 << 10),
            ..RunConfig::default()
        };
        let plan = plan(&config, &a, &twin, Side::Coordinator, &crate::reach::Reach::default()).unwrap();
        let fields: Vec<_> = warnings(&config, &plan, &a, &twin).iter().map(|warning| warning.field).collect();
        assert_eq!(fields, [Some("send_socket_buffer_bytes"), Some("send_copy"), None]);
    }

    #[test]
    fn machines_and_threads_are_looked_at() {
        let (a, b) = (host("a", 9000, None), host("b", 1500, Some(1)));
        let config = RunConfig { streams: 8, threads: Some(6), ..RunConfig::default() };
        check(
            &config,
            &a,
            &HostFacts { cpu_count: 8, ..b.clone() },
            &[
                (Some("threads"), "a has 4 cores: 6 threads will take turns on them."),
                (None, "The machines send frames of different sizes (MTU): a 9000, b 1500."),
                (None, "The card of a does not say its speed, so how much data a run moves can’t be told ahead."),
            ],
        );
        let twin = HostFacts { machine: a.machine.clone(), ..b };
        check(
            &RunConfig::default(),
            &a,
            &twin,
            &[(None, "Both ends run on one machine: no network card or cable will be in the figures.")],
        );
    }
}
