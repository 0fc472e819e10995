//! The run record: the one thing that is stored and shared. Everything shown is a function of it.

mod leg;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::{Direction, RunConfig};
use crate::finding::{Finding, cleaned_arguments};
use crate::host::{HostFacts, clean_text};
use crate::phase::State;
use crate::plan::{Loop, Plan, Role, Side};
use crate::reach::Reach;
use crate::sample::Sample;
use crate::summary::datagrams::{Joined, UdpFigures, complete};
use crate::summary::exchange::ExchangeFigures;
use crate::summary::system::{self, SystemFigures};
use crate::summary::{self, RoundTrip, Spread, Summary};

pub use leg::Leg;

/// Version of the JSON that [`RunRecord`] writes; older ones are upgraded on reading.
pub const SCHEMA: u32 = 1;

/// One run: what was asked, decided, done and observed, at both ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The run's id, the same at both nodes.
    pub id: String,
    /// The coordinator's wall clock at the start of `check`, RFC 3339; a label, never used in a figure.
    pub started_at: String,
    /// Whether names and addresses were left out, see [`crate::redact`]; absent where they were not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redacted: bool,
    /// How it ended, or the phase it is in.
    pub outcome: Outcome,
    /// What was asked.
    pub config: RunConfig,
    /// What was decided; null before the end of `check`.
    pub plan: Option<Plan>,
    /// Which ways between the nodes were open before it; null where nobody looked.
    #[serde(default)]
    pub reach: Option<Reach>,
    /// What both kernels really granted; null before the end of `prepare`.
    pub in_effect: Option<InEffect>,
    /// One entry a node and direction, the sender first.
    pub ends: Vec<EndRecord>,
    /// The figures of the whole run.
    pub summary: Summary,
    /// What limited or disturbed it.
    pub findings: Vec<Finding>,
    /// What happened, in the order of time.
    pub events: Vec<Event>,
}

/// How a run ended, or where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The phase while it lives, then how it ended.
    pub state: State,
    /// Why it did not end as *done*; null otherwise.
    pub reason: Option<Reason>,
}

/// Why a run failed, was cancelled or interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reason {
    /// A stable word, for example `peer_lost`.
    pub code: String,
    /// One plain sentence with the names and numbers in it.
    pub message: String,
}

/// What was in effect during the run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct InEffect {
    /// Peer's monotonic clock less the coordinator's, in nanoseconds, from the ping with the least
    /// round trip (RFC 5905 §8: the error is at most half of it).
    pub offset_ns: Option<i64>,
    /// Bound on the error of `offset_ns`: half of the least round trip.
    pub offset_error_ns: Option<u64>,
    /// The least round trip of the link before payload flowed, in nanoseconds.
    pub round_trip_ns: Option<u64>,
    /// The coordinator's sockets.
    pub coordinator: Option<EndInEffect>,
    /// The peer's sockets.
    pub peer: Option<EndInEffect>,
    /// The coordinator's sockets of the second direction, of a run that has two.
    pub coordinator_back: Option<EndInEffect>,
    /// The peer's.
    pub peer_back: Option<EndInEffect>,
}

impl InEffect {
    /// What that node's kernel granted in a direction, from 0, once it is known.
    pub fn of_leg(&self, leg: usize, side: Side) -> Option<&EndInEffect> {
        match (leg, side) {
            (0, _) => self.of(side),
            (_, Side::Coordinator) => self.coordinator_back.as_ref(),
            (_, Side::Peer) => self.peer_back.as_ref(),
        }
    }

    /// What that node's kernel granted in the first direction, once it is known.
    pub fn of(&self, side: Side) -> Option<&EndInEffect> {
        match side {
            Side::Coordinator => self.coordinator.as_ref(),
            Side::Peer => self.peer.as_ref(),
        }
    }
}

