//! A sender against a plain socket that speaks as a receiver does.

use std::net::{SocketAddr, UdpSocket};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pairperf_shared::config::Pace;
use pairperf_shared::plan::UdpPlan;
use socket2::SockRef;

use super::serve_from;
use crate::counters::{Counter, Strays};
use crate::flow::StreamEnd;
use crate::gate::Gate;
use crate::inbox::Event;
use crate::liveness::Liveness;
use crate::signals::Signals;
use crate::udp::flow::{Flow, Post};
use crate::udp::wire::{HEADER, Header, Sealed, Word};
use crate::udp::{PROOF, Seal, Tag};

const TAG: Tag = *b"one run.";

/// Proves nothing, but tells bytes apart.
#[derive(Debug)]
struct Sum;

impl Seal for Sum {
    fn seal(&self, bytes: &[u8]) -> [u8; PROOF] {
        let sum = bytes.iter().fold(7_u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let mut proof = [0; PROOF];
        proof[..8].copy_from_slice(&sum.to_be_bytes());
        proof
    }

    fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool {
        self.seal(bytes) == proof
    }
}

/// 5 datagrams of 1,000 bytes each 8 ms: so few that the smallest receive buffer holds those of a whole test.
fn plan() -> UdpPlan {
    UdpPlan {
        datagram_bytes: 1000,
        fragment: false,
        stream_bits_per_second: Some(5_000_000),
        pace: Pace::Quantum,
        quantum_us: 100,
        catch_up_ms: 50,
        segmentation: false,
        segments: 1,
        batch: 16,
        nap_us: 100,
        feedback_ms: 50,
        silence_ms: 1_000,
        base_port: None,
    }
}

/// A sender's surroundings.
struct Rig {
    post: Post,
    events: Receiver<Event>,
}

impl Rig {
    /// Payload lasts that long.
    fn new(plan: UdpPlan, flows: usize, payload: Duration) -> Self {
        let base = Instant::now();
        let (sender, events) = channel();
        let (gate, signals) = (Gate::new(), Signals::new(base));
        gate.open(base);
        signals.end_at(base + payload, Duration::ZERO);
        let post = Post {
            plan,
            tag: TAG,
            seal: Arc::new(Sum),
            counters: (0..flows).map(|_| Counter::default()).collect(),
            strays: Arc::new(Strays::default()),
            gate: Arc::new(gate),
            signals: Arc::new(signals),
            liveness: Arc::new(Liveness::new(base)),
            events: sender,
        };
        Self { post, events }
    }

    /// How each flow ended, in the order in which they did.
    fn endings(&self) -> Vec<(u32, StreamEnd)> {
        let ending = |event| match event {
            Event::StreamEnded { stream, end, .. } => Some((stream, end)),
            _ => None,
        };
        self.events.try_iter().filter_map(ending).collect()
    }
}

/// A socket for datagrams with a receive buffer that holds a short test whole.
fn socket() -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    SockRef::from(&socket).set_recv_buffer_size(4 << 20).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    socket
}

fn connected(stream: u16, to: SocketAddr) -> Flow {
    let socket = socket();
    socket.connect(to).unwrap();
    socket.set_nonblocking(true).unwrap();
    nix::sys::socket::setsockopt(&socket, nix::sys::socket::sockopt::Ipv4RecvErr, &true).unwrap();
    Flow { stream, socket: Arc::new(socket), far_end: to, connected: true }
}

fn feedback(stream: u16, serial: u64, ended: bool) -> [u8; 64] {
    let word = Word::Feedback { received: 0, expected: 0, serial, ended };
    Sealed { stream, tag: TAG, word }.write(&Sum)
}

/// What a receiver saw of a flow.
#[derive(Debug, Default, Clone)]
struct Seen {
    headers: Vec<Header>,
    lengths: Vec<usize>,
    /// What each end mark said.
    ends: Vec<u64>,
}

