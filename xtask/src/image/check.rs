//! What compose.yaml promises, tried: two nodes come up and are well, pair, run, agree, and stop at once.

use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::compose::{Compose, wait_until_healthy};
use super::engine::Engine;
use super::node::{Node, text};
use super::seconds;
use super::undo::Undo;
use super::wait::until;
use crate::workspace::Workspace;

/// Pairing and a run of a second are through within this.
const SOON: Duration = Duration::from_mins(1);
/// A node that does not hear SIGTERM is killed after ten seconds; one that hears it stops sooner than this.
const STOPPED: Duration = Duration::from_secs(5);

/// What compose.yaml reads from the environment: the token, and the ports of a and b.
const VARIABLES: [&str; 3] = ["PAIRPERF_TOKEN", "PAIRPERF_PORT_A", "PAIRPERF_PORT_B"];

/// Tries all of it and returns what to tell about it.
pub(super) fn check(engine: &Engine, workspace: &Workspace, undo: &mut Undo) -> Result<Vec<String>> {
    let ports = free_ports()?;
    let token = token()?;
    let values = [token.clone(), ports[0].to_string(), ports[1].to_string()];
    let variables = VARIABLES.iter().map(|&name| name.to_owned()).zip(values).collect();
    let compose = Compose::ready(engine, workspace, variables)?;
    let start = Instant::now();
    compose.up(undo)?;
    let up = start.elapsed();
    let [a, b] = ports.map(|port| Node { port, token: &token });
    let told = try_out(engine, &compose, &a, &b).inspect_err(|_| compose.show_logs());
    let (healthy, run) = told?;
    let down = stop(&compose)?;
    Ok(vec![
        format!("up: containers in {}, both healthy {} after that", seconds(up), seconds(healthy)),
        run,
        format!("down: in {}", seconds(down)),
    ])
}

fn try_out(engine: &Engine, compose: &Compose, a: &Node<'_>, b: &Node<'_>) -> Result<(Duration, String)> {
    let start = Instant::now();
    for service in ["a", "b"] {
        let container = compose.container(service)?;
        wait_until_healthy(engine, &container)?;
        refuse_root(engine, &container)?;
    }
    let healthy = start.elapsed();
    let pairing = pair(a, b)?;
    Ok((healthy, run(a, b, &pairing)?))
}

fn refuse_root(engine: &Engine, container: &str) -> Result<()> {
    let user = engine.ask(&["exec", container, "id", "-u"], "asking which user the node runs as")?;
    if user == "0" {
        bail!("the node in {container} runs as root: see USER in the Dockerfile");
    }
    Ok(())
}

/// Lets b join a by a's code and returns b's pairing.
fn pair(a: &Node<'_>, b: &Node<'_>) -> Result<String> {
    let invitation = a.post("/api/v1/invitations", &json!({}))?;
    // As advertised, which is the address that a person would type.
    let ask = json!({ "address": text(&invitation, "/addresses/0")?, "code": text(&invitation, "/code")? });
    let pairing = b.post("/api/v1/pairings", &ask)?;
    let id = text(&pairing, "/id")?;
    until(SOON, "pairing the nodes", || {
        let pairing = b.get(&format!("/api/v1/pairings/{id}"))?;
        match text(&pairing, "/state")? {
            "paired" => Ok(Some(())),
            "connecting" => Ok(None),
            state => bail!("pairing the nodes: it is {state}: {pairing}"),
        }
    })?;
    Ok(id.to_owned())
}

/// One short run from b to a, whose records must say the same at both.
fn run(a: &Node<'_>, b: &Node<'_>, pairing: &str) -> Result<String> {
    let start = Instant::now();
    let config = json!({ "duration_ms": 1000, "warm_up_ms": 200 });
    let run = b.post("/api/v1/runs", &json!({ "pairing": pairing, "config": config }))?;
    let path = format!("/api/v1/runs/{}", text(&run, "/id")?);
    until(SOON, "waiting for the run to end", || {
        let run = b.get(&path)?;
        let state = text(&run, "/outcome/state")?;
        Ok(["done", "failed", "cancelled", "interrupted"].contains(&state).then_some(()))
    })?;
    let took = start.elapsed();
    let record = format!("{path}/record");
    let rate = rate(&b.get(&record)?)?;
    until(SOON, "waiting for a to end the run as well", || {
        let run = a.get(&path)?;
        Ok((text(&run, "/outcome/state")? == "done").then_some(()))
    })?;
    let other = self::rate(&a.get(&record)?)?;
    if (rate - other).abs() > f64::EPSILON {
        bail!("the two records of the run tell different figures: {rate} and {other}");
    }
    Ok(format!("run: done, {:.2} Gbit/s from b to a, {} in all", rate / 1e9, seconds(took)))
}

/// The headline of a run that is done.
fn rate(record: &Value) -> Result<f64> {
    let state = text(record, "/outcome/state")?;
    if state != "done" {
        bail!("the run is {state}: {}", record["outcome"]);
    }
    match record.pointer("/summary/bits_per_second").and_then(Value::as_f64) {
        Some(rate) if rate > 0.0 => Ok(rate),
        _ => bail!("the run is done and has no figure: {}", record["summary"]),
    }
}

fn stop(compose: &Compose) -> Result<Duration> {
    let start = Instant::now();
    compose.down()?;
    let took = start.elapsed();
    if took >= STOPPED {
        bail!(
            "the nodes took {} to stop, {} at most: they may not have heard SIGTERM",
            seconds(took),
            seconds(STOPPED)
        );
    }
    Ok(took)
}

/// Two ports that nothing uses, for TCP and UDP alike, so that a node of this machine is not in the way.
fn free_ports() -> Result<[u16; 2]> {
    let doing = "looking for two free ports";
    let mut held = Vec::new();
    while held.len() < 2 {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context(doing)?;
        let port = tcp.local_addr().context(doing)?.port();
        if let Ok(udp) = UdpSocket::bind((Ipv4Addr::LOCALHOST, port)) {
            held.push((port, tcp, udp));
        }
    }
    Ok([held[0].0, held[1].0])
}

/// A token for the time of the check.
fn token() -> Result<String> {
    let doing = "reading randomness for a token";
    let mut bytes = [0; 16];
    let mut source = std::fs::File::open("/dev/urandom").context(doing)?;
    std::io::Read::read_exact(&mut source, &mut bytes).context(doing)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_taken_from_a_run_that_is_done_and_from_no_other() {
        let record =
            |state: &str, rate: Value| json!({ "outcome": { "state": state }, "summary": { "bits_per_second": rate } });
        assert!((rate(&record("done", json!(2e9))).unwrap() - 2e9).abs() < 1.0);
        for wrong in [record("failed", json!(2e9)), record("done", json!(0)), record("done", Value::Null), json!({})] {
            assert!(rate(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn compose_reads_what_the_check_sets() {
        let compose = include_str!("../../../compose.yaml");
        for name in VARIABLES {
            assert!(compose.contains(&format!("${{{name}:-")), "compose.yaml does not read {name}");
        }
    }

    #[test]
    fn ports_and_tokens_differ() {
        let ports = free_ports().unwrap();
        assert_ne!(ports[0], ports[1]);
        let token = token().unwrap();
        assert_eq!(token.len(), 32);
        assert_ne!(token, self::token().unwrap());
    }
}
