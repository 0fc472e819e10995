//! When to look: the marks of the phases and the grid between them. Pure; time comes in.

use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Timing;

const NS_PER_MS: u64 = 1_000_000;

/// What is due at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The start of `warm_up`; absent where it has no length.
    WarmUp,
    /// A point of the grid.
    Tick,
    /// `warm_up` is over.
    MeasureStart,
    /// `measure` is over.
    MeasureEnd,
    /// The last payload was due.
    PayloadEnd,
}

/// The steps of one run, in nanoseconds since the common start.
///
/// The grid is absolute: a late step does not move those after it, and points of the grid that
/// were missed are skipped, never made up for. Boundaries are never skipped.
#[derive(Debug)]
pub(crate) struct Schedule {
    boundaries: Vec<(u64, Step)>,
    passed: usize,
    grid: u64,
    next_tick: u64,
}

impl Schedule {
    /// The steps of that time table.
    pub(crate) fn new(timing: &Timing) -> Self {
        let begins = timing.begins_ms * NS_PER_MS;
        let measure = begins + timing.warm_up_ms * NS_PER_MS;
        let cool_down = measure + timing.measure_ms * NS_PER_MS;
        let end = cool_down + timing.cool_down_ms * NS_PER_MS;
        let mut boundaries = Vec::new();
        if measure > begins {
            boundaries.push((begins, Step::WarmUp));
        }
        boundaries.extend([(measure, Step::MeasureStart), (cool_down, Step::MeasureEnd), (end, Step::PayloadEnd)]);
        let grid = timing.sample_ms.max(1) * NS_PER_MS;
        // Nothing is to be seen before the first payload.
        Self { boundaries, passed: 0, grid, next_tick: (begins / grid + 1) * grid }
    }

    /// The next step and when it is due; none after the end of payload.
    pub(crate) fn next(&self) -> Option<(u64, Step)> {
        let boundary = *self.boundaries.get(self.passed)?;
        // A mark on the grid replaces the tick there.
        Some(if self.next_tick < boundary.0 { (self.next_tick, Step::Tick) } else { boundary })
    }

    /// Notes that the next step was taken at `now`.
    pub(crate) fn pass(&mut self, now: u64) {
        let Some((due, step)) = self.next() else { return };
        if step != Step::Tick {
            self.passed += 1;
        }
        let seen = now.max(due);
        if seen >= self.next_tick {
            self.next_tick = (seen / self.grid + 1) * self.grid;
        }
    }

    /// The phase after the steps taken so far.
    pub(crate) fn phase(&self) -> Phase {
        match self.passed.checked_sub(1).map(|last| self.boundaries[last].1) {
            None => Phase::Prepare,
            Some(Step::WarmUp | Step::Tick) => Phase::WarmUp,
            Some(Step::MeasureStart) => Phase::Measure,
            Some(Step::MeasureEnd) => Phase::CoolDown,
            Some(Step::PayloadEnd) => Phase::Collect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(warm_up_ms: u64, measure_ms: u64, cool_down_ms: u64) -> Timing {
        Timing {
            begins_ms: 0,
            prepare_deadline_ms: 1000,
            warm_up_ms,
            measure_ms,
            cool_down_ms,
            drain_deadline_ms: 1000,
            sample_ms: 100,
            stream_sample_ms: 100,
        }
    }

    /// Walks through a schedule, each step taken `late` milliseconds after it was due.
    fn walk(timing: &Timing, late: u64) -> Vec<(u64, Step, Phase)> {
        let mut schedule = Schedule::new(timing);
        let mut steps = Vec::new();
        let mut now = 0;
        while let Some((due, step)) = schedule.next() {
            now = now.max(due + late * NS_PER_MS);
            schedule.pass(now);
            steps.push((due / NS_PER_MS, step, schedule.phase()));
        }
        steps
    }

    #[test]
    fn marks_replace_the_ticks_they_fall_on() {
        use Step::{MeasureEnd, MeasureStart, PayloadEnd, Tick, WarmUp};
        assert_eq!(
            walk(&timing(100, 250, 50), 0),
            [
                (0, WarmUp, Phase::WarmUp),
                (100, MeasureStart, Phase::Measure),
                (200, Tick, Phase::Measure),
                (300, Tick, Phase::Measure),
                (350, MeasureEnd, Phase::CoolDown),
                (400, PayloadEnd, Phase::Collect),
            ]
        );
        assert_eq!(
            walk(&timing(0, 200, 0), 0),
            [
                (0, MeasureStart, Phase::Measure),
                (100, Tick, Phase::Measure),
                (200, MeasureEnd, Phase::CoolDown),
                (200, PayloadEnd, Phase::Collect),
            ]
        );
    }

    #[test]
    fn a_direction_that_begins_later_is_not_looked_at_before() {
        use Step::{MeasureEnd, MeasureStart, PayloadEnd, Tick, WarmUp};
        assert_eq!(
            walk(&Timing { begins_ms: 1_250, ..timing(100, 100, 0) }, 0),
            [
                (1_250, WarmUp, Phase::WarmUp),
                (1_300, Tick, Phase::WarmUp),
                (1_350, MeasureStart, Phase::Measure),
                (1_400, Tick, Phase::Measure),
                (1_450, MeasureEnd, Phase::CoolDown),
                (1_450, PayloadEnd, Phase::Collect),
            ]
        );
        let mut schedule = Schedule::new(&Timing { begins_ms: 500, ..timing(0, 100, 0) });
        assert_eq!((schedule.next(), schedule.phase()), (Some((500_000_000, MeasureStart)), Phase::Prepare));
        schedule.pass(500_000_000);
        assert_eq!(schedule.phase(), Phase::Measure);
    }

    #[test]
    fn missed_ticks_are_skipped_and_marks_are_not() {
        let steps = walk(&timing(0, 1000, 0), 250);
        assert_eq!(steps.iter().filter(|s| s.1 == Step::Tick).map(|s| s.0).collect::<Vec<_>>(), [300, 600, 900]);
        assert_eq!(steps.last().unwrap().1, Step::PayloadEnd);
        let hopeless = walk(&timing(100, 100, 100), 60_000);
        assert_eq!(
            hopeless.iter().map(|s| s.1).collect::<Vec<_>>(),
            [Step::WarmUp, Step::MeasureStart, Step::MeasureEnd, Step::PayloadEnd]
        );
    }
}
