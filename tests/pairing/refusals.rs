//! What is refused, and how it is said.

use std::io::{Read, Write};
use std::net::TcpListener;

use pairperf_shared::JoinCode;
use serde_json::{Value, json};

use crate::harness::node::Node;
use crate::harness::raw::{connect, request};

/// A well-formed code that is not the one given.
fn another(code: &str) -> String {
    let other = JoinCode::from_random([1, 2, 3, 4, 5, 6, 7]).to_string();
    if other == code { JoinCode::from_random([7; 7]).to_string() } else { other }
}

#[track_caller]
fn refused(pairing: &Value, code: &str) -> String {
    assert_eq!((&pairing["state"], &pairing["error"]["code"]), (&json!("failed"), &json!(code)), "{pairing}");
    assert!(pairing["error"]["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "no hint: {pairing}");
    pairing["error"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_wrong_a_used_and_a_withdrawn_code_are_one_refusal() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let code = a.api().invite();
    let wrong = refused(&b.api().join(&a.address, &another(&code)), "code_refused");
    a.api().delete("/api/v1/invitations").expect(204);
    let withdrawn = refused(&b.api().join(&a.address, &code), "code_refused");
    let code = a.api().invite();
    b.api().join(&a.address, &code);
    let used = refused(&b.api().join(&a.address, &code), "code_refused");
    assert_eq!(wrong, withdrawn);
    assert_eq!(wrong, used);
    assert!(wrong.contains(&a.address), "{wrong}");
}

#[test]
fn a_typing_error_is_found_before_the_network_is_touched() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let code = a.api().invite();
    let mut typo = code.clone().into_bytes();
    typo[0] = if typo[0] == b'7' { b'8' } else { b'7' };
    let typo = String::from_utf8(typo).unwrap();
    for wrong in [typo.as_str(), "", "7K3F", "7K3F-Q9R!", "UUUU-UUUU"] {
        let ask = json!({"address": a.address, "code": wrong});
        let error = b.api().post("/api/v1/pairings", &ask).refused(400, "bad_code");
        assert_eq!(error["field"], "code", "{error}");
    }
    assert_eq!(a.api().node()["invitation"]["tries_left"], 20);
    assert!(b.api().pairings().is_empty());
}

#[test]
fn a_bad_address_names_the_field() {
    let b = Node::new("bert");
    for wrong in ["", "a b", "10.0.0.4:0", "[fd00::1"] {
        let ask = json!({"address": wrong, "code": another("")});
        let error = b.api().post("/api/v1/pairings", &ask).refused(400, "bad_address");
        assert_eq!(error["field"], "address", "{error}");
    }
    b.api().post("/api/v1/pairings", &json!({"address": "x"})).refused(400, "bad_request");
    b.api().post("/api/v1/pairings", &json!({"address": "x", "code": "y", "more": 1})).refused(400, "bad_request");
}

#[test]
fn a_node_does_not_pair_with_itself() {
    let a = Node::new("anna");
    let code = a.api().invite();
    let message = refused(&a.api().join(&a.address, &code), "self_pairing");
    assert!(message.contains("itself"), "{message}");
    // Said before the code was tried.
    assert_eq!(a.api().node()["invitation"]["tries_left"], 20);
}

#[test]
fn a_node_that_never_invited_says_so() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let message = refused(&b.api().join(&a.address, &another("")), "not_inviting");
    assert!(message.contains(&a.address), "{message}");
}

#[test]
fn where_nothing_listens_address_and_port_are_named() {
    let b = Node::new("bert");
    // Bound and let go again: nothing listens there.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let message = refused(&b.api().join(&free, &another("")), "unreachable");
    assert!(message.contains(&free) && message.contains("refused"), "{message}");
    let message = refused(&b.api().join("no-such-host.invalid:7575", &another("")), "unreachable");
    assert!(message.contains("no-such-host.invalid:7575") && message.contains("resolve"), "{message}");
}

/// A server that takes every connection and answers with that; the address.
fn foreign(answer: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for mut socket in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 1024];
            // Whatever it says, the answer is the same.
            let _ = socket.read(&mut request);
            let _ = socket.write_all(answer);
        }
    });
    address
}

#[test]
fn what_is_no_pairperf_is_called_so() {
    let b = Node::new("bert");
    let servers = [
        foreign(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"),
        foreign(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        foreign(b"SSH-2.0-OpenSSH_9.2\r\n"),
        foreign(b""),
    ];
    for address in &servers {
        let message = refused(&b.api().join(address, &another("")), "not_a_pairperf");
        assert!(message.contains(address.as_str()), "{message}");
    }
}

#[test]
fn a_page_can_not_come_as_a_node() {
    let a = Node::new("anna");
    let upgrade = |more: &'static str| {
        let host = format!("Host: {}", a.address);
        let mut lines =
            vec!["GET /peer HTTP/1.1", &host, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
        lines.extend(["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", more].iter().filter(|line| !line.is_empty()));
        let head: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        crate::harness::raw::say(&a.address, format!("{head}\r\n").as_bytes(), std::time::Duration::from_millis(500))
    };
    assert_eq!(upgrade("").status(), 101);
    for origin in ["Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1"] {
        let answer = upgrade(origin);
        assert_eq!(answer.status(), 403, "{origin}: {}", answer.text);
        assert!(answer.text.contains("bad_origin"), "{}", answer.text);
    }
    // Another name in Host is fine there: a node may have been told any name.
    assert_eq!(request(&a.address, &["GET /peer HTTP/1.1", "Host: whatever.example"], "").status(), 400);
}

#[test]
fn strangers_at_the_door_do_not_keep_others_out() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    // Connections that say nothing at all.
    let _idle: Vec<_> = (0..20).map(|_| connect(&a.address)).collect();
    let code = a.api().invite();
    assert_eq!(b.api().join(&a.address, &code)["state"], "paired");
}
