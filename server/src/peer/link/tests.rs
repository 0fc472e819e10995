use tokio::time::timeout;

use super::*;
use crate::peer::duplex::Duplex;
use crate::peer::keys::{Key, Transcript};
use crate::peer::noise;
use crate::peer::wire::{Body, Frame};

const PATIENCE: Duration = Duration::from_hours(100);

/// The two ends of an authenticated connection.
fn connection() -> (Transport, Transport) {
    let (near, far) = Duplex::pair();
    let (key, said) = (Key::from_bytes([1; 32]), Transcript::new("test"));
    let (opening, first) = noise::open(&key, &said).unwrap();
    let (accepted, second) = noise::accept(&key, &said, &first).unwrap();
    (Transport::new(near, opening.finish(&second).unwrap()), Transport::new(far, accepted))
}

/// Dials that the test answers one by one.
struct Dials(mpsc::UnboundedSender<tokio::sync::oneshot::Sender<Result<Transport, RedialError>>>);

impl Redial for Dials {
    fn redial(&self) -> BoxFuture<'static, Result<Transport, RedialError>> {
        let (answer, answered) = tokio::sync::oneshot::channel();
        let asked = self.0.send(answer);
        Box::pin(async move {
            asked.map_err(|_| RedialError::Again)?;
            answered.await.unwrap_or(Err(RedialError::Again))
        })
    }
}

struct Ends {
    dialler: (Link, mpsc::Receiver<Vec<u8>>),
    inviter: (Link, mpsc::Receiver<Vec<u8>>),
    dials: mpsc::UnboundedReceiver<tokio::sync::oneshot::Sender<Result<Transport, RedialError>>>,
    arrive: mpsc::Sender<Transport>,
}

fn ends() -> Ends {
    ends_with(LinkTiming::default())
}

fn ends_with(timing: LinkTiming) -> Ends {
    let (near, far) = connection();
    let (ask, dials) = mpsc::unbounded_channel();
    let (arrive, arriving) = mpsc::channel(1);
    Ends {
        dialler: Link::start(near, Renewal::Dial(Box::new(Dials(ask))), timing),
        inviter: Link::start(far, Renewal::Arrive(arriving), timing),
        dials,
        arrive,
    }
}

/// A link whose other end the test plays itself.
fn against_script() -> (Link, mpsc::Receiver<Vec<u8>>, crate::peer::transport::Running, mpsc::Sender<Transport>) {
    let (near, far) = connection();
    let (arrive, arriving) = mpsc::channel(1);
    let (link, messages) = Link::start(near, Renewal::Arrive(arriving), LinkTiming::default());
    (link, messages, far.start(), arrive)
}

async fn receive(messages: &mut mpsc::Receiver<Vec<u8>>) -> Vec<u8> {
    timeout(PATIENCE, messages.recv()).await.unwrap().unwrap()
}

#[tokio::test(start_paused = true)]
async fn messages_of_every_length_arrive_in_order_both_ways() {
    let mut ends = ends();
    let lengths = [0, 1, 16_000, 16_384, 100_000, MAX_LINK_MESSAGE];
    for (index, length) in lengths.into_iter().enumerate() {
        ends.dialler.0.send(vec![index as u8; length]).await.unwrap();
        ends.inviter.0.send(vec![index as u8; length]).await.unwrap();
    }
    for (index, length) in lengths.into_iter().enumerate() {
        assert_eq!(receive(&mut ends.inviter.1).await, vec![index as u8; length]);
        assert_eq!(receive(&mut ends.dialler.1).await, vec![index as u8; length]);
    }
    let too_long = ends.dialler.0.send(vec![0; MAX_LINK_MESSAGE + 1]).await;
    assert_eq!(too_long, Err(SendError::TooLong(MAX_LINK_MESSAGE + 1)));
}

