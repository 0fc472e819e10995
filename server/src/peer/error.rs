//! Why this node could not pair, said so that a person knows what to do. What the dialler found out
//! about addresses stays with the dialler.

use std::fmt;
use std::net::SocketAddr;

use pairperf_shared::ApiError;

use super::dial::{Attempt, Target};
use super::handshake::{HandshakeError, Step};
use super::hello::Refusal;
use super::identity::{Identity, NoRandomness};
use super::link::{ByeReason, LinkEnd};

/// Why a pairing came to nothing. Each has a stable [`code`](Self::code) and a [`hint`](Self::hint).
#[derive(Debug, Clone, thiserror::Error)]
pub enum PeerError {
    /// What was typed is no address.
    #[error("`{0}` is not an address such as 10.0.0.4, host.example:7575 or [fd00::4]:7575")]
    BadAddress(String),
    /// The name has no address.
    #[error("the name in {target} does not resolve: {reason}")]
    NameUnresolved {
        /// What was typed.
        target: Target,
        /// What the resolver says.
        reason: String,
    },
    /// No address answered.
    #[error("{target} cannot be reached: {}", Listed(.attempts))]
    Unreachable {
        /// What was typed.
        target: Target,
        /// Each address tried and why it failed.
        attempts: Vec<Attempt>,
    },
    /// Something answered that is no pairperf.
    #[error("what answers at {address} is not a pairperf: {detail}")]
    NotAPairperf {
        /// Where.
        address: SocketAddr,
        /// What it did instead.
        detail: String,
    },
    /// The two nodes do not speak the same protocol.
    #[error("{address} runs pairperf {theirs}, which does not work with {ours} here")]
    VersionMismatch {
        /// Where.
        address: SocketAddr,
        /// This node's version.
        ours: String,
        /// The other node's version.
        theirs: String,
    },
    /// The address leads back to this node.
    #[error("{address} is this node itself")]
    SelfPairing {
        /// Where.
        address: SocketAddr,
    },
    /// The other node has no invitation.
    #[error("{address} is not inviting")]
    NotInviting {
        /// Where.
        address: SocketAddr,
    },
    /// The code is wrong, expired or used; the other node does not say which.
    #[error("{address} refused the join code: it is wrong, expired or used")]
    CodeRefused {
        /// Where.
        address: SocketAddr,
    },
    /// The other node has too many strangers at its door.
    #[error("{address} is busy with other nodes that want to pair")]
    Busy {
        /// Where.
        address: SocketAddr,
    },
    /// A node has as many pairings as it keeps.
    #[error("{0} is already paired with as many nodes as it keeps")]
    TooManyPairings(Who),
    /// The other node did not answer in time.
    #[error("{address} did not answer in time at step {}", .step.code())]
    TimedOut {
        /// Where.
        address: SocketAddr,
        /// Waiting for what.
        step: Step,
    },
    /// The connection went away.
    #[error("the connection to {address} was lost at step {}", .step.code())]
    ConnectionLost {
        /// Where.
        address: SocketAddr,
        /// During what.
        step: Step,
    },
    /// A pairperf of this version would not say that.
    #[error("{address} said something unexpected at step {}", .step.code())]
    Protocol {
        /// Where.
        address: SocketAddr,
        /// During what.
        step: Step,
    },
    /// The other node ended the pairing before it counted.
    #[error("{address} ended the pairing at once: {end}")]
    Ended {
        /// Where.
        address: SocketAddr,
        /// Why.
        end: LinkEnd,
    },
    /// No secret can be made here.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// One of the two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The one that speaks.
    ThisNode,
    /// The one at this address.
    OtherNode(SocketAddr),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ThisNode => f.write_str("this node"),
            Self::OtherNode(address) => address.fmt(f),
        }
    }
}

