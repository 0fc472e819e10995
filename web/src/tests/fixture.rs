//! A run as two machines might make it: 4 streams, a second of warm-up, a dip, one core that is nearly full.

use pairperf_shared::RunConfig;
use pairperf_shared::api::{NodeView, PairingState, PairingStep, PairingView, PeerView};
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::datagram::{UdpCount, UdpEndCount};
use pairperf_shared::host::{HostDetail, HostFacts, Interface};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Loop, Side, plan};
use pairperf_shared::reach::{Family, Reach, Way, WayState};
use pairperf_shared::record::{EndInEffect, EndParts, Event, InEffect, Outcome, Reason, RunParts};
use pairperf_shared::sample::{CoreTicks, Mark, Sample, StreamCount, TcpCount};
use pairperf_shared::{ApiError, RunRecord};

const STREAMS: u32 = 4;

pub(crate) fn host(name: &str) -> HostFacts {
    HostFacts {
        name: name.to_owned(),
        os: Some("Debian GNU/Linux 13".to_owned()),
        kernel: Some(if name == "web-a" { "6.12.48" } else { "6.8.0" }.to_owned()),
        cpu_model: Some("Xeon".to_owned()),
        cpu_count: 16,
        cpu_mhz: Some(2900.0),
        memory_bytes: Some(64 << 30),
        machine: Some(name.to_owned()),
        interfaces: vec![Interface {
            name: "eth0".to_owned(),
            mtu: Some(if name == "web-a" { 9000 } else { 1500 }),
            bits_per_second: Some(10_000_000_000),
            driver: None,
        }],
        congestion_controls: vec!["cubic".to_owned(), "reno".to_owned()],
        congestion_control: Some("cubic".to_owned()),
        max_open_files: Some(524_288),
        max_threads: None,
        local_ports: Some((32_768, 60_999)),
        send_socket_buffer_max_bytes: Some(212_992),
        receive_socket_buffer_max_bytes: Some(212_992),
        udp_segmentation: Some(true),
        udp_joining: Some(true),
        container: Some(false),
        detail: HostDetail::default(),
        listens_at: Some(7575),
        version: "0.1.0".to_owned(),
    }
}

pub(crate) fn node() -> NodeView {
    NodeView {
        id: "0".repeat(32),
        name: "web-a".to_owned(),
        version: "0.1.0".to_owned(),
        addresses: vec!["10.0.0.4:7575".to_owned(), "192.168.7.20:7575".to_owned()],
        host: host("web-a"),
        peer_may_start: true,
        invitation: None,
        pairings: Vec::new(),
        running: None,
        busy: None,
    }
}

pub(crate) fn pairing() -> PairingView {
    PairingView {
        id: "p1".to_owned(),
        state: PairingState::Paired,
        address: Some("10.0.0.5".to_owned()),
        dialled: true,
        steps: Vec::new(),
        peer: Some(PeerView {
            node: "1".repeat(32),
            name: "db-b".to_owned(),
            address: "10.0.0.5:7575".to_owned(),
            host: host("db-b"),
            may_start: true,
        }),
        link_up: true,
        error: None,
        since: Some("2026-11-30T14:02:00Z".to_owned()),
        reach: None,
        only_checks: false,
    }
}

/// What was found between the two: UDP does not get to the other machine, and nobody tried IPv6.
pub(crate) fn reach() -> Reach {
    let way = |direction, protocol, state: WayState| Way {
        direction,
        protocol,
        family: Family::Ipv4,
        address: Some(if direction == Direction::ToPeer { "10.0.0.5" } else { "10.0.0.4" }.to_owned()),
        port: 7575,
        of_link: true,
        state,
        round_trip_ns: (state == WayState::Open).then_some(210_000),
        path_mtu_bytes: (state == WayState::Open && protocol == Protocol::Udp).then_some(1500),
    };
    Reach {
        took_ms: 1_400,
        ways: vec![
            way(Direction::ToPeer, Protocol::Tcp, WayState::Open),
            way(Direction::ToPeer, Protocol::Udp, WayState::TcpOnly),
            way(Direction::FromPeer, Protocol::Tcp, WayState::Open),
            way(Direction::FromPeer, Protocol::Udp, WayState::Open),
        ],
        translated: Vec::new(),
    }
}

pub(crate) fn failed_attempt() -> PairingView {
    PairingView {
        id: "p2".to_owned(),
        state: PairingState::Failed,
        steps: vec![PairingStep { step: "reach".to_owned(), detail: Some("10.0.0.9:7575".to_owned()) }],
        peer: None,
        link_up: false,
        error: Some(
            ApiError::new("version_mismatch", "db-b speaks version 2, this one 1").hint("use the same version"),
        ),
        since: None,
        ..pairing()
    }
}

pub(crate) fn outcome(state: State) -> Outcome {
    let reason = (state.is_final() && state != State::Done)
        .then(|| Reason { code: "cancelled".to_owned(), message: "web-a asked to stop".to_owned() });
    Outcome { state, reason }
}

