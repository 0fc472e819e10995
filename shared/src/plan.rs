//! Everything decided for both roles before the first socket opens.
//!
//! Both nodes compute the same plan from the same config and the same facts; the engine makes no
//! choice of its own. Where a constant says "measured", its comment says what was.

mod error;
mod limits;
mod threads;
mod udp;
mod way;

use core::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::config::{Connect, Direction, Mode, Payload, Protocol, ReceiveCopy, RunConfig, SendCopy};
use crate::host::HostFacts;
use crate::reach::Reach;

pub use error::PlanError;
pub use udp::{UdpPlan, largest};

/// Which of the two nodes of a run: the one that started it, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The node whose page or command started the run.
    Coordinator,
    /// The other node.
    Peer,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Coordinator => Self::Peer,
            Self::Peer => Self::Coordinator,
        }
    }
}

/// What a node does with payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sends it.
    Sender,
    /// Receives it.
    Receiver,
}

/// How a node serves its streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Loop {
    /// One thread a stream, blocking calls: fastest for few streams.
    Blocking,
    /// A few threads over `epoll(7)`, one shared buffer each: ends on time with many streams.
    Epoll,
    /// Datagrams, many a call.
    Batch,
    /// One thread a stream, which asks or answers.
    Exchange,
}

/// How requests and answers go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExchangePlan {
    /// Payload bytes of a request.
    pub request_bytes: u32,
    /// Payload bytes of an answer.
    pub response_bytes: u32,
    /// Whether both ends look for what comes without sleeping.
    pub spin: bool,
    /// Whether each request has a connection of its own.
    pub reconnect: bool,
    /// UDP: a request without an answer for so long counts as lost, and the next one is sent.
    pub timeout_ms: u32,
}

/// The second direction of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Back {
    /// Which way its payload flows, as the coordinator sees it.
    pub direction: Direction,
    /// What the coordinator does.
    pub coordinator: RolePlan,
    /// What the peer does.
    pub peer: RolePlan,
}

/// The whole plan of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Plan {
    /// Transport protocol.
    pub protocol: Protocol,
    /// Which way the payload flows, as the coordinator sees it.
    pub direction: Direction,
    /// Connections at once.
    pub streams: u32,
    /// The time table, the same at both ends.
    pub timing: Timing,
    /// What the coordinator does.
    pub coordinator: RolePlan,
    /// What the peer does.
    pub peer: RolePlan,
    /// What both do in the second direction, of a run that has two; `coordinator` and `peer` are then the first one's.
    #[serde(default)]
    pub back: Option<Box<Back>>,
}

/// The time table of one direction of a run. All in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Timing {
    /// Payload begins this long after the common start.
    #[serde(default)]
    pub begins_ms: u64,
    /// All streams must be up this long after the start of `prepare`.
    pub prepare_deadline_ms: u64,
    /// Length of `warm_up`.
    pub warm_up_ms: u64,
    /// Length of `measure`.
    pub measure_ms: u64,
    /// Length of `cool_down`.
    pub cool_down_ms: u64,
    /// After the last payload was sent, a receiver waits this long at most for what is still on the way.
    pub drain_deadline_ms: u64,
    /// Totals and CPUs are sampled this often.
    pub sample_ms: u64,
    /// Each stream's bytes and kernel counters are sampled this often, besides every mark.
    pub stream_sample_ms: u64,
}

