//! What a plan asks of connections is done, and what can't be had is said by name.

use std::io::{Read, Write};
use std::net::{IpAddr, TcpStream};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use pairperf_shared::config::{Payload, ReceiveCopy, SendCopy};
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Loop, Role, RolePlan};
use pairperf_shared::record::EndInEffect;
use pairperf_shared::sample::{CheckedCount, Mark};

use super::pair::{End, Shape, Story, dial, serve};
use crate::{Ending, Open, payload};

const LOOPS: [Loop; 2] = [Loop::Blocking, Loop::Epoll];

/// Both ends of a run that is planned like this, the sender's first.
fn run(shape: Shape, change: impl Fn(&mut RolePlan)) -> ([Story; 2], [EndInEffect; 2]) {
    let plan = |opens| {
        let mut plan = shape.plan(opens);
        change(&mut plan);
        plan
    };
    let (address, arrivals) = serve(shape.streams);
    let mut acceptor = End::start(plan(false), Open::Accept { arrivals });
    let mut dialler = End::start(plan(true), dial(address));
    let effects = [dialler.ready(), acceptor.ready()];
    let start = Instant::now() + Duration::from_millis(20);
    acceptor.session().go(start);
    dialler.session().go(start);
    let stories = [dialler.story(), acceptor.story()];
    dialler.release();
    acceptor.release();
    (stories, effects)
}

/// Why an end with that plan does not even begin.
fn refusal(change: impl Fn(&mut RolePlan)) -> (String, String) {
    let (address, _arrivals) = serve(1);
    let mut plan = Shape::new(1, Loop::Blocking, Role::Sender).plan(true);
    change(&mut plan);
    let story = End::start(plan, dial(address)).story();
    match &story.finish().ending {
        Ending::Failed(error) => (error.code().to_owned(), error.to_string()),
        other => panic!("not a failure but {other:?}"),
    }
}

fn completed(stories: &[Story; 2]) {
    for story in stories {
        assert!(matches!(story.finish().ending, Ending::Completed), "{:?}", story.finish());
        assert_eq!(story.finish().undrained, 0);
    }
    assert_eq!(stories[0].mark(Mark::End).bytes, stories[1].mark(Mark::End).bytes);
    assert!(stories[1].mark(Mark::End).bytes > 0);
}

#[test]
fn workers_stay_where_they_are_pinned_and_an_absent_cpu_is_named() {
    let allowed = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
    let cpu = (0..nix::sched::CpuSet::count()).find(|&cpu| allowed.is_set(cpu).unwrap()).unwrap() as u32;
    for inner_loop in LOOPS {
        let (stories, _) = run(Shape::new(4, inner_loop, Role::Sender), |plan| {
            plan.pins = vec![Some(cpu); plan.threads as usize];
        });
        completed(&stories);
    }
    let (code, message) = refusal(|plan| plan.pins = vec![Some(4095)]);
    assert_eq!(code, "cpu_pin");
    assert!(message.starts_with("worker 1 can't be pinned to CPU 4095: this machine has no such CPU"), "{message}");
}

#[test]
fn segments_marks_and_the_source_are_as_asked_for() {
    let source: IpAddr = "127.0.0.3".parse().unwrap();
    let ([sender, receiver], effects) = run(Shape::new(2, Loop::Blocking, Role::Sender), |plan| {
        plan.dscp = Some(46);
        plan.source_address = Some(source).filter(|_| plan.opens);
        plan.mss_bytes = Some(1000).filter(|_| plan.opens);
    });
    completed(&[sender, receiver]);
    // Time stamps take twelve bytes of it.
    assert!(effects[0].mss_bytes.is_some_and(|mss| (900..=1000).contains(&mss)), "{effects:?}");
    assert!(effects[0].local_address.as_ref().is_some_and(|address| address.starts_with("127.0.0.3:")), "{effects:?}");
    let (code, message) = refusal(|plan| plan.source_address = Some("203.0.113.9".parse().unwrap()));
    assert_eq!(code, "socket_option");
    assert!(message.contains("opening it from 203.0.113.9 failed"), "{message}");
    let (code, message) = refusal(|plan| plan.source_interface = Some("none-such0".to_owned()));
    assert_eq!(code, "socket_option");
    assert!(message.contains("SO_BINDTODEVICE to none-such0"), "{message}");
}

#[test]
fn a_paced_stream_stays_below_its_rate() {
    let rate = 40_000_000;
    let shape = Shape { warm_up_ms: 200, measure_ms: 1000, ..Shape::new(1, Loop::Blocking, Role::Sender) };
    let ([sender, receiver], _) = run(shape, |plan| plan.stream_bits_per_second = Some(rate));
    let (first, last) = (receiver.mark(Mark::MeasureStart), receiver.mark(Mark::MeasureEnd));
    let seconds = (last.t_ns - first.t_ns) as f64 / 1e9;
    let bits = (last.bytes - first.bytes) as f64 * 8.0 / seconds;
    // Segments are sent in one piece, so a window may hold one more than its share.
    assert!(bits < rate as f64 * 1.2, "{bits} bit/s");
    assert!(last.bytes > first.bytes);
    assert!(matches!(sender.finish().ending, Ending::Completed));
}

