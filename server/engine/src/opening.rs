//! Makes all streams of a run before its clock starts: by dialling them, or by waiting for them.

mod accept;
mod dial;
mod progress;
mod udp;
mod udp_accept;
mod udp_dial;

use std::fmt;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use pairperf_shared::plan::{RolePlan, UdpPlan};

use crate::EngineError;
use crate::inbox::Inbox;
use crate::notice::Notice;
use crate::session::{Open, Preface};
use progress::Progress;
use udp_dial::Dial;

pub(crate) use udp::Flows;

/// How long a wait lasts before the owner's wishes are looked at again.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Why there are no streams.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The owner stopped.
    Stopped,
    /// Something went wrong.
    Failed(EngineError),
}

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Self {
        Self::Failed(error)
    }
}

/// Streams that are up.
#[derive(Debug)]
pub(crate) enum Opened {
    /// Connections, in the order of their numbers, and how further ones come about.
    Tcp(Vec<TcpStream>, Again),
    /// Flows of datagrams.
    Udp(Flows),
}

/// Where connections are opened to.
pub(crate) struct Way {
    /// Where to.
    pub(crate) target: SocketAddr,
    /// What is said first on each.
    pub(crate) preface: Preface,
    /// The address to open them from; none = the kernel's choice.
    pub(crate) source: Option<IpAddr>,
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Way").field("target", &self.target).field("source", &self.source).finish_non_exhaustive()
    }
}

/// How connections come about after all streams are up.
#[derive(Debug)]
pub(crate) enum Again {
    /// This end opens them.
    Dial(Way),
    /// They arrive.
    Accept(Receiver<(u32, TcpStream)>),
}

/// Opens every stream, options set.
pub(crate) fn open(open: Open, plan: &RolePlan, inbox: &mut Inbox, notify: &dyn Fn(Notice)) -> Result<Opened, Halt> {
    let began = Instant::now();
    let patience = Duration::from_millis(plan.timing.prepare_deadline_ms);
    let mut watch = Watch { inbox, progress: Progress::new(plan.streams, notify), deadline: began + patience };
    match open {
        Open::Dial { target, preface, source } => {
            let streams = dial::dial(plan, target, &*preface, source, &mut watch)?;
            Ok(Opened::Tcp(streams, Again::Dial(Way { target, preface, source })))
        }
        Open::Accept { arrivals } => {
            let streams = accept::accept(plan, &arrivals, &mut watch)?;
            Ok(Opened::Tcp(streams, Again::Accept(arrivals)))
        }
        Open::DialUdp { target, source, tag, seal } => {
            let dial = Dial { target, source, tag, seal: &seal };
            udp_dial::dial(plan, datagrams(plan)?, &dial, &mut watch).map(Opened::Udp)
        }
        Open::AcceptUdp { door, tag, seal } => {
            udp_accept::accept(plan, datagrams(plan)?, door, (tag, seal), &mut watch).map(Opened::Udp)
        }
    }
}

/// What both ways of opening keep an eye on.
struct Watch<'a> {
    inbox: &'a mut Inbox,
    progress: Progress<'a>,
    deadline: Instant,
}

impl Watch<'_> {
    /// How long to wait for the next thing to happen; none after the deadline.
    fn patience(&mut self) -> Result<Option<Duration>, Halt> {
        if self.inbox.stopped() {
            return Err(Halt::Stopped);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        Ok((!left.is_zero()).then(|| left.min(LOOK_UP)))
    }
}

/// What is planned for datagrams; their flows have numbers of 16 bits on the wire.
fn datagrams(plan: &RolePlan) -> Result<&UdpPlan, EngineError> {
    let numbered = (1..=u32::from(u16::MAX)).contains(&plan.streams);
    plan.udp.as_ref().filter(|_| numbered).ok_or_else(EngineError::unplanned)
}

/// The port of a flow, where each has its own.
fn udp_port(first: u16, stream: u32, of: u32) -> Result<u16, EngineError> {
    u16::try_from(u32::from(first) + stream).map_err(|_| EngineError::Ports { first, of })
}

/// Deadlines are whole seconds in sentences.
fn seconds(plan: &RolePlan) -> u64 {
    plan.timing.prepare_deadline_ms.div_ceil(1000)
}
