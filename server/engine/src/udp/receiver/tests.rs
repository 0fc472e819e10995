//! A receiver against datagrams made by hand.

use std::net::UdpSocket;
use std::sync::Arc;
use std::sync::mpsc::{Receiver as Inbox, channel};
use std::thread;
use std::time::{Duration, Instant};

use pairperf_shared::config::Pace;
use pairperf_shared::plan::UdpPlan;

use super::serve_from;
use crate::counters::{Counter, Strays};
use crate::flow::StreamEnd;
use crate::gate::Gate;
use crate::inbox::Event;
use crate::liveness::Liveness;
use crate::signals::Signals;
use crate::udp::flow::{Flow, Post};
use crate::udp::wire::{HEADER, Header, SEALED_LENGTH, Sealed, Word};
use crate::udp::{PROOF, Seal, Tag};

const TAG: Tag = *b"this run";
const PATIENCE: Duration = Duration::from_secs(30);

/// A seal that everybody can make.
#[derive(Debug)]
struct Wax;

impl Seal for Wax {
    fn seal(&self, bytes: &[u8]) -> [u8; PROOF] {
        [bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_mul(31).wrapping_add(*byte)); PROOF]
    }

    fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool {
        self.seal(bytes) == *proof
    }
}

/// A receiver of some flows that come to one socket, and the far end of each.
struct Rig {
    post: Post,
    events: Inbox<Event>,
    flows: Vec<Flow>,
    far_ends: Vec<UdpSocket>,
}

impl Rig {
    fn new(streams: u16, drain: Duration) -> Self {
        let base = Instant::now();
        let (events, inbox) = channel();
        let (gate, signals) = (Gate::new(), Signals::new(base));
        signals.end_at(base, drain);
        let post = Post {
            plan: UdpPlan {
                datagram_bytes: 100,
                fragment: false,
                stream_bits_per_second: None,
                pace: Pace::Quantum,
                quantum_us: 100,
                catch_up_ms: 20,
                segmentation: false,
                segments: 1,
                batch: 8,
                nap_us: 100,
                feedback_ms: 10,
                silence_ms: 2000,
                base_port: None,
            },
            tag: TAG,
            seal: Arc::new(Wax),
            counters: (0..streams).map(|_| Counter::default()).collect(),
            strays: Arc::new(Strays::default()),
            gate: Arc::new(gate),
            signals: Arc::new(signals),
            liveness: Arc::new(Liveness::new(base)),
            events,
        };
        let socket = Arc::new(UdpSocket::bind("127.0.0.1:0").unwrap());
        let far_end = |_| {
            let far_end = UdpSocket::bind("127.0.0.1:0").unwrap();
            far_end.connect(socket.local_addr().unwrap()).unwrap();
            far_end.set_read_timeout(Some(PATIENCE)).unwrap();
            far_end
        };
        let far_ends: Vec<_> = (0..streams).map(far_end).collect();
        let flow = |(stream, far_end): (u16, &UdpSocket)| Flow {
            stream,
            socket: Arc::clone(&socket),
            far_end: far_end.local_addr().unwrap(),
            connected: false,
        };
        let flows = (0..).zip(&far_ends).map(flow).collect();
        Self { post, events: inbox, flows, far_ends }
    }

    fn payload(&self, stream: u16, number: u64, bytes: usize) {
        let mut datagram = vec![0x5A; bytes];
        Header { stream, tag: TAG, number, sent_ns: 0 }.write(&mut datagram);
        self.far_ends[usize::from(stream)].send(&datagram).unwrap();
    }

    fn say(&self, stream: u16, word: Word) {
        let sealed = Sealed { stream, tag: TAG, word }.write(&Wax);
        self.far_ends[usize::from(stream)].send(&sealed).unwrap();
    }

    fn heard(&self, stream: u16) -> Word {
        let mut bytes = [0; SEALED_LENGTH];
        self.far_ends[usize::from(stream)].recv(&mut bytes).expect("the receiver says something in time");
        let sealed = Sealed::read(&bytes, TAG, &Wax).unwrap();
        assert_eq!(sealed.stream, stream);
        sealed.word
    }

    /// How each flow ended.
    fn ends(&self) -> Vec<(u32, StreamEnd)> {
        let end = |event| match event {
            Event::StreamEnded { stream, end, .. } => Some((stream, end)),
            _ => None,
        };
        self.events.try_iter().filter_map(end).collect()
    }

    /// Receives while `meanwhile` goes on.
    fn while_receiving(&self, before: u64, meanwhile: impl FnOnce()) {
        thread::scope(|scope| {
            let (flows, post) = (self.flows.clone(), self.post.clone());
            let worker = scope.spawn(move || serve_from(flows, &post, before));
            meanwhile();
            worker.join().unwrap();
        });
    }
}

#[test]
fn counts_go_on_beyond_32_bits_and_64_gib() {
    let rig = Rig::new(1, PATIENCE);
    // The first ones cross 2^32 datagrams, the second ones 64 GiB.
    for (before, bytes) in [((1_u64 << 32) - 5, 100), ((64_u64 << 30) / 100 - 4, 100)] {
        rig.post.gate.open(Instant::now());
        rig.while_receiving(before, || {
            // The third is lost, the sixth comes twice.
            for number in (before..before + 10).filter(|number| number - before != 2) {
                rig.payload(0, number, bytes);
            }
            rig.payload(0, before + 5, bytes);
            rig.say(0, Word::End { total: before + 10 });
        });
        let (count, udp) = (rig.post.counters[0].read(), rig.post.counters[0].read_udp());
        assert_eq!(count.bytes, (before + 9) * 100);
        assert_eq!((udp.datagrams, udp.expected, udp.duplicates), (before + 9, before + 10, 1));
        assert!(count.bytes > 64 << 30 || udp.expected > u64::from(u32::MAX));
        assert!(matches!(rig.ends()[..], [(0, StreamEnd::Eof)]));
    }
}

