//! `pairperf check`: what is said of the ways to another machine, and the exit codes.

use std::net::TcpListener;
use std::process::Command;

use pairperf_shared::JoinCode;
use serde_json::Value;

use crate::harness::binary::pairperf;
use crate::harness::net::Hosts;
use crate::harness::node::{Node, Setup};
use crate::harness::program::run;

fn check(arguments: &[&str]) -> Command {
    let mut command = pairperf(None);
    command.arg("check").args(arguments);
    command
}

#[test]
fn without_a_code_it_says_where_a_pairperf_answers() {
    let a = Node::new("anna");
    let ended = run(&mut check(&[&a.address])).expect(0);
    assert!(ended.out.starts_with(&format!("{} answered\n", a.address)), "{}", ended.out);
    assert!(ended.out.contains(&format!("pairperf check {}/CODE", a.address)), "{}", ended.out);
    let found = run(&mut check(&[&a.address, "--json"])).expect(0).json();
    assert_eq!(found["addresses"][0]["outcome"], "answered");
    // Nobody was paired, and nothing was tried at the code.
    assert!(a.api().pairings().is_empty());
}

#[test]
fn where_nothing_or_something_else_answers_it_is_3() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let ended = run(&mut check(&[&free.to_string()])).expect(3);
    assert!(ended.out.contains("refused the connection") && ended.err.contains("no pairperf answers"), "{ended:?}");
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    // It takes the connection and closes it.
    let closing = std::thread::spawn(move || drop(other.accept()));
    let ended = run(&mut check(&[&address, "--json"])).expect(3);
    assert_eq!(ended.json()["addresses"][0]["outcome"], "not_a_pairperf");
    closing.join().unwrap();
    run(&mut check(&["a b"])).expect(2);
    run(&mut check(&[])).expect(2);
    run(&mut check(&["no-such-host.invalid"])).expect(3);
}

#[test]
fn with_a_code_it_says_every_way_and_the_code_is_spent() {
    let a = Node::new("anna");
    let ticket = format!("{}/{}", a.address, a.api().invite());
    let ended = run(&mut check(&[&ticket, "--name", "bert"])).expect(0);
    let row = |protocol: &str| {
        let row = ended.out.lines().find(|line| line.contains(&format!("bert → anna  {protocol}       IPv4")));
        row.unwrap_or_else(|| panic!("{}", ended.out)).to_owned()
    };
    for protocol in ["TCP", "UDP"] {
        assert!(row(protocol).contains("127.0.0.1") && row(protocol).contains(" open "), "{}", ended.out);
    }
    assert!(row("UDP").ends_with("65535"), "the MTU of loopback: {}", ended.out);
    assert!(ended.out.contains("bert does not listen") && ended.out.contains("code is spent"), "{}", ended.out);
    assert!(!ended.out.contains("What opens it"), "{}", ended.out);
    // Nothing is left of it.
    assert!(a.api().pairings().iter().all(|pairing| pairing["state"] != "paired"));
    run(&mut check(&[&ticket])).expect(3);

    let ticket = format!("{}/{}", a.address, a.api().invite());
    let ended = run(&mut check(&[&ticket, "--json"])).expect(0);
    let open: Vec<Value> = ended.json()["ways"].as_array().unwrap().clone();
    assert!(open.iter().any(|way| way["protocol"] == "udp" && way["state"] == "open"), "{open:?}");
    assert!(ended.err.contains("code is spent"), "{}", ended.err);
}

#[test]
fn a_wrong_code_is_told_as_by_a_run() {
    let a = Node::new("anna");
    a.api().invite();
    let wrong = JoinCode::from_random([3; 7]);
    let ended = run(&mut check(&[&format!("{}/{wrong}", a.address)])).expect(3);
    assert!(ended.out.is_empty() && ended.err.contains("join code"), "{ended:?}");
    run(&mut check(&["127.0.0.1:7575/7K3F"])).expect(2);
}

#[test]
fn a_port_that_is_closed_for_udp_is_3_with_the_line_that_opens_it() {
    let hosts = Hosts::new();
    let a = Setup::named("anna").on(&hosts.a).start();
    hosts.a.filter(&[
        "add table inet t",
        "add chain inet t input { type filter hook input priority 0; }",
        &format!("add rule inet t input udp dport {} drop", a.port()),
    ]);
    let mut command = pairperf(Some(&hosts.b));
    command.args(["check", &format!("{}/{}", a.address, a.api().invite()), "--name", "bert"]);
    let ended = run(&mut command).expect(3);
    let row = ended.out.lines().find(|line| line.contains("UDP       IPv4")).unwrap();
    assert!(row.contains("open for TCP only"), "{}", ended.out);
    for line in [
        format!("-p {0}:{0}/udp", a.port()),
        format!("ufw allow proto udp from {} to any port {}", hosts.b.address, a.port()),
    ] {
        assert!(ended.out.contains(&line), "no `{line}` in {}", ended.out);
    }
    assert!(ended.err.contains("TCP and UDP"), "{}", ended.err);
}
