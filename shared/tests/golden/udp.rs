//! Runs of datagrams in which some were lost in every place where they can be lost.

use pairperf_shared::config::{Direction, Offload, Protocol, RunConfig};
use pairperf_shared::datagram::{UdpCount, UdpEndCount, UdpHostCount};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Loop, Role, Side, plan};
use pairperf_shared::reach::{Family, Reach, Translation, Way, WayState};
use pairperf_shared::record::{EndInEffect, EndParts, Event, InEffect, Outcome, RunParts, RunRecord, UdpInEffect};
use pairperf_shared::sample::{CoreTicks, Mark, Sample, StreamCount};

/// Payload of one datagram.
const BYTES: u64 = 1472;
/// Datagrams that each flow numbers in a millisecond.
const PER_MS: u64 = 40;

/// What one flow counted after so many milliseconds: of each second of the first flow twenty are refused by the sender's
/// own queue, and of both flows four hundred do not come, more of them in the third second.
fn flow(role: Role, stream: u32, t_ms: u64) -> UdpCount {
    let numbered = PER_MS * t_ms;
    let never_sent = if stream == 0 { t_ms / 50 } else { 0 };
    let lost = t_ms * 2 / 5 + t_ms.clamp(2000, 3000) - 2000;
    match role {
        Role::Sender => UdpCount {
            datagrams: numbered - never_sent,
            expected: numbered,
            never_sent,
            icmp_errors: t_ms / 1500,
            pace_bins: t_ms,
            // Two more and two fewer than the mean by turns.
            pace_bin_squares: (numbered - never_sent).pow(2) / t_ms.max(1) + 4 * t_ms,
            ..UdpCount::default()
        },
        Role::Receiver => UdpCount {
            datagrams: numbered - never_sent - lost,
            expected: numbered,
            duplicates: t_ms / 100,
            reordered: t_ms / 10,
            late: t_ms / 1000,
            jitter_ns: 12_000 + u64::from(stream) * 4_000 + t_ms,
            ..UdpCount::default()
        },
    }
}

fn samples(role: Role, drops: impl Fn(u64) -> UdpEndCount) -> Vec<Sample> {
    let at = |t_ms: u64, phase, mark: Option<Mark>| {
        // Payload stops at three seconds.
        let counted = t_ms.min(3000);
        let count = |stream| {
            let udp = flow(role, stream, counted);
            StreamCount {
                checked: None,
                zero_copy: None,
                stream,
                bytes: udp.datagrams * BYTES,
                tcp: None,
                udp: Some(udp),
            }
        };
        let streams: Vec<StreamCount> = (0..2).map(count).collect();
        let ticks = CoreTicks { user: t_ms / 50, softirq: t_ms / 50, idle: t_ms / 25, ..CoreTicks::default() };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms as i64 * 1_000_000,
            phase,
            mark,
            bytes: streams.iter().map(|stream| stream.bytes).sum(),
            operations: counted * 2,
            cores: Some(vec![ticks]),
            streams: Some(streams),
            udp: Some(drops(counted)),
        }
    };
    vec![
        at(0, Phase::WarmUp, None),
        at(1000, Phase::Measure, Some(Mark::MeasureStart)),
        at(1500, Phase::Measure, None),
        at(2000, Phase::Measure, None),
        at(2500, Phase::Measure, None),
        at(3000, Phase::Measure, Some(Mark::MeasureEnd)),
        at(3010, Phase::Collect, Some(Mark::End)),
    ]
}

fn effect(local: &str, peer: &str, segmentation: bool) -> EndInEffect {
    EndInEffect {
        inner_loop: Loop::Batch,
        threads: 2,
        streams: 2,
        buffer_bytes: BYTES,
        send_socket_buffer_bytes: Some(212_992),
        receive_socket_buffer_bytes: Some(425_984),
        congestion_control: None,
        mss_bytes: None,
        no_delay: None,
        udp: Some(UdpInEffect {
            datagram_bytes: BYTES as u32,
            segmentation,
            fragment: false,
            path_mtu_bytes: Some(1500),
        }),
        local_address: Some(local.to_owned()),
        peer_address: Some(peer.to_owned()),
    }
}

