//! From open streams to the first payload: clocks are compared, a common start is set.

use std::time::{Duration, Instant};

use pairperf_engine::clock::{instant_at, monotonic_ns};
use pairperf_shared::finding::{Finding, Severity};
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::record::{EndInEffect, Event, InEffect};

use super::{Drive, Stage, reason};
use crate::runs::messages::Control;

/// Pings before a run. The one with the least round trip counts, so a few that waited do no harm.
const PINGS: u64 = 12;
/// Payload begins this long after the start was set, besides the time to say so.
const LEAD: Duration = Duration::from_millis(150);
/// An end that hears of the start later than this after it can't keep it.
const MISSED: Duration = Duration::from_millis(50);
/// A start farther ahead than this would hold the slot for nothing.
const FARTHEST: Duration = Duration::from_secs(30);
/// An offset known no better than this makes the common time axis coarse.
const COARSE_NS: u64 = 10_000_000;

/// The comparison of clocks.
#[derive(Debug, Default)]
pub(super) struct Pings {
    asked: u64,
    sent_ns: u64,
    best: Option<(u64, i64)>,
}

impl Drive {
    /// Coordinator: asks for the peer's clock, one ping at a time.
    pub(super) fn ping(&mut self) {
        if self.coordinates() && self.pings.asked < PINGS {
            self.pings.asked += 1;
            self.pings.sent_ns = monotonic_ns();
            self.say(Control::Ping { run: self.id(), number: self.pings.asked });
        }
    }

    /// Coordinator: the peer's clock came.
    pub(super) fn ponged(&mut self, number: u64, clock_ns: u64) {
        if number != self.pings.asked || self.stage != Stage::Prepare {
            return;
        }
        let now = monotonic_ns();
        let round_trip = now.saturating_sub(self.pings.sent_ns);
        // The peer's clock was read somewhere within the round trip; its middle errs by half at most.
        let middle = self.pings.sent_ns + round_trip / 2;
        let offset = (clock_ns as i64).saturating_sub(middle as i64);
        if self.pings.best.is_none_or(|(least, _)| round_trip < least) {
            self.pings.best = Some((round_trip, offset));
        }
        if self.pings.asked < PINGS { self.ping() } else { self.try_to_start() }
    }

    /// This end's streams of a direction are up.
    pub(super) fn ready(&mut self, leg: u32, in_effect: EndInEffect) {
        self.local.ready.note(leg);
        let (in_effect_here, counter_names) = (in_effect.clone(), self.counter_names());
        self.say(Control::Ready { run: self.id(), leg, in_effect: in_effect_here, counter_names });
        self.granted(self.run.side, leg, in_effect);
        self.try_to_start();
    }

    /// The other end's streams of a direction are up.
    pub(super) fn peer_is_ready(&mut self, leg: u32, mut in_effect: EndInEffect) {
        if leg as usize >= self.leg_count() {
            return;
        }
        for text in [&mut in_effect.congestion_control, &mut in_effect.local_address, &mut in_effect.peer_address] {
            *text = text.as_deref().map(pairperf_shared::host::clean_text);
        }
        self.peer.ready.note(leg);
        self.granted(self.run.side.other(), leg, in_effect);
        self.try_to_start();
    }

    fn granted(&self, side: Side, leg: u32, granted: EndInEffect) {
        let in_effect = self.run.change(|parts| {
            let in_effect = parts.in_effect.get_or_insert_default();
            let place = match (leg, side) {
                (0, Side::Coordinator) => &mut in_effect.coordinator,
                (0, Side::Peer) => &mut in_effect.peer,
                (_, Side::Coordinator) => &mut in_effect.coordinator_back,
                (_, Side::Peer) => &mut in_effect.peer_back,
            };
            *place = Some(granted);
            in_effect.clone()
        });
        self.run.live.say(pairperf_shared::api::LiveBody::InEffect { in_effect });
    }

    /// Coordinator: sets the start once both ends are up and the clocks are compared.
    fn try_to_start(&mut self) {
        let compared = self.pings.asked == PINGS;
        let Some((round_trip, offset)) = self.pings.best.filter(|_| compared) else { return };
        let ready = self.is_ready(&self.local) && self.is_ready(&self.peer);
        if self.stage != Stage::Prepare || !self.coordinates() || !ready {
            return;
        }
        let start_ns = monotonic_ns() + LEAD.as_nanos() as u64 + 3 * round_trip;
        let in_effect = self.run.change(|parts| {
            let in_effect = parts.in_effect.get_or_insert_default();
            in_effect.offset_ns = Some(offset);
            in_effect.offset_error_ns = Some(round_trip / 2);
            in_effect.round_trip_ns = Some(round_trip);
            in_effect.clone()
        });
        if round_trip / 2 > COARSE_NS {
            let finding = Finding::new("clock_offset_coarse", Severity::Info)
                .with("offset_error_ms", (round_trip / 2) as f64 / 1e6);
            self.run.change(|parts| parts.findings.push(finding));
        }
        let peer_ns = start_ns.saturating_add_signed(offset);
        self.say(Control::Go { run: self.id(), clock_ns: peer_ns, in_effect: Box::new(in_effect) });
        self.go_at(instant_at(start_ns));
    }

    /// Peer: the coordinator set the start, on this node's clock.
    pub(super) fn start_at(&mut self, clock_ns: u64, in_effect: &InEffect) {
        if self.stage != Stage::Prepare || !self.is_ready(&self.local) {
            return;
        }
        self.run.change(|parts| {
            let own = parts.in_effect.get_or_insert_default();
            own.offset_ns = in_effect.offset_ns;
            own.offset_error_ns = in_effect.offset_error_ns;
            own.round_trip_ns = in_effect.round_trip_ns;
        });
        let start = instant_at(clock_ns);
        if Instant::now().saturating_duration_since(start) > MISSED {
            let why = reason(
                "start_missed",
                "the common start was told too late to keep it; the network between the nodes stalled",
            );
            return self.conclude_here(State::Failed, why);
        }
        if start.saturating_duration_since(Instant::now()) > FARTHEST {
            let why = reason("start_too_far", "the common start was set too far ahead to wait for it");
            return self.conclude_here(State::Failed, why);
        }
        self.go_at(start);
    }

    fn go_at(&mut self, start: Instant) {
        for leg in &self.legs {
            leg.session.go(start);
        }
        self.run.started(start);
        self.enter(Stage::Traffic);
        self.run.happened(Event::new(Some(0), "started"));
        self.update_kept();
    }
}