impl PeerError {
    /// Stable word for it, as the API says it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadAddress(_) => "bad_address",
            Self::NameUnresolved { .. } | Self::Unreachable { .. } => "unreachable",
            Self::NotAPairperf { .. } => "not_a_pairperf",
            Self::VersionMismatch { .. } => "version_mismatch",
            Self::SelfPairing { .. } => "self_pairing",
            Self::NotInviting { .. } => "not_inviting",
            Self::CodeRefused { .. } => "code_refused",
            Self::Busy { .. } => "peer_busy",
            Self::TooManyPairings(_) => "too_many_pairings",
            Self::TimedOut { .. } => "timed_out",
            Self::ConnectionLost { .. } => "connection_lost",
            Self::Protocol { .. } => "protocol_error",
            Self::Ended { .. } => "pairing_ended",
            Self::NoRandomness(_) => "no_randomness",
        }
    }

    /// What the person can do.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::BadAddress(_) => "type the other machine's address, with :PORT if it is not 7575",
            Self::NameUnresolved { .. } => "check the spelling, or type the address in numbers",
            Self::Unreachable { .. } => "check that pairperf runs there and that its port is open inward for TCP",
            Self::NotAPairperf { .. } => "check the port: another program or a proxy may be listening there",
            Self::VersionMismatch { .. } => "install the same version on both machines",
            Self::SelfPairing { .. } => "type the address of the other machine",
            Self::NotInviting { .. } => "open the other node's page and make an invitation there",
            Self::CodeRefused { .. } => "read the code off the other node's page again, or make a new one there",
            Self::Busy { .. } => "try again in a minute",
            Self::TooManyPairings(_) => "end a pairing that is no longer needed",
            Self::TimedOut { .. } | Self::ConnectionLost { .. } => "try again; the network may be overloaded",
            Self::Protocol { .. } => "check that both machines run an unchanged pairperf of the same version",
            Self::Ended { .. } => "make a new invitation and pair again",
            Self::NoRandomness(_) => "check this machine's operating system",
        }
    }

    /// The step that did not succeed.
    pub fn step(&self) -> Step {
        match self {
            Self::BadAddress(_) | Self::NameUnresolved { .. } | Self::Unreachable { .. } | Self::NoRandomness(_) => {
                Step::Reach
            }
            Self::NotAPairperf { .. }
            | Self::VersionMismatch { .. }
            | Self::SelfPairing { .. }
            | Self::NotInviting { .. }
            | Self::Busy { .. } => Step::Versions,
            Self::CodeRefused { .. } => Step::Verify,
            Self::TooManyPairings(_) | Self::Ended { .. } => Step::Introduce,
            Self::TimedOut { step, .. } | Self::ConnectionLost { step, .. } | Self::Protocol { step, .. } => *step,
        }
    }

    /// The error as the API says it.
    pub fn to_api(&self) -> ApiError {
        ApiError::new(self.code(), self.to_string()).hint(self.hint())
    }

    /// Gives a failed handshake the address it failed at.
    pub(super) fn at(address: SocketAddr, error: HandshakeError, ours: &Identity) -> Self {
        let versions = |theirs| Self::VersionMismatch { address, ours: ours.version.clone(), theirs };
        match error {
            HandshakeError::Lost { step: Step::Versions, .. } => {
                Self::NotAPairperf { address, detail: "it closed the connection".to_owned() }
            }
            HandshakeError::Lost { step, .. } => Self::ConnectionLost { address, step },
            HandshakeError::TimedOut(step) => Self::TimedOut { address, step },
            HandshakeError::Malformed(step) => Self::Protocol { address, step },
            HandshakeError::Foreign => Self::NotAPairperf { address, detail: "its greeting is not one".to_owned() },
            HandshakeError::Version { theirs, peer } => versions(format!("{} (protocol {theirs})", peer.version)),
            HandshakeError::Refused { refusal, .. } => match refusal {
                // Said by a node of our own protocol number, which cannot mean it.
                Refusal::VersionMismatch => Self::Protocol { address, step: Step::Versions },
                Refusal::SelfPairing => Self::SelfPairing { address },
                Refusal::NotInviting => Self::NotInviting { address },
                Refusal::UnknownPairing => Self::Ended { address, end: LinkEnd::Restarted },
                Refusal::EndedPairing => Self::Ended { address, end: LinkEnd::There(ByeReason::Unpaired) },
                Refusal::Busy => Self::Busy { address },
            },
            HandshakeError::CodeRefused => Self::CodeRefused { address },
            HandshakeError::ResumeRefused => Self::Protocol { address, step: Step::Verify },
            HandshakeError::NoRandomness(error) => error.into(),
        }
    }
}

struct Listed<'a>(&'a [Attempt]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, attempt) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{attempt}")?;
        }
        Ok(())
    }
}
