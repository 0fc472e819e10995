use std::cell::RefCell;
use std::future::pending;
use std::net::IpAddr;
use std::time::Duration;

use pairperf_shared::join::JoinCode;
use proptest::prelude::*;
use tokio::sync::mpsc;
use tokio::time::advance;

use super::*;
use crate::peer::code::{InvitationEnd, InvitationLimits};
use crate::peer::door::{Door, Guest};
use crate::peer::duplex::{Duplex, MAX_MESSAGE};
use crate::peer::hello::{Answer, Hello, Intent};
use crate::peer::identity::{Identity, PairingId};
use crate::peer::keys::Key;
use crate::peer::transport::Transport;

const MINUTE: Duration = Duration::from_mins(1);
const PAIRING: PairingId = PairingId::from_random([5; 16]);

fn named(node: &str) -> Identity {
    Identity { node: node.to_owned(), version: "0.1.0".to_owned() }
}

fn door() -> Door {
    Door::new(named("inviter"), InvitationLimits::default(), Duration::from_secs(10))
}

fn dialler() -> Dialler {
    Dialler { identity: named("dialler"), pairing: PAIRING, deadline: Duration::from_secs(10) }
}

fn source(last: u8) -> IpAddr {
    [10, 0, 0, last].into()
}

fn wrong_code() -> JoinCode {
    JoinCode::from_random([0; 7])
}

/// The shape of what the inviter sent: the first byte and length of each message.
type Shape = Vec<(u8, usize)>;

/// A dial through a relay that notes what the inviter sends.
async fn attempt(
    door: &Door,
    from: IpAddr,
    code: &JoinCode,
) -> (Result<Established, HandshakeError>, Result<Arrival, HandshakeError>, Shape) {
    let (outer, mut near) = Duplex::pair();
    let (mut far, inner) = Duplex::pair();
    let shape = RefCell::new(Shape::new());
    let relay = async {
        loop {
            tokio::select! {
                Ok(message) = near.recv() => drop(far.send(message).await),
                Ok(message) = far.recv() => {
                    shape.borrow_mut().push((message[0], message.len()));
                    drop(near.send(message).await);
                }
                else => pending::<()>().await,
            }
        }
    };
    let node = dialler();
    let dialled = node.pair(outer, code, &|_| {});
    let ends = async { tokio::join!(dialled, answer(door, inner, from)) };
    let (dialled, answered) = tokio::select! {
        ends = ends => ends,
        () = relay => unreachable!("the relay never ends by itself"),
    };
    (dialled, answered, shape.into_inner())
}

fn is_refused(result: &Result<Established, HandshakeError>) -> bool {
    matches!(result, Err(HandshakeError::CodeRefused))
}

#[tokio::test(start_paused = true)]
async fn the_right_code_leads_to_one_key_at_both_ends() {
    let door = door();
    let code = door.invite().unwrap().code;
    let (dialled, arrived, _) = attempt(&door, source(1), &code).await;
    let (dialled, Arrival::Paired(arrived)) = (dialled.unwrap(), arrived.unwrap()) else {
        panic!("not a pairing");
    };
    assert_eq!(dialled.link_key.as_bytes(), arrived.link_key.as_bytes());
    assert_eq!((dialled.pairing, arrived.pairing), (PAIRING, PAIRING));
    assert_eq!((dialled.peer, arrived.peer), (named("inviter"), named("dialler")));
    assert_eq!(door.subscribe().borrow().ended, Some(InvitationEnd::Used));
}

