//! Two ends in one process: one dials, a listener thread plays the server of the other.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use pairperf_shared::config::{Payload, ReceiveCopy, SendCopy};
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::{Loop, Role, RolePlan, Timing};
use pairperf_shared::record::EndInEffect;
use pairperf_shared::sample::{Mark, Sample};

use crate::{ACCEPTED, Finish, Notice, Open, Session, SessionPlan};

/// No test waits longer for anything.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);
pub(super) const PREFACE: usize = 8;

/// What a test run is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) streams: u32,
    pub(super) inner_loop: Loop,
    /// What the end that dials does.
    pub(super) dialler: Role,
    pub(super) warm_up_ms: u64,
    pub(super) measure_ms: u64,
    pub(super) cool_down_ms: u64,
}

impl Shape {
    pub(super) fn new(streams: u32, inner_loop: Loop, dialler: Role) -> Self {
        Self { streams, inner_loop, dialler, warm_up_ms: 50, measure_ms: 200, cool_down_ms: 50 }
    }

    pub(super) fn plan(&self, opens: bool) -> RolePlan {
        let role = match (opens, self.dialler) {
            (true, role) => role,
            (false, Role::Sender) => Role::Receiver,
            (false, Role::Receiver) => Role::Sender,
        };
        RolePlan {
            udp: None,
            role,
            opens,
            streams: self.streams,
            inner_loop: self.inner_loop,
            threads: if self.inner_loop == Loop::Epoll { 2 } else { self.streams },
            buffer_bytes: 64 << 10,
            send_socket_buffer_bytes: None,
            receive_socket_buffer_bytes: None,
            no_delay: true,
            congestion_control: Some("reno".to_owned()),
            dials_at_once: 16,
            exchange: None,
            quota: None,
            payload: Payload::Random,
            receive_copy: ReceiveCopy::Copy,
            send_copy: SendCopy::Copy,
            pins: Vec::new(),
            stream_bits_per_second: None,
            mss_bytes: None,
            dscp: None,
            source_address: None,
            source_interface: None,
            timing: Timing {
                begins_ms: 0,
                prepare_deadline_ms: 20_000,
                warm_up_ms: self.warm_up_ms,
                measure_ms: self.measure_ms,
                cool_down_ms: self.cool_down_ms,
                drain_deadline_ms: 20_000,
                sample_ms: 20,
                stream_sample_ms: 40,
            },
        }
    }
}

/// One end and what it said.
pub(super) struct End {
    pub(super) session: Option<Session>,
    notices: Receiver<Notice>,
}

/// Everything an end said until it was finished.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub(super) phases: Vec<(Phase, i64)>,
    pub(super) samples: Vec<Sample>,
    pub(super) late: Vec<Mark>,
    pub(super) finish: Option<Finish>,
}

impl End {
    pub(super) fn start(role: RolePlan, open: Open) -> Self {
        let (sender, notices) = channel();
        let session = Session::start(SessionPlan { role, open }, move |notice| drop(sender.send(notice))).unwrap();
        Self { session: Some(session), notices }
    }

    pub(super) fn session(&self) -> &Session {
        self.session.as_ref().unwrap()
    }

    pub(super) fn next(&self) -> Notice {
        self.notices.recv_timeout(PATIENCE).expect("an end says something in time")
    }

    /// Reads until all streams are up.
    pub(super) fn ready(&self) -> EndInEffect {
        loop {
            match self.next() {
                Notice::Opening { up, of } => assert!(up <= of),
                Notice::Counting(_) => {}
                Notice::Ready(effect) => return effect,
                other => panic!("not ready but {other:?}"),
            }
        }
    }

    /// Reads until a sample for which `enough` holds.
    pub(super) fn until(&self, story: &mut Story, enough: impl Fn(&Sample) -> bool) {
        loop {
            story.note(self.next());
            if story.finish.is_some() || story.samples.last().is_some_and(&enough) {
                return;
            }
        }
    }

    /// Reads to the end.
    pub(super) fn rest(&self, mut story: Story) -> Story {
        while story.finish.is_none() {
            story.note(self.next());
        }
        story
    }