/// What one node does in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RolePlan {
    /// Sends or receives.
    pub role: Role,
    /// Whether this node opens the streams; else it accepts them.
    pub opens: bool,
    /// Connections at once.
    pub streams: u32,
    /// How they are served.
    #[serde(rename = "loop")]
    pub inner_loop: Loop,
    /// Worker threads.
    pub threads: u32,
    /// Bytes handed to one send or receive call; for datagrams those of one buffer.
    pub buffer_bytes: u64,
    /// What is decided for datagrams; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpPlan>,
    /// How requests and answers go; null where payload flows one way.
    #[serde(default)]
    pub exchange: Option<ExchangePlan>,
    /// All streams together end after so many payload bytes, or requests; null = by time. [`RolePlan::quota_of`] shares it out.
    #[serde(default)]
    pub quota: Option<u64>,
    /// What the payload consists of.
    #[serde(default)]
    pub payload: Payload,
    /// What the receiver does with it.
    #[serde(default)]
    pub receive_copy: ReceiveCopy,
    /// What the sender's kernel does with it.
    #[serde(default)]
    pub send_copy: SendCopy,
    /// The CPU of each worker, or null where the scheduler chooses; empty = it chooses for all.
    #[serde(default)]
    pub pins: Vec<Option<u32>>,
    /// TCP: `SO_MAX_PACING_RATE` of each stream, in payload bits per second; null = no limit.
    #[serde(default)]
    pub stream_bits_per_second: Option<u64>,
    /// `TCP_MAXSEG` to ask for before the handshake, at the end that opens.
    #[serde(default)]
    pub mss_bytes: Option<u32>,
    /// Code point of differentiated services (RFC 2474) of what this end sends; null = the kernel's.
    #[serde(default)]
    pub dscp: Option<u8>,
    /// The address to open streams from, at the end that opens; null = the kernel's choice.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub source_address: Option<IpAddr>,
    /// The interface to open streams over, at the end that opens.
    #[serde(default)]
    pub source_interface: Option<String>,
    /// `SO_SNDBUF` to ask for; null = the kernel's own tuning.
    pub send_socket_buffer_bytes: Option<u64>,
    /// `SO_RCVBUF` to ask for; null = the kernel's own tuning.
    pub receive_socket_buffer_bytes: Option<u64>,
    /// `TCP_NODELAY`.
    pub no_delay: bool,
    /// `TCP_CONGESTION` to set; null = the kernel's default.
    pub congestion_control: Option<String>,
    /// At most this many connection attempts are under way at once.
    pub dials_at_once: u32,
    /// The time table.
    pub timing: Timing,
}

/// In a run of two directions one after the other, the second begins this long after the first one's last payload, so that
/// what is on the way then arrives before.
pub const TURN_MS: u64 = 1_000;
/// A request over UDP without an answer for so long is lost: `RTO_MIN` of TCP (RFC 6298 §2.4), below which a queue would be
/// taken for a loss.
const ANSWER_TIMEOUT_MS: u32 = 1_000;
/// Measured best where ends run on cores of their own: fits the second-level cache, and long
/// receive calls move work to the receiver's core.
const LARGE_BUFFER: u64 = 1 << 20;
/// Measured best where streams share cores.
const SMALL_BUFFER: u64 = 256 << 10;

/// Decides a run: the same plan from the same arguments, on either node.
///
/// `dialler` is the node that dialled the link; `reach` is what was found open before, as the coordinator sees it.
pub fn plan(
    config: &RunConfig,
    coordinator: &HostFacts,
    peer: &HostFacts,
    dialler: Side,
    reach: &Reach,
) -> Result<Plan, PlanError> {
    let opener = match config.connect {
        // What is measured is how fast whoever asks can connect.
        _ if config.mode == Mode::Connections => config.direction.sender(),
        Connect::Dialler => dialler,
        Connect::Inviter => dialler.other(),
    };
    let run = Asked {
        ends: [config.at(Side::Coordinator), config.at(Side::Peer)],
        hosts: [coordinator, peer],
        direction: config.direction,
        opener,
        reach,
    };
    limits::check(&run)?;
    way::check(config, [run.host(opener), run.host(opener.other())], opener, reach)?;
    let mut legs = Vec::new();
    for (index, &direction) in config.direction.legs().iter().enumerate() {
        let late = if config.direction == Direction::EachInTurn { index as u64 } else { 0 };
        legs.push(leg(&run, direction, late * (config.traffic_ms() + TURN_MS))?);
    }
    let mut legs = legs.into_iter();
    let Some([first, second]) = legs.next() else { unreachable!("a direction has a leg") };
    let back =
        legs.next().map(|[coordinator, peer]| Box::new(Back { direction: Direction::FromPeer, coordinator, peer }));
    let plan = Plan {
        protocol: config.protocol,
        direction: config.direction,
        streams: first.streams,
        timing: first.timing,
        coordinator: first,
        peer: second,
        back,
    };
    for side in [Side::Coordinator, Side::Peer] {
        limits::check_workers(&plan, side, run.host(side))?;
    }
    Ok(plan)
}

