//! Pairings live in memory: what is said after one of the nodes was started anew.

use std::time::Duration;

use serde_json::Value;

use crate::harness::api::text;
use crate::harness::node::Node;
use crate::harness::pair::Pair;
use crate::harness::wait::until;

const NOTICED: Duration = Duration::from_secs(15);

#[track_caller]
fn ended(node: &Node, pairing: &str) -> Value {
    until("the pairing ends", NOTICED, || {
        let pairing = node.api().pairing(pairing);
        if pairing["state"] == "failed" { Ok(pairing) } else { Err(pairing.to_string()) }
    })
}

#[test]
fn after_the_inviter_was_killed_the_dialler_says_that_it_restarted() {
    let mut pair = Pair::on_loopback();
    let (id, token) = (text(&pair.a.api().node()["id"]), pair.a.token());
    pair.a.kill();
    pair.a.restart();
    let pairing = ended(&pair.b, &pair.at_b);
    assert_eq!(pairing["error"]["code"], "restarted", "{pairing}");
    assert_eq!(pairing["error"]["message"], "anna restarted, pair again");
    // Id and token are those of before; pairings are not.
    assert_eq!((text(&pair.a.api().node()["id"]), pair.a.token()), (id, token));
    assert!(pair.a.api().pairings().is_empty());
    pair.again();
    pair.works_from(&pair.b);
}

#[test]
fn a_node_that_says_goodbye_is_not_waited_for() {
    let mut pair = Pair::on_loopback();
    assert!(pair.b.terminate(Duration::from_secs(5)).success());
    let pairing = ended(&pair.a, &pair.at_a);
    assert!(text(&pairing["error"]["message"]).contains("bert"), "{pairing}");
    pair.b.restart();
    pair.again();
    pair.works_from(&pair.a);
}

#[test]
fn after_the_dialler_was_killed_the_inviter_stops_counting_on_it() {
    let mut pair = Pair::on_loopback();
    pair.b.kill();
    until("the link is seen to be down", NOTICED, || {
        let pairing = pair.a.api().pairing(&pair.at_a);
        if pairing["link_up"] == false { Ok(()) } else { Err(pairing.to_string()) }
    });
    pair.b.restart();
    pair.again();
    pair.works_from(&pair.a);
}