#[test]
fn shares_are_kept_to_the_byte_and_end_the_run_when_they_are_done() {
    for inner_loop in LOOPS {
        for quota in [3u64, 1_000_003, 20_000_000] {
            let shape = Shape {
                warm_up_ms: 0,
                measure_ms: 600_000,
                cool_down_ms: 0,
                ..Shape::new(4, inner_loop, Role::Sender)
            };
            let (stories, _) = run(shape, |plan| plan.quota = Some(quota));
            completed(&stories);
            for story in &stories {
                let (first, last) = (story.mark(Mark::MeasureStart), story.mark(Mark::MeasureEnd));
                assert_eq!((first.bytes, last.bytes), (0, quota));
                assert!(last.t_ns > first.t_ns && last.t_ns < 300_000_000_000, "it does not wait for the planned end");
                let plan = RolePlan { quota: Some(quota), ..shape.plan(true) };
                for stream in last.streams.as_ref().unwrap() {
                    assert_eq!(Some(stream.bytes), plan.quota_of(stream.stream));
                }
                assert_eq!(story.phases(), [Phase::Measure, Phase::Collect]);
            }
        }
    }
}

#[test]
fn a_share_that_takes_too_long_ends_by_time() {
    for inner_loop in LOOPS {
        let shape = Shape { warm_up_ms: 0, cool_down_ms: 0, ..Shape::new(2, inner_loop, Role::Sender) };
        let (stories, _) = run(shape, |plan| plan.quota = Some(u64::MAX));
        completed(&stories);
        assert!(stories[1].mark(Mark::MeasureEnd).t_ns >= 200_000_000);
    }
}

#[test]
fn zeros_arrive_and_discarded_bytes_are_counted() {
    for inner_loop in LOOPS {
        let (stories, _) = run(Shape::new(4, inner_loop, Role::Sender), |plan| {
            plan.payload = Payload::Zero;
            plan.receive_copy = ReceiveCopy::Discard;
        });
        completed(&stories);
        assert!(stories[1].mark(Mark::End).streams.as_ref().unwrap().iter().all(|stream| stream.checked.is_none()));
    }
}

#[test]
fn verified_payload_arrives_whole() {
    for inner_loop in LOOPS {
        // Neither call nor segment ends at a word.
        let (stories, _) = run(Shape::new(4, inner_loop, Role::Sender), |plan| {
            plan.payload = Payload::Verified;
            plan.buffer_bytes = 100_003;
        });
        completed(&stories);
        for stream in stories[1].mark(Mark::End).streams.as_ref().unwrap() {
            assert_eq!(stream.checked, Some(CheckedCount::default()), "{stream:?}");
        }
    }
}

#[test]
fn a_flipped_byte_is_found_counted_and_located() {
    for inner_loop in LOOPS {
        let (sender, arrivals) = channel();
        let shape = Shape { warm_up_ms: 0, cool_down_ms: 0, ..Shape::new(1, inner_loop, Role::Sender) };
        let plan = RolePlan { payload: Payload::Verified, quota: Some(300_000), threads: 1, ..shape.plan(false) };
        let mut end = End::start(plan, Open::Accept { arrivals });
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        sender.send((0, listener.accept().unwrap().0)).unwrap();
        end.ready();
        let mut bytes = vec![0; 300_000];
        payload::write(0, 0, &mut bytes);
        bytes[123_457] ^= 0x10;
        end.session().go(Instant::now());
        far.write_all(&bytes).unwrap();
        far.shutdown(std::net::Shutdown::Write).unwrap();
        let story = end.story();
        let stream = &story.mark(Mark::End).streams.as_ref().unwrap()[0];
        assert_eq!(stream.bytes, 300_000);
        assert_eq!(stream.checked, Some(CheckedCount { wrong_bytes: 1, first_wrong: Some(123_457) }));
        end.release();
        assert!(far.read(&mut [0]).is_ok_and(|more| more == 0) || far.take_error().is_ok());
    }
}

#[test]
fn loopback_copies_what_it_was_asked_not_to_and_says_so() {
    for inner_loop in LOOPS {
        let (stories, _) = run(Shape::new(3, inner_loop, Role::Sender), |plan| plan.send_copy = SendCopy::ZeroCopy);
        completed(&stories);
        for stream in stories[0].mark(Mark::End).streams.as_ref().unwrap() {
            let count = stream.zero_copy.unwrap();
            assert!(count.completed > 0, "{stream:?}");
            assert_eq!(count.copied, count.completed);
        }
        assert!(stories[1].mark(Mark::End).streams.as_ref().unwrap().iter().all(|stream| stream.zero_copy.is_none()));
    }
}

#[test]
fn a_fault_in_the_conductor_still_ends_the_session() {
    let (address, _arrivals) = serve(1);
    let (sender, notices) = channel();
    let role = Shape::new(1, Loop::Blocking, Role::Sender).plan(true);
    let plan = crate::SessionPlan { role, open: dial(address) };
    let session = crate::Session::start(plan, move |notice| {
        assert!(!matches!(notice, crate::Notice::Ready(_)), "a fault");
        let _ = sender.send(notice);
    })
    .unwrap();
    let finish = notices.iter().find_map(|notice| match notice {
        crate::Notice::Finished(finish) => Some(finish),
        _ => None,
    });
    assert!(matches!(finish.unwrap().ending, Ending::Failed(crate::EngineError::Panicked { .. })));
    session.release().unwrap();
}
