//! Everything decided for both roles before the first socket opens.
//!
//! Both nodes compute the same plan from the same config and the same facts; the engine makes no
//! choice of its own. Where a constant says "measured", its comment says what was.

mod udp;

use serde::{Deserialize, Serialize};

use crate::config::{Connect, Direction, Protocol, RunConfig};
use crate::host::HostFacts;
use crate::reach::{Reach, WayState};
use crate::units::{bytes, show_bytes};

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
}

/// The time table of a run. All in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Timing {
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

/// Why a config can't be run between two machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum PlanError {
    /// The kernel of one end does not offer the congestion control.
    #[error("{host} does not offer the congestion control `{wanted}`; it offers {offered}")]
    CongestionControl {
        /// The machine.
        host: String,
        /// What was asked for.
        wanted: String,
        /// What it offers, comma-separated.
        offered: String,
    },
    /// One end may not open as many files as there are streams.
    #[error(
        "{host} allows {allowed} open files, {streams} streams need {needed}; raise `ulimit -n` there or ask for fewer streams"
    )]
    OpenFiles {
        /// The machine.
        host: String,
        /// What it allows.
        allowed: u64,
        /// Streams asked for.
        streams: u32,
        /// What the run would need.
        needed: u64,
    },
    /// The buffers of all threads together would take too much of one end's memory.
    #[error(
        "{threads} threads with a buffer of {} each need {} of {host}, which gives {} to a run; ask for smaller buffers or fewer threads",
        show_bytes(*buffer_bytes), bytes(*needed_bytes as f64), bytes(*allowed_bytes as f64)
    )]
    Memory {
        /// The machine.
        host: String,
        /// Worker threads there.
        threads: u32,
        /// Bytes of one buffer.
        buffer_bytes: u64,
        /// What the run would need.
        needed_bytes: u64,
        /// What it may take.
        allowed_bytes: u64,
    },
    /// A machine's kernel does not cut or join datagrams.
    #[error(
        "the kernel of {host} has no segmentation offload for UDP (UDP_SEGMENT and UDP_GRO); ask for `off` or `auto`, and for another pace than `gso`"
    )]
    SegmentationOffload {
        /// The machine.
        host: String,
    },
    /// The node that the streams are to be opened to listens nowhere.
    #[error(
        "{host} does not listen, so {from} can't open streams to it; let {host} open them (connect), or start it with `pairperf serve`"
    )]
    NotListening {
        /// The machine that is to be reached.
        host: String,
        /// The machine that is to open.
        from: String,
    },
    /// The way that the streams would take was tried and is closed.
    #[error("{protocol} from {from} to port {port} of {host} is {state}; {advice}")]
    WayClosed {
        /// TCP or UDP.
        protocol: String,
        /// The machine that is to open.
        from: String,
        /// The machine that is to be reached.
        host: String,
        /// The port there.
        port: u16,
        /// What was found.
        found: WayState,
        /// The same in a few words.
        state: String,
        /// What to do.
        advice: String,
    },
    /// The opening end has fewer local ports than there are streams.
    #[error(
        "{host} has {available} local ports, {streams} streams need one each; widen net.ipv4.ip_local_port_range there"
    )]
    LocalPorts {
        /// The machine.
        host: String,
        /// Ports in its range.
        available: u32,
        /// Streams asked for.
        streams: u32,
    },
}

impl PlanError {
    /// The key of the config that has to change.
    pub fn field(&self) -> &'static str {
        match self {
            Self::CongestionControl { .. } => "congestion_control",
            Self::Memory { .. } => "buffer_bytes",
            Self::OpenFiles { .. } | Self::LocalPorts { .. } => "streams",
            Self::SegmentationOffload { .. } => "segmentation_offload",
            Self::NotListening { .. } => "connect",
            Self::WayClosed { .. } => "protocol",
        }
    }
}

