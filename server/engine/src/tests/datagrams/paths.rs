//! Paths that lose, double and reorder.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pairperf_shared::plan::Role;

use super::pair::{Shape, completed, counts, last, out_of_run};
use super::relay::{Fate, Relay, Way};
use crate::udp::wire::{Header, PAYLOAD, SEALED};
use crate::{Ending, EngineError};

/// The second byte of a sealed datagram.
const UP: u8 = 4;
const FEEDBACK: u8 = 5;
const END: u8 = 6;

fn is(bytes: &[u8], kind: u8) -> bool {
    bytes[0] == SEALED && bytes[1] == kind
}

/// Numbers without a pattern, the same in each run.
fn dice(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn flows_open_although_a_third_of_everything_is_lost_and_much_is_doubled_or_late() {
    for role in [Role::Sender, Role::Receiver] {
        let mut relay = None;
        let shape = Shape { measure_ms: 50, ..Shape::new(4, role) };
        let pair = shape.pair(|target| {
            let mut state = 1;
            let fate = move |_, bytes: &[u8]| match dice(&mut state) % 10 {
                _ if bytes[0] == PAYLOAD => Fate::Pass,
                0..3 => Fate::Drop,
                3 => Fate::Twice,
                4 => Fate::Late,
                _ => Fate::Pass,
            };
            relay.insert(Relay::start(target, fate)).address
        });
        let (sent, received) = pair.run();
        assert!(completed(sent.finish()) && completed(received.finish()), "{sent:?} {received:?}");
        let totals = |story| counts(story).iter().map(|count| count.datagrams).collect::<Vec<_>>();
        assert_eq!(totals(&sent), totals(&received));
        pair.release();
    }
}

#[test]
fn a_confirmation_that_is_lost_is_said_again_by_an_end_that_waits_for_the_start() {
    for role in [Role::Sender, Role::Receiver] {
        let mut relay = None;
        let pair = Shape { measure_ms: 50, ..Shape::new(2, role) }.pair(|target| {
            let mut lost = 0;
            let fate = move |_, bytes: &[u8]| {
                lost += u32::from(is(bytes, UP));
                if is(bytes, UP) && lost <= 4 { Fate::Drop } else { Fate::Pass }
            };
            relay.insert(Relay::start(target, fate)).address
        });
        let (sent, received) = pair.run();
        assert!(completed(sent.finish()) && completed(received.finish()));
        pair.release();
    }
}

/// What a relay did to the payload.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Done {
    dropped: u64,
    doubled: u64,
    late: u64,
}

#[test]
fn what_the_path_does_is_counted_exactly() {
    for role in [Role::Sender, Role::Receiver] {
        let done = Arc::new(Mutex::new([Done::default(); 2]));
        let mut relay = None;
        let pair = Shape::new(2, role).pair(|target| {
            let done = Arc::clone(&done);
            let fate = move |_, bytes: &[u8]| {
                let Some(header) = Header::read(bytes) else { return Fate::Pass };
                let done = &mut done.lock().unwrap()[usize::from(header.stream)];
                match header.number % 16 {
                    3 => {
                        done.dropped += 1;
                        Fate::Drop
                    }
                    7 => {
                        done.doubled += 1;
                        Fate::Twice
                    }
                    // Behind the next one, of which there is none if it is the last: see below.
                    11 => {
                        done.late += 1;
                        Fate::Late
                    }
                    _ => Fate::Pass,
                }
            };
            relay.insert(Relay::start(target, fate)).address
        });
        let (sent, received) = pair.run();
        assert!(completed(sent.finish()) && completed(received.finish()), "{:?}", received.finish());
        let done = *done.lock().unwrap();
        for ((sent, received), done) in counts(&sent).into_iter().zip(counts(&received)).zip(done) {
            assert!(done.dropped > 0 && done.doubled > 0 && done.late > 0, "{done:?}");
            assert_eq!(received.expected, sent.expected);
            assert_eq!(sent.expected - received.datagrams, done.dropped);
            assert_eq!(received.duplicates, done.doubled);
            // The last datagram of all may have been held back behind the end mark only.
            let last_was_held = u64::from(sent.expected % 16 == 12);
            assert_eq!(received.reordered, done.late - last_was_held);
            assert_eq!(received.late, 0);
        }
        assert_eq!(out_of_run(&received), 0);
        assert_eq!(last(&received).bytes, 1000 * counts(&received).iter().map(|count| count.datagrams).sum::<u64>());
        pair.release();
    }
}

#[test]
fn a_receiver_is_through_within_a_second_although_no_end_mark_comes() {
    for role in [Role::Sender, Role::Receiver] {
        let mut relay = None;
        let shape = Shape { measure_ms: 100, ..Shape::new(2, role) };
        let pair = shape.pair(|target| {
            let fate = |_, bytes: &[u8]| if is(bytes, END) { Fate::Drop } else { Fate::Pass };
            relay.insert(Relay::start(target, fate)).address
        });
        let (sent, received) = pair.run();
        assert!(completed(sent.finish()) && completed(received.finish()));
        assert_eq!((sent.finish().undrained, received.finish().undrained), (0, 2));
        // Warm-up and measure are 150 ms; senders go on for 20 ms.
        let over = Duration::from_nanos(received.finish().t_ns.unwrap() as u64);
        assert!(over >= Duration::from_millis(900), "{over:?}");
        for (sent, received) in counts(&sent).into_iter().zip(counts(&received)) {
            assert_eq!((sent.datagrams, sent.expected), (received.datagrams, received.expected));
        }
        pair.release();
    }
}

#[test]
fn a_sender_that_is_told_nothing_stops_and_says_so() {
    for role in [Role::Sender, Role::Receiver] {
        let mut relay = None;
        let shape = Shape { measure_ms: 600_000, silence_ms: 200, ..Shape::new(2, role) };
        let pair = shape.pair(|target| {
            let fate = |_, bytes: &[u8]| if is(bytes, FEEDBACK) { Fate::Drop } else { Fate::Pass };
            relay.insert(Relay::start(target, fate)).address
        });
        pair.start();
        let (sender, receiver) = pair.by_role();
        let finish = sender.story().finish.unwrap();
        let Ending::Failed(error @ EngineError::Unheard { of: 2, .. }) = finish.ending else { panic!("{finish:?}") };
        assert_eq!(error.code(), "udp_unheard");
        receiver.session().stop();
        // A flow that the sender had not given up by itself was ended in order.
        assert!(matches!(receiver.story().finish().ending, Ending::Stopped | Ending::EarlyEnd { .. }));
        pair.release();
    }
}

#[test]
fn nothing_is_answered_with_more_than_it_was_asked_with() {
    let bytes = Arc::new(Mutex::new([0_usize; 2]));
    let mut relay = None;
    let pair = Shape { prepare_ms: 400, ..Shape::new(3, Role::Receiver) }.pair(|target| {
        let bytes = Arc::clone(&bytes);
        // Every answer is lost: the address is never proven.
        let fate = move |way: Way, said: &[u8]| {
            bytes.lock().unwrap()[way as usize] += said.len();
            if way == Way::Back { Fate::Drop } else { Fate::Pass }
        };
        relay.insert(Relay::start(target, fate)).address
    });
    let began = Instant::now();
    for end in pair.ends() {
        assert!(matches!(end.story().finish().ending, Ending::Failed(_)));
    }
    assert!(began.elapsed() < Duration::from_secs(30));
    let [there, back] = *bytes.lock().unwrap();
    assert!(there > 0 && back <= there, "{back} bytes to an address that had sent {there}");
}
