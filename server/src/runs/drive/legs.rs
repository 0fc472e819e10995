//! The directions of a run at this node: each has a session of the engine, all with one common start.

use std::time::Instant;

use pairperf_engine::Session;
use pairperf_shared::record::Reason;
use pairperf_shared::sample::{Mark, Sample};

use super::Drive;

/// One direction at this end.
#[derive(Debug)]
pub(super) struct Leg {
    /// Its engine.
    pub(super) session: Session,
    /// Streams that are up.
    pub(super) up: u32,
    /// Instants of its samples whose details are still to be sent, in order.
    pub(super) stripped: Vec<i64>,
}

/// How far one of the two ends is.
#[derive(Debug, Default)]
pub(super) struct Half {
    /// The directions whose streams are all up.
    pub(super) ready: Passed,
    /// The directions in which the last payload was due.
    pub(super) drains: Passed,
    /// The directions whose engine has ended.
    pub(super) ended: Passed,
    /// The directions beside which the system counts other things than beside the first, so that they are left out.
    pub(super) uncounted: Passed,
    /// All its engines have ended and its samples are all sent.
    pub(super) through: bool,
    /// What went wrong there.
    pub(super) error: Option<Reason>,
    /// Its samples so far, by direction. Kept of the other end alone.
    pub(super) sampled: [Sampled; 2],
}

/// Which directions got beyond a point.
#[derive(Debug, Default)]
pub(super) struct Passed(Vec<u32>);

impl Passed {
    /// Notes a direction, once.
    pub(super) fn note(&mut self, leg: u32) {
        if !self.0.contains(&leg) {
            self.0.push(leg);
        }
    }

    /// Whether that one did.
    pub(super) fn has(&self, leg: u32) -> bool {
        self.0.contains(&leg)
    }

    /// Whether so many did.
    pub(super) fn all(&self, legs: usize) -> bool {
        self.0.len() >= legs
    }
}

/// What came of one direction of the other end.
#[derive(Debug, Default)]
pub(super) struct Sampled {
    count: u64,
    last_ns: Option<i64>,
    marks: Vec<Mark>,
}

impl Sampled {
    /// Takes note of a sample, if it may come now: in the order of time, each mark once, and no more than `due`.
    pub(super) fn takes(&mut self, sample: &Sample, due: u64) -> bool {
        let in_order = self.last_ns.is_none_or(|last| last <= sample.t_ns);
        if !in_order || self.count >= due || sample.mark.is_some_and(|mark| self.marks.contains(&mark)) {
            return false;
        }
        self.count += 1;
        self.last_ns = Some(sample.t_ns);
        self.marks.extend(sample.mark);
        true
    }
}

impl Drive {
    /// Directions of the run; none before the plan is made.
    pub(super) fn leg_count(&self) -> usize {
        self.plan.as_ref().map_or(0, |plan| plan.roles(self.run.side).count())
    }

    /// Whether all streams of all directions are up at an end.
    pub(super) fn is_ready(&self, half: &Half) -> bool {
        half.ready.all(self.leg_count().max(1))
    }

    /// Whether directions come one after the other, so that each has phases of its own.
    pub(super) fn takes_turns(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.roles(self.run.side).any(|role| role.timing.begins_ms > 0))
    }

    /// Ends the payload of all directions now; [`Drive::finished`] follows for each.
    pub(super) fn stop_traffic(&self) {
        for leg in &self.legs {
            leg.session.stop();
        }
    }

    /// When the other end last gave a sign through test data.
    pub(super) fn last_progress(&self) -> Option<Instant> {
        self.legs.iter().filter_map(|leg| leg.session.last_progress()).max()
    }
}

#[cfg(test)]
mod tests {
    use pairperf_shared::phase::Phase;

    use super::*;

    fn at(t_ns: i64, mark: Option<Mark>) -> Sample {
        Sample {
            t_ns,
            phase: Phase::Measure,
            mark,
            bytes: 1,
            operations: 1,
            cores: None,
            streams: None,
            udp: None,
            leg: 1,
            counters: None,
            exchange: None,
        }
    }

    #[test]
    fn samples_come_in_order_each_mark_once_and_no_more_than_are_due() {
        let mut sampled = Sampled::default();
        assert!(sampled.takes(&at(5, Some(Mark::MeasureStart)), 3));
        assert!(!sampled.takes(&at(6, Some(Mark::MeasureStart)), 3));
        assert!(!sampled.takes(&at(4, None), 3));
        assert!(sampled.takes(&at(5, None), 3));
        assert!(sampled.takes(&at(7, None), 3));
        assert!(!sampled.takes(&at(8, None), 3));
        assert!(sampled.takes(&at(8, None), 4));
    }

    #[test]
    fn a_direction_that_says_it_twice_counts_once() {
        let mut passed = Passed::default();
        passed.note(1);
        passed.note(1);
        assert!(passed.all(1) && !passed.all(2));
        passed.note(0);
        assert!(passed.all(2));
    }
}