/// Up to this many streams a core, one blocking thread a stream is fastest (measured); beyond,
/// threads queue behind each other and deadlines slip.
const BLOCKING_STREAMS_PER_CORE: u32 = 4;
/// Measured best where ends run on cores of their own: fits the second-level cache, and long
/// receive calls move work to the receiver's core.
const LARGE_BUFFER: u64 = 1 << 20;
/// Measured best where streams share cores.
const SMALL_BUFFER: u64 = 256 << 10;
/// The share of a machine's memory that the buffers of a run may take.
const MEMORY_SHARE: u64 = 4;
/// What they may take where the memory is not known.
const MEMORY_UNKNOWN: u64 = 1 << 30;
/// Open files a node needs besides its streams: listener, link, database, probes, browsers.
const FILES_BESIDE_STREAMS: u64 = 128;

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
    for host in [coordinator, peer] {
        check_host(config, host)?;
    }
    let opener = match config.connect {
        Connect::Dialler => dialler,
        Connect::Inviter => dialler.other(),
    };
    let host_of = |side| if side == Side::Coordinator { coordinator } else { peer };
    check_ports(config.streams, host_of(opener))?;
    check_way(config, [host_of(opener), host_of(opener.other())], opener, dialler, reach)?;

    let cores = coordinator.cpu_count.min(peer.cpu_count).max(1);
    let shared_machine = coordinator.machine.is_some() && coordinator.machine == peer.machine;
    let datagrams = match config.protocol {
        Protocol::Tcp => None,
        Protocol::Udp => Some(udp::decide(config, [coordinator, peer], reach)?),
    };
    let inner_loop = match config.threads {
        _ if datagrams.is_some() => Loop::Batch,
        Some(threads) if threads < config.streams => Loop::Epoll,
        Some(_) => Loop::Blocking,
        None if config.streams <= cores * BLOCKING_STREAMS_PER_CORE => Loop::Blocking,
        None => Loop::Epoll,
    };
    let timing = Timing {
        prepare_deadline_ms: 10_000 + u64::from(config.streams) * 10,
        warm_up_ms: config.warm_up_ms,
        measure_ms: config.duration_ms,
        cool_down_ms: config.cool_down_ms,
        drain_deadline_ms: if datagrams.is_some() { udp::DRAIN_MS } else { 3_000 },
        sample_ms: 100,
        stream_sample_ms: if config.streams <= 64 { 100 } else { 1_000 },
    };
    let role_plan = |side: Side, host: &HostFacts| RolePlan {
        role: match (config.direction, side) {
            (Direction::ToPeer, Side::Coordinator) | (Direction::FromPeer, Side::Peer) => Role::Sender,
            _ => Role::Receiver,
        },
        opens: side == opener,
        streams: config.streams,
        inner_loop,
        threads: match inner_loop {
            Loop::Blocking => config.streams,
            Loop::Epoll => config
                .threads
                .unwrap_or(if shared_machine { (cores / 2).max(1) } else { host.cpu_count })
                .clamp(1, config.streams),
            Loop::Batch => config.threads.unwrap_or(host.cpu_count).clamp(1, config.streams),
        },
        buffer_bytes: config.buffer_bytes.unwrap_or(match (inner_loop, datagrams) {
            (Loop::Batch, Some(udp)) => u64::from(udp.datagram_bytes) * u64::from(udp.segments),
            (Loop::Epoll, _) => LARGE_BUFFER,
            (Loop::Blocking, _) if !shared_machine && config.streams <= cores => LARGE_BUFFER,
            _ => SMALL_BUFFER,
        }),
        udp: datagrams,
        send_socket_buffer_bytes: config.send_socket_buffer_bytes,
        receive_socket_buffer_bytes: config
            .receive_socket_buffer_bytes
            .or_else(|| datagrams.map(|_| udp::RECEIVE_BUFFER)),
        no_delay: config.no_delay,
        congestion_control: config.congestion_control.clone(),
        dials_at_once: config.streams.min(256),
        timing,
    };
    let (coordinator_plan, peer_plan) = (role_plan(Side::Coordinator, coordinator), role_plan(Side::Peer, peer));
    check_memory(&coordinator_plan, coordinator)?;
    check_memory(&peer_plan, peer)?;
    Ok(Plan {
        protocol: config.protocol,
        direction: config.direction,
        streams: config.streams,
        timing,
        coordinator: coordinator_plan,
        peer: peer_plan,
    })
}