fn sample(t_ms: i64, mark: Option<Mark>, busy: u64) -> Sample {
    let phase = match t_ms {
        ..1000 => Phase::WarmUp,
        1000..=11_000 => Phase::Measure,
        _ => Phase::Collect,
    };
    let bytes = t_ms as u64 * 1_170_000;
    let tcp = TcpCount { rtt_us: 630, retransmits: (t_ms / 100) as u32, ..TcpCount::default() };
    let share = |stream: u32| bytes / u64::from(STREAMS) - u64::from(stream) * (bytes / 50);
    Sample {
        leg: 0,
        counters: None,
        exchange: None,
        t_ns: t_ms * 1_000_000,
        phase,
        mark,
        bytes,
        operations: bytes >> 17,
        cores: Some(
            (0..16)
                .map(|core| {
                    let busy = if core == 6 { 93 } else { busy + core };
                    let worked = t_ms as u64 * busy / 1000;
                    CoreTicks {
                        system: worked,
                        idle: t_ms as u64 / 10 - worked.min(t_ms as u64 / 10),
                        ..CoreTicks::default()
                    }
                })
                .collect(),
        ),
        streams: Some(
            (0..STREAMS)
                .map(|stream| StreamCount {
                    checked: None,
                    zero_copy: None,
                    stream,
                    bytes: share(stream),
                    tcp: Some(tcp),
                    udp: None,
                })
                .collect(),
        ),
        udp: None,
    }
}

fn samples(until_ms: i64, busy: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    for t_ms in (0..=until_ms).step_by(100) {
        let mark = match t_ms {
            1000 => Some(Mark::MeasureStart),
            11_000 => Some(Mark::MeasureEnd),
            11_100 => Some(Mark::End),
            _ => None,
        };
        samples.push(sample(t_ms, mark, busy));
    }
    samples
}

/// The record of a run that stands where it says.
pub(crate) fn record(state: State) -> RunRecord {
    let until_ms = match state {
        State::Check | State::Prepare => -1,
        State::WarmUp => 600,
        State::Done => 11_100,
        _ => 6000,
    };
    let config = RunConfig { streams: STREAMS, label: Some("after the MTU change".to_owned()), ..RunConfig::default() };
    let effect = EndInEffect {
        inner_loop: Loop::Blocking,
        threads: STREAMS,
        streams: STREAMS,
        buffer_bytes: 1 << 20,
        send_socket_buffer_bytes: Some(2_626_560),
        receive_socket_buffer_bytes: Some(131_072),
        congestion_control: Some("cubic".to_owned()),
        mss_bytes: Some(1448),
        no_delay: Some(false),
        udp: None,
        local_address: Some("10.0.0.4:40112".to_owned()),
        peer_address: Some("10.0.0.5:7575".to_owned()),
    };
    let (here, there) = (host("web-a"), host("db-b"));
    let plan = plan(&config, &here, &there, Side::Coordinator, &Reach::default()).unwrap();
    RunParts {
        id: "a1b2c3".to_owned(),
        started_at: "2026-11-30T14:31:00Z".to_owned(),
        redacted: false,
        outcome: outcome(state),
        config,
        plan: Some(plan),
        reach: None,
        in_effect: Some(InEffect {
            offset_ns: Some(1_000),
            offset_error_ns: Some(40_000),
            round_trip_ns: Some(210_000),
            coordinator: Some(effect.clone()),
            peer: Some(EndInEffect { local_address: Some("10.0.0.5:7575".to_owned()), ..effect }),
            coordinator_back: None,
            peer_back: None,
        }),
        coordinator: EndParts {
            node: "0".repeat(32),
            host: here,
            counter_names: Vec::new(),
            samples: samples(until_ms, 20),
        },
        peer: EndParts { node: "1".repeat(32), host: there, counter_names: Vec::new(), samples: samples(until_ms, 30) },
        events: vec![
            Event::new(None, "started"),
            Event::new(Some(0), "phase").with("phase", "warm_up"),
            Event::new(Some(1_000_000_000), "phase").with("phase", "measure"),
        ],
        findings: Vec::new(),
    }
    .record()
}

/// The same run by datagrams, of which one in a hundred is lost, most of them at the receiver's socket.
pub(crate) fn datagrams(state: State) -> RunRecord {
    let mut parts = record(state).into_parts();
    let config = RunConfig { protocol: Protocol::Udp, rate_bits_per_second: Some(9_360_000_000), ..parts.config };
    parts.plan = plan(&config, &parts.coordinator.host, &parts.peer.host, Side::Coordinator, &Reach::default()).ok();
    parts.config = config;
    let effect = parts.in_effect.as_mut().unwrap();
    for end in [&mut effect.coordinator, &mut effect.peer].into_iter().flatten() {
        *end = EndInEffect { congestion_control: None, mss_bytes: None, no_delay: None, ..end.clone() };
    }
    let count = |sample: &mut Sample, receives: bool| {
        let expected = sample.t_ns.unsigned_abs() / 10_000;
        sample.udp = Some(UdpEndCount { socket_drops: receives.then_some(expected / 50), ..UdpEndCount::default() });
        for stream in sample.streams.iter_mut().flatten() {
            stream.tcp = None;
            stream.udp = Some(UdpCount {
                datagrams: expected - if receives { expected / 100 } else { 0 },
                expected,
                reordered: expected / 1000,
                jitter_ns: 30_000,
                ..UdpCount::default()
            });
        }
    };
    parts.coordinator.samples.iter_mut().for_each(|sample| count(sample, false));
    parts.peer.samples.iter_mut().for_each(|sample| count(sample, true));
    parts.record()
}
