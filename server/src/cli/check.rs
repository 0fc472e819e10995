//! `pairperf check`: which ways to the other machine are open, before any run.

use clap::Args;
use pairperf_shared::ApiError;
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::reach::{Family, Reach, WayState};
use pairperf_shared::report::text;
use pairperf_shared::report::ways::Machines;
use pairperf_shared::text::Catalogue;
use serde_json::json;

use super::run::print;
use super::serve::ticket;
use super::{Exit, node, signals};
use crate::app::App;
use crate::peer::{Attempt, AttemptOutcome, PairingState, PeerError, Target, knock};
use crate::runs::Introduction;

/// Tell which ways to another machine are open.
///
/// Without a code only whether a pairperf answers at the address, by TCP. With the code of an invitation everything: TCP and
/// UDP, IPv4 and IPv6, round trip and path MTU, and what opens a way that is closed; the code is spent by it. Exits with 0
/// if the other machine can be reached (with a code: by TCP and UDP over one family of addresses), with 3 if not.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The other machine, with the code it shows to have everything looked at
    #[arg(value_name = "ADDR[:PORT][/CODE]")]
    other: String,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    /// Name of this machine [default: its host name]
    #[arg(long)]
    name: Option<String>,
}

impl Check {
    pub(super) async fn go(self) -> Result<(), Exit> {
        if !self.other.contains(['/', '#']) {
            return self.knock().await;
        }
        let (address, code) = ticket(&self.other)?;
        let name = node::name(self.name.as_deref())?;
        let app = node::only_checks(&name).await?;
        let outcome = self.look(&app, &name, &address, &code).await;
        app.shut_down().await;
        outcome
    }

    /// Without a code.
    async fn knock(&self) -> Result<(), Exit> {
        let failed = |error: PeerError| Exit::of(&error.to_api());
        let target: Target = self.other.parse().map_err(failed)?;
        let attempts = tokio::select! {
            attempts = knock(&target) => attempts.map_err(failed)?,
            () = signals::stop() => return Err(Exit::cancelled()),
        };
        print(&if self.json { as_json(&attempts) } else { as_text(&attempts, &target) })?;
        if answered(&attempts).next().is_some() {
            return Ok(());
        }
        let hint = "check that it runs there, and that its port is open inward for TCP";
        Err(Exit::of(&ApiError::new("unreachable", format!("no pairperf answers at {target}")).hint(hint)))
    }

    /// With a code.
    async fn look(&self, app: &App, here: &str, address: &str, code: &str) -> Result<(), Exit> {
        let found = async {
            let pairing = app.pair(address, code).await?;
            let (there, source) = other(app, &pairing);
            let reach = app.runs.look(&pairing).await.ok_or_else(|| {
                ApiError::new("not_looked", format!("{there} does not look at the ways now"))
                    .hint("it may be in the middle of a run; try again with a new code")
            })?;
            Ok((pairing, there, source, reach))
        };
        let found = tokio::select! {
            found = found => found,
            () = signals::stop() => return Err(Exit::cancelled()),
        };
        let (pairing, there, source, reach) = found.map_err(|error: ApiError| Exit::of(&error))?;
        // What it came for is done; the other node need not wait for it.
        let _ = pairing.parse().map(|pairing| app.peers.end(pairing));
        let spent = format!("The code is spent. For a run, make a new invitation on {there}.");
        if self.json {
            let json = serde_json::to_string_pretty(&reach).map_err(|error| Exit::failed(error.to_string()))?;
            print(&format!("{json}\n"))?;
            eprintln!("{spent}");
        } else {
            let machines = Machines { here, there: &there };
            // Where this node's address is rewritten on the way, the other one sees the other side of that.
            let seen = reach.translated.iter().find(|it| it.direction == Direction::FromPeer);
            let source = seen.map(|it| it.outside.clone()).or(source);
            let ways = text::ways(&reach, machines, source.as_deref(), Catalogue::english());
            print(&format!("{ways}\n{spent}\n"))?;
        }
        if is_open(&reach) {
            return Ok(());
        }
        let message = format!("{there} can't be reached by both TCP and UDP over one family of addresses");
        let hint = "open what is closed as the lines above say, and check again with a new code; TCP alone is enough to measure TCP";
        Err(Exit::of(&ApiError::new("unreachable", message).hint(hint)))
    }
}

/// The name of the node at the other end of a pairing, and this node's own address on the way there.
fn other(app: &App, pairing: &str) -> (String, Option<String>) {
    let pairing = pairing.parse().ok().and_then(|pairing| app.peers.get(pairing));
    match pairing.map(|pairing| pairing.state) {
        Some(PairingState::Paired(paired)) => {
            (Introduction::read(&paired.introduction).host.name, Some(paired.local.ip().to_canonical().to_string()))
        }
        _ => ("the other machine".to_owned(), None),
    }
}

/// Whether a run of either protocol would find its way from here, over one family of addresses.
fn is_open(reach: &Reach) -> bool {
    let open = |protocol, family| {
        reach.ways.iter().any(|way| {
            (way.direction, way.protocol, way.family, way.state)
                == (Direction::ToPeer, protocol, family, WayState::Open)
        })
    };
    [Family::Ipv4, Family::Ipv6].into_iter().any(|family| open(Protocol::Tcp, family) && open(Protocol::Udp, family))
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
    use pairperf_shared::reach::Way;

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
    fn both_protocols_have_to_be_open_in_one_family() {
        let way = |protocol, family, state| Way {
            direction: Direction::ToPeer,
            protocol,
            family,
            address: None,
            port: 7575,
            of_link: true,
            state,
            round_trip_ns: None,
            path_mtu_bytes: None,
        };
        let (tcp, udp, open) = (Protocol::Tcp, Protocol::Udp, WayState::Open);
        let mut reach =
            Reach { ways: vec![way(tcp, Family::Ipv4, open), way(udp, Family::Ipv6, open)], ..Reach::default() };
        assert!(!is_open(&reach));
        reach.ways.push(way(tcp, Family::Ipv6, WayState::Filtered));
        assert!(!is_open(&reach));
        reach.ways.push(way(udp, Family::Ipv4, open));
        assert!(is_open(&reach));
        assert!(!is_open(&reach.turned()));
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
