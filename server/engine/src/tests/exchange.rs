//! Requests and answers over connections.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{ExchangePlan, Loop, Role, RolePlan};
use pairperf_shared::sample::{ExchangeCount, Mark};

use super::pair::{End, PREFACE, Shape, Story, dial, serve};
use crate::{ACCEPTED, Ending, EngineError, Open};

fn shape(streams: u32) -> Shape {
    Shape::new(streams, Loop::Exchange, Role::Sender)
}

fn sizes(request_bytes: u32, response_bytes: u32) -> ExchangePlan {
    ExchangePlan { request_bytes, response_bytes, spin: false, reconnect: false, timeout_ms: 1_000 }
}

fn role(shape: Shape, opens: bool, exchange: ExchangePlan) -> RolePlan {
    let buffer_bytes = u64::from(exchange.request_bytes.max(exchange.response_bytes));
    RolePlan { exchange: Some(exchange), buffer_bytes, ..shape.plan(opens) }
}

/// Both ends, started; the one that asks first.
fn start(shape: Shape, change: impl Fn(RolePlan) -> RolePlan, exchange: ExchangePlan) -> (End, End) {
    let (address, arrivals) = serve(shape.streams);
    let acceptor = End::start(change(role(shape, false, exchange)), Open::Accept { arrivals });
    let dialler = End::start(change(role(shape, true, exchange)), dial(address));
    for end in [&dialler, &acceptor] {
        assert_eq!(end.ready().threads, shape.streams);
    }
    let start = Instant::now() + Duration::from_millis(20);
    acceptor.session().go(start);
    dialler.session().go(start);
    if shape.dialler == Role::Sender { (dialler, acceptor) } else { (acceptor, dialler) }
}

fn count(story: &Story, mark: Mark) -> &ExchangeCount {
    story.mark(mark).exchange.as_ref().expect("requests are counted")
}

/// What holds for the two ends of a run whose last request was answered.
fn check(asker: &Story, answerer: &Story, exchange: ExchangePlan) -> u64 {
    let (asked, answered) = (count(asker, Mark::End), count(answerer, Mark::End));
    assert_eq!((asked.asked, asked.answered), (answered.asked, answered.answered), "both ends count the same");
    assert_eq!((asked.asked, asked.lost), (asked.answered, 0));
    assert!(asked.answered > 0);
    let times = asked.times.as_ref().expect("times are known where they were taken");
    assert_eq!(times.total(), asked.answered);
    assert!(asked.total_ns >= times.longest_ns && times.longest_ns > 0);
    assert_eq!((&answered.times, answered.total_ns), (&None, 0));
    for end in [asker, answerer] {
        let last = end.mark(Mark::End);
        assert_eq!(last.bytes, asked.asked * u64::from(exchange.request_bytes));
        assert_eq!(last.operations, asked.answered);
        assert_eq!(last.streams.as_ref().unwrap().iter().map(|stream| stream.bytes).sum::<u64>(), last.bytes);
        assert_eq!(end.finish().undrained, 0);
        for sample in &end.samples {
            let exchange = sample.exchange.as_ref().unwrap();
            assert!(exchange.asked >= exchange.answered);
            assert!(exchange.times.is_none() || sample.mark.is_some(), "times are added up at marks alone");
        }
    }
    asked.answered
}

fn check_run(shape: Shape, exchange: ExchangePlan) {
    let (mut asker, mut answerer) = start(shape, |plan| plan, exchange);
    let (asked, answered) = (asker.story(), answerer.story());
    for story in [&asked, &answered] {
        assert!(matches!(story.finish().ending, Ending::Completed), "{:?}", story.finish());
        assert!(count(story, Mark::MeasureEnd).answered >= count(story, Mark::MeasureStart).answered);
    }
    check(&asked, &answered, exchange);
    for end in [&mut asker, &mut answerer] {
        assert!(end.session().last_progress().is_some());
        end.release();
    }
}

#[test]
fn small_questions_are_answered_one_by_one() {
    check_run(shape(1), sizes(1, 1));
    check_run(Shape { dialler: Role::Receiver, ..shape(4) }, sizes(64, 200));
}

#[test]
fn ends_that_spin_count_the_same() {
    check_run(shape(1), ExchangePlan { spin: true, ..sizes(1, 1) });
}

#[test]
fn questions_and_answers_larger_than_any_buffer_arrive_whole() {
    check_run(shape(2), sizes(1 << 20, 3));
    check_run(shape(2), sizes(3, 1 << 20));
}

#[test]
fn as_many_are_asked_as_were_asked_for() {
    let exchange = sizes(10, 20);
    let long = Shape { warm_up_ms: 0, ..shape(3) };
    let (asker, answerer) = start(long, |plan| RolePlan { quota: Some(100), ..plan }, exchange);
    assert_eq!(check(&asker.story(), &answerer.story(), exchange), 100);
}

