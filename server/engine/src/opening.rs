//! Makes all streams of a run before its clock starts: by dialling them, or by waiting for them.

mod accept;
mod dial;
mod progress;

use std::net::TcpStream;
use std::time::{Duration, Instant};

use pairperf_shared::plan::RolePlan;

use crate::EngineError;
use crate::inbox::Inbox;
use crate::notice::Notice;
use crate::session::Open;
use progress::Progress;

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

/// Opens every stream, in the order of their numbers, options set.
pub(crate) fn open(
    open: Open,
    plan: &RolePlan,
    inbox: &mut Inbox,
    notify: &dyn Fn(Notice),
) -> Result<Vec<TcpStream>, Halt> {
    let began = Instant::now();
    let patience = Duration::from_millis(plan.timing.prepare_deadline_ms);
    let mut watch = Watch { inbox, progress: Progress::new(plan.streams, notify), deadline: began + patience };
    match open {
        Open::Dial { target, preface, source } => dial::dial(plan, target, &*preface, source, &mut watch),
        Open::Accept { arrivals } => accept::accept(plan, &arrivals, &mut watch),
        Open::DialUdp { .. } | Open::AcceptUdp { .. } => todo!(),
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

/// Deadlines are whole seconds in sentences.
fn seconds(plan: &RolePlan) -> u64 {
    plan.timing.prepare_deadline_ms.div_ceil(1000)
}
