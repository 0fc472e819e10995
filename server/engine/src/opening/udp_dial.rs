//! Opens flows of datagrams: asks at an address until it has answered for every one.

use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pairperf_shared::plan::{RolePlan, UdpPlan};

use super::udp::{Flows, ROOM, by_number, fresh, listen, system, watch};
use super::{Halt, Watch, seconds};
use crate::EngineError;
use crate::platform::{Poller, Ready};
use crate::udp::flow::Flow;
use crate::udp::handshake::{Opener, Step};
use crate::udp::socket::Maker;
use crate::udp::wire::Sealed;
use crate::udp::{Seal, Tag};

/// A flow on its way up.
#[derive(Debug)]
struct Attempt {
    stream: u16,
    target: SocketAddr,
    socket: Arc<UdpSocket>,
    opener: Opener,
    up: bool,
    /// The last thing that the kernel said of it.
    told: Option<io::Error>,
}

/// Where to, and with what.
#[derive(Debug)]
pub(super) struct Dial<'a> {
    /// The far end; the first flow's, where each has a port of its own.
    pub(super) target: SocketAddr,
    /// This end's address; null = the kernel's choice.
    pub(super) source: Option<IpAddr>,
    /// The run's mark.
    pub(super) tag: Tag,
    /// The run's key.
    pub(super) seal: &'a Arc<dyn Seal>,
}

/// Opens all flows.
pub(super) fn dial(plan: &RolePlan, udp: &UdpPlan, dial: &Dial<'_>, look: &mut Watch<'_>) -> Result<Flows, Halt> {
    let mut attempts = begin(plan, udp, dial)?;
    let poller = Poller::new().map_err(system("preparing to open flows"))?;
    let mut ready = Ready::with_room(ROOM);
    for (token, attempt) in attempts.iter().enumerate() {
        watch(&poller, &attempt.socket, token)?;
    }
    while !look.progress.is_complete() {
        let Some(patience) = look.patience()? else { return Err(late(plan, &mut attempts).into()) };
        let next = speak(&mut attempts, dial);
        poller.wait(&mut ready, patience.min(next)).map_err(system("waiting for flows to open"))?;
        for token in ready.tokens() {
            let attempt = &mut attempts[token as usize];
            let was_up = attempt.up;
            attempt.listen(dial)?;
            if attempt.up && !was_up {
                look.progress.one_more();
            }
        }
    }
    let flow = |attempt: Attempt| Flow {
        stream: attempt.stream,
        // Not the target: the kernel takes the address of all for this machine's own.
        far_end: attempt.socket.peer_addr().unwrap_or(attempt.target),
        socket: attempt.socket,
        connected: true,
    };
    let flows = attempts.into_iter().map(flow).collect();
    Ok(Flows { shares: by_number(flows, plan.threads), tag: dial.tag, seal: Arc::clone(dial.seal), door: None })
}

fn begin(plan: &RolePlan, udp: &UdpPlan, dial: &Dial<'_>) -> Result<Vec<Attempt>, EngineError> {
    let maker = Maker::new(plan, udp);
    let attempt = |stream: u32| {
        let mut target = dial.target;
        if let Some(first) = udp.base_port {
            target.set_port(super::udp_port(first, stream, plan.streams)?);
        }
        let stream = stream as u16;
        let socket = Arc::new(maker.dial(stream, target, dial.source)?);
        Ok(Attempt { stream, target, socket, opener: Opener::new(fresh()?), up: false, told: None })
    };
    (0..plan.streams).map(attempt).collect()
}

/// Lets every flow say what is due; says when the next one is.
fn speak(attempts: &mut [Attempt], dial: &Dial<'_>) -> Duration {
    let now = Instant::now();
    let waiting = attempts.iter_mut().filter(|attempt| !attempt.up);
    let next = waiting.map(|attempt| {
        if attempt.opener.due().is_none_or(|due| due <= now) {
            attempt.say(dial, now);
        }
        attempt.opener.due().map_or(Duration::ZERO, |due| due.saturating_duration_since(now))
    });
    next.min().unwrap_or_default()
}

impl Attempt {
    fn say(&mut self, dial: &Dial<'_>, now: Instant) {
        let word = self.opener.say(now);
        let bytes = Sealed { stream: self.stream, tag: dial.tag, word }.write(&**dial.seal);
        // What is not sent now is said again; the error may be that of an earlier one.
        if let Err(error) = self.socket.send(&bytes) {
            self.told = Some(error);
        }
    }

    fn listen(&mut self, dial: &Dial<'_>) -> Result<(), EngineError> {
        let socket = Arc::clone(&self.socket);
        let told = listen(&socket, dial.tag, &**dial.seal, |sealed, _| {
            if sealed.stream == self.stream {
                match self.opener.hear(sealed.word) {
                    Step::Wait => {}
                    Step::Say => self.say(dial, Instant::now()),
                    Step::Up => self.up = true,
                }
            }
            Ok(())
        })?;
        self.told = told.or(self.told.take());
        Ok(())
    }
}

/// Names the first flow that is not up, and why as far as is known.
fn late(plan: &RolePlan, attempts: &mut [Attempt]) -> EngineError {
    let pending = attempts.iter_mut().find(|attempt| !attempt.up);
    let Some(attempt) = pending else {
        return EngineError::ArrivalDeadline { up: plan.streams, of: plan.streams, seconds: seconds(plan) };
    };
    EngineError::Unanswered {
        stream: attempt.stream.into(),
        of: plan.streams,
        address: attempt.target,
        seconds: seconds(plan),
        answered: attempt.opener.asked_back(),
        source: attempt.told.take(),
    }
}
