//! When the datagrams of a flow are due, and when a sender wakes for them.

/// The absolute schedule of one flow: its datagram *n* is due *n* intervals after its origin, computed each time anew
/// from whole numbers, so that no rounding adds up.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    /// When the first datagram is due: nanoseconds of the sender's clock. It moves where the flow fell too far behind.
    origin: u64,
    /// Datagrams that got their number since then.
    taken: u64,
    /// The interval in nanoseconds, as a fraction: bits of a datagram × 10^9 over bits per second.
    numerator: u128,
    denominator: u128,
    /// How far behind it may be, in nanoseconds.
    catch_up: u64,
}

impl Schedule {
    /// Datagrams of `bytes` at `bits_per_second`, from `origin` on; what is more than `catch_up` ns late is not made up for.
    pub(crate) fn new(origin: u64, bytes: u32, bits_per_second: u64, catch_up: u64) -> Self {
        let numerator = u128::from(bytes.max(1)) * 8 * 1_000_000_000;
        Self { origin, taken: 0, numerator, denominator: u128::from(bits_per_second.max(1)), catch_up }
    }

    /// The same, later by that part of an interval: flows that start together need not send together.
    pub(crate) fn shifted(mut self, part: u32, of: u32) -> Self {
        let shift = self.numerator * u128::from(part) / (self.denominator * u128::from(of.max(1)));
        self.origin = self.origin.saturating_add(clamp(shift));
        self
    }

    /// How many datagrams are due at `now` that were not taken yet.
    pub(crate) fn due(&mut self, now: u64) -> u64 {
        let behind = now.saturating_sub(self.next());
        if behind > self.catch_up {
            self.origin += behind - self.catch_up;
        }
        let Some(elapsed) = now.checked_sub(self.origin) else { return 0 };
        let due = u128::from(elapsed) * self.denominator / self.numerator + 1;
        clamp(due).saturating_sub(self.taken)
    }

    /// How many fall due in `span` ns, rounded up.
    pub(crate) fn within(&self, span: u64) -> u64 {
        clamp((u128::from(span) * self.denominator).div_ceil(self.numerator))
    }

    /// From one datagram to the next, in whole nanoseconds.
    pub(crate) fn interval(&self) -> u64 {
        clamp(self.numerator / self.denominator)
    }

    /// That many of them got their number.
    pub(crate) fn take(&mut self, datagrams: u64) {
        self.taken += datagrams;
    }

    /// When the next one is due.
    pub(crate) fn next(&self) -> u64 {
        let since = (u128::from(self.taken) * self.numerator).div_ceil(self.denominator);
        self.origin.saturating_add(clamp(since))
    }
}