/// The way that the streams are to take must not have been found closed. The link itself proves that of TCP to the inviter.
fn check_way(
    config: &RunConfig,
    [from, to]: [&HostFacts; 2],
    opener: Side,
    dialler: Side,
    reach: &Reach,
) -> Result<(), PlanError> {
    let (from_name, host) = (from.name.clone(), to.name.clone());
    let against_link = opener != dialler;
    if against_link && to.listens_at.is_none() {
        return Err(PlanError::NotListening { host, from: from_name });
    }
    if (config.protocol == Protocol::Tcp && !against_link)
        || reach.open(udp::opening(opener), config.protocol).is_some()
    {
        return Ok(());
    }
    let rows = reach.rows();
    let tried = rows.iter().map(|row| row.best).find(|way| {
        way.direction == udp::opening(opener) && way.protocol == config.protocol && way.state != WayState::Unknown
    });
    let Some(way) = tried else { return Ok(()) };
    let (state, advice) = match way.state {
        WayState::Refused => {
            ("refused", "see that nothing but pairperf holds that port there, and that no firewall rejects it")
        }
        WayState::TcpOnly => (
            "unanswered although TCP is open",
            "publish the port for UDP too (Docker: -p 7575:7575/udp) and allow it in the firewall",
        ),
        WayState::NotThePeer => {
            ("answered by something else", "check the address: a router or another program answers there")
        }
        WayState::WrongFamily => (
            "not possible: the machines have no address of one family in common",
            "give both an IPv4 or an IPv6 address",
        ),
        _ => ("filtered: nothing comes back", "allow it in the security group or firewall of that machine"),
    };
    Err(PlanError::WayClosed {
        protocol: config.protocol.name().to_owned(),
        from: from_name,
        host,
        port: way.port,
        found: way.state,
        state: state.to_owned(),
        advice: advice.to_owned(),
    })
}

fn check_host(config: &RunConfig, host: &HostFacts) -> Result<(), PlanError> {
    if let Some(wanted) = &config.congestion_control
        && !host.congestion_controls.contains(wanted)
    {
        return Err(PlanError::CongestionControl {
            host: host.name.clone(),
            wanted: wanted.clone(),
            offered: host.congestion_controls.join(", "),
        });
    }
    let needed = u64::from(config.streams) + FILES_BESIDE_STREAMS;
    match host.max_open_files {
        Some(allowed) if allowed < needed => {
            Err(PlanError::OpenFiles { host: host.name.clone(), allowed, streams: config.streams, needed })
        }
        _ => Ok(()),
    }
}

fn check_memory(role: &RolePlan, host: &HostFacts) -> Result<(), PlanError> {
    let batch = role.udp.map_or(1, |udp| u64::from(udp.batch));
    let needed_bytes = u64::from(role.threads).saturating_mul(role.buffer_bytes).saturating_mul(batch);
    let allowed_bytes = host.memory_bytes.map_or(MEMORY_UNKNOWN, |memory| memory / MEMORY_SHARE);
    if needed_bytes <= allowed_bytes {
        return Ok(());
    }
    let (threads, buffer_bytes) = (role.threads, role.buffer_bytes);
    Err(PlanError::Memory { host: host.name.clone(), threads, buffer_bytes, needed_bytes, allowed_bytes })
}

fn check_ports(streams: u32, host: &HostFacts) -> Result<(), PlanError> {
    let Some((first, last)) = host.local_ports else { return Ok(()) };
    let available = u32::from(last.saturating_sub(first)) + 1;
    if available < streams {
        return Err(PlanError::LocalPorts { host: host.name.clone(), available, streams });
    }
    Ok(())
}

impl Plan {
    /// What that node does.
    pub fn role(&self, side: Side) -> &RolePlan {
        match side {
            Side::Coordinator => &self.coordinator,
            Side::Peer => &self.peer,
        }
    }

    /// The node in that role.
    pub fn side(&self, role: Role) -> Side {
        if self.coordinator.role == role { Side::Coordinator } else { Side::Peer }
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
