//! What a sender knows of one flow.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

use pairperf_shared::datagram::UdpCount;
use pairperf_shared::plan::UdpPlan;
use socket2::SockAddr;

use crate::counters::{Count, Counter};
use crate::udp::evenness::Evenness;
use crate::udp::flow::Flow;
use crate::udp::pace::Schedule;

/// A flow under way.
#[derive(Debug)]
pub(super) struct Flight {
    flow: Flow,
    /// Where to; none where the socket knows.
    address: Option<SockAddr>,
    /// None where nothing but the kernel holds it back.
    schedule: Option<Schedule>,
    /// How many more may go out before the next wait.
    budget: u64,
    evenness: Evenness,
    datagram_bytes: u64,
    count: Count,
    udp: UdpCount,
    /// When the receiver last gave a sign, or the flow began: nanoseconds of the kernel's clock.
    pub(super) heard: u64,
    /// The highest serial of its feedback.
    pub(super) serial: Option<u64>,
    /// Whether the receiver has seen the end mark.
    pub(super) acknowledged: bool,
}

impl Flight {
    /// One of the run's `of` flows, which begins at `now`, as though `before` datagrams had been sent before.
    pub(super) fn new(flow: Flow, plan: &UdpPlan, of: u32, now: u64, before: u64) -> Self {
        let catch_up = u64::from(plan.catch_up_ms) * 1_000_000;
        let schedule = plan
            .stream_bits_per_second
            .map(|rate| Schedule::new(now, plan.datagram_bytes, rate, catch_up).shifted(flow.stream.into(), of));
        let datagram_bytes = u64::from(plan.datagram_bytes);
        Self {
            address: (!flow.connected).then(|| flow.far_end.into()),
            evenness: schedule.as_ref().map_or_else(Evenness::default, |schedule| Evenness::from(schedule.next())),
            schedule,
            budget: 0,
            datagram_bytes,
            count: Count { bytes: before * datagram_bytes, operations: 0 },
            udp: UdpCount { datagrams: before, expected: before, ..UdpCount::default() },
            heard: now,
            serial: None,
            acknowledged: false,
            flow,
        }
    }

    /// Its number.
    pub(super) fn stream(&self) -> u16 {
        self.flow.stream
    }

    /// The flow itself.
    pub(super) fn flow(&self) -> &Flow {
        &self.flow
    }

    /// Its socket.
    pub(super) fn socket(&self) -> &Arc<UdpSocket> {
        &self.flow.socket
    }

    /// Where to, for a socket that is not connected.
    pub(super) fn address(&self) -> Option<&SockAddr> {
        self.address.as_ref()
    }

    /// Whether that is its far end.
    pub(super) fn goes_to(&self, address: SocketAddr) -> bool {
        self.flow.far_end.port() == address.port()
            && self.flow.far_end.ip().to_canonical() == address.ip().to_canonical()
    }

    /// The number of the next datagram, and how many numbers were given.
    pub(super) fn number(&self) -> u64 {
        self.udp.expected
    }

    /// As many may go out before the next wait as fall due in `span` ns, and one at least.
    pub(super) fn allow(&mut self, span: u64) {
        self.budget = self.schedule.as_ref().map_or(u64::MAX, |schedule| schedule.within(span).max(1));
    }

    /// How many datagrams are to go out now.
    pub(super) fn due(&mut self, now: u64) -> u64 {
        self.schedule.as_mut().map_or(u64::MAX, |schedule| schedule.due(now)).min(self.budget)
    }

    /// From one datagram to the next, in nanoseconds; 0 where no schedule says so.
    pub(super) fn interval(&self) -> u64 {
        self.schedule.as_ref().map_or(0, Schedule::interval)
    }

    /// When the next one is due.
    pub(super) fn next_due(&self) -> u64 {
        self.schedule.as_ref().map_or(0, Schedule::next)
    }

    /// The kernel took that many in one call.
    pub(super) fn sent(&mut self, now: u64, datagrams: u64) {
        self.number_given(datagrams);
        self.udp.datagrams += datagrams;
        self.count.bytes += datagrams * self.datagram_bytes;
        self.count.operations += 1;
        self.evenness.note(now, datagrams);
        (self.udp.pace_bins, self.udp.pace_bin_squares) = self.evenness.sums();
    }

    /// That many got their number and were refused.
    pub(super) fn never_sent(&mut self, datagrams: u64) {
        self.number_given(datagrams);
        self.udp.never_sent += datagrams;
    }

    fn number_given(&mut self, datagrams: u64) {
        self.udp.expected += datagrams;
        self.budget = self.budget.saturating_sub(datagrams);
        if let Some(schedule) = &mut self.schedule {
            schedule.take(datagrams);
        }
    }

    /// The network answered one with an error.
    pub(super) fn error_from_network(&mut self) {
        self.udp.icmp_errors += 1;
    }

    /// Puts the counts where the sampler sees them.
    pub(super) fn store(&self, counters: &[Counter]) {
        if let Some(counter) = counters.get(usize::from(self.flow.stream)) {
            counter.store(self.count, &self.udp);
        }
    }
}