fn clamp(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A sender that slept longer than this, in nanoseconds, catches up on the rest in its next turns.
const LONGEST_WAIT: u64 = 1_000_000;

/// When a sender wakes: once a quantum at most, and not before something is due.
#[derive(Debug, Clone)]
pub(crate) struct Alarm {
    quantum: u64,
    /// When it was to wake last.
    last: u64,
    /// When it was awake last.
    woke: u64,
}

impl Alarm {
    /// The first time is half a quantum after `start`: so the bursts of each quantum stay clear of the edges of the spans
    /// that the evenness is counted in, and a wake-up that is a little late does not look like a gap and a burst.
    pub(crate) fn new(start: u64, quantum: u64) -> Self {
        Self { quantum, last: start.saturating_sub(quantum / 2), woke: start }
    }

    /// It is awake at `now`: the span in nanoseconds whose datagrams may go out before the next wait. That is the wait that
    /// is over, and a quantum: what is late is made up for at twice the rate, not in one burst that overflows a queue.
    pub(crate) fn awake(&mut self, now: u64) -> u64 {
        let wait = now.saturating_sub(self.woke).clamp(self.quantum, LONGEST_WAIT.max(self.quantum));
        self.woke = now;
        wait + self.quantum
    }

    /// When to wake next, given that `due` is when something is due.
    pub(crate) fn next(&mut self, now: u64, due: u64) -> u64 {
        let earliest = self.last.saturating_add(self.quantum);
        self.last = if due >= earliest.max(now) {
            due
        } else {
            // What was overslept is left out, however much is due; the grid stays where it was.
            let missed = now.saturating_sub(earliest).div_ceil(self.quantum.max(1));
            earliest + missed * self.quantum
        };
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MILLISECOND: u64 = 1_000_000;

    #[test]
    fn a_thousand_million_datagrams_later_it_has_not_drifted() {
        // 11,760 ns each, and a rate whose interval is no whole number.
        for (bits_per_second, seconds) in [(1_000_000_000_u64, 11_760_u64), (999_999_937, 11_760)] {
            let mut schedule = Schedule::new(5, 1470, bits_per_second, u64::MAX);
            schedule.take(1_000_000_000);
            let exact = 1470.0 * 8.0 * 1e18 / bits_per_second as f64;
            assert!((schedule.next() as f64 - 5.0 - exact).abs() <= 2.0 + exact * 1e-15);
            assert!(schedule.next() / 1_000_000_000 >= seconds);
            let next = schedule.next();
            assert_eq!((schedule.due(next - 1), schedule.due(next)), (0, 1));
        }
    }

    #[test]
    fn the_first_is_due_at_once_and_nothing_before() {
        let mut schedule = Schedule::new(100, 1470, 1_000_000_000, MILLISECOND);
        assert_eq!((schedule.due(99), schedule.due(100), schedule.due(100 + 11_759)), (0, 1, 1));
        assert_eq!(schedule.due(100 + 11_760), 2);
        schedule.take(2);
        assert_eq!((schedule.due(100 + 11_760), schedule.next()), (0, 100 + 2 * 11_760));
    }

    #[test]
    fn what_is_too_late_is_given_up_and_not_sent_in_one_burst() {
        let mut schedule = Schedule::new(0, 1250, 10_000_000, 20 * MILLISECOND);
        // One each millisecond; a whole second was missed.
        assert_eq!(schedule.due(1_000 * MILLISECOND), 21);
        schedule.take(21);
        assert_eq!(schedule.due(1_000 * MILLISECOND), 0);
        assert_eq!(schedule.due(1_001 * MILLISECOND), 1);
    }

    #[test]
    fn it_says_how_many_fall_due_in_a_span() {
        let schedule = Schedule::new(0, 1250, 1_000_000_000, MILLISECOND);
        assert_eq!((schedule.interval(), schedule.within(200_000)), (10_000, 20));
        assert_eq!((schedule.within(0), schedule.within(10_001)), (0, 2));
    }

    #[test]
    fn flows_that_start_together_are_spread_over_an_interval() {
        let schedule = |part| Schedule::new(0, 1250, 10_000_000, 0).shifted(part, 4).next();
        assert_eq!([0, 1, 2, 3].map(schedule), [0, 250_000, 500_000, 750_000]);
    }

    #[test]
    fn a_sender_wakes_once_a_quantum_or_exactly_when_something_is_due() {
        let mut alarm = Alarm::new(1_000_000, 100_000);
        assert_eq!(alarm.next(1_000_000, 1_000_000), 1_050_000);
        assert_eq!(alarm.next(1_050_900, 1_060_000), 1_150_000);
        assert_eq!(alarm.next(1_370_000, 1_155_000), 1_450_000, "overslept: back on the grid");
        assert_eq!(alarm.next(1_450_000, 1_777_777), 1_777_777, "a slow flow: not before it is due");
        assert_eq!(alarm.next(2_000_000, 1_890_000), 2_077_777, "behind: a quantum each time, not all at once");
        assert_eq!(alarm.next(2_077_800, 1_900_000), 2_177_777);
    }

    #[test]
    fn after_a_stall_no_millisecond_has_four_times_its_share() {
        let mut now = MILLISECOND;
        let mut schedule = Schedule::new(now, 1470, 1_000_000_000, 50 * MILLISECOND);
        let mut alarm = Alarm::new(now, 100_000);
        let mut bins = [0; 60];
        while now < 60 * MILLISECOND {
            let due = schedule.due(now).min(schedule.within(alarm.awake(now)));
            schedule.take(due);
            bins[(now / MILLISECOND) as usize] += due;
            let until = alarm.next(now + 20_000, schedule.next());
            // The machine does something else for 15 ms.
            let stalled = (10 * MILLISECOND..25 * MILLISECOND).contains(&until);
            now = if stalled { 25 * MILLISECOND + 30_000 } else { until + 2_000 };
        }
        assert!(
            bins[10..25].iter().all(|&bin| bin == 0) && bins[2..10].iter().all(|bin| (84..=86).contains(bin)),
            "{bins:?}"
        );
        assert!(bins.iter().all(|&bin| bin < 4 * 85), "{bins:?}");
        assert!(bins[45..].iter().all(|bin| (84..=86).contains(bin)), "{bins:?}");
        assert!(bins.iter().sum::<u64>() >= 59 * 85 - 10, "all is made up for: {bins:?}");
    }

    proptest! {
        #[test]
        fn it_never_offers_more_than_the_rate_nor_a_burst_beyond_the_bound(
            bytes in 28_u32..65_508,
            bits_per_second in 1_000_u64..100_000_000_000,
            catch_up in 0_u64..50_000_000,
            steps in prop::collection::vec((0_u64..100_000_000, 0_u64..2_000), 1..60),
        ) {
            let mut schedule = Schedule::new(0, bytes, bits_per_second, catch_up);
            let interval = f64::from(bytes) * 8e9 / bits_per_second as f64;
            let (mut now, mut taken) = (0, 0);
            for (step, most) in steps {
                now += step;
                let due = schedule.due(now);
                prop_assert!(due as f64 <= catch_up as f64 / interval + 2.0);
                let take = due.min(most);
                schedule.take(take);
                taken += take;
                prop_assert!(taken as f64 <= now as f64 / interval + 1.000_001);
                if take == due {
                    prop_assert!(schedule.next() > now);
                    let next = schedule.next();
                    prop_assert!(schedule.clone().due(next) >= 1);
                }
            }
        }
    }
}
