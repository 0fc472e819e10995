//! Takes datagrams, and keeps account of each.
//!
//! One worker serves its sockets in turn: at the end that flows come to it has one for all of its flows, at the end that
//! opens them one for each. `account` is what it knows of one flow.

mod account;
mod inlet;
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::flow::{Flow, Post};
use super::wire::{HEADER, Header, SEALED, Sealed, Word};
use crate::flow::StreamEnd;
use crate::gate::View;
use crate::platform::{self, Incoming, Origin};
use account::Accounts;
use inlet::Inlet;

/// How long a worker sleeps while nothing is to come yet.
const BEFORE_START: Duration = Duration::from_millis(2);
/// Room for a buffer of joined datagrams: all that the kernel joins (`GRO_LEGACY_MAX_SIZE`, linux/netdevice.h).
const JOINED: usize = 1 << 16;
/// How long a worker that is to end still reads what waits in its buffers, in nanoseconds: it may have been stopped itself
/// for a while, and what the network delivered is not to be called lost there. Who sends on and on does not keep it.
const SWEEP: u64 = 100_000_000;
/// Room beyond the planned size, so that one that is longer is known to be.
const SPARE: usize = 64;

/// Serves these flows until each of them is over.
pub(crate) fn serve(flows: Vec<Flow>, post: &Post) {
    serve_from(flows, post, 0);
}

/// The same, as though that many datagrams of each flow had come before.
fn serve_from(flows: Vec<Flow>, post: &Post, before: u64) {
    platform::wake_exactly();
    Receiver::new(flows, post, before).run();
}

/// A worker that receives.
#[derive(Debug)]
struct Receiver<'a> {
    post: &'a Post,
    inlets: Vec<Inlet>,
    accounts: Accounts,
    incoming: Incoming,
    /// Whether the start is known.
    begun: bool,
    /// When feedback is due next, as the signals count.
    feedback_at: u64,
    /// Until when it reads on although it is to end; none before that.
    sweeps_until: Option<u64>,
}

impl<'a> Receiver<'a> {
    fn new(flows: Vec<Flow>, post: &'a Post, before: u64) -> Self {
        let plan = &post.plan;
        let each = if plan.segmentation { JOINED } else { plan.datagram_bytes as usize + SPARE };
        Self {
            post,
            inlets: Inlet::of(&flows),
            accounts: Accounts::new(flows, before, plan.datagram_bytes.into()),
            incoming: Incoming::new(plan.batch as usize, each),
            begun: false,
            feedback_at: 0,
            sweeps_until: None,
        }
    }

    fn run(&mut self) {
        let nap = u64::from(self.post.plan.nap_us) * 1000;
        while !self.accounts.all_over() {
            let now = self.post.signals.now();
            let mut full = false;
            for index in 0..self.inlets.len() {
                full |= self.take(index, now);
            }
            if !self.look_around(now, full) {
                return;
            }
            if full {
                continue;
            }
            // Waking up for each datagram would cost more than all of them; what comes meanwhile waits in the buffer.
            let nap = if self.begun { nap } else { BEFORE_START.as_nanos() as u64 };
            platform::sleep_until(platform::monotonic_ns() + nap);
        }
    }

    /// Takes what one call gives of one socket; says whether there may be more.
    fn take(&mut self, index: usize, now: u64) -> bool {
        let Self { post, inlets, accounts, incoming, .. } = self;
        let inlet = &inlets[index];
        // An error is that of feedback sent before (ICMP), which stands against nothing.
        let Ok(came) = incoming.take(&inlet.socket) else { return false };
        let mut strays = 0;
        let mut first = None;
        for buffer in 0..came {
            let arrival = incoming.get(buffer);
            if arrival.cut {
                strays += 1;
                continue;
            }
            let origin = inlet.shared.then(|| arrival.origin());
            let mut stamp = arrival.stamp_ns;
            for datagram in arrival.bytes.chunks(arrival.segment) {
                if let Some(header) = Header::read(datagram).filter(|header| header.tag == post.tag)
                    && let Some(account) = accounts.of(header.stream, origin)
                {
                    // Datagrams that the kernel joined have one time of arrival for all.
                    account.note(&header, datagram.len(), stamp.take(), now);
                    first.get_or_insert(header.stream);
                } else if !hear(datagram, origin, now, accounts, post) {
                    strays += 1;
                }
            }
            // A datagram may be empty.
            strays += u64::from(arrival.bytes.is_empty());
        }
        if strays > 0 {
            post.strays.add(strays);
        }
        if let Some(stream) = first {
            accounts.called(stream);
            accounts.store(&post.counters);
        }
        came == incoming.room()
    }

    /// Does what is due besides receiving, given whether a buffer may hold more; false if there will be no start.
    fn look_around(&mut self, now: u64, more: bool) -> bool {
        if !self.begun {
            match self.post.gate.look() {
                View::Closed => return true,
                View::Cancelled => return false,
                View::Open(_) => self.begun = true,
            }
        }
        if now >= self.feedback_at {
            self.feedback_at = now + u64::from(self.post.plan.feedback_ms.max(1)) * 1_000_000;
            self.accounts.each_under_way(|account| account.feedback(self.post));
        }
        if now >= self.post.signals.drain_ends() {
            if more && now < *self.sweeps_until.get_or_insert(now.saturating_add(SWEEP)) {
                return true;
            }
            self.accounts.each_under_way(|account| {
                let end = if account.has_ended() { StreamEnd::Eof } else { StreamEnd::GaveUp };
                account.close(end, self.post);
            });
        } else if self.accounts.ending() {
            self.accounts.each_under_way(|account| {
                if account.is_through(now) {
                    account.close(StreamEnd::Eof, self.post);
                }
            });
        }
        true
    }
}

/// Hears what is no payload; says whether it was of the run.
#[cold]
fn hear(datagram: &[u8], origin: Option<Origin>, now: u64, accounts: &mut Accounts, post: &Post) -> bool {
    if datagram.first() != Some(&SEALED) {
        return false;
    }
    let Some(sealed) = Sealed::read(datagram, post.tag, &*post.seal) else { return false };
    let Some(account) = accounts.of(sealed.stream, origin) else { return false };
    match sealed.word {
        Word::End { total } => {
            account.end(total, now);
            account.feedback(post);
            account.store(&post.counters);
        }
        _ => account.flow.confirm(sealed, post),
    }
    true
}

const _: () = assert!(HEADER < SPARE, "a header fits into every buffer");
