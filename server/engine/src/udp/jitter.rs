//! How unevenly datagrams come: interarrival jitter (RFC 3550 §6.4.1, the arithmetic of its appendix A.8). Pure.

/// The smoothed jitter of one flow.
///
/// Only differences between two datagrams enter, so that the clocks of the two ends need not agree.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Jitter {
    /// Arrival less sending of the datagram before, in nanoseconds modulo 2^64.
    transit: Option<u64>,
    /// Sixteen times the jitter, so that nothing is lost by rounding.
    sixteenfold: u64,
}

/// A larger difference is a step of the wall clock, by which the kernel stamps what comes in.
const STEP: u64 = 1_000_000_000;

impl Jitter {
    /// A datagram came; both in nanoseconds, each of its own clock.
    pub(crate) fn note(&mut self, sent_ns: u64, came_ns: u64) {
        let transit = came_ns.wrapping_sub(sent_ns);
        if let Some(before) = self.transit.replace(transit) {
            let difference = (transit.wrapping_sub(before) as i64).unsigned_abs();
            if difference <= STEP {
                self.sixteenfold = self.sixteenfold + difference - ((self.sixteenfold + 8) >> 4);
            }
        }
    }

    /// As it stands, in nanoseconds.
    pub(crate) fn ns(&self) -> u64 {
        self.sixteenfold >> 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_flow_has_none_whatever_the_clocks_say() {
        let mut jitter = Jitter::default();
        for index in 0_u64..100 {
            jitter.note((u64::MAX - 50_000).wrapping_add(index * 1000), 7 + index * 1000);
        }
        assert_eq!(jitter.ns(), 0);
    }

    #[test]
    fn alternating_delays_come_to_their_difference() {
        let mut jitter = Jitter::default();
        for index in 0..1000 {
            jitter.note(index * 10_000, index * 10_000 + if index % 2 == 0 { 0 } else { 3000 });
        }
        assert!((2990..=3000).contains(&jitter.ns()), "{}", jitter.ns());
    }

    #[test]
    fn one_delay_enters_as_a_sixteenth_and_fades() {
        let mut jitter = Jitter::default();
        jitter.note(0, 0);
        jitter.note(100, 100 + 1600);
        assert_eq!(jitter.ns(), 100);
        for index in 0..200 {
            jitter.note(200 + index, 1800 + index);
        }
        assert_eq!(jitter.ns(), 0);
    }

    #[test]
    fn a_step_of_the_wall_clock_is_not_jitter() {
        let mut jitter = Jitter::default();
        for (sent, came) in [(0, 3_600_000_000_000), (1, 3_600_000_000_001), (2, 2), (3, 3)] {
            jitter.note(sent, came);
        }
        assert_eq!(jitter.ns(), 0);
    }
}
