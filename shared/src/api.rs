//! What goes over the wire between a node and its page, or any other client: bodies, live
//! messages, errors, paths.

mod day;
mod kept;
mod query;
pub mod table;

pub use day::{Day, NoDay};
pub use kept::{RunPatch, ShareAsk, ShareList, ShareView};
pub use query::{Ending, Order, RunQuery, RunSort, spelled};

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::config::RunConfig;
use crate::host::HostFacts;
use crate::phase::{Phase, State};
use crate::plan::Side;
use crate::reach::Reach;
use crate::record::{Event, InEffect, Outcome, RunRecord};
use crate::sample::Sample;
use crate::summary::Summary;

/// Where the API begins.
pub const API: &str = "/api/v1";

/// Every error of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{message}")]
pub struct ApiError {
    /// A stable word, for example `busy`.
    pub code: String,
    /// What was being done, to what, and what went wrong.
    pub message: String,
    /// What the person can do; null where nothing helps.
    pub hint: Option<String>,
    /// The key of the config that has to change; null where it is none.
    pub field: Option<String>,
    /// `busy` only: who the run belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// `busy` only: how long it still takes at most, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_ms: Option<u64>,
    /// `exists` only: the id of the run that is here already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

impl ApiError {
    /// An error without hint or field.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            hint: None,
            field: None,
            owner: None,
            remaining_ms: None,
            run: None,
        }
    }

    /// Adds what the person can do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Names the key of the config.
    pub fn field(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }
}

/// `GET /api/v1/node`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NodeView {
    /// The node's id, 32 hexadecimal digits.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Version of pairperf.
    pub version: String,
    /// The addresses it offers, most likely first, with ports.
    pub addresses: Vec<String>,
    /// The machine.
    pub host: HostFacts,
    /// Whether the peer may start runs here.
    pub peer_may_start: bool,
    /// The open invitation.
    pub invitation: Option<InvitationView>,
    /// Every pairing, the newest first.
    pub pairings: Vec<PairingView>,
    /// The run that is going on here.
    pub running: Option<String>,
    /// Whose run that is, and how long still.
    #[serde(default)]
    pub busy: Option<BusyView>,
}

/// What keeps a node from starting another run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BusyView {
    /// Who the run belongs to.
    pub owner: String,
    /// How long it still takes at most, in milliseconds from the moment of the answer.
    pub remaining_ms: u64,
}

/// `PATCH /api/v1/node`: the switches of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NodePatch {
    /// Whether the peer may start runs here.
    pub peer_may_start: bool,
}

/// `POST /api/v1/invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitationView {
    /// The join code, `7K3F-Q9RN`.
    pub code: String,
    /// The addresses offered, most likely first, with ports.
    pub addresses: Vec<String>,
    /// When it ends, RFC 3339.
    pub expires_at: String,
    /// When it ends, milliseconds from the moment of the answer.
    pub expires_in_ms: u64,
    /// Tries left before it dies.
    pub tries_left: u32,
    /// The join link, for a browser that can reach this node: `http://10.0.0.4:7575/join#7K3F-Q9RN`.
    #[serde(default)]
    pub link: String,
    /// The link as a QR code; null where it is too long for one.
    #[serde(default)]
    pub qr: Option<QrView>,
}

/// A QR code, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QrView {
    /// Modules on each side.
    pub size: u32,
    /// The dark modules as the data of an SVG path, a module one unit.
    pub path: String,
}

/// `POST /api/v1/pairings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PairingAsk {
    /// `HOST[:PORT]` of the inviter.
    pub address: String,
    /// Its join code.
    pub code: String,
}

/// One pairing, or the attempt at one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairingView {
    /// Its id at this node.
    pub id: String,
    /// How far it came.
    pub state: PairingState,
    /// What was typed, where this node dialled.
    pub address: Option<String>,
    /// Whether this node dialled.
    pub dialled: bool,
    /// The steps passed, in order.
    pub steps: Vec<PairingStep>,
    /// The other node, once paired.
    pub peer: Option<PeerView>,
    /// Whether the link is up now.
    pub link_up: bool,
    /// Why it failed or ended.
    pub error: Option<ApiError>,
    /// When it was paired, RFC 3339.
    pub since: Option<String>,
    /// Which ways between the two nodes are open, as this node sees it; null until somebody looked.
    #[serde(default)]
    pub reach: Option<Reach>,
    /// Whether the other node came only to look at the ways: its code is spent, and no run can follow.
    #[serde(default)]
    pub only_checks: bool,
}