#[tokio::test(start_paused = true)]
async fn a_slow_receiver_holds_the_sender_back_and_loses_nothing() {
    let mut ends = ends();
    let sender = ends.dialler.0.clone();
    let sending = tokio::spawn(async move {
        for index in 0..18u8 {
            sender.send(vec![index; MAX_LINK_MESSAGE]).await.unwrap();
        }
    });
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert!(!sending.is_finished(), "18 MiB fit nowhere");
    assert_eq!(*ends.inviter.0.state().borrow(), LinkState::Up);
    for index in 0..18u8 {
        assert_eq!(receive(&mut ends.inviter.1).await, vec![index; MAX_LINK_MESSAGE]);
    }
    timeout(PATIENCE, sending).await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_quiet_link_stays_up_by_its_heartbeats() {
    let ends = ends();
    tokio::time::sleep(Duration::from_mins(30)).await;
    for link in [&ends.dialler.0, &ends.inviter.0] {
        assert_eq!(*link.state().borrow(), LinkState::Up);
        assert!(Instant::now().into_std() - link.last_heard() <= Duration::from_millis(1100));
    }
}

#[tokio::test(start_paused = true)]
async fn a_farewell_comes_after_what_was_sent_before_it() {
    let mut ends = ends();
    for index in 0..40u8 {
        ends.dialler.0.send(vec![index; 50_000]).await.unwrap();
    }
    ends.dialler.0.close(ByeReason::Unpaired);
    for index in 0..40u8 {
        assert_eq!(receive(&mut ends.inviter.1).await, vec![index; 50_000]);
    }
    assert_eq!(ends.inviter.0.ended().await, LinkEnd::There(ByeReason::Unpaired));
    assert_eq!(ends.dialler.0.ended().await, LinkEnd::Here(ByeReason::Unpaired));
    assert_eq!(ends.inviter.1.recv().await, None);
    assert_eq!(ends.dialler.0.send(vec![]).await, Err(SendError::Ended));
}

#[tokio::test(start_paused = true)]
async fn an_untouched_link_ends_after_its_idle_time_unless_held() {
    let idle = Duration::from_mins(12);
    let ends = ends_with(LinkTiming { idle, ..LinkTiming::default() });
    let holds = (ends.dialler.0.hold(), ends.inviter.0.hold());
    tokio::time::sleep(2 * idle).await;
    drop(holds);
    tokio::time::sleep(idle.saturating_sub(Duration::from_secs(2))).await;
    assert_eq!(*ends.dialler.0.state().borrow(), LinkState::Up);
    ends.dialler.0.touch();
    assert_eq!(timeout(PATIENCE, ends.inviter.0.ended()).await, Ok(LinkEnd::Here(ByeReason::Idle)));
    assert_eq!(ends.dialler.0.ended().await, LinkEnd::There(ByeReason::Idle));
}

#[tokio::test(start_paused = true)]
async fn a_silent_connection_is_redialled_and_nothing_is_lost() {
    let (near, far) = connection();
    let (ask, mut dials) = mpsc::unbounded_channel();
    let (link, _messages) = Link::start(near, Renewal::Dial(Box::new(Dials(ask))), LinkTiming::default());
    let mut state = link.state();
    link.send(b"one".to_vec()).await.unwrap();
    let started = Instant::now();
    let answer = dials.recv().await.unwrap();
    assert!((3..=4).contains(&started.elapsed().as_secs()), "{:?}", started.elapsed());
    assert!(matches!(*state.borrow_and_update(), LinkState::Down { .. }));

    let (near, fresh) = connection();
    let (_arrive, arriving) = mpsc::channel(1);
    let (_inviter, mut messages) = Link::start(fresh, Renewal::Arrive(arriving), LinkTiming::default());
    answer.send(Ok(near)).unwrap();
    assert_eq!(receive(&mut messages).await, b"one");
    state.wait_for(|state| *state == LinkState::Up).await.unwrap();
    drop(far);
}

#[tokio::test(start_paused = true)]
async fn both_ends_go_on_after_the_connection_was_replaced() {
    let mut ends = ends();
    for round in 0..20u8 {
        for index in 0..3 {
            ends.dialler.0.send(vec![round, index]).await.unwrap();
            ends.inviter.0.send(vec![round, index, 0]).await.unwrap();
        }
        let (near, far) = connection();
        ends.arrive.send(far).await.unwrap();
        let answer = timeout(PATIENCE, ends.dials.recv()).await.unwrap().unwrap();
        answer.send(Ok(near)).unwrap();
    }
    for round in 0..20u8 {
        for index in 0..3 {
            assert_eq!(receive(&mut ends.inviter.1).await, [round, index]);
            assert_eq!(receive(&mut ends.dialler.1).await, [round, index, 0]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn dials_back_off_and_the_link_is_lost_after_fifteen_minutes() {
    let (near, far) = connection();
    let (ask, mut dials) = mpsc::unbounded_channel();
    let (link, _messages) = Link::start(near, Renewal::Dial(Box::new(Dials(ask))), LinkTiming::default());
    drop(far);
    let mut times = Vec::new();
    let started = Instant::now();
    // A dial whose question is dropped has failed.
    while dials.recv().await.is_some() {
        times.push(started.elapsed());
    }
    assert_eq!(link.ended().await, LinkEnd::Lost);
    let pauses: Vec<_> = times.windows(2).map(|pair| pair[1].abs_diff(pair[0]).as_millis()).collect();
    assert!(pauses.len() > 400 && pauses.iter().all(|pause| (200..=2001).contains(pause)), "{pauses:?}");
    assert!(pauses[4..].iter().all(|pause| *pause >= 2000), "{pauses:?}");
}

#[tokio::test(start_paused = true)]
async fn a_restarted_node_ends_the_link() {
    let (near, far) = connection();
    let (ask, mut dials) = mpsc::unbounded_channel();
    let (link, _messages) = Link::start(near, Renewal::Dial(Box::new(Dials(ask))), LinkTiming::default());
    drop(far);
    let answer = dials.recv().await.unwrap();
    answer.send(Err(RedialError::Over(LinkEnd::Restarted))).unwrap();
    assert_eq!(link.ended().await, LinkEnd::Restarted);
}

#[tokio::test(start_paused = true)]
async fn an_unreachable_dialler_is_lost_after_fifteen_minutes_unless_a_run_goes_on() {
    let (link, _messages, script, _arrive) = against_script();
    let hold = link.hold();
    drop(script);
    tokio::time::sleep(Duration::from_hours(1)).await;
    assert!(matches!(*link.state().borrow(), LinkState::Down { .. }));
    drop(hold);
    assert_eq!(timeout(PATIENCE, link.ended()).await, Ok(LinkEnd::Lost));
}

#[tokio::test(start_paused = true)]
async fn breaking_the_rules_ends_the_link() {
    let position = Frame { ack: 0, body: Body::Position { received: 0 } };
    let data = |seq| Body::Data { seq, end: true, bytes: vec![] };
    for (case, frames) in [
        ("a gap", vec![position.clone(), Frame { ack: 0, body: data(2) }]),
        ("an ack of what was never sent", vec![position.clone(), Frame { ack: 1, body: Body::Ack }]),
        ("a position beyond what was sent", vec![Frame { ack: 0, body: Body::Position { received: 9 } }]),
        ("a second position", vec![position.clone(), position.clone()]),
    ] {
        let (link, _messages, script, _arrive) = against_script();
        for frame in frames {
            script.writer.send(frame).await.unwrap();
        }
        let end = timeout(PATIENCE, link.ended()).await;
        assert_eq!(end, Ok(LinkEnd::Here(ByeReason::Violation)), "{case}");
    }
}
