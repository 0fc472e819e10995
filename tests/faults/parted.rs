//! The network between the two machines is gone for a while.

use std::time::Instant;

use serde_json::json;

use super::{counts, events, going, lost};
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

#[test]
fn both_ends_of_a_parted_network_fail_and_keep_their_halves() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let run = going(&pair, &json!({"warm_up_ms": 100, "duration_ms": 30_000}), "measure", &pair.a);
    hosts.cut(&hosts.b);
    let fault = Instant::now();
    let record = lost(&pair.a, &run, fault);
    let [own, theirs] = counts(&record);
    assert!(own > 1 && theirs > 1, "{own} and {theirs} samples were kept");
    assert!(events(&record).contains(&"peer_lost"), "{:?}", events(&record));

    hosts.heal(&hosts.b);
    // The other end was just as alone; it said so at its own page, which could not be reached until now.
    let at_b = pair.b.api().ended(&run, SOON);
    assert_eq!(
        (&at_b["outcome"]["state"], &at_b["outcome"]["reason"]["code"]),
        (&json!("failed"), &json!("peer_lost"))
    );
    // The pairing outlived it: no code is needed again.
    until("the link is up again", SOON, || {
        let pairings = [pair.a.api().pairing(&pair.at_a), pair.b.api().pairing(&pair.at_b)];
        let up = pairings.iter().all(|pairing| pairing["link_up"] == true);
        if up { Ok(()) } else { Err(format!("{pairings:?}")) }
    });
    pair.works_from(&pair.a);
    pair.works_from(&pair.b);
}

#[test]
fn a_short_gap_in_the_network_does_not_end_a_run() {
    let hosts = Hosts::limited("50mbit");
    let pair = Pair::on(&hosts);
    let run = going(&pair, &json!({"warm_up_ms": 100, "duration_ms": 6_000}), "measure", &pair.a);
    hosts.cut(&hosts.b);
    // The run stalls: nothing more arrives, as the coordinator sees it for a second and a half.
    let mut live = crate::harness::live::Live::run(&pair.a.api(), &run, None);
    let begun = Instant::now();
    live.until("a second and a half of the gap", SOON, |_| begun.elapsed().as_millis() > 1_500);
    hosts.heal(&hosts.b);
    let record = pair.a.api().ended(&run, SOON + SOON);
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
}
