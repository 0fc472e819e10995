//! The look at the ways between two nodes: every answer that it can give is made to happen by the packet filters and
//! addresses of two hosts.

use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::api::{Api, text};
use crate::harness::net::{Host, Hosts};
use crate::harness::node::{Node, Setup};
use crate::harness::pair::{Pair, join};
use crate::harness::wait::{SOON, until};

/// The port of every node here; each host has all of its own.
const PORT: u16 = 7575;

/// One cell of the table: direction, protocol, family.
type Cell<'a> = (&'a str, &'a str, &'a str);

fn setup(name: &str, host: &Host, at: &str) -> Setup {
    let setup = Setup::named(name).on(host);
    Setup { listen: Some(format!("{at}:{PORT}")), ..setup }
}

fn pair(hosts: &Hosts) -> Pair {
    Pair::of(setup("anna", &hosts.a, &hosts.a.address).start(), setup("bert", &hosts.b, &hosts.b.address).start())
}

/// Pairs nodes that listen at all addresses.
fn join_at(a: &Node, b: &Node, hosts: &Hosts) -> Pairing {
    let (api_a, api_b) = (at_host(a, &hosts.a), at_host(b, &hosts.b));
    let code = api_a.invite();
    let pairing = api_b.join(&format!("{}:{PORT}", hosts.a.address), &code);
    assert_eq!(pairing["state"], "paired", "{pairing}");
    Pairing { a: api_a, b: api_b, id: text(&pairing["id"]) }
}

/// The API of a node where its host is reached, whatever address it printed.
fn at_host(node: &Node, host: &Host) -> Api {
    Api::new(&format!("{}:{PORT}", host.address), &node.token())
}

/// Two paired nodes as their APIs; the pairing has one id at both.
struct Pairing {
    a: Api,
    b: Api,
    id: String,
}

fn reach(api: &Api, id: &str) -> Value {
    api.pairing(id)["reach"].clone()
}

fn ways<'a>(reach: &'a Value, (direction, protocol, family): Cell<'_>) -> Vec<&'a Value> {
    let fits = |way: &&Value| way["direction"] == direction && way["protocol"] == protocol && way["family"] == family;
    reach["ways"].as_array().map(|ways| ways.iter().filter(fits).collect()).unwrap_or_default()
}

/// Waits until that is among what was found.
#[track_caller]
fn found(api: &Api, id: &str, cell: Cell<'_>, state: &str) -> Value {
    until(&format!("{cell:?} is {state}"), SOON, || {
        let reach = reach(api, id);
        ways(&reach, cell).into_iter().find(|way| way["state"] == state).cloned().ok_or_else(|| reach.to_string())
    })
}

/// Has one node look once more.
#[track_caller]
fn look(api: &Api, id: &str) {
    let answer = until("it may look", SOON, || {
        let answer = api.post(&format!("/api/v1/pairings/{id}/reach"), &json!({}));
        if answer.status == 409 { Err(answer.text) } else { Ok(answer) }
    });
    answer.expect(202);
}

#[test]
fn on_pairing_both_see_every_way_with_its_round_trip_and_its_largest_packet() {
    let hosts = Hosts::new();
    let pair = pair(&hosts);
    for (node, id) in [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b)] {
        for direction in ["to_peer", "from_peer"] {
            let tcp = found(&node.api(), id, (direction, "tcp", "ipv4"), "open");
            assert!(tcp["round_trip_ns"].as_u64().unwrap() > 0 && tcp["path_mtu_bytes"].is_null(), "{tcp}");
            let udp = found(&node.api(), id, (direction, "udp", "ipv4"), "open");
            assert_eq!((&udp["path_mtu_bytes"], &udp["of_link"]), (&json!(1500), &json!(true)), "{udp}");
            found(&node.api(), id, (direction, "udp", "ipv6"), "wrong_family");
        }
        let reach = reach(&node.api(), id);
        assert!(reach["took_ms"].as_u64().unwrap() < 3000, "{reach}");
        assert_eq!(reach["translated"], json!([]), "{reach}");
    }
}

