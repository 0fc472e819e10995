//! Whole nodes over loopback, with a relay between them where the network has to misbehave.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, State, WebSocketUpgrade};
use axum::routing::get;
use pairperf_shared::join::JoinCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::*;

const PATIENCE: Duration = Duration::from_secs(30);

/// A node that listens on a port of its own.
struct Node {
    peers: Peers,
    links: mpsc::Receiver<NewLink>,
    address: SocketAddr,
    _serving: JoinSet<()>,
}

async fn node(name: &str) -> Node {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    node_on(name, listener)
}

fn node_on(name: &str, listener: TcpListener) -> Node {
    let address = listener.local_addr().unwrap();
    let (links_in, links) = mpsc::channel(4);
    let identity = Identity { node: name.to_owned(), version: "0.1.0".to_owned() };
    let introduction = format!("I am {name}").into_bytes();
    let peers = Peers::new(PeersSetup::new(identity, move || introduction.clone(), links_in));
    let router = Router::new().route(
        "/peer",
        get(
            async |State((peers, here)): State<(Peers, SocketAddr)>,
                   ConnectInfo(there): ConnectInfo<SocketAddr>,
                   upgrade: WebSocketUpgrade| {
                bounded(upgrade).on_upgrade(async move |socket| peers.accept(socket, LinkEnds { here, there }).await)
            },
        ),
    );
    let service = router.with_state((peers.clone(), address)).into_make_service_with_connect_info::<SocketAddr>();
    let mut serving = JoinSet::new();
    serving.spawn(async move { axum::serve(listener, service).await.unwrap() });
    Node { peers, links, address, _serving: serving }
}

impl Node {
    async fn link(&mut self) -> NewLink {
        timeout(PATIENCE, self.links.recv()).await.unwrap().unwrap()
    }
}

/// Waits for the first event that the picker takes.
async fn event<T>(events: &mut broadcast::Receiver<PeerEvent>, pick: impl Fn(PeerEvent) -> Option<T>) -> T {
    let picked = async {
        loop {
            if let Some(picked) = pick(events.recv().await.unwrap()) {
                return picked;
            }
        }
    };
    timeout(PATIENCE, picked).await.unwrap()
}

/// Dials and waits for the failure.
async fn failure(node: &Node, target: &str, code: JoinCode) -> Arc<PeerError> {
    let mut events = node.peers.events();
    let id = node.peers.pair(target, code).unwrap();
    let error = event(&mut events, |event| match event {
        PeerEvent::Failed(failed, error) if failed == id => Some(error),
        _ => None,
    });
    let error = error.await;
    assert!(matches!(node.peers.get(id).unwrap().state, PairingState::Failed(_)));
    error
}

async fn ended(events: &mut broadcast::Receiver<PeerEvent>, id: PairingId) -> LinkEnd {
    let pick = |event| match event {
        PeerEvent::Ended(ended, end) if ended == id => Some(end),
        _ => None,
    };
    event(events, pick).await
}

async fn pair(dialler: &mut Node, inviter: &mut Node, target: SocketAddr) -> (NewLink, NewLink) {
    let code = inviter.peers.invite().unwrap().code;
    dialler.peers.pair(&target.to_string(), code).unwrap();
    (dialler.link().await, inviter.link().await)
}