    /// Reads everything.
    pub(super) fn story(&self) -> Story {
        self.rest(Story::default())
    }

    pub(super) fn release(&mut self) {
        self.session.take().unwrap().release().unwrap();
        assert!(self.notices.recv_timeout(PATIENCE).is_err(), "nothing is said after the end");
    }
}

impl Story {
    fn note(&mut self, notice: Notice) {
        match notice {
            Notice::Opening { .. } | Notice::Counting(_) | Notice::Ready(_) => {}
            Notice::Phase(phase, t_ns) => self.phases.push((phase, t_ns)),
            Notice::Sample(sample) => self.samples.push(sample),
            Notice::Late { mark, .. } => self.late.push(mark),
            Notice::Finished(finish) => self.finish = Some(finish),
        }
    }

    pub(super) fn mark(&self, mark: Mark) -> &Sample {
        self.samples
            .iter()
            .find(|sample| sample.mark == Some(mark))
            .unwrap_or_else(|| panic!("no {mark:?} in {self:#?}"))
    }

    pub(super) fn has(&self, mark: Mark) -> bool {
        self.samples.iter().any(|sample| sample.mark == Some(mark))
    }

    pub(super) fn finish(&self) -> &Finish {
        self.finish.as_ref().unwrap()
    }

    pub(super) fn phases(&self) -> Vec<Phase> {
        self.phases.iter().map(|phase| phase.0).collect()
    }
}

/// A server that reads prefaces, answers them and hands the streams over.
pub(super) fn serve(streams: u32) -> (SocketAddr, Receiver<(u32, TcpStream)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, arrivals) = channel();
    thread::spawn(move || hand_over(&listener, streams, &sender));
    (address, arrivals)
}

fn hand_over(listener: &TcpListener, streams: u32, arrivals: &Sender<(u32, TcpStream)>) {
    for _ in 0..streams {
        let (mut socket, _) = listener.accept().unwrap();
        let mut preface = [0; PREFACE];
        if socket.read_exact(&mut preface).is_err() {
            return;
        }
        socket.write_all(&[ACCEPTED]).unwrap();
        let stream = u32::from_be_bytes(preface[4..].try_into().unwrap());
        if arrivals.send((stream, socket)).is_err() {
            return;
        }
    }
}

pub(super) fn preface(stream: u32) -> Vec<u8> {
    [[0xF5; 4], stream.to_be_bytes()].concat()
}

pub(super) fn dial(target: SocketAddr) -> Open {
    Open::Dial { target, preface: Box::new(preface), source: None }
}

/// Both ends, ready: the one that dials and the one that accepts.
pub(super) fn ready_pair(shape: Shape) -> (End, End) {
    let (address, arrivals) = serve(shape.streams);
    let acceptor = End::start(shape.plan(false), Open::Accept { arrivals });
    let dialler = End::start(shape.plan(true), dial(address));
    for end in [&dialler, &acceptor] {
        let effect = end.ready();
        assert_eq!(end.session().last_progress(), None, "nothing has flowed");
        assert_eq!(
            (effect.streams, effect.congestion_control.as_deref(), effect.no_delay),
            (shape.streams, Some("reno"), Some(true))
        );
        assert!(
            effect.mss_bytes.is_some() && effect.send_socket_buffer_bytes.is_some() && effect.local_address.is_some()
        );
    }
    (dialler, acceptor)
}

/// Both ends, started.
pub(super) fn running_pair(shape: Shape) -> (End, End) {
    let (dialler, acceptor) = ready_pair(shape);
    let start = Instant::now() + Duration::from_millis(20);
    acceptor.session().go(start);
    dialler.session().go(start);
    (dialler, acceptor)
}

/// The sender's end first.
pub(super) fn by_role<T>(shape: Shape, dialler: T, acceptor: T) -> (T, T) {
    match shape.dialler {
        Role::Sender => (dialler, acceptor),
        Role::Receiver => (acceptor, dialler),
    }
}
