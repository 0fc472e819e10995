//! Runs that end as planned, and runs that are stopped.

use std::time::{Duration, Instant};

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Loop, Role};
use pairperf_shared::sample::{Mark, Sample};

use super::pair::{PATIENCE, Shape, Story, by_role, ready_pair, running_pair};
use crate::Ending;

const NS_PER_MS: i64 = 1_000_000;

/// What holds for each end of a run that went as planned.
fn check_end(shape: Shape, story: &Story) {
    assert!(matches!(story.finish().ending, Ending::Completed), "{:?}", story.finish());
    assert_eq!(story.finish().undrained, 0);
    let (begin, end, last) = (story.mark(Mark::MeasureStart), story.mark(Mark::MeasureEnd), story.mark(Mark::End));
    assert_eq!((begin.phase, end.phase, last.phase), (Phase::Measure, Phase::Measure, Phase::Collect));
    for mark in [begin, end, last] {
        let streams = mark.streams.as_ref().expect("a mark is a full snapshot");
        assert_eq!(streams.len() as u32, shape.streams);
        assert_eq!(streams.iter().map(|stream| stream.bytes).sum::<u64>(), mark.bytes);
        assert!(
            streams.iter().enumerate().all(|(index, stream)| stream.stream == index as u32 && stream.tcp.is_some())
        );
        assert!(mark.cores.is_some());
    }
    // Never early; how late is a matter of the machine, and was told if it was much.
    assert!(begin.t_ns >= shape.warm_up_ms as i64 * NS_PER_MS);
    assert!(end.t_ns >= (shape.warm_up_ms + shape.measure_ms) as i64 * NS_PER_MS);
    let measured = (end.t_ns - begin.t_ns) / NS_PER_MS;
    let planned = shape.measure_ms as i64;
    assert!((planned / 2..planned * 20).contains(&measured), "measured {measured} ms of {planned}");
    if (measured - planned).abs() > planned / 5 {
        assert!(!story.late.is_empty(), "{measured} ms of {planned} and nothing said");
    }
    let grows = |pair: &[Sample]| {
        pair[0].t_ns < pair[1].t_ns && pair[0].bytes <= pair[1].bytes && pair[0].operations <= pair[1].operations
    };
    assert!(story.samples.windows(2).all(grows), "counters only grow");
    assert!(story.samples.windows(2).all(|pair| pair[0].phase <= pair[1].phase));
    assert_eq!(story.samples.last().unwrap().mark, Some(Mark::End));
    assert!(last.bytes > 0 && last.operations > 0);
    let expected: Vec<Phase> = [
        (Phase::WarmUp, shape.warm_up_ms),
        (Phase::Measure, 1),
        (Phase::CoolDown, shape.cool_down_ms),
        (Phase::Collect, 1),
    ]
    .into_iter()
    .filter_map(|(phase, length)| (length > 0).then_some(phase))
    .collect();
    assert_eq!(story.phases(), expected);
}

fn check_run(shape: Shape) {
    let (mut dialler, mut acceptor) = running_pair(shape);
    let (at_dialler, at_acceptor) = (dialler.story(), acceptor.story());
    check_end(shape, &at_dialler);
    check_end(shape, &at_acceptor);
    let (sender, receiver) = by_role(shape, &at_dialler, &at_acceptor);
    let (sent, received) = (sender.mark(Mark::End), receiver.mark(Mark::End));
    assert_eq!(sent.bytes, received.bytes, "after a clean drain both ends counted the same");
    for (a, b) in sent.streams.as_ref().unwrap().iter().zip(received.streams.as_ref().unwrap()) {
        assert_eq!((a.stream, a.bytes), (b.stream, b.bytes));
    }
    let now = Instant::now();
    for end in [&dialler, &acceptor] {
        assert!(end.session().last_progress().expect("the other end gave signs") <= now);
    }
    dialler.release();
    acceptor.release();
}

#[test]
fn one_blocking_stream_to_the_acceptor() {
    check_run(Shape::new(1, Loop::Blocking, Role::Sender));
}

#[test]
fn one_blocking_stream_to_the_dialler() {
    check_run(Shape::new(1, Loop::Blocking, Role::Receiver));
}

#[test]
fn eight_blocking_streams_both_ways() {
    check_run(Shape::new(8, Loop::Blocking, Role::Sender));
    check_run(Shape::new(8, Loop::Blocking, Role::Receiver));
}

#[test]
fn one_polled_stream_both_ways() {
    check_run(Shape::new(1, Loop::Epoll, Role::Sender));
    check_run(Shape::new(1, Loop::Epoll, Role::Receiver));
}

#[test]
fn sixty_four_streams_in_both_loops() {
    check_run(Shape::new(64, Loop::Epoll, Role::Sender));
    check_run(Shape::new(64, Loop::Blocking, Role::Receiver));
}

#[test]
fn five_hundred_and_twelve_polled_streams() {
    check_run(Shape { measure_ms: 300, ..Shape::new(512, Loop::Epoll, Role::Sender) });
    check_run(Shape { measure_ms: 300, ..Shape::new(512, Loop::Epoll, Role::Receiver) });
}

