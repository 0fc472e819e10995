//! Runs that end as planned, and runs that are stopped.

use std::net::UdpSocket;
use std::time::Duration;

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Role;
use pairperf_shared::sample::Mark;

use super::pair::{Shape, TAG, completed, counts, free_ports, last, out_of_run};
use crate::tests::pair::Story;
use crate::udp::wire::Header;
use crate::{Ending, EngineError};

/// A run through which everything comes.
fn check(shape: Shape) {
    let pair = shape.pair(|address| address);
    let (sender, receiver) = pair.run();
    for story in [&sender, &receiver] {
        assert!(completed(story.finish()), "{shape:?}: {:?}", story.finish());
        assert_eq!(story.finish().undrained, 0);
        assert_eq!(story.phases(), [Phase::WarmUp, Phase::Measure, Phase::Collect]);
        assert!(story.mark(Mark::MeasureStart).bytes <= story.mark(Mark::MeasureEnd).bytes);
        assert!(last(story).operations > 0);
        assert_eq!(last(story).streams.as_ref().unwrap().len() as u32, shape.streams);
        assert!(story.samples.iter().all(|sample| sample.udp.is_some()));
    }
    for (sent, received) in counts(&sender).into_iter().zip(counts(&receiver)) {
        assert!(sent.datagrams > 0, "{shape:?}: every flow sends");
        assert_eq!((sent.datagrams, sent.expected), (received.datagrams, received.expected), "{shape:?}");
        assert_eq!((sent.expected, sent.never_sent), (sent.datagrams, 0), "nothing is lost on loopback");
        assert_eq!((received.duplicates, received.reordered, received.late), (0, 0, 0));
        // The tick of this machine, not that of an empty figure.
        assert!(received.jitter_ns < 1_000_000_000);
    }
    assert_eq!(last(&sender).bytes, last(&receiver).bytes);
    assert_eq!(last(&sender).bytes, 1000 * counts(&sender).iter().map(|count| count.datagrams).sum::<u64>());
    assert_eq!(out_of_run(&receiver), 0);
    for end in pair.ends() {
        assert!(end.session().last_progress().is_some(), "each end gave the other signs");
    }
    pair.release();
}

#[test]
fn one_flow_either_way() {
    check(Shape::new(1, Role::Sender));
    check(Shape::new(1, Role::Receiver));
}

#[test]
fn eight_flows_on_two_threads_either_way() {
    check(Shape::new(8, Role::Sender));
    check(Shape::new(8, Role::Receiver));
}

#[test]
fn flows_over_ipv6_and_to_all_addresses() {
    for at in ["[::1]:0", "0.0.0.0:0"] {
        check(Shape { at, ..Shape::new(3, Role::Sender) });
        check(Shape { at, ..Shape::new(3, Role::Receiver) });
    }
}

#[test]
fn buffers_that_kernels_cut_and_join() {
    check(Shape { segments: 20, ..Shape::new(2, Role::Sender) });
    check(Shape { segments: 20, ..Shape::new(2, Role::Receiver) });
}

#[test]
fn a_port_for_each_flow() {
    check(Shape { base_port: Some(free_ports(4)), ..Shape::new(4, Role::Sender) });
    check(Shape { base_port: Some(free_ports(4)), ..Shape::new(4, Role::Receiver) });
}

#[test]
fn a_run_follows_another_on_the_same_port() {
    let shape = Shape { measure_ms: 50, ..Shape::new(4, Role::Sender) };
    let first = shape.pair(|address| address);
    let (_, receiver) = first.run();
    assert!(completed(receiver.finish()));
    let port = first.address.port();
    first.release();
    let at: &'static str = Box::leak(format!("127.0.0.1:{port}").into_boxed_str());
    check(Shape { at, ..shape });
}