/// Forwards to `to`, and cuts each connection after so many bytes from the dialler. Counts connections.
async fn cutting_relay(to: SocketAddr, after: usize) -> (SocketAddr, Arc<AtomicUsize>, JoinSet<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    let mut relaying = JoinSet::new();
    relaying.spawn(async move {
        let mut cut = JoinSet::new();
        while let Ok((near, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            cut.spawn(async move {
                let Ok(far) = TcpStream::connect(to).await else { return };
                let ((mut near_in, mut near_out), (mut far_in, mut far_out)) = (near.into_split(), far.into_split());
                let back = tokio::io::copy(&mut far_in, &mut near_out);
                let there = async {
                    let mut buffer = [0; 4096];
                    let mut left = after;
                    while left > 0 {
                        let wanted = left.min(buffer.len());
                        let Ok(read @ 1..) = near_in.read(&mut buffer[..wanted]).await else { return };
                        left -= read;
                        if far_out.write_all(&buffer[..read]).await.is_err() {
                            return;
                        }
                    }
                };
                tokio::select! {
                    _ = back => {}
                    () = there => {}
                }
            });
        }
    });
    (address, connections, relaying)
}

#[tokio::test]
async fn two_nodes_pair_and_know_each_other() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let target = inviter.address;
    let (mut here, mut there) = pair(&mut dialler, &mut inviter, target).await;
    assert_eq!(here.paired.id, there.paired.id);
    assert_eq!((here.paired.role, there.paired.role), (LinkRole::Dialler, LinkRole::Inviter));
    assert_eq!(here.paired.introduction, b"I am inviter");
    assert_eq!(there.paired.introduction, b"I am dialler");
    assert_eq!((here.paired.address, there.paired.address), (inviter.address, here.paired.local));
    assert_eq!(there.paired.local, inviter.address);
    here.paired.link.send(b"over".to_vec()).await.unwrap();
    there.paired.link.send(b"back".to_vec()).await.unwrap();
    assert_eq!(timeout(PATIENCE, there.messages.recv()).await.unwrap().unwrap(), b"over");
    assert_eq!(timeout(PATIENCE, here.messages.recv()).await.unwrap().unwrap(), b"back");
    assert_eq!(inviter.peers.invitation().borrow().ended, Some(InvitationEnd::Used));
}

#[tokio::test]
async fn a_link_that_is_cut_again_and_again_loses_nothing_and_repeats_nothing() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let (relay, connections, _relaying) = cutting_relay(inviter.address, 150_000).await;
    let (here, there) = pair(&mut dialler, &mut inviter, relay).await;

    let message = |number: u32| {
        let mut bytes = number.to_be_bytes().to_vec();
        bytes.resize(4 + (number as usize * 7919) % 60_000, number as u8);
        bytes
    };
    let send = async |link: &Link| {
        for number in 0..50 {
            link.send(message(number)).await.unwrap();
        }
    };
    let check = async |mut messages: mpsc::Receiver<Vec<u8>>| {
        for number in 0..50 {
            assert!(messages.recv().await.unwrap() == message(number), "message {number}");
        }
        messages
    };
    let all = async {
        tokio::join!(send(&here.paired.link), send(&there.paired.link), check(here.messages), check(there.messages))
    };
    let ((), (), mut at_dialler, mut at_inviter) = timeout(2 * PATIENCE, all).await.unwrap();
    assert!(connections.load(Ordering::Relaxed) > 5, "the relay did cut");
    assert!(at_dialler.try_recv().is_err() && at_inviter.try_recv().is_err());
}

#[tokio::test]
async fn ending_a_pairing_ends_it_at_both_nodes() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let target = inviter.address;
    let (here, mut there) = pair(&mut dialler, &mut inviter, target).await;
    let id = here.paired.id;
    let mut events = [dialler.peers.events(), inviter.peers.events()];
    assert!(dialler.peers.end(id));
    assert_eq!(ended(&mut events[0], id).await, LinkEnd::Here(ByeReason::Unpaired));
    assert_eq!(ended(&mut events[1], id).await, LinkEnd::There(ByeReason::Unpaired));
    assert_eq!(there.messages.recv().await, None);
    assert!(dialler.peers.live().is_empty() && inviter.peers.live().is_empty());
    assert!(matches!(dialler.peers.get(id).unwrap().state, PairingState::Ended(..)));
    assert!(dialler.peers.end(id) && dialler.peers.get(id).is_none());
    assert!(!dialler.peers.end(id));
}

#[tokio::test]
async fn pairing_the_same_node_again_replaces_the_older_pairing() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let target = inviter.address;
    let (older, _) = pair(&mut dialler, &mut inviter, target).await;
    let (newer, _) = pair(&mut dialler, &mut inviter, target).await;
    let end = timeout(PATIENCE, older.paired.link.ended()).await.unwrap();
    assert!(matches!(end, LinkEnd::Here(ByeReason::Replaced) | LinkEnd::There(ByeReason::Replaced)));
    assert_eq!(*newer.paired.link.state().borrow(), LinkState::Up);
}