#[test]
fn a_run_without_warm_up_and_cool_down_begins_and_ends_with_its_marks() {
    let shape = Shape { warm_up_ms: 0, cool_down_ms: 0, ..Shape::new(2, Loop::Blocking, Role::Sender) };
    check_run(shape);
}

#[test]
fn a_stopped_run_keeps_what_it_counted() {
    for inner_loop in [Loop::Blocking, Loop::Epoll] {
        let shape = Shape { measure_ms: 600_000, ..Shape::new(4, inner_loop, Role::Sender) };
        let (mut dialler, mut acceptor) = running_pair(shape);
        let mut stories = [Story::default(), Story::default()];
        for (end, story) in [&dialler, &acceptor].into_iter().zip(&mut stories) {
            end.until(story, |sample| sample.phase == Phase::Measure && sample.mark.is_none() && sample.bytes > 0);
        }
        // The receiver first, else it may take the sender's stop for an early end.
        acceptor.session().stop();
        dialler.session().stop();
        let [at_dialler, at_acceptor] = stories;
        let (sender, receiver) = (dialler.rest(at_dialler), acceptor.rest(at_acceptor));
        for story in [&sender, &receiver] {
            assert!(matches!(story.finish().ending, Ending::Stopped), "{:?}", story.finish());
            assert_eq!(story.phases(), [Phase::WarmUp, Phase::Measure, Phase::Collect]);
            let (begin, end) = (story.mark(Mark::MeasureStart), story.mark(Mark::MeasureEnd));
            assert!(begin.t_ns < end.t_ns && begin.bytes <= end.bytes);
            assert_eq!(story.samples.last().unwrap().mark, Some(Mark::End));
        }
        assert_eq!(sender.mark(Mark::End).bytes, receiver.mark(Mark::End).bytes);
        dialler.release();
        acceptor.release();
    }
}

#[test]
fn an_orderly_early_end_is_told_and_is_no_error() {
    let shape = Shape { measure_ms: 600_000, ..Shape::new(3, Loop::Epoll, Role::Sender) };
    let (dialler, acceptor) = running_pair(shape);
    let mut story = Story::default();
    acceptor.until(&mut story, |sample| sample.phase == Phase::Measure);
    dialler.session().stop();
    let story = acceptor.rest(story);
    let Ending::EarlyEnd { stream, t_ns } = story.finish().ending else { panic!("{:?}", story.finish()) };
    assert!(stream < 3 && t_ns > 0);
    assert!(story.has(Mark::MeasureEnd) && story.has(Mark::End));
    assert_eq!(story.finish().undrained, 0, "the other streams were drained, too");
    assert_eq!(story.mark(Mark::End).bytes, dialler.story().mark(Mark::End).bytes);
}

#[test]
fn a_stop_before_the_start_leaves_no_marks() {
    let shape = Shape::new(2, Loop::Blocking, Role::Sender);
    let (mut dialler, mut acceptor) = ready_pair(shape);
    for end in [&mut dialler, &mut acceptor] {
        end.session().stop();
        let story = end.story();
        assert!(matches!(story.finish().ending, Ending::Stopped));
        assert_eq!((story.finish().t_ns, story.samples.len()), (None, 0));
        end.release();
    }
}

#[test]
fn a_stop_between_the_signal_and_the_start_ends_at_once() {
    let shape = Shape::new(2, Loop::Blocking, Role::Sender);
    let (mut dialler, mut acceptor) = ready_pair(shape);
    let began = Instant::now();
    for end in [&dialler, &acceptor] {
        end.session().go(began + Duration::from_hours(1));
        end.session().stop();
    }
    for end in [&mut dialler, &mut acceptor] {
        let story = end.story();
        assert!(matches!(story.finish().ending, Ending::Stopped));
        assert!(!story.has(Mark::MeasureStart) && story.mark(Mark::End).bytes == 0);
        end.release();
    }
    assert!(began.elapsed() < PATIENCE);
}

#[test]
fn a_dropped_session_says_that_it_stopped() {
    let shape = Shape { measure_ms: 600_000, ..Shape::new(2, Loop::Epoll, Role::Receiver) };
    let (mut dialler, _acceptor) = running_pair(shape);
    let mut story = Story::default();
    dialler.until(&mut story, |sample| sample.phase == Phase::Measure);
    dialler.session = None;
    assert!(matches!(dialler.rest(story).finish().ending, Ending::Stopped));
}

#[test]
fn a_start_long_past_tells_that_marks_are_late() {
    let shape = Shape::new(1, Loop::Blocking, Role::Sender);
    let (dialler, acceptor) = ready_pair(shape);
    let Some(start) = Instant::now().checked_sub(Duration::from_secs(5)) else { return };
    dialler.session().go(start);
    acceptor.session().go(start);
    let story = dialler.story();
    assert_eq!(story.late, [Mark::MeasureStart, Mark::MeasureEnd]);
    assert!(matches!(story.finish().ending, Ending::Completed));
}
