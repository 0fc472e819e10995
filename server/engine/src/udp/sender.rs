//! Sends the datagrams of some flows, by their schedule or as fast as the kernel takes them.
//!
//! One worker serves its flows in turn, a call each. `flight` is what it knows of one flow, `feedback` what it hears of the
//! receiver, `farewell` how a flow ends.

mod farewell;
mod feedback;
mod flight;
#[cfg(test)]
mod tests;

use std::io;
use std::time::Duration;

use pairperf_shared::config::Pace;

use super::attend;
use super::batch::Batch;
use super::flow::{Flow, Post};
use super::pace::Alarm;
use crate::flow::StreamEnd;
use crate::platform::{self, Interest, Outgoing, Poller, Ready, Refusal};
use flight::Flight;

/// How often a sender looks for feedback and for the wish to stop.
const LOOK: u64 = 20_000_000;
/// How long an unlimited sender leaves a queue alone that had no room: numbers are not to be used up on what can't go.
const PAUSE: u64 = 100_000;
/// With several sockets a paced sender whose kernel has no room just now tries again after this.
const RETRY: u64 = 100_000;
/// How long to wait for room at most, before looking around again.
const PATIENCE: Duration = Duration::from_millis(10);

/// Serves these flows until each of them is over.
pub(crate) fn serve(flows: Vec<Flow>, post: &Post) {
    serve_from(flows, post, 0);
}

/// The same, as though that many datagrams of each flow had been sent before.
fn serve_from(flows: Vec<Flow>, post: &Post, before: u64) {
    if !attend(&flows, post) {
        return;
    }
    platform::wake_exactly();
    let streams: Vec<u16> = flows.iter().map(|flow| flow.stream).collect();
    match Sender::new(flows, post, before) {
        Ok(mut sender) => {
            sender.run();
            sender.say_farewell();
        }
        Err(error) => {
            for stream in streams {
                post.ended(stream, StreamEnd::Broken(io::Error::new(error.kind(), error.to_string())));
            }
        }
    }
}

/// What came of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Datagrams went out, or nothing stands against trying again at once.
    On,
    /// The socket has no room just now.
    Blocked,
    /// A datagram was refused for good.
    Refused,
}

/// What came of a call for each flow that had something due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Something is still due.
    More,
    /// What is still due has no room just now.
    Blocked,
    /// Nothing is due.
    Done,
}

/// A worker that sends.
#[derive(Debug)]
struct Sender<'a> {
    post: &'a Post,
    flights: Vec<Flight>,
    batch: Batch,
    outgoing: Outgoing,
    /// Watches every socket for room.
    poller: Poller,
    ready: Ready,
    /// Whether all flows go through one socket.
    one_socket: bool,
    /// What the session's clock is behind the kernel's, in nanoseconds.
    clock_ahead: u64,
    /// When to look around next.
    look_at: u64,
}

impl<'a> Sender<'a> {
    fn new(flows: Vec<Flow>, post: &'a Post, before: u64) -> io::Result<Self> {
        let now = platform::monotonic_ns();
        let plan = &post.plan;
        let (segments, datagram) = (plan.segments.max(1), plan.datagram_bytes);
        let of = post.counters.len() as u32;
        let flights: Vec<_> = flows.into_iter().map(|flow| Flight::new(flow, plan, of, now, before)).collect();
        let poller = Poller::new()?;
        let sockets = feedback::sockets(&flights);
        for (index, socket) in sockets.iter().enumerate() {
            poller.add(&**socket, index as u32, Interest::Write)?;
        }
        Ok(Self {
            flights,
            batch: Batch::new(datagram as usize, (plan.batch.max(1) * segments) as usize),
            outgoing: Outgoing::new(plan.batch as usize, (segments > 1).then_some(datagram as u16)),
            ready: Ready::with_room(sockets.len()),
            one_socket: sockets.len() == 1,
            poller,
            clock_ahead: now.saturating_sub(post.signals.now()),
            look_at: now + LOOK,
            post,
        })
    }

    fn run(&mut self) {
        if self.post.plan.stream_bits_per_second.is_some() {
            self.paced();
        } else {
            self.unlimited();
        }
    }

    /// Whether to go on at `now`; looks around when it is time to.
    fn goes_on(&mut self, now: u64) -> bool {
        if now >= self.look_at {
            self.look_at = now + LOOK;
            self.look(now);
        }
        now < self.post.signals.payload_ends().saturating_add(self.clock_ahead) && !self.flights.is_empty()
    }

    /// Each flow by its schedule.
    fn paced(&mut self) {
        let mut alarm = Alarm::new(platform::monotonic_ns(), self.quantum());
        let mut first = 0;
        loop {
            let now = platform::monotonic_ns();
            if !self.goes_on(now) {
                return;
            }
            let span = alarm.awake(now);
            self.flights.iter_mut().for_each(|flight| flight.allow(span));
            first += 1;
            let mut pass = self.pass(first, now);
            // At a rate beyond this machine's what is due takes seconds; the end and the receiver are minded meanwhile.
            while pass == Pass::More && self.goes_on(platform::monotonic_ns()) {
                pass = self.pass(first, now);
            }
            if pass == Pass::Blocked {
                self.wait_for_room(now);
                continue;
            }
            let due = self.flights.iter().map(Flight::next_due).min().unwrap_or(now);
            let until = alarm.next(platform::monotonic_ns(), due);
            self.wait(until.min(self.look_at));
        }
    }