#[test]
fn refused_filtered_and_published_for_tcp_only_are_told_apart() {
    let hosts = Hosts::new();
    let pair = pair(&hosts);
    let udp = format!("udp dport {PORT}");
    let tcp = format!("tcp dport {PORT} tcp flags & (syn | ack) == syn");
    let cases: [(Vec<String>, &str, &str); 6] = [
        (vec![], "open", "open"),
        (vec![format!("{udp} drop")], "open", "tcp_only"),
        (vec![format!("{udp} reject")], "open", "refused"),
        (vec![format!("{tcp} drop")], "filtered", "open"),
        (vec![format!("{tcp} reject with tcp reset")], "refused", "open"),
        (vec![format!("{tcp} drop"), format!("{udp} drop")], "filtered", "filtered"),
    ];
    let tables = ["add table inet t", "add chain inet t in { type filter hook input priority 0; policy accept; }"];
    // Each direction, looked at from either end.
    let ends = [(&hosts.a, &hosts.b, "to_peer", "from_peer"), (&hosts.b, &hosts.a, "from_peer", "to_peer")];
    for (host, Host { address: peer, .. }, at_b, at_a) in ends {
        host.filter(&tables);
        for (number, (rules, tcp, udp)) in cases.iter().enumerate() {
            host.filter(&["flush chain inet t in"]);
            for rule in rules {
                // From the other node alone: the test itself is heard still.
                host.filter(&[&format!("add rule inet t in ip saddr {peer} {rule}")]);
            }
            let (asked, id) = if number % 2 == 0 { (&pair.b, &pair.at_b) } else { (&pair.a, &pair.at_a) };
            let begun = Instant::now();
            look(&asked.api(), id);
            for (protocol, state) in [("tcp", tcp), ("udp", udp)] {
                found(&pair.b.api(), &pair.at_b, (at_b, protocol, "ipv4"), state);
                found(&pair.a.api(), &pair.at_a, (at_a, protocol, "ipv4"), state);
            }
            let took = reach(&asked.api(), id)["took_ms"].as_u64().unwrap();
            assert!(took < 3000, "{took} ms, seen after {} ms", begun.elapsed().as_millis());
        }
        host.filter(&["flush chain inet t in"]);
    }
}

#[test]
fn the_largest_packet_is_that_of_the_narrowest_place() {
    let hosts = Hosts::new();
    let pair = pair(&hosts);
    for mtu in [1400, 1357] {
        // Both: a port counts on the way out, and a few bytes later on the way in.
        hosts.narrow(&hosts.a, mtu);
        hosts.narrow(&hosts.b, mtu);
        look(&pair.b.api(), &pair.at_b);
        for direction in ["to_peer", "from_peer"] {
            until("the path is found narrow", SOON, || {
                let reach = reach(&pair.b.api(), &pair.at_b);
                let ways = ways(&reach, (direction, "udp", "ipv4"));
                if ways.iter().any(|way| way["path_mtu_bytes"] == mtu) { Ok(()) } else { Err(reach.to_string()) }
            });
        }
    }
}

#[test]
fn ipv6_is_looked_at_beside_ipv4_and_told_where_one_end_lacks_it() {
    let hosts = Hosts::new();
    hosts.a.also_at("fd00:7575::11/64");
    let (a, b) = (setup("anna", &hosts.a, "[::]").start(), setup("bert", &hosts.b, "[::]").start());
    let pairing = join_at(&a, &b, &hosts);
    for protocol in ["tcp", "udp"] {
        let way = found(&pairing.b, &pairing.id, ("to_peer", protocol, "ipv6"), "wrong_family");
        assert_eq!(way["address"], "fd00:7575::11");
        // Which address that was is the affair of the node that looked.
        let told = found(&pairing.a, &pairing.id, ("from_peer", protocol, "ipv6"), "closed");
        assert!(told["address"].is_null(), "{told}");
        found(&pairing.a, &pairing.id, ("to_peer", protocol, "ipv6"), "wrong_family");
        found(&pairing.a, &pairing.id, ("to_peer", protocol, "ipv4"), "open");
    }
    hosts.b.also_at("fd00:7575::12/64");
    look(&pairing.a, &pairing.id);
    for protocol in ["tcp", "udp"] {
        found(&pairing.b, &pairing.id, ("to_peer", protocol, "ipv6"), "open");
        found(&pairing.a, &pairing.id, ("from_peer", protocol, "ipv6"), "open");
    }
}

