//! Two paired nodes, the start of most stories.

use std::time::Duration;

use serde_json::{Value, json};

use super::api::{Api, text};
use super::net::Hosts;
use super::node::{Node, Setup};
use super::wait::{SOON, until};

/// Time for everything around the traffic of a run.
const AROUND: Duration = Duration::from_secs(20);

/// Node `a` invited, node `b` dialled.
#[derive(Debug)]
pub(crate) struct Pair {
    /// The inviter.
    pub(crate) a: Node,
    /// The dialler.
    pub(crate) b: Node,
    /// The pairing's id at `a`.
    pub(crate) at_a: String,
    /// The pairing's id at `b`.
    pub(crate) at_b: String,
}

impl Pair {
    /// Both on loopback.
    pub(crate) fn on_loopback() -> Self {
        Self::of(Node::new("anna"), Node::new("bert"))
    }

    /// Each on its own host.
    pub(crate) fn on(hosts: &Hosts) -> Self {
        Self::of(Setup::named("anna").on(&hosts.a).start(), Setup::named("bert").on(&hosts.b).start())
    }

    /// Two nodes that run already.
    pub(crate) fn of(a: Node, b: Node) -> Self {
        let (at_a, at_b) = join(&a, &b, &a.address);
        Self { a, b, at_a, at_b }
    }

    /// Pairs them once more, after one of them has forgotten.
    pub(crate) fn again(&mut self) {
        (self.at_a, self.at_b) = join(&self.a, &self.b, &self.a.address);
    }

    /// Makes a run from `a` and waits for its record there.
    #[track_caller]
    pub(crate) fn run_from_a(&self, config: &Value) -> Value {
        self.run_from(&self.a, config)
    }

    /// Makes a run from `b` and waits for its record there.
    #[track_caller]
    pub(crate) fn run_from_b(&self, config: &Value) -> Value {
        self.run_from(&self.b, config)
    }

    /// Makes a run from one of the two and waits for its record there.
    #[track_caller]
    pub(crate) fn run_from(&self, starter: &Node, config: &Value) -> Value {
        self.until_free();
        let pairing = if starter.name() == self.a.name() { &self.at_a } else { &self.at_b };
        run(&starter.api(), pairing, config)
    }

    /// Makes a short run from one of the two, which has to be done: whatever was before is over.
    #[track_caller]
    pub(crate) fn works_from(&self, starter: &Node) {
        let record = self.run_from(starter, &short());
        assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    }

    /// Waits until no run has the slot of either node.
    #[track_caller]
    pub(crate) fn until_free(&self) {
        for node in [&self.a, &self.b] {
            until("the slot is free", SOON, || {
                let running = node.api().node()["running"].clone();
                if running.is_null() { Ok(()) } else { Err(running.to_string()) }
            });
        }
    }
}

/// Lets `b` join `a` at an address; the pairing's ids at `a` and at `b`.
#[track_caller]
pub(crate) fn join(a: &Node, b: &Node, address: &str) -> (String, String) {
    let known: Vec<Value> = a.api().pairings().iter().map(|pairing| pairing["id"].clone()).collect();
    let code = a.api().invite();
    let pairing = b.api().join(address, &code);
    assert_eq!(pairing["state"], "paired", "{pairing}");
    let at_a = until("the inviter lists the pairing", SOON, || {
        let new = a.api().pairings().into_iter().find(|pairing| !known.contains(&pairing["id"]));
        new.filter(|new| new["state"] == "paired").ok_or_else(|| format!("{:?}", a.api().pairings()))
    });
    (text(&at_a["id"]), text(&pairing["id"]))
}

/// Makes a run and waits for its record.
#[track_caller]
pub(crate) fn run(api: &Api, pairing: &str, config: &Value) -> Value {
    let id = api.start_run(pairing, config);
    api.ended(&id, traffic(config) + AROUND)
}

/// The time in which a config's payload flows.
fn traffic(config: &Value) -> Duration {
    let of = |key: &str, default: u64| config[key].as_u64().unwrap_or(default);
    Duration::from_millis(of("warm_up_ms", 1_000) + of("duration_ms", 10_000) + of("cool_down_ms", 0))
}

/// A config for a short run; long enough that a machine with much to do does not miss a tenth of it, which would leave
/// the run without a result.
pub(crate) fn short() -> Value {
    json!({"duration_ms": 1_000, "warm_up_ms": 100})
}

/// A config for a run that is still going on when the test does something to it.
pub(crate) fn long() -> Value {
    json!({"duration_ms": 20_000, "warm_up_ms": 200})
}