#[tokio::test(start_paused = true)]
async fn wrong_used_expired_withdrawn_and_blocked_look_alike() {
    let mut shapes = Vec::new();
    let mut refuse = async |door: &Door, from: IpAddr, code: &JoinCode, case: &str| {
        let (dialled, _, shape) = attempt(door, from, code).await;
        assert!(is_refused(&dialled), "{case}: {dialled:?}");
        // The answer to the hello holds a nonce but always has the same length.
        shapes.push((case.to_owned(), shape));
    };

    let wrong = door();
    let code = wrong.invite().unwrap().code;
    for _ in 0..3 {
        refuse(&wrong, source(1), &wrong_code(), "wrong").await;
    }
    refuse(&wrong, source(1), &code, "blocked source, right code").await;
    assert_eq!(wrong.invite().unwrap().tries_left, 17);
    assert!(wrong.withdraw());
    refuse(&wrong, source(2), &code, "withdrawn").await;

    let used = door();
    let code = used.invite().unwrap().code;
    assert!(attempt(&used, source(1), &code).await.0.is_ok());
    refuse(&used, source(1), &code, "used").await;

    let expired = door();
    let code = expired.invite().unwrap().code;
    advance(10 * MINUTE).await;
    refuse(&expired, source(1), &code, "expired").await;

    let (_, first) = &shapes[0];
    for (case, shape) in &shapes {
        assert_eq!(shape, first, "{case}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_does_not_invite_says_so() {
    let door = door();
    let expect = |result: Result<Established, HandshakeError>| {
        assert!(matches!(result, Err(HandshakeError::Refused { refusal: Refusal::NotInviting, .. })));
    };
    expect(attempt(&door, source(1), &wrong_code()).await.0);
    door.invite().unwrap();
    advance(20 * MINUTE).await;
    expect(attempt(&door, source(1), &wrong_code()).await.0);
}

#[tokio::test(start_paused = true)]
async fn a_node_does_not_pair_with_itself() {
    let door = Door::new(named("dialler"), InvitationLimits::default(), Duration::from_secs(10));
    let code = door.invite().unwrap().code;
    let (dialled, _, _) = attempt(&door, source(1), &code).await;
    assert!(matches!(dialled, Err(HandshakeError::Refused { refusal: Refusal::SelfPairing, .. })));
}

#[tokio::test(start_paused = true)]
async fn another_version_is_refused_by_both_sides_with_both_versions_said() {
    let door = door();
    let (mut near, far) = Duplex::pair();
    let later = br#"{"pairperf":99,"version":"2.0.0","node":"later","intent":"pair"}"#;
    let script = async {
        near.send(later.to_vec()).await.unwrap();
        near.recv().await.unwrap()
    };
    let (answered, said) = tokio::join!(answer(&door, far, source(1)), script);
    assert!(matches!(answered, Err(HandshakeError::Version { theirs: 99, .. })));
    let (peer, refusal) = Answer::read(&said).unwrap();
    assert_eq!((peer, refusal), (named("inviter"), Some(Refusal::VersionMismatch)));

    let (near, mut far) = Duplex::pair();
    let node = dialler();
    let code = wrong_code();
    let script = async {
        far.recv().await.unwrap();
        let answer = br#"{"pairperf":99,"version":"2.0.0","node":"later","answer":"no"}"#;
        far.send(answer.to_vec()).await.unwrap();
    };
    let (dialled, ()) = tokio::join!(node.pair(near, &code, &|_| {}), script);
    let Err(HandshakeError::Version { theirs: 99, peer }) = dialled else { panic!("{dialled:?}") };
    assert_eq!(peer.version, "2.0.0");
}

#[tokio::test(start_paused = true)]
async fn a_reflected_exchange_is_refused_at_both_ends() {
    let (near, mut far) = Duplex::pair();
    let mirror = async {
        far.recv().await.unwrap();
        far.send(Answer::proceed(&named("inviter"), [1; 16])).await.unwrap();
        for _ in 0..2 {
            let message = far.recv().await.unwrap();
            far.send(message).await.unwrap();
        }
    };
    let (node, code) = (dialler(), wrong_code());
    let (dialled, ()) = tokio::join!(node.pair(near, &code, &|_| {}), mirror);
    assert!(is_refused(&dialled), "{dialled:?}");

    let door = door();
    door.invite().unwrap();
    let (mut near, far) = Duplex::pair();
    let mirror = async {
        near.send(Hello::write(&named("dialler"), Intent::Pair, PAIRING, [1; 16])).await.unwrap();
        near.recv().await.unwrap();
        // Any exchange of the inviter's role; its own answer then comes back as the confirmation.
        near.send([&[1, 0x42][..], &[0; 32]].concat()).await.unwrap();
        let mut message = near.recv().await.unwrap();
        message[0] = 2;
        near.send(message).await.unwrap();
        near.recv().await.unwrap()
    };
    let (answered, last) = tokio::join!(answer(&door, far, source(1)), mirror);
    assert!(matches!(answered, Err(HandshakeError::CodeRefused)));
    assert_eq!(last, [4]);
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_handshake_costs_a_try() {
    let door = door();
    door.invite().unwrap();
    let (mut near, far) = Duplex::pair();
    let script = async {
        near.send(Hello::write(&named("dialler"), Intent::Pair, PAIRING, [1; 16])).await.unwrap();
        near.recv().await.unwrap();
        near.send([&[1, 0x41][..], &[0; 32]].concat()).await.unwrap();
        near.recv().await.unwrap();
        drop(near);
    };
    let (answered, ()) = tokio::join!(answer(&door, far, source(1)), script);
    assert!(answered.is_err());
    assert_eq!(door.invite().unwrap().tries_left, 19);
}

#[tokio::test(start_paused = true)]
async fn each_step_has_a_deadline() {
    let (near, _far) = Duplex::pair();
    let (node, code) = (dialler(), wrong_code());
    let dialled = node.pair(near, &code, &|_| {}).await;
    assert!(matches!(dialled, Err(HandshakeError::TimedOut(Step::Versions))), "{dialled:?}");
    let (_near, far) = Duplex::pair();
    let answered = answer(&door(), far, source(1)).await;
    assert!(matches!(answered, Err(HandshakeError::TimedOut(Step::Versions))), "{answered:?}");
}

#[tokio::test(start_paused = true)]
async fn a_fifth_stranger_of_one_source_is_told_to_wait() {
    let door = door();
    let slots: Vec<_> = (0..4).map(|_| door.enter(source(1).into()).unwrap()).collect();
    let (dialled, ..) = attempt(&door, source(1), &wrong_code()).await;
    assert!(matches!(dialled, Err(HandshakeError::Refused { refusal: Refusal::Busy, .. })));
    drop(slots);
}

async fn resume(door: &Door, key: Key) -> (Result<Transport, HandshakeError>, Result<Arrival, HandshakeError>) {
    let (near, far) = Duplex::pair();
    let node = dialler();
    tokio::join!(node.resume(near, &key), answer(door, far, source(1)))
}

#[tokio::test(start_paused = true)]
async fn a_known_pairing_resumes_with_its_key_alone() {
    let door = door();
    let key = || Key::from_bytes([3; 32]);
    let refused = |result: &Result<Transport, HandshakeError>, expected| matches!(result, Err(HandshakeError::Refused { refusal, .. }) if *refusal == expected);
    let (dialled, _) = resume(&door, key()).await;
    assert!(refused(&dialled, Refusal::UnknownPairing), "{dialled:?}");

    let (transports, _arriving) = mpsc::channel(1);
    door.admit(Guest { pairing: PAIRING, link_key: key(), transports });
    let (dialled, arrived) = resume(&door, key()).await;
    assert!(dialled.is_ok());
    assert!(matches!(arrived, Ok(Arrival::Resumed { guest, .. }) if guest.pairing == PAIRING));

    let (dialled, arrived) = resume(&door, Key::from_bytes([4; 32])).await;
    assert!(matches!(dialled, Err(HandshakeError::ResumeRefused)), "{dialled:?}");
    assert!(arrived.is_err());

    door.dismiss(PAIRING);
    let (dialled, _) = resume(&door, key()).await;
    assert!(refused(&dialled, Refusal::EndedPairing), "{dialled:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn foreign_messages_never_panic(messages in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 1..5), kinds: bool) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let door = door();
            door.invite().unwrap();
            let (mut near, far) = Duplex::pair();
            let hello = kinds.then(|| Hello::write(&named("x"), Intent::Pair, PAIRING, [1; 16]));
            let numbered = (1u8..).zip(messages).map(|(kind, mut message)| {
                if let (true, Some(first)) = (kinds, message.first_mut()) {
                    *first = kind;
                }
                message
            });
            let script = async move {
                for message in hello.into_iter().chain(numbered).chain([vec![0; MAX_MESSAGE + 1]]) {
                    if near.send(message).await.is_err() {
                        return;
                    }
                }
                while near.recv().await.is_ok() {}
            };
            let (answered, ()) = tokio::join!(answer(&door, far, source(1)), script);
            assert!(answered.is_err());
        });
    }
}
