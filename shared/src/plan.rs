//! Everything decided for both roles before the first socket opens.
//!
//! Both nodes compute the same plan from the same config and the same facts; the engine makes no
//! choice of its own. Where a constant says "measured", its comment says what was.

mod error;
mod udp;
mod way;

use serde::{Deserialize, Serialize};

use crate::config::{Connect, Direction, Protocol, RunConfig};
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
    way::check(config, [host_of(opener), host_of(opener.other())], opener, reach)?;

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
