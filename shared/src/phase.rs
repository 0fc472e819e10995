//! The phases of a run and the states it can end in.

use serde::{Deserialize, Serialize};

/// Where a run stands while it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Both nodes compute the plan and hold it against their limits.
    Check,
    /// Streams are opened; no payload flows.
    Prepare,
    /// Payload flows and is not counted in the result.
    WarmUp,
    /// Payload flows and is counted.
    Measure,
    /// Payload still flows and is no longer counted.
    CoolDown,
    /// Streams are drained and both ends exchange what they counted.
    Collect,
}

impl Phase {
    /// All phases in the order in which a run passes them.
    pub const ALL: [Self; 6] = [Self::Check, Self::Prepare, Self::WarmUp, Self::Measure, Self::CoolDown, Self::Collect];

    /// The word of the JSON contract.
    pub fn key(self) -> &'static str {
        State::from(self).key()
    }
}

/// A phase, or the way a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// See [`Phase::Check`].
    Check,
    /// See [`Phase::Prepare`].
    Prepare,
    /// See [`Phase::WarmUp`].
    WarmUp,
    /// See [`Phase::Measure`].
    Measure,
    /// See [`Phase::CoolDown`].
    CoolDown,
    /// See [`Phase::Collect`].
    Collect,
    /// Ran to its end; the record is whole.
    Done,
    /// Ended by an error; the record holds what was counted until then.
    Failed,
    /// Ended by a person; the record holds what was counted until then.
    Cancelled,
    /// The node that wrote the record was killed or suspended during the run.
    Interrupted,
}

impl State {
    /// Whether the run has ended.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled | Self::Interrupted)
    }

    /// The word of the JSON contract.
    pub fn key(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Prepare => "prepare",
            Self::WarmUp => "warm_up",
            Self::Measure => "measure",
            Self::CoolDown => "cool_down",
            Self::Collect => "collect",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<Phase> for State {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Check => Self::Check,
            Phase::Prepare => Self::Prepare,
            Phase::WarmUp => Self::WarmUp,
            Phase::Measure => Self::Measure,
            Phase::CoolDown => Self::CoolDown,
            Phase::Collect => Self::Collect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_json() {
        for phase in Phase::ALL {
            assert_eq!(serde_json::to_value(phase).unwrap(), phase.key());
            assert!(!State::from(phase).is_final());
        }
        assert!(State::Done.is_final());
    }
}
