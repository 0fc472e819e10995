//! `pairperf check`: whether the other machine can be reached, before any run.

use clap::Args;
use pairperf_shared::ApiError;
use serde_json::json;

use super::Exit;
use super::run::print;
use crate::peer::{Attempt, AttemptOutcome, Target, knock};

/// Tell which ways to another machine are open.
///
/// Without a code only whether a pairperf answers at the address, by TCP. With the code of an invitation everything: TCP and
/// UDP, IPv4 and IPv6, round trip and path MTU; the code is spent by it. Exits with 0 if the other machine can be reached
/// (with a code: by TCP and by UDP), with 3 if not.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The other machine, with the code it shows to have everything looked at
    #[arg(value_name = "ADDR[:PORT][/CODE]")]
    other: String,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) async fn go(self) -> Result<(), Exit> {
        let target: Target = self.other.parse().map_err(|error: crate::peer::PeerError| Exit::of(&error.to_api()))?;
        let attempts = knock(&target).await.map_err(|error| Exit::of(&error.to_api()))?;
        print(&if self.json { as_json(&attempts) } else { as_text(&attempts, &target) })?;
        if answered(&attempts).next().is_some() {
            return Ok(());
        }
        let hint = "check that it runs there, and that its port is open inward for TCP";
        Err(Exit::of(&ApiError::new("unreachable", format!("no pairperf answers at {target}")).hint(hint)))
    }
}

fn answered(attempts: &[Attempt]) -> impl Iterator<Item = &Attempt> {
    attempts.iter().filter(|attempt| attempt.outcome == AttemptOutcome::Answered)
}

/// A line an address, and how to learn more where somebody answers.
fn as_text(attempts: &[Attempt], target: &Target) -> String {
    let mut out: String = attempts.iter().map(|attempt| format!("{attempt}\n")).collect();
    if answered(attempts).next().is_some() {
        out += &format!(
            "\nTCP is open. For the rest, UDP and the path MTU among it, make an invitation there and run\n  pairperf check {target}/CODE\n"
        );
    }
    out
}

fn as_json(attempts: &[Attempt]) -> String {
    let one = |Attempt { address, outcome }: &Attempt| {
        let detail = match outcome {
            AttemptOutcome::NotAPairperf(detail) | AttemptOutcome::Failed(detail) => Some(detail),
            _ => None,
        };
        json!({ "address": address.to_string(), "outcome": outcome.code(), "detail": detail })
    };
    format!("{}\n", json!({ "addresses": attempts.iter().map(one).collect::<Vec<_>>() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(outcomes: &[AttemptOutcome]) -> Vec<Attempt> {
        let at = |last| ([10, 0, 0, last], 7575).into();
        outcomes
            .iter()
            .zip(4..)
            .map(|(outcome, last)| Attempt { address: at(last), outcome: outcome.clone() })
            .collect()
    }

    #[test]
    fn every_address_is_said_and_more_is_offered_where_somebody_answers() {
        let target: Target = "anna".parse().unwrap();
        let attempts = found(&[AttemptOutcome::Answered, AttemptOutcome::TimedOut]);
        let text = as_text(&attempts, &target);
        assert!(text.starts_with("10.0.0.4:7575 answered\n10.0.0.5:7575 did not answer in time\n"), "{text}");
        assert!(text.contains("pairperf check anna:7575/CODE"), "{text}");
        assert!(!as_text(&attempts[1..], &target).contains("CODE"));
    }

    #[test]
    fn as_json_it_has_words_for_scripts() {
        let json: serde_json::Value =
            serde_json::from_str(&as_json(&found(&[AttemptOutcome::NotAPairperf("HTTP".to_owned())]))).unwrap();
        assert_eq!(
            json["addresses"][0],
            json!({ "address": "10.0.0.4:7575", "outcome": "not_a_pairperf", "detail": "HTTP" })
        );
    }
}