fn way(direction: Direction, protocol: Protocol, address: &str, state: WayState) -> Way {
    let open = state == WayState::Open;
    Way {
        direction,
        protocol,
        family: if address.contains(':') { Family::Ipv6 } else { Family::Ipv4 },
        address: Some(address.to_owned()),
        port: 7575,
        of_link: address == "10.0.0.4",
        state,
        round_trip_ns: open.then_some(210_000),
        path_mtu_bytes: (open && protocol == Protocol::Udp).then_some(1500),
    }
}

fn reach() -> Reach {
    let (to, from) = (Direction::ToPeer, Direction::FromPeer);
    Reach {
        took_ms: 1200,
        ways: vec![
            way(to, Protocol::Tcp, "10.0.0.4", WayState::Open),
            way(to, Protocol::Udp, "10.0.0.4", WayState::Open),
            way(to, Protocol::Tcp, "fd00::4", WayState::Filtered),
            way(to, Protocol::Udp, "fd00::4", WayState::Filtered),
            way(from, Protocol::Tcp, "10.0.0.5", WayState::Open),
            way(from, Protocol::Udp, "10.0.0.5", WayState::TcpOnly),
        ],
        translated: vec![Translation {
            direction: to,
            outside: "10.0.0.4:7575".to_owned(),
            inside: "172.17.0.2:7575".to_owned(),
            container: true,
        }],
    }
}

fn run(config: RunConfig, drops: impl Fn(u64) -> UdpEndCount) -> RunRecord {
    let able = |name| HostFacts { udp_segmentation: Some(true), udp_joining: Some(true), ..super::host(name) };
    let (a, b) = (able("web-a"), able("db-b"));
    let plan = plan(&config, &a, &b, Side::Coordinator, &reach()).unwrap();
    let segmentation = plan.peer.udp.unwrap().segmentation;
    RunParts {
        id: "00112233445566778899aabbccddeeff".to_owned(),
        started_at: "2026-11-30T15:00:00Z".to_owned(),
        redacted: false,
        outcome: Outcome { state: State::Done, reason: None },
        config,
        plan: Some(plan),
        reach: Some(reach()),
        in_effect: Some(InEffect {
            offset_ns: Some(40_000),
            offset_error_ns: Some(105_000),
            round_trip_ns: Some(210_000),
            coordinator: Some(effect("10.0.0.5:41000", "10.0.0.4:7575", segmentation)),
            peer: Some(effect("10.0.0.4:7575", "10.0.0.5:41000", segmentation)),
            ..InEffect::default()
        }),
        coordinator: EndParts {
            node: "a".repeat(32),
            host: a,
            counter_names: Vec::new(),
            samples: samples(Role::Sender, |_| UdpEndCount::default()),
        },
        peer: EndParts {
            node: "b".repeat(32),
            host: b,
            counter_names: Vec::new(),
            samples: samples(Role::Receiver, drops),
        },
        events: vec![Event::new(Some(0), "started")],
        findings: Vec::new(),
    }
    .record()
}

fn config() -> RunConfig {
    RunConfig {
        protocol: Protocol::Udp,
        streams: 2,
        duration_ms: 2000,
        rate_bits_per_second: Some(1_000_000_000),
        ..RunConfig::default()
    }
}

/// What the receiver's machine dropped after so many milliseconds.
fn host(t_ms: u64) -> UdpHostCount {
    UdpHostCount { backlog_drops: t_ms / 10, receive_buffer_errors: t_ms, ..UdpHostCount::default() }
}

/// Plain datagrams: what was dropped at the sockets is counted in datagrams.
pub(crate) fn plain() -> RunRecord {
    run(config(), |t_ms| UdpEndCount { out_of_run: t_ms / 1000, socket_drops: Some(t_ms / 2), host: Some(host(t_ms)) })
}

/// The kernels cut and join datagrams: what was dropped at the sockets is counted in buffers.
pub(crate) fn joined() -> RunRecord {
    let config = RunConfig { segmentation_offload: Offload::On, ..config() };
    run(config, |t_ms| UdpEndCount { out_of_run: 0, socket_drops: Some(t_ms / 100), host: None })
}
