//! The link breaks while the test streams flow: a flooded link looks dead, so that must not end a run.

use serde_json::json;

use super::events;
use crate::harness::live::Live;
use crate::harness::node::Node;
use crate::harness::pair::{join, short};
use crate::harness::relay::Relay;
use crate::harness::wait::{SOON, until};

#[test]
fn a_run_outlives_its_link_and_says_so() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let relay = Relay::to(&a.address);
    let (at_a, at_b) = join(&a, &b, &relay.address.to_string());
    let run = b.api().start_run(&at_b, &json!({"warm_up_ms": 200, "duration_ms": 4_000, "streams": 2}));
    let mut live = Live::run(&b.api(), &run, None);
    live.until_counting("measure", SOON);
    relay.cut_link();
    live.until("the link is seen to be lost", SOON, |message| message["event"]["code"] == "link_lost");
    relay.heal_link();
    live.until("the link is back", SOON, |message| message["event"]["code"] == "link_back");
    let records = [&b, &a].map(|node| node.api().ended(&run, SOON));
    for record in &records {
        assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
        let events = events(record);
        assert!(events.contains(&"link_lost") && events.contains(&"link_back"), "{events:?}");
    }
    assert_eq!(records[0]["ends"], records[1]["ends"]);
    assert_eq!(relay.streams(), 2);
    // And over the mended link the next one.
    until("both see the link up", SOON, || {
        let up = a.api().pairing(&at_a)["link_up"] == true && b.api().pairing(&at_b)["link_up"] == true;
        if up { Ok(()) } else { Err("it is down") }
    });
    assert_eq!(crate::harness::pair::run(&a.api(), &at_a, &short())["outcome"]["state"], "done");
}

#[test]
fn a_run_whose_link_is_gone_to_the_end_still_ends() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let relay = Relay::to(&a.address);
    let (_, at_b) = join(&a, &b, &relay.address.to_string());
    let run = b.api().start_run(&at_b, &json!({"warm_up_ms": 0, "duration_ms": 1_000}));
    Live::run(&b.api(), &run, None).until_counting("measure", SOON);
    relay.cut_link();
    // Data flows to the end of `measure`; then nothing tells that the peer is alive.
    let record = b.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["reason"]["code"], "peer_lost", "{}", record["outcome"]);
    // This end measured all that was asked for.
    let own = record["ends"].as_array().unwrap().iter().find(|end| end["side"] == "coordinator").unwrap().clone();
    assert!((own["measured_seconds"].as_f64().unwrap() - 1.0).abs() < 0.1, "{}", own["measured_seconds"]);
    relay.heal_link();
}