/// How far a pairing came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PairingState {
    /// Under way.
    Connecting,
    /// Both nodes proved the code to each other.
    Paired,
    /// It did not come about, or has ended.
    Failed,
}

/// One step of a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairingStep {
    /// `reach`, `versions`, `verify`, `introduce`.
    pub step: String,
    /// What it was tried on, for example an address.
    pub detail: Option<String>,
}

/// The other node of a pairing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PeerView {
    /// Its node id.
    pub node: String,
    /// Its name.
    pub name: String,
    /// Its address as this node sees it.
    pub address: String,
    /// The machine.
    pub host: HostFacts,
    /// Whether this node may start runs there.
    pub may_start: bool,
}

/// `POST /api/v1/runs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// The pairing to run over.
    pub pairing: String,
    /// What to run; every key is optional.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = RunConfig))]
    pub config: Value,
    /// Wait for the end of the run that goes on, instead of being refused as busy.
    #[serde(default)]
    pub queue: bool,
}

/// The answer to a run that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunAccepted {
    /// The run's id.
    pub id: String,
    /// Where it stands; `check` too while it waits for its turn.
    pub state: State,
    /// Its place in the line of those that wait, from 1; absent where it began at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
}

/// One run in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunView {
    /// The run's id.
    pub id: String,
    /// RFC 3339.
    pub started_at: String,
    /// Where it stands or how it ended.
    pub outcome: Outcome,
    /// What was asked.
    pub config: RunConfig,
    /// Name of the coordinator's machine.
    pub coordinator: String,
    /// Name of the peer's machine.
    pub peer: String,
    /// Which of the two this node is.
    pub side: Side,
    /// The figures; null until it has ended.
    pub summary: Option<Summary>,
    /// Whether it came from a file; then `side` says which of the two it is shown as.
    #[serde(default)]
    pub imported: bool,
    /// The receiver's rate in bits per second to three figures, over at most 60 equal slices of the time in which
    /// payload flowed or was to flow; null for slices of which nothing is known. Empty until it has ended.
    #[serde(default)]
    pub spark: Vec<Option<f64>>,
}

/// `GET /api/v1/runs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunList {
    /// Those asked for, in the order asked for; what goes on or waits comes before them.
    pub runs: Vec<RunView>,
    /// Runs there are.
    #[serde(default)]
    pub total: u64,
    /// Runs that pass the filters.
    #[serde(default)]
    pub matched: u64,
}

/// Reads JSON of the API.
///
/// Always by way of a [`Value`]: one set of readers serves whole bodies and the parts of live
/// messages alike, which makes the page a third smaller.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    crate::reader::read(serde_json::from_str(text)?)
}

/// One message of `GET /api/v1/live`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LiveMessage {
    /// Its number. A client that comes back names the last one it has with `after`.
    pub seq: u64,
    /// What it says.
    #[serde(flatten)]
    pub body: LiveBody,
}

/// What a live message says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "type")]
#[expect(clippy::large_enum_variant, reason = "nearly all messages are samples: a box for each would gain nothing")]
pub enum LiveBody {
    /// Everything so far. Comes first, and again where a client fell behind.
    Snapshot {
        /// A run's record as far as it goes (`run` was asked for).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<Box<RunRecord>>,
        /// Milliseconds since the common start, at the moment of the message; null before it (`run` was asked for).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elapsed_ms: Option<i64>,
        /// The node (no `run` was asked for).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<Box<NodeView>>,
    },
    /// One end counted.
    Sample {
        /// Which end.
        side: Side,
        /// What it counted.
        sample: Sample,
    },
    /// A phase began.
    Phase {
        /// Which.
        phase: Phase,
        /// When, nanoseconds since the common start; null before it.
        t_ns: Option<i64>,
    },
    /// Streams are being opened.
    Opening {
        /// Up so far.
        up: u32,
        /// Asked for.
        of: u32,
    },
    /// What the kernels granted.
    InEffect {
        /// Both ends as far as known.
        in_effect: InEffect,
    },
    /// Something happened.
    Event {
        /// What.
        event: Event,
    },
    /// The run has ended; the record is whole.
    End {
        /// How it ended.
        outcome: Outcome,
    },
}

