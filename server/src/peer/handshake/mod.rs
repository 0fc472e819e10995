//! How two nodes come to an authenticated channel.
//!
//! ```text
//! dialler                                inviter
//! hello: versions, node, intent    ──▶
//!                                  ◀──   answer: proceed, or a refusal that needs no secret
//! pair:   PAKE (role A)            ──▶   a try is charged here
//!                                  ◀──   PAKE (role B)
//!         confirmation             ──▶
//!                                  ◀──   confirmation, or `refused`: wrong, expired, used alike
//! both:   Noise NNpsk0             ──▶
//!                                  ◀──   Noise
//! ```
//! A resuming dialler skips the key exchange: the channel's key then comes from the link key and
//! both nodes' fresh nonces. The inviter does the same work for a code that cannot be right.

mod dialler;
mod inviter;
mod pake;
mod steps;

pub(super) use dialler::{Dialler, Established};
pub(super) use inviter::{Arrival, answer};

use super::duplex::PipeError;
use super::hello::{Misunderstood, Refusal};
use super::identity::{Identity, NoRandomness};
use super::noise::Unsealed;

/// Where a pairing stands, as the dialler's page shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Finding an address that answers.
    Reach,
    /// Comparing versions and asking to be let in.
    Versions,
    /// Proving the code to each other.
    Verify,
    /// Telling each other about the machines.
    Introduce,
}

impl Step {
    /// Stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Reach => "reach",
            Self::Versions => "versions",
            Self::Verify => "verify",
            Self::Introduce => "introduce",
        }
    }
}

/// Why there is no channel. Knows no addresses; the dialler's error adds them.
#[derive(Debug, thiserror::Error)]
pub(super) enum HandshakeError {
    #[error("connection lost at step {}: {source}", .step.code())]
    Lost { step: Step, source: PipeError },
    #[error("no answer in time at step {}", .0.code())]
    TimedOut(Step),
    /// What came is not what this step brings.
    #[error("unexpected message at step {}", .0.code())]
    Malformed(Step),
    #[error("the other end does not speak as a pairperf")]
    Foreign,
    #[error("the other node speaks protocol {theirs}")]
    Version { theirs: u32, peer: Identity },
    #[error("the other node refused: {refusal:?}")]
    Refused { refusal: Refusal, node: String },
    /// The code did not prove itself, for whatever reason.
    #[error("the code was refused")]
    CodeRefused,
    /// The link key did not.
    #[error("resuming was refused")]
    ResumeRefused,
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

impl From<Misunderstood> for HandshakeError {
    fn from(error: Misunderstood) -> Self {
        match error {
            Misunderstood::Foreign => Self::Foreign,
            Misunderstood::Version { peer, protocol } => Self::Version { theirs: protocol, peer },
        }
    }
}

impl From<Unsealed> for HandshakeError {
    fn from(_: Unsealed) -> Self {
        Self::Malformed(Step::Verify)
    }
}

#[cfg(test)]
mod tests;
