//! Bytes that no well-behaved client sends: they are refused in bounded time and harm nobody.

use std::io::Write;
use std::time::Duration;

use crate::harness::api::Api;
use crate::harness::node::Node;
use crate::harness::pair::{Pair, long};
use crate::harness::raw::{connect, listen, request, say};
use crate::harness::wait::SOON;

/// Silence is borne for so long at most, on a loaded machine too.
const PATIENCE: Duration = Duration::from_secs(12);

#[test]
fn a_body_that_is_too_large_is_refused() {
    let node = Node::new("anna");
    let post = |path: &str, kind: &str, body: &str| {
        let (first, host) = (format!("POST {path} HTTP/1.1"), format!("Host: {}", node.address));
        let bearer = format!("Authorization: Bearer {}", node.token());
        request(&node.address, &[&first, &host, &bearer, &format!("Content-Type: {kind}")], body)
    };
    let long = "x".repeat(200_000);
    let answer = post("/api/v1/runs", "application/json", &format!("{{\"pairing\": \"{long}\"}}"));
    assert_eq!(answer.status(), 413, "{}", answer.text);
    assert!(answer.text.contains("too_large"), "{}", answer.text);
    assert_eq!(post("/login", "application/x-www-form-urlencoded", &format!("token={long}")).status(), 413);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let node = Node::new("anna");
    let answer =
        request(&node.address, &["GET /healthz HTTP/1.1", "Host: x", &format!("X-Long: {}", "x".repeat(60_000))], "");
    assert!(answer.closed && (answer.status() == 0 || (400..500).contains(&answer.status())), "{}", answer.status());
}

#[test]
fn what_is_not_json_or_not_asked_for_is_said_to_be_so() {
    let node = Node::new("anna");
    let post = |body: &str| {
        let bearer = format!("Authorization: Bearer {}", node.token());
        let lines = [
            "POST /api/v1/runs HTTP/1.1",
            &format!("Host: {}", node.address),
            &bearer,
            "Content-Type: application/json",
        ];
        request(&node.address, &lines, body)
    };
    for body in ["{", "[]", "null", "{\"config\": {}}", "{\"pairing\": 7}", &"[".repeat(50_000)] {
        let answer = post(body);
        assert_eq!(answer.status(), 400, "{body:.40}: {}", answer.text);
        assert!(answer.text.contains("\"code\":\"bad_request\""), "{}", answer.text);
    }
}

#[test]
fn a_head_that_comes_byte_by_byte_does_not_hold_a_connection_for_ever() {
    let node = Node::new("anna");
    let mut slow = connect(&node.address);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ").unwrap();
    let silent = connect(&node.address);
    let mut stream = connect(&node.address);
    stream.write_all(&[0xF5, 1, 2, 3]).unwrap();
    for (what, mut socket) in [("a slow head", slow), ("half a preface", stream), ("silence", silent)] {
        assert!(listen(&mut socket, PATIENCE).closed, "{what} still holds its connection");
    }
    assert_eq!(node.api().get("/healthz").status, 200);
}

#[test]
fn garbage_is_closed_and_harms_nothing() {
    let pair = Pair::on_loopback();
    let run = pair.a.api().start_run(&pair.at_a, &long());
    crate::harness::live::Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
    let preface = |filler: u8| {
        let mut bytes = vec![filler; 38];
        (bytes[0], bytes[1]) = (0xF5, 1);
        bytes
    };
    let garbage: Vec<Vec<u8>> = vec![
        vec![0],
        vec![0xFF; 1000],
        b"SSH-2.0-x\r\n".to_vec(),
        vec![0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0],
        preface(0),
        preface(7),
        vec![0xF5; 500],
        // The very run that is going on, but without the key.
        [&[0xF5, 1][..], &hex(&run), &[0, 0, 0, 0], &[9; 16]].concat(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /peer HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
    ];
    std::thread::scope(|scope| {
        for (address, bytes) in [&pair.a.address, &pair.b.address]
            .into_iter()
            .flat_map(|address| garbage.iter().map(move |bytes| (address, bytes)))
        {
            scope.spawn(move || {
                let heard = say(address, bytes, PATIENCE);
                assert!(
                    heard.closed || heard.status() >= 400,
                    "{:?}… is still open: {heard:?}",
                    &bytes[..bytes.len().min(12)]
                );
                // No stranger's stream is told that it was accepted.
                assert!(!heard.text.starts_with('\u{6}'), "{heard:?}");
            });
        }
    });
    // The run never noticed.
    let record = pair.b.api().record(&run);
    assert_eq!(record["outcome"]["state"], "measure", "{}", record["outcome"]);
    assert_eq!(record["in_effect"]["peer"]["streams"], 1);
    pair.a.api().cancel(&run);
    pair.a.api().ended(&run, SOON);
    pair.works_from(&pair.b);
}

fn hex(id: &str) -> Vec<u8> {
    (0..id.len()).step_by(2).map(|place| u8::from_str_radix(&id[place..place + 2], 16).unwrap()).collect()
}

#[test]
fn garbage_on_the_link_s_socket_is_closed() {
    let node = Node::new("anna");
    node.api().invite();
    let lines = [
        "GET /peer HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    let head: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let mut bytes = format!("{head}\r\n").into_bytes();
    // One masked binary frame of sixteen bytes that mean nothing.
    bytes.extend([0x82, 0x90, 0, 0, 0, 0]);
    bytes.extend([0xAA; 16]);
    let heard = say(&node.address, &bytes, PATIENCE);
    assert_eq!(heard.status(), 101, "{}", heard.text);
    assert!(heard.closed);
    // Nothing was tried, so nothing was charged.
    assert_eq!(node.api().node()["invitation"]["tries_left"], 20);
}

#[test]
fn many_connections_that_say_nothing_leave_room_for_one_that_does() {
    let node = Node::new("anna");
    let _idle: Vec<_> = (0..200).map(|_| connect(&node.address)).collect();
    assert_eq!(Api::new(&node.address, "").get("/healthz").status, 200);
}