/// By hand: a derived reader of a flattened, tagged type brings a second reader of every type in it.
impl<'de> Deserialize<'de> for LiveMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl LiveMessage {
    fn from_value(mut message: Value) -> Result<Self, serde_json::Error> {
        let body = LiveBody::from_value(&mut message)?;
        Ok(Self { seq: part(&mut message, "seq")?, body })
    }
}

/// Takes a part out of an object and reads it; one that is absent is null.
pub fn part<T: DeserializeOwned>(object: &mut Value, key: &str) -> Result<T, serde_json::Error> {
    crate::reader::read(object.get_mut(key).map(Value::take).unwrap_or_default())
}

impl LiveBody {
    fn from_value(message: &mut Value) -> Result<Self, serde_json::Error> {
        if message["type"] == "snapshot" {
            return Ok(Self::Snapshot {
                record: part(message, "record")?,
                elapsed_ms: part(message, "elapsed_ms")?,
                node: part(message, "node")?,
            });
        }
        Self::news(message)
    }

    /// Reads what is no snapshot: for a reader that takes less of a snapshot than all of it.
    pub fn news(message: &mut Value) -> Result<Self, serde_json::Error> {
        let kind: String = part(message, "type")?;
        Ok(match kind.as_str() {
            "sample" => Self::Sample { side: part(message, "side")?, sample: part(message, "sample")? },
            "phase" => Self::Phase { phase: part(message, "phase")?, t_ns: part(message, "t_ns")? },
            "opening" => Self::Opening { up: part(message, "up")?, of: part(message, "of")? },
            "in_effect" => Self::InEffect { in_effect: part(message, "in_effect")? },
            "event" => Self::Event { event: part(message, "event")? },
            "end" => Self::End { outcome: part(message, "outcome")? },
            other => return Err(serde_json::Error::custom(format!("`{other}` is no live message"))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_live_message_is_read_back() {
        let outcome = Outcome { state: State::Done, reason: None };
        let sample = Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: 1,
            phase: Phase::Measure,
            mark: None,
            bytes: 2,
            operations: 3,
            cores: None,
            streams: None,
            udp: None,
        };
        for body in [
            LiveBody::Snapshot { record: None, elapsed_ms: Some(-3), node: None },
            LiveBody::Sample { side: Side::Peer, sample },
            LiveBody::Phase { phase: Phase::WarmUp, t_ns: None },
            LiveBody::Opening { up: 1, of: 2 },
            LiveBody::InEffect { in_effect: InEffect::default() },
            LiveBody::Event { event: Event::new(None, "started") },
            LiveBody::End { outcome },
        ] {
            let message = LiveMessage { seq: 9, body };
            assert_eq!(read::<LiveMessage>(&serde_json::to_string(&message).unwrap()).unwrap(), message);
        }
        assert!(read::<LiveMessage>(r#"{"seq": 1, "type": "gossip"}"#).is_err());
    }

    #[test]
    fn a_live_message_is_flat() {
        let message = LiveMessage { seq: 7, body: LiveBody::Phase { phase: Phase::Measure, t_ns: Some(1) } };
        let json = serde_json::to_value(&message).unwrap();
        assert_eq!(json, serde_json::json!({"seq": 7, "type": "phase", "phase": "measure", "t_ns": 1}));
        assert_eq!(serde_json::from_value::<LiveMessage>(json).unwrap(), message);
    }

    #[test]
    fn errors_keep_their_four_keys() {
        let json = serde_json::to_value(ApiError::new("x", "y")).unwrap();
        assert_eq!(json, serde_json::json!({"code": "x", "message": "y", "hint": null, "field": null}));
    }
}