/// Receives until an end mark of each flow has come, and acknowledges them.
fn receive(socket: &UdpSocket, flows: usize) -> Vec<Seen> {
    let mut seen = vec![Seen::default(); flows];
    let mut bytes = [0; 2_000];
    let mut serial = 0;
    while seen.iter().any(|seen| seen.ends.is_empty()) {
        let (length, from) = socket.recv_from(&mut bytes).unwrap();
        if let Some(header) = Header::read(&bytes[..length]) {
            let seen = &mut seen[usize::from(header.stream)];
            seen.headers.push(header);
            seen.lengths.push(length);
            continue;
        }
        let sealed = Sealed::read(&bytes[..length], TAG, &Sum).unwrap();
        let Word::End { total } = sealed.word else { panic!("{sealed:?}") };
        seen[usize::from(sealed.stream)].ends.push(total);
        serial += 1;
        socket.send_to(&feedback(sealed.stream, serial, true), from).unwrap();
    }
    seen
}

/// Runs it, and says what was seen and how long it took.
fn run(rig: &Rig, flows: Vec<Flow>, far: &UdpSocket, before: u64) -> (Vec<Seen>, Duration) {
    let count = flows.len();
    std::thread::scope(|scope| {
        let far = scope.spawn(|| receive(far, count));
        let began = Instant::now();
        serve_from(flows, &rig.post, before);
        let took = began.elapsed();
        (far.join().unwrap(), took)
    })
}

fn numbers(seen: &Seen) -> Vec<u64> {
    seen.headers.iter().map(|header| header.number).collect()
}

fn is_sent(endings: &[(u32, StreamEnd)], flows: usize) -> bool {
    endings.len() == flows && endings.iter().all(|(_, end)| matches!(end, StreamEnd::Sent))
}

#[test]
fn datagrams_go_by_their_schedule_numbered_without_a_gap_until_the_end_is_acknowledged() {
    let (far, rig) = (socket(), Rig::new(plan(), 1, Duration::from_millis(200)));
    let (seen, took) = run(&rig, vec![connected(0, far.local_addr().unwrap())], &far, 0);
    let count = seen[0].headers.len() as u64;
    assert_eq!(numbers(&seen[0]), (0..count).collect::<Vec<_>>());
    assert_eq!(seen[0].ends[0], count);
    // A busy machine may take some of them away.
    assert!((40..=126).contains(&count), "{count}");
    assert!(seen[0].headers.windows(2).all(|two| two[0].sent_ns <= two[1].sent_ns && two[0].tag == TAG));
    assert!(seen[0].lengths.iter().all(|&length| length == 1000));
    let (bytes, udp) = (rig.post.counters[0].read().bytes, rig.post.counters[0].read_udp());
    assert_eq!((bytes, udp.datagrams, udp.expected, udp.never_sent), (count * 1000, count, count, 0));
    assert!(udp.pace_bins >= 50 && udp.pace_bin_squares > 0, "{udp:?}");
    assert!(is_sent(&rig.endings(), 1));
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(rig.post.liveness.last().is_some(), "feedback is a sign of life");
}

#[test]
fn every_way_of_pacing_keeps_the_rate() {
    for (pace, quantum_us, segments) in [(Pace::Spin, 0, 1), (Pace::Gso, 250, 8), (Pace::Quantum, 100, 4)] {
        let plan = UdpPlan { pace, quantum_us, segmentation: segments > 1, segments, ..plan() };
        let (far, rig) = (socket(), Rig::new(plan, 1, Duration::from_millis(100)));
        let (seen, _) = run(&rig, vec![connected(0, far.local_addr().unwrap())], &far, 0);
        let count = seen[0].headers.len();
        assert!((15..=63).contains(&count), "{pace:?} {count}");
        assert_eq!(numbers(&seen[0]), (0..count as u64).collect::<Vec<_>>(), "{pace:?}");
    }
}