#[test]
fn a_sender_that_is_stopped_ends_the_run_early_and_everything_is_counted() {
    for role in [Role::Sender, Role::Receiver] {
        let pair = Shape { measure_ms: 600_000, ..Shape::new(3, role) }.pair(|address| address);
        pair.start();
        let (sender, receiver) = pair.by_role();
        let mut story = Story::default();
        receiver.until(&mut story, |sample| sample.phase == Phase::Measure && sample.bytes > 0);
        sender.session().stop();
        let (sent, received) = (sender.story(), receiver.rest(story));
        assert!(matches!(sent.finish().ending, Ending::Stopped));
        assert!(matches!(received.finish().ending, Ending::EarlyEnd { .. }), "{:?}", received.finish());
        assert_eq!((received.finish().undrained, last(&sent).bytes), (0, last(&received).bytes));
        pair.release();
    }
}

#[test]
fn a_receiver_that_is_stopped_does_not_wait_for_ever() {
    let pair = Shape { measure_ms: 600_000, silence_ms: 300, ..Shape::new(2, Role::Sender) }.pair(|address| address);
    pair.start();
    let (sender, receiver) = pair.by_role();
    let mut story = Story::default();
    receiver.until(&mut story, |sample| sample.phase == Phase::Measure);
    receiver.session().stop();
    assert!(matches!(receiver.rest(story).finish().ending, Ending::Stopped));
    // Nobody gives feedback any more.
    let finish = sender.story().finish.unwrap();
    let Ending::Failed(error @ EngineError::Unheard { .. }) = finish.ending else { panic!("{finish:?}") };
    assert!(error.to_string().contains("no feedback from 127.0.0.1:"), "{error}");
    pair.release();
}

#[test]
fn a_stop_before_the_start_leaves_nothing() {
    for role in [Role::Sender, Role::Receiver] {
        let pair = Shape::new(2, role).pair(|address| address);
        for end in pair.ends() {
            end.ready();
        }
        for end in pair.ends() {
            end.session().stop();
            let story = end.story();
            assert!(matches!(story.finish().ending, Ending::Stopped));
            assert_eq!((story.finish().t_ns, story.samples.len()), (None, 0));
        }
        pair.release();
    }
}

#[test]
fn a_stop_while_flows_open_ends_at_once() {
    let shape = Shape::new(2, Role::Sender);
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let (acceptor, dialler) = (shape.accept(7).0, shape.dial(silent.local_addr().unwrap(), 7));
    for end in [acceptor, dialler] {
        end.session().stop();
        assert!(matches!(end.story().finish().ending, Ending::Stopped));
    }
}

#[test]
fn what_is_not_of_the_run_is_counted_apart() {
    for role in [Role::Sender, Role::Receiver] {
        let shape = Shape { threads: 1, ..Shape::new(1, role) };
        let pair = shape.pair(|address| address);
        pair.start();
        let (sender, receiver) = pair.by_role();
        let mut story = Story::default();
        receiver.until(&mut story, |sample| sample.bytes > 0);
        let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
        let mut forged = [0; 1000];
        // The mark of the run, overheard: the address is wrong. And one whose mark is wrong.
        for tag in [TAG, *b"that run"] {
            Header { stream: 0, tag, number: 1 << 40, sent_ns: 0 }.write(&mut forged);
            stranger.send_to(&forged, pair.address).unwrap();
        }
        stranger.send_to(&[0xF7, 0, 0, 0, 1, 2, 3], pair.address).unwrap();
        // Neither payload nor sealed: that is for the door.
        stranger.send_to(b"GET / HTTP/1.1", pair.address).unwrap();
        let (sent, received) = (sender.story(), receiver.rest(story));
        // Where flows are opened sockets are connected, and hear nobody else.
        assert_eq!(out_of_run(&received), if role == Role::Sender { 3 } else { 0 });
        assert_eq!(counts(&sent)[0].expected, counts(&received)[0].expected);
        assert_eq!(last(&sent).bytes, last(&received).bytes);
        pair.release();
    }
}

#[test]
fn a_run_is_over_soon_after_its_sender() {
    let pair = Shape::new(2, Role::Sender).pair(|address| address);
    let (sent, received) = pair.run();
    let over = |story: &Story| Duration::from_nanos(story.finish().t_ns.unwrap() as u64);
    assert!(over(&received) < over(&sent) + Duration::from_secs(1));
    pair.release();
}
