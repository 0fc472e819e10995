//! What goes wrong is said by name, and in time.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Loop, Role, RolePlan, Timing};
use pairperf_shared::sample::Mark;
use socket2::SockRef;

use super::pair::{End, Shape, Story, dial, serve};
use crate::{Ending, EngineError, Open};

fn failure(story: &Story) -> &EngineError {
    match &story.finish().ending {
        Ending::Failed(error) => error,
        other => panic!("not a failure but {other:?}"),
    }
}

fn hasty(shape: Shape, opens: bool) -> RolePlan {
    let plan = shape.plan(opens);
    RolePlan { timing: Timing { prepare_deadline_ms: 200, ..plan.timing }, ..plan }
}

#[test]
fn a_refused_connection_names_the_stream_and_the_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let mut end = End::start(Shape::new(8, Loop::Blocking, Role::Sender).plan(true), dial(address));
    let story = end.story();
    assert_eq!(failure(&story).code(), "stream_refused");
    let message = failure(&story).to_string();
    assert!(
        message.starts_with("stream ") && message.contains(&format!(" of 8: connecting to {address} was refused")),
        "{message}"
    );
    end.release();
}

#[test]
fn a_listener_that_says_nothing_is_not_waited_for_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let end = End::start(hasty(Shape::new(2, Loop::Blocking, Role::Sender), true), dial(address));
    let story = end.story();
    assert!(
        matches!(failure(&story), EngineError::ConnectDeadline { stream: 0, of: 2, step: "accept the stream", .. }),
        "{:?}",
        story.finish()
    );
}

#[test]
fn a_server_that_closes_a_stream_has_turned_it_away() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let end = End::start(Shape::new(1, Loop::Blocking, Role::Sender).plan(true), dial(address));
    drop(listener.accept().unwrap());
    assert!(matches!(failure(&end.story()), EngineError::TurnedAway { stream: 0, of: 1, .. }));
}

#[test]
fn streams_that_never_arrive_are_counted() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (sender, arrivals) = channel();
    sender.send((1, listener.accept().unwrap().0)).unwrap();
    let end = End::start(hasty(Shape::new(3, Loop::Blocking, Role::Receiver), false), Open::Accept { arrivals });
    let story = end.story();
    assert!(matches!(failure(&story), EngineError::ArrivalDeadline { up: 1, of: 3, .. }), "{:?}", story.finish());
}

#[test]
fn a_server_that_stops_accepting_is_noticed_at_once() {
    let (sender, arrivals) = channel();
    drop(sender);
    let end = End::start(Shape::new(2, Loop::Epoll, Role::Receiver).plan(false), Open::Accept { arrivals });
    assert!(matches!(failure(&end.story()), EngineError::ArrivalsClosed { up: 0, of: 2 }));
}

#[test]
fn a_stream_that_comes_twice_or_is_not_planned_is_closed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (sender, arrivals) = channel();
    let shape = Shape::new(2, Loop::Blocking, Role::Receiver);
    let end = End::start(shape.plan(false), Open::Accept { arrivals });
    let mut far = Vec::new();
    for stream in [0, 0, 7, 1] {
        far.push(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
        sender.send((stream, listener.accept().unwrap().0)).unwrap();
    }
    let effect = end.ready();
    assert_eq!(effect.streams, 2);
    assert_eq!(effect.peer_address, Some(far[0].local_addr().unwrap().to_string()));
}

#[test]
fn an_unknown_congestion_control_is_refused_by_name() {
    let (address, _arrivals) = serve(1);
    let plan = Shape::new(1, Loop::Blocking, Role::Sender).plan(true);
    let end = End::start(RolePlan { congestion_control: Some("no_such_thing".to_owned()), ..plan }, dial(address));
    let story = end.story();
    assert_eq!(failure(&story).code(), "socket_option");
    assert!(failure(&story).to_string().contains("TCP_CONGESTION to no_such_thing"), "{}", failure(&story));
}

#[test]
fn a_peer_that_breaks_off_fails_the_run_and_keeps_what_was_counted() {
    for inner_loop in [Loop::Blocking, Loop::Epoll] {
        for role in [Role::Sender, Role::Receiver] {
            let (address, arrivals) = serve(3);
            let shape = Shape { measure_ms: 600_000, ..Shape::new(3, inner_loop, role) };
            let mut end = End::start(shape.plan(true), dial(address));
            end.ready();
            let mut far: Vec<_> = arrivals.iter().take(3).map(|(_, socket)| socket).collect();
            for socket in &mut far {
                socket.write_all(&[7; 1000]).unwrap();
            }
            end.session().go(Instant::now());
            let mut story = Story::default();
            end.until(&mut story, |sample| sample.phase == Phase::Measure && sample.mark.is_none());
            // As if the process at the other end had been killed.
            for socket in far {
                SockRef::from(&socket).set_linger(Some(Duration::ZERO)).unwrap();
            }
            let story = end.rest(story);
            let EngineError::Broken { stream, of: 3, address: Some(_), .. } = failure(&story) else {
                panic!("{:?}", story.finish())
            };
            let beginning = format!("stream {} of 3: the connection to {address} broke", stream + 1);
            assert!(failure(&story).to_string().starts_with(&beginning), "{}", failure(&story));
            assert!(story.has(Mark::MeasureEnd) && story.mark(Mark::End).bytes > 0);
            assert_eq!(story.finish().undrained, 3);
            end.release();
        }
    }
}

#[test]
fn a_peer_that_goes_silent_does_not_hold_up_the_end() {
    for inner_loop in [Loop::Blocking, Loop::Epoll] {
        for role in [Role::Sender, Role::Receiver] {
            let (address, arrivals) = serve(2);
            let shape = Shape::new(2, inner_loop, role);
            let plan = shape.plan(true);
            let mut end = End::start(
                RolePlan { timing: Timing { drain_deadline_ms: 100, ..plan.timing }, ..plan },
                dial(address),
            );
            end.ready();
            end.session().go(Instant::now());
            let story = end.story();
            assert!(matches!(story.finish().ending, Ending::Completed), "{:?}", story.finish());
            assert_eq!(story.finish().undrained, 2, "nobody read, or nobody ended");
            end.release();
            drop(arrivals);
        }
    }
}