#[test]
fn the_kernel_cuts_buffers_into_datagrams_with_a_header_each() {
    let plan = UdpPlan { segmentation: true, segments: 4, batch: 2, quantum_us: 8_000, ..plan() };
    let (far, rig) = (socket(), Rig::new(plan, 1, Duration::from_millis(150)));
    let (seen, _) = run(&rig, vec![connected(0, far.local_addr().unwrap())], &far, 0);
    assert!(seen[0].lengths.iter().all(|&length| length == 1000) && !seen[0].lengths.is_empty());
    assert_eq!(numbers(&seen[0]), (0..seen[0].ends[0]).collect::<Vec<_>>());
    let (count, udp) = (rig.post.counters[0].read(), rig.post.counters[0].read_udp());
    assert_eq!(count.bytes, udp.datagrams * 1000);
    assert!(count.operations < udp.datagrams, "several in a call: {count:?} {udp:?}");
}

#[test]
fn flows_that_share_a_socket_take_turns_and_end_each_by_itself() {
    let (far, near) = (socket(), Arc::new(socket()));
    near.set_nonblocking(true).unwrap();
    for rate in [Some(2_500_000), None] {
        let plan = UdpPlan { stream_bits_per_second: rate, batch: 1, ..plan() };
        let rig = Rig::new(plan, 2, Duration::from_millis(if rate.is_some() { 100 } else { 3 }));
        let far_end = far.local_addr().unwrap();
        let flow = |stream| Flow { stream, socket: Arc::clone(&near), far_end, connected: false };
        let (seen, _) = run(&rig, vec![flow(0), flow(1)], &far, 0);
        for seen in &seen {
            let (numbers, all) = (numbers(seen), (0..seen.ends[0]).collect::<Vec<_>>());
            // As fast as it goes is faster than a small receive buffer takes it.
            assert!(numbers == all || rate.is_none() && numbers.is_sorted(), "{numbers:?}");
        }
        assert!(
            seen[0].ends[0].abs_diff(seen[1].ends[0]) <= 1 + seen[0].ends[0] / 2,
            "{:?}",
            [&seen[0].ends, &seen[1].ends]
        );
        assert!(is_sent(&rig.endings(), 2));
    }
}

#[test]
fn numbers_and_bytes_go_on_beyond_32_bits() {
    let before = u64::from(u32::MAX) - 20;
    let (far, rig) = (socket(), Rig::new(plan(), 1, Duration::from_millis(100)));
    let (seen, _) = run(&rig, vec![connected(0, far.local_addr().unwrap())], &far, before);
    let total = seen[0].ends[0];
    assert_eq!(numbers(&seen[0]), (before..total).collect::<Vec<_>>());
    assert!(total > 1 << 32, "{total}");
    let udp = rig.post.counters[0].read_udp();
    assert_eq!((rig.post.counters[0].read().bytes, udp.datagrams, udp.expected), (total * 1000, total, total));
}