/// What a plan is made of.
struct Asked<'a> {
    /// The config as it is at the coordinator, and at the peer.
    ends: [RunConfig; 2],
    /// The coordinator's machine, and the peer's.
    hosts: [&'a HostFacts; 2],
    /// The directions asked for.
    direction: Direction,
    /// The node that opens the streams.
    opener: Side,
    /// What was found open.
    reach: &'a Reach,
}

impl Asked<'_> {
    fn end(&self, side: Side) -> &RunConfig {
        &self.ends[usize::from(side == Side::Peer)]
    }

    fn host(&self, side: Side) -> &HostFacts {
        self.hosts[usize::from(side == Side::Peer)]
    }

    /// Streams of all directions together.
    fn all_streams(&self) -> u32 {
        self.ends[0].stream_count() * self.direction.legs().len() as u32
    }
}

/// What both nodes do in one direction: the coordinator, then the peer.
fn leg(run: &Asked<'_>, direction: Direction, begins_ms: u64) -> Result<[RolePlan; 2], PlanError> {
    let sending = run.end(direction.sender());
    let streams = sending.stream_count();
    let cores = run.hosts.iter().map(|host| host.cpu_count).min().unwrap_or(1).max(1);
    let shared_machine = run.hosts[0].shares_machine(run.hosts[1]);
    let datagrams = match sending.protocol {
        Protocol::Tcp => None,
        Protocol::Udp => Some(udp::decide(sending, direction, run.hosts, run.reach)?),
    };
    let inner_loop = threads::inner_loop(&run.ends, cores);
    let timing = Timing {
        begins_ms,
        prepare_deadline_ms: 10_000 + u64::from(run.all_streams()) * 10,
        // What ends after so much counts from the first byte.
        warm_up_ms: if sending.has_quota() { 0 } else { sending.warm_up_ms },
        measure_ms: sending.duration_ms,
        cool_down_ms: if sending.has_quota() { 0 } else { sending.cool_down_ms },
        drain_deadline_ms: if datagrams.is_some() { udp::DRAIN_MS } else { 3_000 },
        sample_ms: 100,
        stream_sample_ms: match streams {
            0..=64 => 100,
            65..=1_000 => 1_000,
            _ => 10_000,
        },
    };
    let buffer_of = |end: &RunConfig| {
        end.buffer_bytes.unwrap_or(match (inner_loop, datagrams) {
            (Loop::Batch, Some(udp)) => u64::from(udp.datagram_bytes) * u64::from(udp.segments),
            (Loop::Exchange, _) => end.request_bytes.max(end.response_bytes),
            (Loop::Epoll, _) => LARGE_BUFFER,
            (Loop::Blocking, _) if !shared_machine && streams <= cores => LARGE_BUFFER,
            _ => SMALL_BUFFER,
        })
    };
    let exchange = (sending.mode != Mode::Throughput).then(|| ExchangePlan {
        request_bytes: sending.request_bytes.min(u64::from(u32::MAX)) as u32,
        response_bytes: sending.response_bytes.min(u64::from(u32::MAX)) as u32,
        spin: sending.spin,
        reconnect: sending.mode == Mode::Connections,
        timeout_ms: ANSWER_TIMEOUT_MS,
    });
    let quota = match exchange {
        Some(_) => sending.stop_after_operations,
        None => {
            sending.stop_after_bytes.or_else(|| Some(sending.stop_after_operations?.saturating_mul(buffer_of(sending))))
        }
    };
    let role_plan = |side: Side| {
        let end = run.end(side);
        let opens = side == run.opener;
        let threads = threads::count(end, inner_loop, run.host(side).cpu_count, cores, shared_machine);
        RolePlan {
            role: if side == direction.sender() { Role::Sender } else { Role::Receiver },
            opens,
            streams,
            inner_loop,
            threads,
            buffer_bytes: buffer_of(end),
            udp: datagrams,
            exchange,
            quota,
            payload: end.payload,
            receive_copy: end.receive_copy,
            send_copy: end.send_copy,
            pins: threads::pins(end, threads),
            stream_bits_per_second: if datagrams.is_some() { None } else { sending.stream_bits_per_second() },
            mss_bytes: end.mss_bytes.filter(|_| opens).map(|mss| mss as u32),
            dscp: end.dscp.map(|point| point as u8),
            source_address: end.source_address.filter(|_| opens),
            source_interface: end.source_interface.clone().filter(|_| opens),
            send_socket_buffer_bytes: end.send_socket_buffer_bytes,
            receive_socket_buffer_bytes: end
                .receive_socket_buffer_bytes
                .or_else(|| datagrams.map(|_| udp::RECEIVE_BUFFER)),
            // The rest of a message that does not fill a segment would wait for an acknowledgement (RFC 896), and that for
            // an answer (RFC 1122 §4.2.3.2): what is timed would be those rules.
            no_delay: end.no_delay || exchange.is_some(),
            congestion_control: end.congestion_control.clone(),
            dials_at_once: streams.min(256),
            timing,
        }
    };
    Ok([role_plan(Side::Coordinator), role_plan(Side::Peer)])
}