#[tokio::test]
async fn a_node_keeps_sixteen_pairings_and_refuses_one_more() {
    let mut inviter = node("inviter").await;
    let target = inviter.address;
    let mut kept = Vec::new();
    for number in 0..MAX_PAIRINGS {
        let mut dialler = node(&format!("dialler-{number}")).await;
        kept.push((pair(&mut dialler, &mut inviter, target).await, dialler));
    }
    let code = inviter.peers.invite().unwrap().code;
    let one_more = node("one-more").await;
    let error = failure(&one_more, &target.to_string(), code).await;
    assert_eq!(error.code(), "too_many_pairings", "{error}");
    assert_eq!(inviter.peers.live().len(), MAX_PAIRINGS);
}

#[tokio::test]
async fn a_node_that_was_restarted_has_forgotten_the_pairing() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let (relay, _, mut relaying) = cutting_relay(inviter.address, 20_000).await;
    let (here, there) = pair(&mut dialler, &mut inviter, relay).await;
    // The relay's port now leads to a new process of the same node.
    relaying.shutdown().await;
    drop((inviter, there));
    let restarted = node_on("inviter", TcpListener::bind(relay).await.unwrap());
    assert_eq!(timeout(PATIENCE, here.paired.link.ended()).await.unwrap(), LinkEnd::Restarted);
    assert!(restarted.peers.list().is_empty());
}

#[tokio::test]
async fn a_shut_down_node_says_goodbye() {
    let (mut dialler, mut inviter) = (node("dialler").await, node("inviter").await);
    let target = inviter.address;
    let (here, _there) = pair(&mut dialler, &mut inviter, target).await;
    timeout(PATIENCE, inviter.peers.shut_down()).await.unwrap();
    assert_eq!(here.paired.link.ended().await, LinkEnd::There(ByeReason::Shutdown));
}

#[tokio::test]
async fn failures_have_their_own_codes_and_name_the_address() {
    let (dialler, inviter) = (node("dialler").await, node("inviter").await);
    let wrong = || JoinCode::from_random([0; 7]);
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap().local_addr().unwrap();
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let rude = silent.local_addr().unwrap();
    let mut hanging_up = JoinSet::new();
    hanging_up.spawn(async move {
        while let Ok((mut stream, _)) = silent.accept().await {
            let _ = stream.write_all(b"SSH-2.0-other\r\n").await;
        }
    });

    let checks = [
        (nobody, "unreachable"),
        (rude, "not_a_pairperf"),
        (dialler.address, "self_pairing"),
        (inviter.address, "not_inviting"),
    ];
    for (address, code) in checks {
        let error = failure(&dialler, &address.to_string(), wrong()).await;
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(&address.to_string()), "{error}");
        assert!(!error.to_string().ends_with('.') && !error.hint().ends_with('.'));
    }
    inviter.peers.invite().unwrap();
    assert_eq!(failure(&dialler, &inviter.address.to_string(), wrong()).await.code(), "code_refused");
    assert_eq!(failure(&dialler, "no-such-host.invalid", wrong()).await.code(), "unreachable");
    assert_eq!(dialler.peers.pair("a b", wrong()).unwrap_err().code(), "bad_address");
    assert_eq!(inviter.peers.invite().unwrap().tries_left, 19);
}

#[tokio::test]
async fn the_page_sees_the_steps_of_a_dial() {
    let (dialler, inviter) = (node("dialler").await, node("inviter").await);
    let mut events = dialler.peers.events();
    let code = inviter.peers.invite().unwrap().code;
    let id = dialler.peers.pair(&inviter.address.to_string(), code).unwrap();
    for step in [Step::Reach, Step::Versions, Step::Verify, Step::Introduce] {
        let progress = event(&mut events, |event| match event {
            PeerEvent::Step(of, progress) if of == id && progress.step == step => Some(progress),
            _ => None,
        });
        progress.await;
    }
    let paired = event(&mut events, |event| match event {
        PeerEvent::Paired(paired) => Some(paired),
        _ => None,
    });
    assert_eq!(paired.await.id, id);
}

#[test]
fn nothing_secret_is_in_debug_output() {
    let code = JoinCode::from_random([17; 7]);
    let open = OpenInvitation { code: code.clone(), expires_at: std::time::Instant::now(), tries_left: 20 };
    let shown = format!("{:?}", PeerEvent::Invitation(InvitationView { open: Some(open), ended: None }));
    assert!(!shown.contains(code.symbols()) && !shown.contains(&code.to_string()), "{shown}");
}
