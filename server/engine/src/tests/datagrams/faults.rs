//! Flows that do not come up, said with what helps.

use std::net::{SocketAddr, UdpSocket};

use pairperf_shared::plan::Role;

use super::pair::{Shape, free_ports};
use crate::tests::pair::{End, Story};
use crate::{Ending, EngineError};

fn hasty(streams: u32) -> Shape {
    Shape { prepare_ms: 200, ..Shape::new(streams, Role::Sender) }
}

fn failure(story: &Story) -> &EngineError {
    match &story.finish().ending {
        Ending::Failed(error) => error,
        other => panic!("{other:?}"),
    }
}

/// What the end says when it gives up.
fn says(mut end: End) -> (&'static str, String) {
    let story = end.story();
    let error = failure(&story);
    let said = (error.code(), error.to_string());
    end.release();
    said
}

#[test]
fn an_address_that_says_nothing_is_named_with_the_port_to_open() {
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let (code, message) = says(hasty(8).dial(address, 7));
    assert_eq!(code, "udp_unanswered");
    let expected = format!(
        "UDP stream 1 of 8 to {address} was not answered within 1 s: nothing came back; allow UDP port {} there",
        address.port()
    );
    assert_eq!(message, expected);
}

#[test]
fn a_refusal_is_told_as_one() {
    let closed = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, message) = says(hasty(1).dial(closed, 7));
    assert_eq!(code, "udp_unanswered");
    assert!(message.contains("it was refused"), "{message}");
}

#[test]
fn a_wrong_key_opens_nothing() {
    let shape = hasty(2);
    let (acceptor, address) = shape.accept(7);
    let dialler = shape.dial(address, 8);
    let (code, message) = says(dialler);
    assert_eq!(code, "udp_unanswered");
    assert!(message.contains("nothing came back"), "{message}");
    let (code, message) = says(acceptor);
    assert_eq!(code, "udp_not_come");
    let expected = format!("UDP stream 1 of 2 did not come to {address} within 1 s (0 of 2 did)");
    assert!(message.starts_with(&expected), "{message}");
}

#[test]
fn a_port_in_use_is_named() {
    let first = free_ports(3);
    let _taken = UdpSocket::bind(("127.0.0.1", first + 1)).unwrap();
    let (code, message) = says(Shape { base_port: Some(first), ..hasty(3) }.accept(7).0);
    assert_eq!(code, "udp_port");
    assert!(
        message
            .starts_with(&format!("stream 2 of 3: UDP port {} on 127.0.0.1 is in use by another process", first + 1)),
        "{message}"
    );
}

#[test]
fn ports_that_there_are_not_are_not_asked_for() {
    let shape = Shape { base_port: Some(65_534), ..hasty(3) };
    let address: SocketAddr = "127.0.0.1:65534".parse().unwrap();
    let (code, message) = says(shape.dial(address, 7));
    assert_eq!(code, "udp_port");
    assert!(message.contains("beyond 65535"), "{message}");
}

#[test]
fn an_address_without_a_way_is_told_at_once() {
    // Reserved for documentation, and to be routed nowhere (RFC 3849); this host may have a default route, though.
    let (code, message) = says(hasty(1).dial("[2001:db8::1]:7575".parse().unwrap(), 7));
    assert!(matches!(code, "stream_connect" | "udp_unanswered" | "local_ports"), "{code}: {message}");
    assert!(message.contains("[2001:db8::1]:7575"), "{message}");
}
