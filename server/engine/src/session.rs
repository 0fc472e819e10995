//! The handle of one run's engine at one end.

use std::fmt;
use std::net::{IpAddr, SocketAddr, TcpStream, UdpSocket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use pairperf_shared::plan::RolePlan;

use crate::conductor::Conductor;
use crate::inbox::{Event, Inbox};
use crate::liveness::Liveness;
use crate::udp::{Seal, Tag};
use crate::{EngineError, Notice};

/// The byte that answers a valid preface. The server that reads a preface writes it, before it
/// hands the socket to its engine; the end that opens waits for it.
pub const ACCEPTED: u8 = 0x06;

/// Makes the preface of the stream of that number.
pub type Preface = Box<dyn Fn(u32) -> Vec<u8> + Send + Sync>;

/// What a session does.
#[derive(Debug)]
pub struct SessionPlan {
    /// This end's part of the plan.
    pub role: RolePlan,
    /// How the streams come about.
    pub open: Open,
}

/// How the streams of a session come about.
pub enum Open {
    /// This end opens them.
    Dial {
        /// Where to.
        target: SocketAddr,
        /// What is said first on each stream.
        preface: Preface,
        /// The address to open them from; null = the kernel's choice.
        source: Option<IpAddr>,
    },
    /// They arrive, with their numbers, as sockets whose preface was read and answered.
    Accept {
        /// Where they arrive. A number that comes twice, or is none of the plan, is closed.
        arrivals: Receiver<(u32, TcpStream)>,
    },
    /// Flows of datagrams that this end opens, each from a port of its own.
    DialUdp {
        /// Where to; the first flow's, where the plan gives each a port of its own.
        target: SocketAddr,
        /// The address to open them from; null = the kernel's choice.
        source: Option<IpAddr>,
        /// The run's mark.
        tag: Tag,
        /// The run's key.
        seal: Arc<dyn Seal>,
    },
    /// Flows of datagrams that come to this end.
    AcceptUdp {
        /// Bound to the address and port that flows come to, with `SO_REUSEPORT`, and the first of its group: datagrams
        /// there that are not of a run stay with it, and with its owner. The engine never reads from it.
        door: UdpSocket,
        /// The run's mark.
        tag: Tag,
        /// The run's key.
        seal: Arc<dyn Seal>,
    },
}

impl fmt::Debug for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dial { target, source, .. } => {
                f.debug_struct("Dial").field("target", target).field("source", source).finish_non_exhaustive()
            }
            Self::Accept { .. } => f.debug_struct("Accept").finish_non_exhaustive(),
            Self::DialUdp { target, source, .. } => {
                f.debug_struct("DialUdp").field("target", target).field("source", source).finish_non_exhaustive()
            }
            Self::AcceptUdp { door, .. } => f.debug_struct("AcceptUdp").field("door", door).finish_non_exhaustive(),
        }
    }
}

/// The conductor's thread, as it is named in errors.
pub(crate) const NAME: &str = "pp-run";
/// More than a brief drain and the joining of workers take together.
const RELEASE_DEADLINE: Duration = Duration::from_secs(5);

/// One run's engine at one end: its threads, its sockets and what they counted.
///
/// Dropping it stops everything and closes the sockets, without waiting for it.
#[derive(Debug)]
pub struct Session {
    events: Sender<Event>,
    liveness: Arc<Liveness>,
    /// Closed when the conductor ends. Behind a lock only so that a session can be shared.
    ended: Mutex<Receiver<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Session {
    /// Starts to open the streams. `notices` is called on the conductor's thread, which takes the
    /// samples too: it must not block. [`Notice::Finished`] comes exactly once, as the last one.
    pub fn start(plan: SessionPlan, notices: impl Fn(Notice) + Send + 'static) -> Result<Self, EngineError> {
        let base = Instant::now();
        let liveness = Arc::new(Liveness::new(base));
        let (events, inbox) = channel();
        let (alive, ended) = channel();
        let conductor = Conductor::new(plan.role, base, Inbox::new(inbox), Arc::clone(&liveness), Box::new(notices));
        let workers = events.clone();
        let thread = Builder::new()
            .name(NAME.to_owned())
            .spawn(move || {
                let _alive = alive;
                conductor.run(plan.open, workers);
            })
            .map_err(|source| EngineError::Thread { name: NAME.to_owned(), source })?;
        Ok(Self { events, liveness, ended: Mutex::new(ended), thread: Some(thread) })
    }

    /// The common start: payload begins at this instant, which is 0 on the time axis. Only the
    /// first call counts; before [`Notice::Ready`] it is remembered.
    pub fn go(&self, start: Instant) {
        self.tell(Event::Go(start));
    }

    /// Ends payload now. Marks that can still be taken are taken, and what is on the way is
    /// waited for briefly.
    pub fn stop(&self) {
        self.tell(Event::Stop);
    }

    /// When the other end last gave a sign through test data: bytes that arrived here, or that it
    /// acknowledged. Looked for at each sample (at the sender, at each one with streams).
    pub fn last_progress(&self) -> Option<Instant> {
        self.liveness.last()
    }

    /// Closes the sockets, once both ends have what they want of them; blocks until all threads
    /// have ended, at most 5 s.
    pub fn release(mut self) -> Result<(), EngineError> {
        self.tell(Event::Release);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(RELEASE_DEADLINE);
        if ended == Err(RecvTimeoutError::Timeout) {
            return Err(EngineError::Stuck { name: NAME.to_owned(), seconds: RELEASE_DEADLINE.as_secs() });
        }
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(_)) => Err(EngineError::Panicked { name: NAME.to_owned() }),
            _ => Ok(()),
        }
    }

    fn tell(&self, event: Event) {
        // A conductor that has ended has nothing left to do.
        let _ = self.events.send(event);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.tell(Event::Release);
    }
}