/// What one kernel granted; where streams differ, the least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndInEffect {
    /// How streams were served.
    #[serde(rename = "loop")]
    pub inner_loop: Loop,
    /// Worker threads.
    pub threads: u32,
    /// Streams that were up.
    pub streams: u32,
    /// Bytes handed to one call.
    pub buffer_bytes: u64,
    /// `SO_SNDBUF` as read back (Linux doubles what was asked, `socket(7)`).
    pub send_socket_buffer_bytes: Option<u64>,
    /// `SO_RCVBUF` as read back.
    pub receive_socket_buffer_bytes: Option<u64>,
    /// `TCP_CONGESTION` as read back.
    pub congestion_control: Option<String>,
    /// `TCP_MAXSEG` as read back: payload bytes of a full segment.
    pub mss_bytes: Option<u32>,
    /// `TCP_NODELAY` as read back.
    pub no_delay: Option<bool>,
    /// What holds for the datagrams; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpInEffect>,
    /// The first stream's own address and port.
    pub local_address: Option<String>,
    /// The first stream's far address and port.
    pub peer_address: Option<String>,
}

/// What holds for the datagrams of one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UdpInEffect {
    /// Payload bytes of one datagram.
    pub datagram_bytes: u32,
    /// Whether this kernel cuts (sender, GSO) or joins (receiver, GRO) datagrams.
    pub segmentation: bool,
    /// Whether datagrams may be cut up on the way.
    pub fragment: bool,
    /// `IP_MTU` of the first flow's socket: what this kernel holds for the path's MTU, in bytes.
    pub path_mtu_bytes: Option<u32>,
}

/// What one node sent or received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndRecord {
    /// Sender or receiver.
    pub role: Role,
    /// Which way the payload flowed, as the coordinator sees it.
    pub direction: Direction,
    /// Coordinator or peer.
    pub side: Side,
    /// The node's id.
    pub node: String,
    /// The machine.
    pub host: HostFacts,
    /// Real time between the two snapshots of `measure`, in seconds; null if it was not reached.
    pub measured_seconds: Option<f64>,
    /// Payload bytes in `measure`.
    pub bytes: Option<u64>,
    /// Completed send or receive calls in `measure`.
    pub operations: Option<u64>,
    /// `bytes` × 8 ÷ `measured_seconds`.
    pub bits_per_second: Option<f64>,
    /// Payload bytes over the whole life of the streams, warm-up and cool-down included.
    pub bytes_lifetime: Option<u64>,
    /// Busy share of all CPUs in `measure`, 0 to 100.
    pub cpu_percent: Option<f64>,
    /// Busy share of the busiest CPU in `measure`, 0 to 100.
    pub busiest_core_percent: Option<f64>,
    /// CPU time of the whole machine per GiB of payload in `measure`, in seconds.
    #[serde(default)]
    pub cpu_seconds_per_gib: Option<f64>,
    /// Segments sent again in `measure` by the sender's own sockets; null at the receiver.
    pub retransmits: Option<u64>,
    /// `retransmits` as a share of the full segments that the payload fills, in percent.
    #[serde(default)]
    pub resent_percent: Option<f64>,
    /// How this end's rate varied within `measure`, from samples.
    #[serde(default)]
    pub rate: Option<Spread>,
    /// Round trips in `measure`; null at the receiver.
    #[serde(default)]
    pub round_trip: Option<RoundTrip>,
    /// Its datagrams in `measure`; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpFigures>,
    /// Requests and their answers in `measure`; null at the end that answers, and where payload flows one way.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub exchange: Option<ExchangeFigures>,
    /// What its system counted in `measure`, in the figures of NTttcp's table; null in older records.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub system: Option<SystemFigures>,
    /// Each stream in `measure`.
    pub streams: Vec<StreamRecord>,
    /// What the numbers in [`Sample::counters`] count.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub counter_names: Vec<String>,
    /// Everything this end observed in this direction.
    pub samples: Vec<Sample>,
}

/// One stream at one end, in `measure`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreamRecord {
    /// Its number, from 0, the same at both ends.
    pub stream: u32,
    /// Payload bytes.
    pub bytes: u64,
    /// `bytes` × 8 over the real time of `measure`.
    pub bits_per_second: Option<f64>,
    /// Segments sent again; null at the receiver.
    pub retransmits: Option<u64>,
    /// Smoothed round trip at the end of `measure`, in microseconds; null where nothing was sent.
    pub rtt_us: Option<u32>,
    /// Congestion window at the end of `measure`, in bytes; null where nothing was sent.
    #[serde(default)]
    pub window_bytes: Option<u64>,
    /// Its part of all streams' bytes, in percent; null where nothing moved.
    #[serde(default)]
    pub share_percent: Option<f64>,
    /// Its lowest rate between two samples; null where streams were not sampled in `measure`.
    #[serde(default)]
    pub lowest_bits_per_second: Option<f64>,
    /// Its highest rate between two samples.
    #[serde(default)]
    pub highest_bits_per_second: Option<f64>,
    /// Its datagrams; null for TCP.
    #[serde(default)]
    pub udp: Option<UdpFigures>,
}