#[test]
fn an_answer_comes_from_the_address_that_was_asked() {
    let hosts = Hosts::new();
    // The same segment, so the kernel by itself would answer from the first.
    let second = format!("{}1", hosts.a.address);
    hosts.a.also_at(&format!("{second}/24"));
    let a = setup("anna", &hosts.a, "0.0.0.0").start();
    let b = setup("bert", &hosts.b, "[::]").start();
    let pairing = join_at(&a, &b, &hosts);
    until("both addresses are open", SOON, || {
        let reach = reach(&pairing.b, &pairing.id);
        let open: Vec<_> = ways(&reach, ("to_peer", "udp", "ipv4"))
            .into_iter()
            .filter(|way| way["state"] == "open")
            .map(|way| text(&way["address"]))
            .collect();
        if open.contains(&second) && open.contains(&hosts.a.address) { Ok(()) } else { Err(reach.to_string()) }
    });
}

#[test]
fn whoever_else_answers_is_not_the_peer() {
    let hosts = Hosts::new();
    let (stranger, mute) =
        (TcpListener::bind((hosts.here.as_str(), 0)).unwrap(), UdpSocket::bind((hosts.here.as_str(), 0)).unwrap());
    let third = stranger.local_addr().unwrap();
    mute.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let told = [third.to_string(), mute.local_addr().unwrap().to_string(), format!("{}:{PORT}", hosts.b.address)];
    let advertise: Vec<&str> = told.iter().flat_map(|address| ["--advertise", address.as_str()]).collect();
    // It says that it is at an address of the other machine, as behind a router that turns packets back.
    let a = setup("anna", &hosts.a, &hosts.a.address).with(&advertise).start();
    let b = setup("bert", &hosts.b, &hosts.b.address).start();
    let (_, id) = join(&a, &b, &a.address);
    for protocol in ["tcp", "udp"] {
        until("its own address is not the peer", SOON, || {
            let reach = reach(&b.api(), &id);
            let is = |way: &&Value| way["address"] == hosts.b.address.as_str() && way["state"] == "not_the_peer";
            ways(&reach, ("to_peer", protocol, "ipv4"))
                .into_iter()
                .find(is)
                .map(|_| ())
                .ok_or_else(|| reach.to_string())
        });
    }
    let seen = reach(&b.api(), &id);
    let third = ways(&seen, ("to_peer", "tcp", "ipv4")).into_iter().find(|way| way["port"] == third.port()).cloned();
    assert_eq!(third.unwrap()["state"], "not_the_peer", "{seen}");
    // The peer learns nothing of what is there.
    until("it is told", SOON, || if reach(&a.api(), &id).is_null() { Err("not yet") } else { Ok(()) });
    let told = reach(&a.api(), &id);
    let known: Vec<_> = ways(&told, ("from_peer", "tcp", "ipv4")).into_iter().map(|way| way["state"].clone()).collect();
    assert!(known.iter().all(|state| state == "open" || state == "closed") && known.len() == 4, "{told}");
    // A machine that is none of both got three greetings of 64 bytes at most.
    let mut greetings = 0;
    let mut room = [0; 1500];
    mute.set_nonblocking(true).unwrap();
    while let Ok(length) = mute.recv(&mut room) {
        assert_eq!((length, room[0]), (64, 0xf8));
        greetings += 1;
    }
    assert!((1..=3).contains(&greetings), "{greetings}");
}

