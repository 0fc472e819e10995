//! What a receiver knows of its flows.

use std::time::Instant;

use pairperf_shared::datagram::UdpCount;

use crate::counters::{Count, Counter};
use crate::flow::StreamEnd;
use crate::platform::Origin;
use crate::udp::flow::{Flow, Post};
use crate::udp::jitter::Jitter;
use crate::udp::ledger::{Ledger, Verdict};
use crate::udp::wire::{Header, Word};

/// After the end mark, what is missing is waited for as long as something comes at least this often, in nanoseconds.
const QUIET: u64 = 200_000_000;
/// The last feedback of a flow is said so often: nobody may be there to answer another end mark.
const LAST_WORDS: usize = 3;

/// One flow.
#[derive(Debug)]
pub(super) struct Account {
    /// The flow.
    pub(super) flow: Flow,
    origin: Origin,
    ledger: Ledger,
    jitter: Jitter,
    count: Count,
    /// What the end mark said, and when the first one came.
    end: Option<(u64, Instant)>,
    /// When something of the flow came last, as the signals count.
    last: u64,
    /// Of the last feedback.
    serial: u64,
    over: bool,
    /// Whether something changed that the sampler does not see yet.
    changed: bool,
}

impl Account {
    fn new(flow: Flow, before: Count, datagrams: u64) -> Self {
        Self {
            origin: flow.far_end.into(),
            flow,
            ledger: Ledger::new(datagrams),
            jitter: Jitter::default(),
            count: before,
            end: None,
            last: 0,
            serial: 0,
            over: false,
            changed: false,
        }
    }

    /// A datagram of payload came.
    #[inline]
    pub(super) fn note(&mut self, header: &Header, bytes: usize, stamp_ns: Option<u64>, now: u64) {
        if self.ledger.note(header.number) == Verdict::First {
            self.count.bytes += bytes as u64;
            if let Some(stamp_ns) = stamp_ns {
                self.jitter.note(header.sent_ns, stamp_ns);
            }
        }
        self.last = now;
        self.changed = true;
    }

    /// The end mark came.
    pub(super) fn end(&mut self, total: u64, now: u64) {
        if self.end.is_none() {
            self.end = Some((total, Instant::now()));
            self.last = now;
            self.changed = true;
        }
    }

    /// Whether the end mark came.
    pub(super) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Whether nothing more is to be waited for.
    pub(super) fn is_through(&self, now: u64) -> bool {
        self.end.is_some_and(|(total, _)| self.ledger.first_time() >= total || now.saturating_sub(self.last) >= QUIET)
    }

    /// Tells the sender what came.
    pub(super) fn feedback(&mut self, post: &Post) {
        self.serial += 1;
        let (received, expected) = (self.ledger.first_time(), self.ledger.expected());
        self.flow.say(Word::Feedback { received, expected, serial: self.serial, ended: self.end.is_some() }, post);
    }

    /// The flow is over.
    pub(super) fn close(&mut self, end: StreamEnd, post: &Post) {
        self.over = true;
        for _ in 0..LAST_WORDS {
            self.feedback(post);
        }
        // The end mark tells when the sender stopped; what is waited for afterwards does not move that.
        let at = self.end.map_or_else(Instant::now, |(_, at)| at);
        post.ended_at(self.flow.stream, end, at);
    }

    /// Shows the sampler how it stands.
    pub(super) fn store(&mut self, counters: &[Counter]) {
        self.changed = false;
        let udp = UdpCount {
            datagrams: self.ledger.first_time(),
            // The end mark is sealed and knows of the last ones, too.
            expected: self.end.map_or(self.ledger.expected(), |(total, _)| total.max(self.ledger.first_time())),
            duplicates: self.ledger.duplicates(),
            reordered: self.ledger.reordered(),
            late: self.ledger.late(),
            jitter_ns: self.jitter.ns(),
            ..UdpCount::default()
        };
        counters[usize::from(self.flow.stream)].store(self.count, &udp);
    }
}

/// All flows of a worker.
#[derive(Debug)]
pub(super) struct Accounts {
    accounts: Vec<Account>,
    /// By number of the flow, where its account is.
    places: Vec<u16>,
}

/// The place of flows that are not of this worker.
const NOWHERE: u16 = u16::MAX;

impl Accounts {
    /// As though so many datagrams of that many bytes had come of each flow before; 0 for flows that begin.
    pub(super) fn new(flows: Vec<Flow>, before: u64, bytes: u64) -> Self {
        let highest = flows.iter().map(|flow| flow.stream).max().unwrap_or_default();
        let mut places = vec![NOWHERE; usize::from(highest) + 1];
        for (place, flow) in flows.iter().enumerate() {
            places[usize::from(flow.stream)] = place as u16;
        }
        let count = Count { bytes: before * bytes, operations: 0 };
        Self { accounts: flows.into_iter().map(|flow| Account::new(flow, count, before)).collect(), places }
    }

    /// The account of a flow; none where it is not of this worker, or came from another address than it has proven.
    #[inline]
    pub(super) fn of(&mut self, stream: u16, origin: Option<Origin>) -> Option<&mut Account> {
        let place = *self.places.get(usize::from(stream))?;
        let account = self.accounts.get_mut(usize::from(place))?;
        origin.is_none_or(|origin| origin == account.origin).then_some(account)
    }

    /// A call gave something, first of all of this flow.
    pub(super) fn called(&mut self, stream: u16) {
        if let Some(account) = self.of(stream, None) {
            account.count.operations += 1;
        }
    }

    /// Shows the sampler what changed.
    pub(super) fn store(&mut self, counters: &[Counter]) {
        for account in self.accounts.iter_mut().filter(|account| account.changed) {
            account.store(counters);
        }
    }

    /// Whether none is under way.
    pub(super) fn all_over(&self) -> bool {
        self.accounts.iter().all(|account| account.over)
    }

    /// Whether some have ended and are still under way.
    pub(super) fn ending(&self) -> bool {
        self.accounts.iter().any(|account| account.end.is_some() && !account.over)
    }

    /// Does something with each that is under way.
    pub(super) fn each_under_way(&mut self, mut what: impl FnMut(&mut Account)) {
        self.accounts.iter_mut().filter(|account| !account.over).for_each(&mut what);
    }
}