/// Something that happened during a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Event {
    /// Nanoseconds since the common start, on the coordinator's axis; null before there was one.
    pub t_ns: Option<i64>,
    /// A stable word, for example `phase`, `link_lost`, `cancel_asked`.
    pub code: String,
    /// Names and figures.
    #[serde(default)]
    pub args: BTreeMap<String, Value>,
}

impl Event {
    /// An event without arguments.
    pub fn new(t_ns: Option<i64>, code: &str) -> Self {
        Self { t_ns, code: code.to_owned(), args: BTreeMap::new() }
    }

    /// Adds a name or a figure.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.args.insert(key.to_owned(), value.into());
        self
    }

    /// The same with every text cleaned and the arguments bounded, for an event that came from outside.
    pub fn cleaned(self) -> Self {
        Self { t_ns: self.t_ns, code: clean_text(&self.code), args: cleaned_arguments(self.args) }
    }

    /// The key of its sentence in the message catalogue.
    pub fn message_key(&self) -> String {
        format!("event-{}", self.code.replace('_', "-"))
    }
}

/// What both ends brought together; [`RunParts::record`] makes the record of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunParts {
    /// The run's id.
    pub id: String,
    /// See [`RunRecord::started_at`].
    pub started_at: String,
    /// See [`RunRecord::redacted`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redacted: bool,
    /// See [`RunRecord::outcome`].
    pub outcome: Outcome,
    /// See [`RunRecord::config`].
    pub config: RunConfig,
    /// See [`RunRecord::plan`].
    pub plan: Option<Plan>,
    /// See [`RunRecord::reach`].
    #[serde(default)]
    pub reach: Option<Reach>,
    /// See [`RunRecord::in_effect`].
    pub in_effect: Option<InEffect>,
    /// The coordinator.
    pub coordinator: EndParts,
    /// The peer.
    pub peer: EndParts,
    /// See [`RunRecord::events`].
    pub events: Vec<Event>,
    /// Findings that only the nodes could make, such as a late mark.
    pub findings: Vec<Finding>,
}

/// What one node brought.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EndParts {
    /// The node's id.
    pub node: String,
    /// The machine.
    pub host: HostFacts,
    /// What the numbers in [`Sample::counters`] count, for example `Tcp.OutSegs`; see [`summary::system::Counters`].
    #[serde(default)]
    pub counter_names: Vec<String>,
    /// Everything it observed, of all directions.
    pub samples: Vec<Sample>,
}

impl EndParts {
    /// The part of one direction; its samples are moved out of the whole, for they are nearly all of it.
    fn take_leg(&mut self, leg: u32) -> Self {
        let (samples, others) = std::mem::take(&mut self.samples).into_iter().partition(|sample| sample.leg == leg);
        self.samples = others;
        Self { node: self.node.clone(), host: self.host.clone(), counter_names: self.counter_names.clone(), samples }
    }
}

impl RunParts {
    /// The record: every figure computed by [`summary`], from the samples and nothing else.
    pub fn record(mut self) -> RunRecord {
        let direction = self.config.direction;
        let cut = self.outcome.reason.as_ref().is_some_and(|reason| reason.code == "peer_lost");
        let mut ends = Vec::new();
        for (leg, &way) in (0..).zip(direction.legs()) {
            for (role, side) in [(Role::Sender, way.sender()), (Role::Receiver, way.sender().other())] {
                let whole = if side == Side::Coordinator { &mut self.coordinator } else { &mut self.peer };
                ends.push(summary::end(role, way, side, whole.take_leg(leg), cut));
            }
        }
        if !cut {
            ends.chunks_mut(2).for_each(complete);
        }
        system::complete(&mut ends, &self.config, self.in_effect.as_ref());
        let joined = [0, 1].map(|leg| Joined::of(self.plan.as_ref(), self.in_effect.as_ref(), leg, &ends));
        let summary = summary::of(direction, &ends, joined);
        let mut findings = self.findings;
        findings.extend(summary::findings::of(&summary::findings::Seen {
            config: &self.config,
            plan: self.plan.as_ref(),
            reach: self.reach.as_ref(),
            in_effect: self.in_effect.as_ref(),
            ends: &ends,
            summary: &summary,
        }));
        // A run that was cut short did not miss its length: the outcome says so already.
        if self.outcome.state != State::Done {
            findings.retain(|finding| finding.code != summary::findings::MEASURE_LENGTH);
        }
        RunRecord {
            schema: SCHEMA,
            id: self.id,
            started_at: self.started_at,
            redacted: self.redacted,
            outcome: self.outcome,
            summary,
            config: self.config,
            plan: self.plan,
            reach: self.reach,
            in_effect: self.in_effect,
            ends,
            findings,
            events: self.events,
        }
    }
}

