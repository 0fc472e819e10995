//! What the system counts beside a session.

use std::time::Instant;

use pairperf_shared::plan::{Loop, Role};
use pairperf_shared::sample::Mark;

use super::pair::{End, Shape, dial, serve};
use crate::{Notice, Open};

#[test]
fn every_mark_has_a_value_for_each_name_and_the_payload_is_among_them() {
    let shape = Shape::new(2, Loop::Blocking, Role::Sender);
    let (address, arrivals) = serve(shape.streams);
    let acceptor = End::start(shape.plan(false), Open::Accept { arrivals });
    let dialler = End::start(shape.plan(true), dial(address));
    let names = [&dialler, &acceptor].map(|end| {
        loop {
            match end.next() {
                Notice::Opening { .. } => {}
                Notice::Counting(names) => break names,
                other => panic!("names come before anything but openings, not {other:?}"),
            }
        }
    });
    dialler.ready();
    acceptor.ready();
    let start = Instant::now();
    for end in [&dialler, &acceptor] {
        end.session().go(start);
    }
    for (end, names) in [dialler, acceptor].iter().zip(names) {
        let story = end.story();
        let (begin, last) = (story.mark(Mark::MeasureStart), story.mark(Mark::End));
        let at = names.iter().position(|name| name == "nic.lo.rx_bytes").unwrap();
        let [before, after] = [begin, last].map(|mark| {
            let values = mark.counters.as_ref().expect("a mark has them");
            assert_eq!(values.len(), names.len());
            values[at].unwrap()
        });
        // All of it went over loopback before the last mark, and after the counting began.
        assert!(after >= before && after >= last.bytes);
        assert!(story.samples.iter().filter(|sample| sample.counters.is_some()).count() <= 8);
    }
}