#[test]
fn a_port_that_is_passed_on_for_tcp_alone_is_noticed_with_the_address_behind_it() {
    let hosts = Hosts::new();
    hosts.a.also_at("10.75.75.2/32");
    let to = |protocol: &str| {
        format!("add rule ip n pre ip daddr {} {protocol} dport {PORT} dnat to 10.75.75.2", hosts.a.address)
    };
    let chain = "add chain ip n pre { type nat hook prerouting priority -100; policy accept; }";
    hosts.a.filter(&["add table ip n", chain, &to("tcp")]);
    let a = setup("anna", &hosts.a, "10.75.75.2").start();
    let b = setup("bert", &hosts.b, &hosts.b.address).start();
    let pairing = join_at(&a, &b, &hosts);
    found(&pairing.b, &pairing.id, ("to_peer", "tcp", "ipv4"), "open");
    found(&pairing.b, &pairing.id, ("to_peer", "udp", "ipv4"), "tcp_only");
    let translated =
        json!({"direction": "to_peer", "outside": hosts.a.address, "inside": "10.75.75.2", "container": false});
    let seen = reach(&pairing.b, &pairing.id);
    assert!(seen["translated"].as_array().unwrap().iter().any(|one| same(one, &translated)), "{seen}");
    hosts.a.filter(&[&to("udp")]);
    look(&pairing.b, &pairing.id);
    let open = found(&pairing.b, &pairing.id, ("to_peer", "udp", "ipv4"), "open");
    assert_eq!(open["path_mtu_bytes"], 1500, "{open}");
}

/// Whether two translations are the same; whether the machine is a container is as the tests are run.
fn same(a: &Value, b: &Value) -> bool {
    ["direction", "outside", "inside"].iter().all(|key| a[key] == b[key])
}

#[test]
fn before_a_run_the_ports_that_it_needs_are_looked_at_too() {
    let hosts = Hosts::new();
    let pair = pair(&hosts);
    hosts.a.filter(&[
        "add table inet t",
        "add chain inet t in { type filter hook input priority 0; policy accept; }",
        "add rule inet t in udp dport 5002 reject",
    ]);
    let config = json!({
        "protocol": "udp", "rate_bits_per_second": 1_000_000, "streams": 3, "ports": "ntttcp", "base_port": 5_001,
        "duration_ms": 500, "warm_up_ms": 100,
    });
    // Whatever becomes of it: one of its ports is closed.
    pair.b.api().post("/api/v1/runs", &json!({"pairing": pair.at_b, "config": config}));
    for (port, state) in [(PORT, "open"), (5001, "open"), (5002, "refused"), (5003, "open")] {
        for (node, id, direction) in [(&pair.b, &pair.at_b, "to_peer"), (&pair.a, &pair.at_a, "from_peer")] {
            until("the port is looked at", SOON, || {
                let reach = reach(&node.api(), id);
                let is = |way: &&Value| way["port"] == port && way["state"] == state;
                ways(&reach, (direction, "udp", "ipv4"))
                    .into_iter()
                    .find(is)
                    .map(|_| ())
                    .ok_or_else(|| reach.to_string())
            });
        }
    }
}

#[test]
fn looking_again_is_for_pairings_that_are_there_and_free() {
    let pair = Pair::on_loopback();
    pair.a.api().post("/api/v1/pairings/00000000000000000000000000000000/reach", &json!({})).refused(404, "no_pairing");
    let id = pair.a.api().start_run(&pair.at_a, &crate::harness::pair::long());
    pair.a.api().post(&format!("/api/v1/pairings/{}/reach", pair.at_a), &json!({})).refused(409, "busy");
    pair.a.api().post(&format!("/api/v1/runs/{id}/cancel"), &json!({}));
    pair.until_free();
    look(&pair.a.api(), &pair.at_a);
    found(&pair.a.api(), &pair.at_a, ("to_peer", "udp", "ipv4"), "open");
}