/// Why a text is not a run record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It is not JSON, or not of the record's shape.
    #[error("not a pairperf record: {0}")]
    Shape(#[from] serde_json::Error),
    /// It was written by a newer pairperf.
    #[error("the record has schema {0}, this pairperf reads up to {SCHEMA}; use a newer one")]
    Newer(u64),
}

impl RunRecord {
    /// Reads a record of this or an older schema.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let value: Value = serde_json::from_str(text)?;
        match value.get("schema").and_then(Value::as_u64) {
            Some(schema) if schema > u64::from(SCHEMA) => Err(RecordError::Newer(schema)),
            _ => Ok(serde_json::from_value(value)?),
        }
    }

    /// What both ends brought, without what follows from it: [`RunParts::record`] computes every figure anew, and the
    /// findings that figures show.
    pub fn into_parts(mut self) -> RunParts {
        let brought = std::mem::take(&mut self.findings);
        let computed = self.brought().record();
        let codes: Vec<String> = computed.findings.iter().map(|finding| finding.code.clone()).collect();
        let findings = brought.into_iter().filter(|finding| !codes.contains(&finding.code)).collect();
        RunParts { findings, ..computed.brought() }
    }

    fn brought(self) -> RunParts {
        let Self {
            schema: _,
            id,
            started_at,
            redacted,
            outcome,
            config,
            plan,
            reach,
            in_effect,
            ends,
            summary: _,
            findings: _,
            events,
        } = self;
        let none = || EndParts {
            node: String::new(),
            host: HostFacts::default(),
            counter_names: Vec::new(),
            samples: Vec::new(),
        };
        let [mut coordinator, mut peer] = [none(), none()];
        for end in ends {
            let EndRecord { side, node, host, counter_names, samples, .. } = end;
            let whole = if side == Side::Peer { &mut peer } else { &mut coordinator };
            let mut all = std::mem::take(&mut whole.samples);
            all.extend(samples);
            // A sort that keeps the order of equals: directions one after the other stay so.
            all.sort_by_key(|sample| sample.t_ns);
            *whole = EndParts { node, host, counter_names, samples: all };
        }
        let findings = Vec::new();
        RunParts {
            id,
            started_at,
            redacted,
            outcome,
            config,
            plan,
            reach,
            in_effect,
            coordinator,
            peer,
            events,
            findings,
        }
    }

    /// A copy in which neither end has samples, which are nearly all of a record.
    pub fn without_samples(&self) -> Self {
        let bare = |end: &EndRecord| EndRecord {
            node: end.node.clone(),
            host: end.host.clone(),
            system: end.system.clone(),
            streams: end.streams.clone(),
            counter_names: end.counter_names.clone(),
            samples: Vec::new(),
            ..*end
        };
        Self {
            id: self.id.clone(),
            started_at: self.started_at.clone(),
            outcome: self.outcome.clone(),
            config: self.config.clone(),
            plan: self.plan.clone(),
            reach: self.reach.clone(),
            in_effect: self.in_effect.clone(),
            ends: self.ends.iter().map(bare).collect(),
            summary: self.summary.clone(),
            findings: self.findings.clone(),
            events: self.events.clone(),
            ..*self
        }
    }

    /// The first direction's end in that role.
    pub fn end(&self, role: Role) -> Option<&EndRecord> {
        self.ends.iter().find(|end| end.role == role)
    }
}