#[test]
fn a_sender_that_hears_nothing_stops_by_itself() {
    let plan = UdpPlan { silence_ms: 150, ..plan() };
    let (far, rig) = (socket(), Rig::new(plan, 1, Duration::from_mins(1)));
    let flow = connected(0, far.local_addr().unwrap());
    let stop = Mutex::new(false);
    std::thread::scope(|scope| {
        let stop = &stop;
        let near = flow.socket.local_addr().unwrap();
        let far = &far;
        scope.spawn(move || {
            let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
            let mut serial = 10;
            while !*stop.lock().unwrap() {
                // None of these is a sign of life: said before, from elsewhere, of another run, with a bad proof, too long.
                far.send_to(&feedback(0, 5, false), near).unwrap();
                serial += 1;
                stranger.send_to(&feedback(0, serial, false), near).unwrap();
                let word = Word::Feedback { received: 0, expected: 0, serial, ended: true };
                far.send_to(&Sealed { stream: 0, tag: [0; 8], word }.write(&Sum), near).unwrap();
                let mut bad = feedback(0, serial, true);
                bad[63] ^= 1;
                far.send_to(&bad, near).unwrap();
                far.send_to(&[&feedback(0, serial, true)[..], &[0]].concat(), near).unwrap();
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let began = Instant::now();
        serve_from(vec![flow], &rig.post, 0);
        *stop.lock().unwrap() = true;
        let took = began.elapsed();
        assert!(took >= Duration::from_millis(150) && took < Duration::from_secs(5), "{took:?}");
    });
    assert!(matches!(rig.endings()[..], [(0, StreamEnd::Unheard)]));
    far.set_nonblocking(true).unwrap();
    let mut bytes = [0; 2000];
    while let Ok(length) = far.recv(&mut bytes) {
        assert!(Header::read(&bytes[..length]).is_some() && length > HEADER, "no end mark for who is not there");
    }
}

#[test]
fn a_rate_beyond_any_machine_outlasts_neither_the_end_nor_a_silent_receiver() {
    // Twelve million datagrams in a quantum: seconds of work.
    let beyond = UdpPlan { stream_bits_per_second: Some(100_000_000_000_000), quantum_us: 1_000, ..plan() };
    let far = UdpSocket::bind("127.0.0.1:0").unwrap();
    let to = far.local_addr().unwrap();
    let took = |plan: UdpPlan, payload| {
        let (rig, began) = (Rig::new(plan, 1, payload), Instant::now());
        serve_from(vec![connected(0, to)], &rig.post, 0);
        (began.elapsed(), rig.endings())
    };
    let (elapsed, endings) = took(beyond, Duration::from_millis(200));
    assert!(elapsed < Duration::from_secs(2) && is_sent(&endings, 1), "{elapsed:?} {endings:?}");
    let (elapsed, endings) = took(UdpPlan { silence_ms: 300, ..beyond }, Duration::from_mins(1));
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    assert!(matches!(endings[..], [(0, StreamEnd::Unheard)]), "{endings:?}");
}

#[test]
fn an_end_that_nobody_acknowledges_is_said_for_a_while() {
    let (far, rig) = (socket(), Rig::new(plan(), 1, Duration::from_millis(10)));
    let began = Instant::now();
    serve_from(vec![connected(0, far.local_addr().unwrap())], &rig.post, 0);
    assert!(began.elapsed() >= Duration::from_millis(400));
    assert!(is_sent(&rig.endings(), 1));
    far.set_nonblocking(true).unwrap();
    let mut bytes = [0; 2000];
    let mut ends = 0;
    while let Ok(length) = far.recv(&mut bytes) {
        ends += usize::from(Sealed::read(&bytes[..length], TAG, &Sum).is_some());
    }
    assert!((3..=21).contains(&ends), "{ends}");
}

#[test]
fn errors_from_the_network_are_counted_and_end_nothing() {
    let plan = UdpPlan { silence_ms: 200, ..plan() };
    let rig = Rig::new(plan, 1, Duration::from_mins(1));
    // Closed again at once.
    let nobody = socket().local_addr().unwrap();
    serve_from(vec![connected(0, nobody)], &rig.post, 0);
    assert!(matches!(rig.endings()[..], [(0, StreamEnd::Unheard)]));
    let udp = rig.post.counters[0].read_udp();
    assert!(udp.icmp_errors > 0 && udp.icmp_errors <= udp.datagrams, "{udp:?}");
    assert_eq!((udp.never_sent, udp.datagrams), (0, udp.expected));
}

#[test]
fn what_does_not_fit_is_said_with_its_size() {
    let plan = UdpPlan { datagram_bytes: 65_508, ..plan() };
    let (far, rig) = (socket(), Rig::new(plan, 1, Duration::from_mins(1)));
    serve_from(vec![connected(0, far.local_addr().unwrap())], &rig.post, 0);
    let endings = rig.endings();
    let [(0, StreamEnd::Broken(error))] = &endings[..] else { panic!("{endings:?}") };
    assert!(error.to_string().starts_with("datagrams of 65508 bytes do not fit the path any more"), "{error}");
}
