//! Two ends of a run of datagrams in one process.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pairperf_shared::config::Pace;
use pairperf_shared::datagram::UdpCount;
use pairperf_shared::plan::{Loop, Role, RolePlan, Timing, UdpPlan};
use pairperf_shared::sample::{Mark, Sample};

use crate::tests::pair::{End, Story};
use crate::udp::{PROOF, Seal, Tag, door};
use crate::{Finish, Open};

pub(super) const TAG: Tag = *b"this run";

/// A seal that is good enough to tell keys apart.
#[derive(Debug)]
pub(super) struct Key(pub(super) u64);

impl Seal for Key {
    fn seal(&self, bytes: &[u8]) -> [u8; PROOF] {
        let step = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let sum = bytes.iter().fold(self.0, step);
        let mut proof = [0; PROOF];
        proof[..8].copy_from_slice(&sum.to_be_bytes());
        proof
    }

    fn holds(&self, bytes: &[u8], proof: &[u8]) -> bool {
        self.seal(bytes) == *proof
    }
}

/// What a test run is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) streams: u32,
    pub(super) threads: u32,
    /// What the end that dials does.
    pub(super) dialler: Role,
    /// Where the other end listens.
    pub(super) at: &'static str,
    pub(super) measure_ms: u64,
    pub(super) segments: u32,
    pub(super) base_port: Option<u16>,
    pub(super) prepare_ms: u64,
    pub(super) silence_ms: u32,
}

impl Shape {
    pub(super) fn new(streams: u32, dialler: Role) -> Self {
        Self {
            streams,
            threads: 2,
            dialler,
            at: "127.0.0.1:0",
            measure_ms: 200,
            segments: 1,
            base_port: None,
            prepare_ms: 20_000,
            silence_ms: 10_000,
        }
    }

    pub(super) fn plan(&self, opens: bool) -> RolePlan {
        let role = match (opens, self.dialler) {
            (true, role) => role,
            (false, Role::Sender) => Role::Receiver,
            (false, Role::Receiver) => Role::Sender,
        };
        let udp = UdpPlan {
            datagram_bytes: 1000,
            fragment: false,
            // 2,500 datagrams a second in all.
            stream_bits_per_second: Some(20_000_000 / u64::from(self.streams)),
            pace: Pace::Quantum,
            quantum_us: 1000,
            catch_up_ms: 20,
            segmentation: self.segments > 1,
            segments: self.segments,
            batch: 16,
            nap_us: 500,
            feedback_ms: 20,
            silence_ms: self.silence_ms,
            base_port: self.base_port,
        };
        RolePlan {
            udp: Some(udp),
            role,
            opens,
            streams: self.streams,
            inner_loop: Loop::Batch,
            threads: self.threads.min(self.streams),
            buffer_bytes: u64::from(udp.datagram_bytes * udp.segments),
            send_socket_buffer_bytes: None,
            receive_socket_buffer_bytes: Some(2 << 20),
            no_delay: false,
            congestion_control: None,
            dials_at_once: self.streams,
            timing: Timing {
                begins_ms: 0,
                prepare_deadline_ms: self.prepare_ms,
                warm_up_ms: 50,
                measure_ms: self.measure_ms,
                cool_down_ms: 0,
                drain_deadline_ms: 800,
                sample_ms: 20,
                stream_sample_ms: 40,
            },
            ..super::super::pair::Shape::new(self.streams, Loop::Batch, role).plan(opens)
        }
    }

    /// The end that flows come to, and where.
    pub(super) fn accept(&self, key: u64) -> (End, SocketAddr) {
        let door = door(self.at.parse().unwrap()).unwrap();
        let mut address = door.local_addr().unwrap();
        if let Some(port) = self.base_port {
            address.set_port(port);
        }
        let open = Open::AcceptUdp { door, tag: TAG, seal: Arc::new(Key(key)) };
        (End::start(self.plan(false), open), address)
    }

    /// The end that opens them.
    pub(super) fn dial(&self, target: SocketAddr, key: u64) -> End {
        End::start(self.plan(true), Open::DialUdp { target, source: None, tag: TAG, seal: Arc::new(Key(key)) })
    }

    /// Both ends: the one that dials, the one that accepts, and where; `way` gives the address to dial for it.
    pub(super) fn pair(&self, way: impl FnOnce(SocketAddr) -> SocketAddr) -> Pair {
        let (acceptor, address) = self.accept(7);
        let dialler = self.dial(way(address), 7);
        Pair { dialler, acceptor, address, shape: *self }
    }
}

/// Both ends of a run.
pub(super) struct Pair {
    pub(super) dialler: End,
    pub(super) acceptor: End,
    /// Where flows come to.
    pub(super) address: SocketAddr,
    shape: Shape,
}

impl Pair {
    /// Waits for both ends to be ready, and starts them.
    pub(super) fn start(&self) {
        for end in self.ends() {
            let effect = end.ready();
            assert_eq!((effect.streams, effect.inner_loop), (self.shape.streams, Loop::Batch));
            let udp = effect.udp.unwrap();
            assert_eq!((udp.datagram_bytes, udp.segmentation), (1000, self.shape.segments > 1));
            assert!(udp.path_mtu_bytes.unwrap() > 1280);
            assert!(effect.receive_socket_buffer_bytes.unwrap() > 0 && effect.local_address.is_some());
        }
        let start = Instant::now() + Duration::from_millis(20);
        for end in self.ends() {
            end.session().go(start);
        }
    }

    pub(super) fn ends(&self) -> [&End; 2] {
        [&self.dialler, &self.acceptor]
    }

    /// The end that sends and the one that receives.
    pub(super) fn by_role(&self) -> (&End, &End) {
        match self.shape.dialler {
            Role::Sender => (&self.dialler, &self.acceptor),
            Role::Receiver => (&self.acceptor, &self.dialler),
        }
    }

    /// Runs it to its end: what the sender said, and the receiver.
    pub(super) fn run(&self) -> (Story, Story) {
        self.start();
        let (sender, receiver) = self.by_role();
        (sender.story(), receiver.story())
    }

    pub(super) fn release(mut self) {
        self.dialler.release();
        self.acceptor.release();
    }
}

/// The flows' last counts.
pub(super) fn counts(story: &Story) -> Vec<UdpCount> {
    last(story).streams.as_ref().unwrap().iter().map(|stream| stream.udp.unwrap()).collect()
}

pub(super) fn last(story: &Story) -> &Sample {
    story.mark(Mark::End)
}

pub(super) fn out_of_run(story: &Story) -> u64 {
    last(story).udp.unwrap().out_of_run
}

pub(super) fn completed(finish: &Finish) -> bool {
    matches!(finish.ending, crate::Ending::Completed)
}

/// A first port from which so many are free just now.
pub(super) fn free_ports(count: u16) -> u16 {
    for _ in 0..100 {
        let first = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let all: Option<Vec<_>> =
            (0..count).map(|offset| UdpSocket::bind(("127.0.0.1", first.checked_add(offset)?)).ok()).collect();
        if all.is_some() {
            return first;
        }
    }
    panic!("no {count} ports in a row are free")
}
