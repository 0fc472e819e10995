//! How often a code may be tried, and who is told what is left.

use pairperf_shared::JoinCode;

use crate::harness::net::Hosts;
use crate::harness::node::{Node, Setup};

fn wrong(number: u8) -> String {
    JoinCode::from_random([number, 9, 8, 7, 6, 5, 4]).to_string()
}

#[test]
fn a_source_that_failed_three_times_is_refused_even_with_the_right_code() {
    let hosts = Hosts::new();
    let a = Setup::named("anna").on(&hosts.a).start();
    let b = Setup::named("bert").on(&hosts.b).start();
    let code = a.api().invite();
    for number in 0..3 {
        let failed = b.api().join(&a.address, &wrong(number));
        assert_eq!(failed["error"]["code"], "code_refused", "{failed}");
        // What is left is the inviter's to know.
        assert!(!failed.to_string().contains("tries"), "{failed}");
        assert_eq!(a.api().node()["invitation"]["tries_left"], 19 - number);
    }
    let right = b.api().join(&a.address, &code);
    assert_eq!(right["error"]["code"], "code_refused", "{right}");
    // Refused without being counted: one source alone can't use up the invitation.
    assert_eq!(a.api().node()["invitation"]["tries_left"], 17);
    // It stands for everyone else, here for the node on this machine's own address.
    let c = Node::new("carl");
    let paired = c.api().join(&a.address, &code);
    assert_eq!(paired["state"], "paired", "{paired}");
    assert_eq!(paired["peer"]["name"], "anna");
}

#[test]
fn a_new_invitation_is_a_new_chance() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    a.api().invite();
    for number in 0..4 {
        b.api().join(&a.address, &wrong(number));
    }
    a.api().delete("/api/v1/invitations").expect(204);
    let code = a.api().invite();
    assert_eq!(b.api().join(&a.address, &code)["state"], "paired");
}
