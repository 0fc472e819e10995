//! What the system counts by itself beside a session: when it is read, and under which names it is kept.
//!
//! Reading takes some 0.1 ms and up to a few hundred numbers, so it is done at marks and once a second alone; after ten
//! minutes every ten seconds, so that the record of a long run stays small.

use std::time::Duration;

use crate::clock::ns;
use crate::platform::Counters;

/// How often it is read besides marks.
const OFTEN: Duration = Duration::from_secs(1);
/// Later on.
const SELDOM: Duration = Duration::from_secs(10);
/// When that begins.
const LATER: Duration = Duration::from_mins(10);

/// The system's counters, each relative to the moment this was opened. The names are fixed then.
#[derive(Debug)]
pub(crate) struct System {
    counters: Counters,
    /// The point of the grid up to which they were read.
    point: Option<i64>,
}

impl System {
    /// Opens the files, and begins to count.
    pub(crate) fn open() -> Self {
        Self { counters: Counters::open(), point: None }
    }

    /// The names of the values, in their order; see [`pairperf_shared::summary::system::Counters`].
    pub(crate) fn names(&self) -> Vec<String> {
        self.counters.names()
    }

    /// What was counted since the opening.
    pub(crate) fn read(&mut self) -> Vec<Option<u64>> {
        self.counters.read()
    }

    /// The same where it is due at that instant of the run.
    pub(crate) fn read_when_due(&mut self, t_ns: i64, is_mark: bool) -> Option<Vec<Option<u64>>> {
        let grid = ns(if t_ns < ns(LATER) { OFTEN } else { SELDOM });
        // The start of a point, so that two grids compare.
        let point = t_ns.div_euclid(grid).saturating_mul(grid);
        let due = is_mark || self.point.is_none_or(|last| point > last);
        due.then(|| {
            self.point = Some(point);
            self.read()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_once_a_second_and_at_marks_and_later_every_ten() {
        let mut system = System::open();
        let seconds = |at: f64| (at * 1e9) as i64;
        for (at, is_mark, expected) in [
            (-0.2, false, true),
            (0.0, false, true),
            (0.5, false, false),
            (0.6, true, true),
            (0.9, false, false),
            (1.01, false, true),
            (599.9, false, true),
            (600.0, false, true),
            (601.0, false, false),
            (609.9, true, true),
            (610.1, false, true),
        ] {
            let read = system.read_when_due(seconds(at), is_mark);
            assert_eq!(read.is_some(), expected, "{at}");
            assert!(read.is_none_or(|values| values.len() == system.names().len()));
        }
    }
}