impl Plan {
    /// What that node does, in the first direction.
    pub fn role(&self, side: Side) -> &RolePlan {
        match side {
            Side::Coordinator => &self.coordinator,
            Side::Peer => &self.peer,
        }
    }

    /// What that node does in each direction.
    pub fn roles(&self, side: Side) -> impl Iterator<Item = &RolePlan> {
        let back = self.back.as_deref().map(|back| match side {
            Side::Coordinator => &back.coordinator,
            Side::Peer => &back.peer,
        });
        std::iter::once(self.role(side)).chain(back)
    }

    /// The node in that role.
    pub fn side(&self, role: Role) -> Side {
        if self.coordinator.role == role { Side::Coordinator } else { Side::Peer }
    }
}

impl RolePlan {
    /// What is left of the quota for one stream, so that all shares together make the whole.
    pub fn quota_of(&self, stream: u32) -> Option<u64> {
        let (whole, streams) = (self.quota?, u64::from(self.streams.max(1)));
        Some(whole / streams + u64::from(u64::from(stream) < whole % streams))
    }

    /// The worker that serves a stream: neighbours go to one worker, and none has more than one stream more than another.
    pub fn worker_of(&self, stream: u32) -> u32 {
        (u64::from(stream) * u64::from(self.threads.max(1)) / u64::from(self.streams.max(1))) as u32
    }
}