#[test]
fn a_stop_ends_a_conversation_in_time() {
    let exchange = sizes(1, 1);
    let long = Shape { measure_ms: 600_000, ..shape(2) };
    let (asker, answerer) = start(long, |plan| plan, exchange);
    let mut stories = [Story::default(), Story::default()];
    for (end, story) in [&asker, &answerer].into_iter().zip(&mut stories) {
        end.until(story, |sample| sample.phase == Phase::Measure && sample.operations > 0);
    }
    answerer.session().stop();
    asker.session().stop();
    let began = Instant::now();
    let [at_asker, at_answerer] = stories;
    let (asked, answered) = (asker.rest(at_asker), answerer.rest(at_answerer));
    assert!(began.elapsed() < Duration::from_secs(5));
    for story in [&asked, &answered] {
        assert!(matches!(story.finish().ending, Ending::Stopped), "{:?}", story.finish());
        assert!(story.has(Mark::MeasureEnd) && story.has(Mark::End));
    }
    check(&asked, &answered, exchange);
}

#[test]
fn a_far_end_that_breaks_off_fails_the_run() {
    for asks in [true, false] {
        let long = Shape { measure_ms: 600_000, dialler: if asks { Role::Sender } else { Role::Receiver }, ..shape(1) };
        let (address, arrivals) = serve(1);
        let end = End::start(role(long, true, sizes(4, 4)), dial(address));
        end.ready();
        let (_, socket) = arrivals.recv().unwrap();
        end.session().go(Instant::now());
        let mut story = Story::default();
        end.until(&mut story, |sample| sample.phase == Phase::Measure);
        socket2::SockRef::from(&socket).set_linger(Some(Duration::ZERO)).unwrap();
        drop(socket);
        let story = end.rest(story);
        assert!(
            matches!(story.finish().ending, Ending::Failed(EngineError::Broken { stream: 0, of: 1, .. })),
            "{:?}",
            story.finish()
        );
        assert!(story.has(Mark::End));
    }
}

/// A server that takes connections for as long as anybody is there to take them from it.
fn serve_again() -> (SocketAddr, Receiver<(u32, TcpStream)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, arrivals) = channel();
    thread::spawn(move || {
        for socket in listener.incoming() {
            let (mut socket, mut preface) = (socket.unwrap(), [0; PREFACE]);
            socket.read_exact(&mut preface).unwrap();
            socket.write_all(&[ACCEPTED]).unwrap();
            if sender.send((u32::from_be_bytes(preface[4..].try_into().unwrap()), socket)).is_err() {
                return;
            }
        }
    });
    (address, arrivals)
}

/// Both ends of a run with a connection for each request.
fn connect(shape: Shape, change: impl Fn(RolePlan) -> RolePlan, exchange: ExchangePlan) -> (End, End) {
    let (address, arrivals) = serve_again();
    let answerer = End::start(change(role(shape, false, exchange)), Open::Accept { arrivals });
    let asker = End::start(change(role(shape, true, exchange)), dial(address));
    for end in [&asker, &answerer] {
        end.ready();
    }
    let start = Instant::now() + Duration::from_millis(20);
    answerer.session().go(start);
    asker.session().go(start);
    (asker, answerer)
}

#[test]
fn each_question_has_a_connection_of_its_own() {
    for (streams, exchange) in [(1, sizes(1, 1)), (3, sizes(2_000, 100_000))] {
        let exchange = ExchangePlan { reconnect: true, ..exchange };
        let (mut asker, mut answerer) = connect(shape(streams), |plan| plan, exchange);
        let (asked, answered) = (asker.story(), answerer.story());
        for story in [&asked, &answered] {
            assert!(matches!(story.finish().ending, Ending::Completed), "{:?}", story.finish());
        }
        assert!(check(&asked, &answered, exchange) > u64::from(streams));
        asker.release();
        answerer.release();
    }
}

#[test]
fn as_many_connections_are_made_as_were_asked_for() {
    let exchange = ExchangePlan { reconnect: true, ..sizes(1, 1) };
    let long = Shape { warm_up_ms: 0, ..shape(2) };
    let (asker, answerer) = connect(long, |plan| RolePlan { quota: Some(31), ..plan }, exchange);
    assert_eq!(check(&asker.story(), &answerer.story(), exchange), 31);
}

#[test]
fn a_far_end_that_takes_no_more_connections_fails_the_run() {
    let exchange = ExchangePlan { reconnect: true, ..sizes(1, 1) };
    let (address, arrivals) = serve_again();
    let end = End::start(role(Shape { measure_ms: 600_000, ..shape(1) }, true, exchange), dial(address));
    end.ready();
    drop(arrivals);
    end.session().go(Instant::now());
    let story = end.story();
    assert!(
        matches!(story.finish().ending, Ending::Failed(EngineError::Broken { stream: 0, of: 1, .. })),
        "{:?}",
        story.finish()
    );
}

#[test]
fn a_stop_ends_connections_in_time_although_nobody_comes() {
    let exchange = ExchangePlan { reconnect: true, ..sizes(1, 1) };
    let long = Shape { measure_ms: 600_000, ..shape(8) };
    let (asker, answerer) = connect(long, |plan| plan, exchange);
    let mut story = Story::default();
    answerer.until(&mut story, |sample| sample.phase == Phase::Measure && sample.operations > 0);
    asker.session().stop();
    answerer.session().stop();
    let began = Instant::now();
    check(&asker.story(), &answerer.rest(story), exchange);
    assert!(began.elapsed() < Duration::from_secs(5));
}
