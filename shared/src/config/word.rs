//! The words of a config.

use serde::{Deserialize, Serialize};

use crate::plan::Side;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// How much payload flows.
    #[default]
    Throughput,
    /// How long an answer takes: each stream has one request under way at a time.
    RequestResponse,
    /// How fast connections are made: each stream connects, asks once, is answered, closes, and begins again. Whoever asks
    /// connects, whatever `connect` says, so there is one direction.
    Connections,
}

impl Mode {
    /// The word of the JSON contract.
    pub fn key(self) -> &'static str {
        match self {
            Self::Throughput => "throughput",
            Self::RequestResponse => "request_response",
            Self::Connections => "connections",
        }
    }
}

/// What the payload consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Payload {
    /// One block of pseudo-random bytes, sent again and again: nothing on the way can compress it.
    #[default]
    Random,
    /// Zeros.
    Zero,
    /// Bytes that follow from the stream's number and their place in it, each of which the receiver looks at.
    Verified,
}

/// What a receiver does with payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReceiveCopy {
    /// Has it copied to its memory, as an application would.
    #[default]
    Copy,
    /// Lets the kernel throw it away (`MSG_TRUNC`, `tcp(7)`).
    Discard,
}

/// What a sender's kernel does with payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SendCopy {
    /// Copies it.
    #[default]
    Copy,
    /// Sends it from the sender's own memory where it can (`MSG_ZEROCOPY`, kernel documentation, `networking/msg_zerocopy`).
    ZeroCopy,
}

/// Transport protocol of the test streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// TCP.
    Tcp,
    /// UDP.
    Udp,
}

impl Protocol {
    /// Its name as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tcp => "TCP",
            Self::Udp => "UDP",
        }
    }
}

/// How a sender of datagrams keeps its rate. Every way follows one absolute schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Wakes every 100 µs and sends what is due: little CPU, short bursts.
    Quantum,
    /// Waits for each datagram's own instant without sleeping: even, and a whole core.
    Spin,
    /// Wakes every 250 µs and hands all that is due to the kernel as one buffer to cut up: least CPU, longer bursts.
    Gso,
}

/// Whether the kernel's segmentation offloads for UDP are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offload {
    /// Where both machines have them and no even pace is asked for.
    Auto,
    /// Always; refused where a machine has them not.
    On,
    /// Never: one call of the stack a datagram.
    Off,
}

/// Which ports the flows of a run go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ports {
    /// All to the node's one port.
    Single,
    /// As ntttcp does it: the first to `base_port`, each further one to the next port.
    Ntttcp,
}

/// Which way the payload flows, as the coordinator sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The coordinator sends.
    ToPeer,
    /// The peer sends.
    FromPeer,
    /// Both send at the same time.
    Both,
    /// The coordinator sends, then the peer does.
    EachInTurn,
}

impl Direction {
    /// The same as the other node sees it.
    pub fn turned(self) -> Self {
        match self {
            Self::ToPeer => Self::FromPeer,
            Self::FromPeer => Self::ToPeer,
            Self::Both | Self::EachInTurn => self,
        }
    }

    /// The single directions that a run of it has, in the order of its legs.
    pub fn legs(self) -> &'static [Self] {
        match self {
            Self::ToPeer => &[Self::ToPeer],
            Self::FromPeer => &[Self::FromPeer],
            Self::Both | Self::EachInTurn => &[Self::ToPeer, Self::FromPeer],
        }
    }

    /// Who sends in a single direction; of several, who sends first.
    pub fn sender(self) -> Side {
        if self == Self::FromPeer { Side::Peer } else { Side::Coordinator }
    }
}

/// Which node opens the streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Connect {
    /// The node that dialled the link, so that only the inviter needs an open port.
    Dialler,
    /// The other one: then only the dialler needs an open port.
    Inviter,
}