#[test]
fn payload_that_comes_before_the_start_is_known_here_counts() {
    let rig = Rig::new(1, PATIENCE);
    rig.while_receiving(0, || {
        rig.payload(0, 0, 100);
        // An opener that did not hear that its flow is up.
        rig.say(0, Word::Answer([3; 16]));
        assert_eq!(rig.heard(0), Word::Up([3; 16]));
        rig.post.gate.open(Instant::now());
        rig.say(0, Word::End { total: 1 });
    });
    assert_eq!(rig.post.counters[0].read_udp().datagrams, 1);
}

#[test]
fn a_start_that_is_cancelled_sends_the_worker_home() {
    let rig = Rig::new(2, PATIENCE);
    rig.while_receiving(0, || rig.post.gate.cancel());
    assert!(rig.ends().is_empty());
}

#[test]
fn feedback_grows_and_tells_what_came_and_an_end_mark_is_answered_at_once() {
    let rig = Rig::new(1, PATIENCE);
    rig.post.gate.open(Instant::now());
    rig.while_receiving(0, || {
        for number in [0, 1, 3] {
            rig.payload(0, number, 100);
        }
        let mut last = 0;
        let mut hear = || {
            let Word::Feedback { received, expected, serial, ended } = rig.heard(0) else { panic!() };
            assert!(serial > last, "a sender takes what was recorded and said again for no sign of life");
            last = serial;
            (received, expected, ended)
        };
        while hear() != (3, 4, false) {}
        rig.say(0, Word::End { total: 4 });
        while hear() != (3, 4, true) {}
        rig.payload(0, 2, 100);
        while hear() != (4, 4, true) {}
    });
    assert_eq!(rig.post.counters[0].read_udp().reordered, 1);
}

#[test]
fn what_is_missing_after_the_end_mark_is_waited_for_a_little_and_not_for_ever() {
    let rig = Rig::new(2, PATIENCE);
    rig.post.gate.open(Instant::now());
    let began = Instant::now();
    rig.while_receiving(0, || {
        rig.payload(0, 0, 100);
        rig.payload(1, 0, 100);
        rig.say(0, Word::End { total: 5 });
        rig.say(1, Word::End { total: 1 });
    });
    assert!(began.elapsed() >= Duration::from_millis(200));
    assert!(matches!(rig.ends()[..], [(1, StreamEnd::Eof), (0, StreamEnd::Eof)]));
    assert_eq!(rig.post.counters[0].read_udp().expected, 5, "the last ones are known to be lost");
}

#[test]
fn without_an_end_mark_patience_ends() {
    let rig = Rig::new(2, Duration::from_millis(50));
    rig.post.gate.open(Instant::now());
    rig.while_receiving(0, || rig.payload(0, 6, 100));
    assert!(matches!(rig.ends()[..], [(0, StreamEnd::GaveUp), (1, StreamEnd::GaveUp)]));
}

#[test]
fn what_waits_in_the_buffer_of_a_worker_that_was_stopped_is_taken_before_it_ends() {
    let rig = Rig::new(1, Duration::ZERO);
    rig.post.gate.open(Instant::now());
    // More than a call takes, all of it there when patience has ended already.
    (0..100).for_each(|number| rig.payload(0, number, 100));
    rig.while_receiving(0, || ());
    assert_eq!(rig.post.counters[0].read_udp().datagrams, 100);
    assert!(matches!(rig.ends()[..], [(0, StreamEnd::GaveUp)]));
}

#[test]
fn who_sends_on_and_on_does_not_keep_a_worker_that_is_to_end() {
    let rig = Rig::new(1, Duration::ZERO);
    rig.post.gate.open(Instant::now());
    let began = Instant::now();
    thread::scope(|scope| {
        let (flows, post) = (rig.flows.clone(), rig.post.clone());
        let worker = scope.spawn(move || serve_from(flows, &post, 0));
        let mut number = 0;
        while !worker.is_finished() && began.elapsed() < PATIENCE {
            rig.payload(0, number, 100);
            number += 1;
        }
    });
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn what_is_not_of_a_flow_is_counted_apart_and_changes_nothing() {
    let rig = Rig::new(2, PATIENCE);
    rig.post.gate.open(Instant::now());
    rig.while_receiving(0, || {
        rig.payload(0, 0, 100);
        // The other flow's number, longer than planned, of no flow, too short, empty, with a seal that does not hold.
        let mut datagram = [0; 300];
        for stream in [1, 0, 9] {
            Header { stream, tag: TAG, number: 7, sent_ns: 0 }.write(&mut datagram);
            rig.far_ends[0].send(&datagram[..if stream == 0 { 300 } else { 100 }]).unwrap();
        }
        rig.far_ends[0].send(&datagram[..HEADER - 1]).unwrap();
        rig.far_ends[0].send(&[]).unwrap();
        let mut sealed = Sealed { stream: 0, tag: TAG, word: Word::End { total: 9 } }.write(&Wax);
        sealed[20] ^= 1;
        rig.far_ends[0].send(&sealed).unwrap();
        for stream in [0, 1] {
            rig.say(stream, Word::End { total: 1 - u64::from(stream) });
        }
    });
    assert_eq!(rig.post.strays.read(), 6);
    assert_eq!(rig.post.counters[0].read_udp().datagrams, 1);
    assert_eq!(rig.post.counters[1].read_udp().expected, 0);
}