    /// How often to wake at most, in nanoseconds. Who waits for each datagram's own instant looks twice as often, so that
    /// it can catch up one by one, too.
    fn quantum(&self) -> u64 {
        let each =
            || self.flights.iter().map(Flight::interval).min().unwrap_or(0) / (2 * self.flights.len().max(1) as u64);
        match u64::from(self.post.plan.quantum_us) * 1000 {
            0 => each(),
            quantum => quantum,
        }
    }

    /// A call for each flow that has something due, beginning with another one each time.
    fn pass(&mut self, first: usize, now: u64) -> Pass {
        let (mut blocked, mut more) = (false, false);
        for turn in 0..self.flights.len() {
            // A flow that breaks is taken out on the way; whoever is passed over for it has its turn in the next pass.
            let Some(index) = (first + turn).checked_rem(self.flights.len()) else { break };
            let due = self.flights[index].due(now);
            if due == 0 {
                continue;
            }
            match self.hand_over(index, due) {
                Came::Blocked => blocked = true,
                Came::On | Came::Refused => {
                    more |= self.flights.get_mut(index).is_some_and(|flight| flight.due(now) > 0);
                }
            }
        }
        match (more, blocked) {
            (true, _) => Pass::More,
            (false, true) => Pass::Blocked,
            (false, false) => Pass::Done,
        }
    }

    /// Each flow a full call in turn.
    fn unlimited(&mut self) {
        let mut index = 0;
        let mut blocked = 0;
        while self.goes_on(platform::monotonic_ns()) {
            index = (index + 1) % self.flights.len();
            match self.hand_over(index, u64::MAX) {
                Came::On => blocked = 0,
                Came::Blocked => blocked += 1,
                Came::Refused => platform::sleep_until(platform::monotonic_ns() + PAUSE),
            }
            if blocked >= self.flights.len() {
                blocked = 0;
                self.wait_on_poller();
            }
        }
    }

    fn wait(&self, until: u64) {
        if self.post.plan.pace == Pace::Spin {
            while platform::monotonic_ns() < until {
                std::hint::spin_loop();
            }
        } else if platform::monotonic_ns() < until {
            platform::sleep_until(until);
        }
    }

    fn wait_for_room(&mut self, now: u64) {
        if self.one_socket {
            self.wait_on_poller();
        } else {
            // The poller would report the sockets that have room.
            platform::sleep_until(now + RETRY);
        }
    }

    fn wait_on_poller(&mut self) {
        if self.poller.wait(&mut self.ready, PATIENCE).is_err() {
            platform::sleep_until(platform::monotonic_ns() + RETRY);
        }
    }

    /// One call for one flow, of at most that many datagrams. A flow that breaks is taken out.
    fn hand_over(&mut self, index: usize, most: u64) -> Came {
        let flight = &mut self.flights[index];
        let count = most.min(self.batch.room() as u64);
        let segments = u64::from(self.post.plan.segments.max(1));
        let now = platform::monotonic_ns();
        let (stream, number) = (flight.stream(), flight.number());
        let bytes = self.batch.fill(stream, self.post.tag, number, now, count as usize);
        let each = self.post.plan.datagram_bytes.max(1) as usize * segments as usize;
        match self.outgoing.send(flight.socket(), flight.address(), bytes, each) {
            // Why a later buffer was not taken is not told (`sendmmsg(2)`, "Bugs"): it is the first one of the next call.
            Ok(buffers) => {
                flight.sent(now, count.min(buffers as u64 * segments));
                flight.store(&self.post.counters);
                Came::On
            }
            Err(error) => self.refused(index, count.min(segments), error),
        }
    }

    /// The first buffer of a call, of so many datagrams, was not taken.
    fn refused(&mut self, index: usize, datagrams: u64, error: io::Error) -> Came {
        let cut = self.post.plan.segments > 1;
        let datagram = self.batch.datagram();
        let broken = match platform::refusal(&error, cut) {
            Refusal::Full => return Came::Blocked,
            Refusal::Interrupted => return Came::On,
            Refusal::Unreachable if self.drain(index).entries > 0 => return Came::On,
            Refusal::Dropped | Refusal::Unreachable => {
                let flight = &mut self.flights[index];
                flight.never_sent(datagrams);
                flight.store(&self.post.counters);
                return Came::Refused;
            }
            Refusal::TooLong => {
                let now =
                    self.drain(index).mtu_bytes.map_or(String::new(), |mtu| format!(" (its MTU is now {mtu} bytes)"));
                io::Error::other(format!("datagrams of {datagram} bytes do not fit the path any more{now}"))
            }
            Refusal::NotCut => {
                io::Error::other("the interface on the way cannot cut buffers into datagrams; switch segmentation off")
            }
            Refusal::Other => error,
        };
        let flight = self.flights.remove(index);
        self.post.ended(flight.stream(), StreamEnd::Broken(broken));
        Came::On
    }
}