impl Timing {
    /// From the first payload to the last, in milliseconds.
    pub fn traffic_ms(&self) -> u64 {
        self.warm_up_ms + self.measure_ms + self.cool_down_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn host(cpus: u32, machine: &str) -> HostFacts {
        HostFacts {
            name: "h".to_owned(),
            cpu_count: cpus,
            machine: Some(machine.to_owned()),
            congestion_controls: vec!["reno".to_owned(), "cubic".to_owned()],
            max_open_files: Some(1024),
            local_ports: Some((32_768, 60_999)),
            ..HostFacts::default()
        }
    }

    fn streams(streams: u32) -> RunConfig {
        RunConfig { streams, ..RunConfig::default() }
    }

    #[test]
    fn messages_are_sent_at_once_and_payload_only_where_that_was_asked_for() {
        for (mode, no_delay) in [(Mode::Throughput, false), (Mode::RequestResponse, true), (Mode::Connections, true)] {
            let config = RunConfig { mode, ..RunConfig::default() };
            let plan = plan(&config, &host(2, "a"), &host(2, "b"), Side::Peer, &Reach::default()).unwrap();
            assert_eq!((plan.coordinator.no_delay, plan.peer.no_delay), (no_delay, no_delay), "{mode:?}");
        }
    }

    #[test]
    fn whoever_asks_connects_where_connections_are_measured() {
        for (direction, opens) in [(Direction::ToPeer, true), (Direction::FromPeer, false)] {
            let config = RunConfig { mode: Mode::Connections, direction, ..RunConfig::default() };
            for dialler in [Side::Coordinator, Side::Peer] {
                let plan = plan(&config, &host(2, "a"), &host(2, "b"), dialler, &Reach::default()).unwrap();
                assert_eq!((plan.coordinator.opens, plan.peer.opens), (opens, !opens));
                assert_eq!(plan.coordinator.role == Role::Sender, opens);
            }
        }
    }

    #[test]
    fn few_streams_block_and_many_are_polled() {
        for (cpus, count, inner_loop) in
            [(2, 8, Loop::Blocking), (2, 9, Loop::Epoll), (16, 64, Loop::Blocking), (16, 65, Loop::Epoll)]
        {
            let plan = plan(&streams(count), &host(cpus, "a"), &host(cpus, "b"), Side::Coordinator, &Reach::default())
                .unwrap();
            assert_eq!(plan.coordinator.inner_loop, inner_loop, "{cpus} cores, {count} streams");
            assert_eq!(plan.peer.inner_loop, inner_loop);
        }
    }

    #[test]
    fn buffers_are_large_only_where_each_stream_has_a_core() {
        for (count, other, buffer) in
            [(1, "b", LARGE_BUFFER), (1, "a", SMALL_BUFFER), (2, "b", LARGE_BUFFER), (4, "b", SMALL_BUFFER)]
        {
            let plan = plan(&streams(count), &host(2, "a"), &host(2, other), Side::Peer, &Reach::default()).unwrap();
            assert_eq!(plan.coordinator.buffer_bytes, buffer, "{count} streams to {other}");
        }
    }

    #[test]
    fn what_a_machine_does_not_have_is_refused_by_name() {
        let config = RunConfig { congestion_control: Some("vegas".to_owned()), ..RunConfig::default() };
        let error = plan(&config, &host(2, "a"), &host(2, "b"), Side::Peer, &Reach::default()).unwrap_err();
        assert_eq!(error.field(), "congestion_control");
        let few = HostFacts { max_open_files: Some(200), ..host(2, "a") };
        assert_eq!(
            plan(&streams(100), &few, &host(2, "b"), Side::Peer, &Reach::default()).unwrap_err().field(),
            "streams"
        );
        let large = RunConfig { buffer_bytes: Some(64 << 20), threads: Some(100), ..streams(100) };
        let small = HostFacts { memory_bytes: Some(8 << 30), ..host(2, "a") };
        assert_eq!(
            plan(&large, &host(2, "b"), &small, Side::Peer, &Reach::default()).unwrap_err().field(),
            "buffer_bytes"
        );
        let narrow = HostFacts { local_ports: Some((1000, 1009)), ..host(2, "a") };
        assert!(matches!(
            plan(&streams(11), &narrow, &host(2, "b"), Side::Coordinator, &Reach::default()),
            Err(PlanError::LocalPorts { .. })
        ));
        assert!(plan(&streams(11), &narrow, &host(2, "b"), Side::Peer, &Reach::default()).is_ok());
    }

    #[test]
    fn what_ends_after_so_much_counts_from_the_first_byte() {
        let ends = [host(2, "a"), host(2, "b")];
        let decide =
            |config: &RunConfig| plan(config, &ends[0], &ends[1], Side::Peer, &Reach::default()).unwrap().timing;
        let by_time = RunConfig { warm_up_ms: 500, cool_down_ms: 250, ..RunConfig::default() };
        assert_eq!((decide(&by_time).warm_up_ms, decide(&by_time).cool_down_ms), (500, 250));
        for quota in [
            RunConfig { stop_after_bytes: Some(1 << 20), ..by_time.clone() },
            RunConfig { stop_after_operations: Some(10), ..by_time },
        ] {
            assert_eq!((decide(&quota).warm_up_ms, decide(&quota).cool_down_ms), (0, 0));
        }
    }

    proptest! {
        #[test]
        fn one_sends_one_receives_one_opens(count in 1u32..=512, a in 1u32..128, b in 1u32..128, from: bool, dials: bool, threads in proptest::option::of(1u32..=512)) {
            let config = RunConfig {
                streams: count,
                threads: threads.filter(|&t| t <= count),
                direction: if from { Direction::FromPeer } else { Direction::ToPeer },
                ..RunConfig::default()
            };
            let dialler = if dials { Side::Coordinator } else { Side::Peer };
            let plan = plan(&config, &host(a, "a"), &host(b, "b"), dialler, &Reach::default()).unwrap();
            prop_assert!(plan.coordinator.role != plan.peer.role);
            prop_assert!(plan.role(dialler).opens && !plan.role(dialler.other()).opens);
            for role in [&plan.coordinator, &plan.peer] {
                prop_assert!(role.threads >= 1 && role.threads <= count);
                prop_assert!(role.buffer_bytes > 0);
                prop_assert_eq!(role.inner_loop, plan.coordinator.inner_loop);
            }
        }
    }
}
