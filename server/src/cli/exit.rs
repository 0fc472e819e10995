//! Exit codes: a contract with other people's scripts.

use std::process::ExitCode;

use pairperf_shared::ApiError;
use pairperf_shared::phase::State;
use pairperf_shared::record::Outcome;

/// Why the program does not end with 0, and what it says of it on stderr.
#[derive(Debug)]
pub struct Exit {
    code: u8,
    message: Option<String>,
}

impl Exit {
    /// 1: anything that has no code of its own.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self { code: 1, message: Some(message.into()) }
    }

    /// 2: the command line can't be what was meant.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self { code: 2, message: Some(message.into()) }
    }

    /// 130: somebody stopped it.
    pub(super) fn cancelled() -> Self {
        Self { code: 130, message: None }
    }

    /// The code of an error of the API: 2 what was typed, 3 the peer or the network, 4 busy.
    pub(super) fn of(error: &ApiError) -> Self {
        let code = match error.code.as_str() {
            "busy" => 4,
            "cancelled" => 130,
            "bad_code" | "bad_address" | "bad_config" | "plan_impossible" => 2,
            "internal" | "store" | "unauthorized" => 1,
            _ => 3,
        };
        Self { code, message: Some(sentence(error)) }
    }

    /// The code of a run that has ended; none for *done*.
    pub(super) fn of_run(outcome: &Outcome) -> Option<Self> {
        let code = match (outcome.state, outcome.reason.as_ref().map(|reason| reason.code.as_str())) {
            (State::Done, _) => return None,
            (State::Cancelled, _) => 130,
            (State::Interrupted, _) => 1,
            _ => 3,
        };
        Some(Self {
            code,
            message: outcome
                .reason
                .as_ref()
                .map(|reason| format!("the run ended as {}: {}", outcome.state.key(), reason.message)),
        })
    }

    /// Says it, and ends.
    pub(super) fn report(self) -> ExitCode {
        if let Some(message) = self.message {
            eprintln!("pairperf: {message}");
        }
        ExitCode::from(self.code)
    }
}

/// The error and its remedy in one line.
fn sentence(error: &ApiError) -> String {
    match &error.hint {
        Some(hint) => format!("{}; {hint}", error.message),
        None => error.message.clone(),
    }
}
