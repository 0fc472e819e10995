//! The way it should go, from the page, from the command line, and at the start of a node.

use serde_json::json;

use crate::harness::api::text;
use crate::harness::binary::pairperf;
use crate::harness::live::Live;
use crate::harness::node::{Node, Setup};
use crate::harness::pair::{Pair, join};
use crate::harness::program::run;
use crate::harness::wait::{SOON, until};

#[test]
fn both_nodes_list_the_pairing_and_name_each_other() {
    let pair = Pair::on_loopback();
    let (at_a, at_b) = (pair.a.api().pairing(&pair.at_a), pair.b.api().pairing(&pair.at_b));
    assert_eq!((&at_a["state"], &at_b["state"]), (&json!("paired"), &json!("paired")));
    assert_eq!((&at_a["peer"]["name"], &at_b["peer"]["name"]), (&json!("bert"), &json!("anna")));
    assert_eq!((&at_a["dialled"], &at_b["dialled"]), (&json!(false), &json!(true)));
    assert_eq!(at_a["peer"]["node"], pair.b.api().node()["id"]);
    assert_eq!(at_b["peer"]["node"], pair.a.api().node()["id"]);
    assert_eq!(at_b["peer"]["address"], pair.a.address);
    for pairing in [&at_a, &at_b] {
        assert_eq!(pairing["link_up"], true, "{pairing}");
        assert_eq!(pairing["peer"]["may_start"], true, "{pairing}");
        assert!(pairing["peer"]["host"]["cpu_count"].as_u64().unwrap() > 0, "{pairing}");
        assert!(pairing["error"].is_null() && pairing["since"].is_string(), "{pairing}");
    }
}

#[test]
fn an_invitation_is_returned_again_until_it_is_used_or_withdrawn() {
    let a = Node::new("anna");
    let api = a.api();
    let invitation = api.post("/api/v1/invitations", &json!({})).expect(200);
    assert_eq!(invitation["addresses"], json!([a.address]));
    assert_eq!(invitation["tries_left"], 20);
    let left = invitation["expires_in_ms"].as_u64().unwrap();
    assert!((590_000..=600_000).contains(&left), "{left}");
    let code = text(&invitation["code"]);
    assert!(code.len() == 9 && code.as_bytes()[4] == b'-', "{code}");
    assert_eq!(api.invite(), code);
    assert_eq!(api.node()["invitation"]["code"], code.as_str());
    api.delete("/api/v1/invitations").expect(204);
    assert!(api.node()["invitation"].is_null());
    api.delete("/api/v1/invitations").refused(404, "not_found");
    assert_ne!(api.invite(), code);
}

#[test]
fn an_invitation_works_once() {
    let (a, b, c) = (Node::new("anna"), Node::new("bert"), Node::new("carl"));
    let code = a.api().invite();
    assert_eq!(b.api().join(&a.address, &code)["state"], "paired");
    assert!(a.api().node()["invitation"].is_null());
    let second = c.api().join(&a.address, &code);
    assert_eq!((&second["state"], &second["error"]["code"]), (&json!("failed"), &json!("code_refused")), "{second}");
    // A new one works for another node, beside the first pairing.
    join(&a, &c, &a.address);
    assert_eq!(a.api().pairings().iter().filter(|pairing| pairing["state"] == "paired").count(), 2);
}

#[test]
fn a_code_is_read_as_people_type_it() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let code = a.api().invite().to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
    assert_eq!(b.api().join(&format!(" {} ", a.address), &code)["state"], "paired");
}

#[test]
fn a_page_sees_the_steps_of_pairing_as_they_happen() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let (mut at_a, mut at_b) = (Live::node(&a.api()), Live::node(&b.api()));
    let code = a.api().invite();
    let invited = at_a.until("the invitation", SOON, |message| message["node"]["invitation"].is_object());
    assert_eq!((&invited["type"], &invited["node"]["invitation"]["code"]), (&json!("snapshot"), &json!(code)));
    b.api().join(&a.address, &code);
    for live in [&mut at_a, &mut at_b] {
        live.until("the pairing", SOON, |message| message["node"]["pairings"][0]["state"] == "paired");
    }
}

#[test]
fn either_node_can_end_it_and_the_other_hears_of_it() {
    let pair = Pair::on_loopback();
    let mut at_a = Live::node(&pair.a.api());
    pair.b.api().delete(&format!("/api/v1/pairings/{}", pair.at_b)).expect(204);
    let told =
        at_a.until("the end of the pairing", SOON, |message| message["node"]["pairings"][0]["state"] == "failed");
    assert!(told["node"]["pairings"][0]["error"]["message"].as_str().unwrap().contains("bert"), "{told}");
    pair.a.api().ask_run(&pair.at_a, &json!({})).refused(404, "no_pairing");
}

#[test]
fn a_node_without_a_browser_pairs_by_commands() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let server = |node: &Node| format!("http://{}", node.address);
    let invited = run(pairperf(None).args(["invite", "--json", "--server", &server(&a), "--data"]).arg(a.data()))
        .expect(0)
        .json();
    let mut keys: Vec<_> = invited.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["addresses", "code", "expires_at"]);
    let ticket = format!("{}/{}", text(&invited["addresses"][0]), text(&invited["code"]));
    // The plain form says the same to a person.
    let said = run(pairperf(None).args(["invite", "--server", &server(&a), "--data"]).arg(a.data())).expect(0);
    assert!(said.out.contains(&format!("pairperf join {ticket}")), "{}", said.out);

    let mut join = pairperf(None);
    join.args(["join", &ticket, "--server", &server(&b)]).env("PAIRPERF_TOKEN", b.token());
    let joined = run(&mut join).expect(0);
    assert!(joined.out.contains("anna"), "{}", joined.out);
    assert_eq!(b.api().pairings()[0]["state"], "paired");
    // The same code once more: the network said no.
    let again = run(&mut join).expect(3);
    assert!(again.err.contains("join code") && again.out.is_empty(), "{again:?}");
}

#[test]
fn a_node_can_join_at_its_start() {
    let a = Node::new("anna");
    let ticket = format!("{}/{}", a.address, a.api().invite());
    let b = Setup::named("bert").with(&["--join", &ticket]).start();
    until("both are paired", SOON, || {
        let (at_a, at_b) = (a.api().pairings(), b.api().pairings());
        let paired = [&at_a, &at_b].iter().all(|list| list.first().is_some_and(|first| first["state"] == "paired"));
        if paired { Ok(()) } else { Err(format!("{at_a:?} {at_b:?}")) }
    });
}

#[test]
fn a_node_that_can_not_join_at_its_start_serves_all_the_same() {
    let a = Node::new("anna");
    // Nobody was invited.
    let b = Setup::named("bert").with(&["--join", &format!("{}/0000-0000", a.address)]).start();
    until("its log says why", SOON, || if b.log().contains("not inviting") { Ok(()) } else { Err(b.log()) });
    assert_eq!(b.api().node()["name"], "bert");
}
