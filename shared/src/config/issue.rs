//! What is wrong with a config.

use serde::{Deserialize, Serialize};

/// Something in a config that can't be run as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct ConfigIssue {
    /// The key of the config.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "problem")]
pub enum Problem {
    /// Outside what any node accepts.
    #[error("{value} is outside {min} to {max}")]
    Range {
        /// What was asked, as it would be typed.
        value: String,
        /// The least accepted, as it would be typed.
        min: String,
        /// The most accepted, as it would be typed.
        max: String,
    },
    /// Not one of the words that are known.
    #[error("`{value}` is not one of {known}")]
    Choice {
        /// What was asked.
        value: String,
        /// The words that are known, comma-separated.
        known: String,
    },
    /// Not a number, duration or size.
    #[error("{why}")]
    Unreadable {
        /// The reason.
        why: String,
    },
    /// A text that is too long or holds control characters, or those that turn the direction of writing about.
    #[error("longer than {max} characters, or with control characters or characters that turn its direction in it")]
    Text {
        /// The most characters accepted.
        max: u64,
    },
    /// No such key.
    #[error("no such setting; known are {known}")]
    Unknown {
        /// The keys that are known, comma-separated.
        known: String,
    },
    /// A setting that has no meaning with the protocol asked for.
    #[error("has no meaning with {protocol}; leave it out, or ask for the other protocol")]
    Protocol {
        /// The protocol asked for.
        protocol: String,
    },
    /// UDP without a rate.
    #[error(
        "UDP takes whatever it is given and crowds out everything else: say a rate, a rate of each stream, or that it is unlimited"
    )]
    NoRate,
    /// Two of the three ways to say a rate.
    #[error("says the rate a second time; keep one of rate, stream rate and unlimited")]
    TwoRates,
    /// A pace by segmentation offload, without segmentation offload.
    #[error("the pace `gso` is kept by segmentation offload; ask for `on` or `auto`, or for another pace")]
    PaceOffload,
    /// More streams than the protocol, or what is measured, may have.
    #[error("{streams} are more than the {max} that {with} may have")]
    TooManyStreams {
        /// Asked for.
        streams: u32,
        /// The most.
        max: u32,
        /// With what.
        with: String,
    },
    /// A setting that has no meaning with what is measured.
    #[error("has no meaning with mode `{mode}`; leave it out, or ask for another mode")]
    Mode {
        /// The mode asked for.
        mode: String,
    },
    /// A number of streams that does not follow from threads, streams a thread, or sessions.
    #[error("says {streams}, but threads and sessions make {made}; leave it out, or make them agree")]
    StreamsTwice {
        /// Said.
        streams: u32,
        /// What the other settings make.
        made: u32,
    },
    /// A number of threads beside sessions, which have theirs.
    #[error("sessions say how many threads there are; leave it out")]
    ThreadsTwice,
    /// CPUs beside sessions, which have theirs.
    #[error("sessions say which CPU each thread has; leave it out")]
    CpusTwice,
    /// Both ends would have other numbers of streams.
    #[error("the two ends would have {coordinator} and {peer} streams; they must have the same number")]
    EndsDiffer {
        /// At the coordinator.
        coordinator: u32,
        /// At the peer.
        peer: u32,
    },
    /// A setting that can't differ between the ends.
    #[error("is the same at both ends; ask for it outside of `ends`")]
    NotPerEnd,
    /// Zero-copy sends what its memory holds when the kernel gets to it, and payload to verify is written anew each time.
    #[error(
        "payload to verify is written anew for each call, so it can't be sent without a copy; leave one of the two out"
    )]
    ZeroCopyVerified,
    /// Nothing can be looked at that is thrown away.
    #[error("payload that is thrown away can't be verified; leave one of the two out")]
    DiscardVerified,
    /// Two limits of one kind.
    #[error("a run ends after so many bytes or after so many operations; keep one of the two")]
    TwoLimits,
    /// What is measured works with one protocol alone.
    #[error("mode `{mode}` works with {protocol} alone")]
    ModeProtocol {
        /// The mode asked for.
        mode: String,
        /// The protocol that it works with.
        protocol: String,
    },
    /// The last flow's port would be beyond the last port there is.
    #[error("{streams} ports from {base} on go beyond 65535")]
    PortsEnd {
        /// The first port.
        base: u16,
        /// Flows asked for.
        streams: u32,
    },
    /// More threads than streams.
    #[error("{threads} threads for {streams} streams: a thread without a stream has nothing to do")]
    IdleThreads {
        /// Threads asked for.
        threads: u32,
        /// Streams asked for.
        streams: u32,
    },
}

impl ConfigIssue {
    pub(crate) fn new(field: &str, problem: Problem) -> Self {
        Self { field: field.to_owned(), problem }
    }
}
