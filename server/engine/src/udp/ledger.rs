//! What came of one flow, by the numbers of its datagrams. Pure.
//!
//! A datagram counts once: for the first time, as a duplicate, or as late. What is lost is what was expected and did not
//! come for the first time, so that it can't be negative, whatever comes in whatever order.

/// So far behind the highest number it is remembered whether a number came: a power of two, in bits; 32 KiB a flow.
pub(crate) const WINDOW: u64 = 1 << 18;
const WORDS: usize = (WINDOW / 64) as usize;

/// What a datagram is to its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It had not come before.
    First,
    /// It had.
    Duplicate,
    /// It is too far behind the highest number to say.
    Late,
}

/// The account of one flow.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    /// A bit for each number from `next - WINDOW` to `next - 1`, at its place modulo the window; none before `begin`.
    seen: Box<[u64]>,
    /// One more than the highest number that came; at first the number that the flow begins with.
    next: u64,
    /// What has a lower number was there before.
    begin: u64,
    first_time: u64,
    duplicates: u64,
    reordered: u64,
    late: u64,
}

impl Ledger {
    /// As though all datagrams before the number `begin` had come, and nothing else; 0 for a flow that begins.
    pub(crate) fn new(begin: u64) -> Self {
        Self {
            seen: vec![0; WORDS].into_boxed_slice(),
            next: begin,
            begin,
            first_time: begin,
            duplicates: 0,
            reordered: 0,
            late: 0,
        }
    }

    /// Takes account of one datagram.
    #[inline]
    pub(crate) fn note(&mut self, number: u64) -> Verdict {
        if number == self.next && number < u64::MAX {
            // All is well, as nearly always. The bit at this place is that of a number a whole window behind.
            self.mark(number);
            self.next = number + 1;
            self.first_time += 1;
            return Verdict::First;
        }
        self.note_other(number)
    }

    #[cold]
    fn note_other(&mut self, number: u64) -> Verdict {
        // No sender comes to the last number there is, which has none after it.
        if number < self.begin || number == u64::MAX {
            self.late += 1;
            return Verdict::Late;
        }
        if number >= self.next {
            self.forget(number);
            self.mark(number);
            self.next = number + 1;
            self.first_time += 1;
            return Verdict::First;
        }
        if self.next - number > WINDOW {
            self.late += 1;
            return Verdict::Late;
        }
        let (word, bit) = place(number);
        if self.seen[word] & bit != 0 {
            self.duplicates += 1;
            return Verdict::Duplicate;
        }
        self.seen[word] |= bit;
        self.first_time += 1;
        self.reordered += 1;
        Verdict::First
    }

    fn mark(&mut self, number: u64) {
        let (word, bit) = place(number);
        self.seen[word] |= bit;
    }

    /// Clears the places of the numbers from the next one to before `number`, which are skipped; never more than the whole
    /// window, however far it jumps.
    fn forget(&mut self, number: u64) {
        if number - self.next >= WINDOW {
            self.seen.fill(0);
            return;
        }
        let mut at = self.next;
        while at < number {
            let (word, bit) = place(at);
            let left = number - at;
            if bit == 1 && left >= 64 {
                self.seen[word] = 0;
                at += 64;
            } else {
                self.seen[word] &= !bit;
                at += 1;
            }
        }
    }

    /// Datagrams that came for the first time.
    pub(crate) fn first_time(&self) -> u64 {
        self.first_time
    }

    /// Datagrams that had come before.
    pub(crate) fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Datagrams that came for the first time after one with a higher number (RFC 4737 §3.3).
    pub(crate) fn reordered(&self) -> u64 {
        self.reordered
    }

    /// Datagrams of which it can't be said; in no other count.
    pub(crate) fn late(&self) -> u64 {
        self.late
    }

    /// The highest number that came, plus one.
    pub(crate) fn expected(&self) -> u64 {
        self.next
    }
}

/// Where the bit of a number is.
fn place(number: u64) -> (usize, u64) {
    (((number % WINDOW) / 64) as usize, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// Flows that begin at 0, shortly before their 2^32nd datagram, and shortly before the last number there is.
    fn begins() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), (1_u64 << 32) - 3000..1 << 32, u64::MAX - 5000..u64::MAX - 2500]
    }

    /// The same account, kept the simple way.
    fn check(begin: u64, arrivals: &[u64]) -> Result<Ledger, TestCaseError> {
        let mut ledger = Ledger::new(begin);
        let (mut seen, mut highest) = (HashSet::new(), None);
        let (mut duplicates, mut reordered) = (0, 0);
        for &number in arrivals {
            let expected = if seen.insert(number) {
                reordered += u64::from(highest.is_some_and(|highest| number < highest));
                Verdict::First
            } else {
                duplicates += 1;
                Verdict::Duplicate
            };
            highest = highest.max(Some(number));
            prop_assert_eq!(ledger.note(number), expected, "{}", number);
        }
        prop_assert_eq!(ledger.first_time() - begin, seen.len() as u64);
        prop_assert_eq!((ledger.duplicates(), ledger.reordered(), ledger.late()), (duplicates, reordered, 0));
        prop_assert_eq!(ledger.expected(), highest.map_or(begin, |highest| highest + 1));
        Ok(ledger)
    }

    proptest! {
        #[test]
        fn any_order_with_any_drops_and_duplicates_is_counted_exactly(
            begin in begins(),
            arrivals in proptest::collection::vec(0_u64..2000, 0..3000),
        ) {
            let numbers: Vec<u64> = arrivals.iter().map(|offset| begin + offset).collect();
            let ledger = check(begin, &numbers)?;
            prop_assert!(ledger.expected() >= ledger.first_time(), "loss is never negative");
        }

        #[test]
        fn a_permutation_loses_nothing(begin in begins(), order in Just((0_u64..2000).collect::<Vec<_>>()).prop_shuffle()) {
            let numbers: Vec<u64> = order.iter().map(|offset| begin + offset).collect();
            let ledger = check(begin, &numbers)?;
            prop_assert_eq!((ledger.first_time(), ledger.expected()), (begin + 2000, begin + 2000));
        }

        #[test]
        fn jumps_of_any_size_within_the_window_forget_exactly_what_they_pass(
            jumps in proptest::collection::vec(1_u64..WINDOW + 200, 1..40),
            back in proptest::collection::vec((0_usize..40, 1_u64..400), 0..200),
        ) {
            let mut highest = 0;
            let arrivals: Vec<u64> = jumps.iter().map(|jump| { highest += jump; highest }).collect();
            let mut ledger = Ledger::new(0);
            let (mut seen, mut next, mut late) = (HashSet::new(), 0, 0);
            let mut hear = |number: u64, ledger: &mut Ledger| {
                let expected = if next > number && next - number > WINDOW {
                    late += 1;
                    Verdict::Late
                } else if seen.insert(number) {
                    Verdict::First
                } else {
                    Verdict::Duplicate
                };
                next = next.max(number + 1);
                (ledger.note(number), expected)
            };
            for (index, &number) in arrivals.iter().enumerate() {
                let (found, expected) = hear(number, &mut ledger);
                prop_assert_eq!(found, expected);
                for (_, offset) in back.iter().filter(|(after, _)| *after == index) {
                    let (found, expected) = hear(number.saturating_sub(*offset), &mut ledger);
                    prop_assert_eq!(found, expected, "{} after {}", offset, number);
                }
            }
            prop_assert_eq!(ledger.late(), late);
            prop_assert_eq!(ledger.first_time(), seen.len() as u64);
        }

        #[test]
        fn whatever_comes_the_counts_add_up_and_loss_is_never_negative(numbers in proptest::collection::vec(any::<u64>(), 0..300)) {
            let mut ledger = Ledger::new(0);
            for &number in &numbers {
                ledger.note(number);
            }
            prop_assert_eq!(ledger.first_time() + ledger.duplicates() + ledger.late(), numbers.len() as u64);
            prop_assert!(ledger.reordered() <= ledger.first_time() && ledger.expected() >= ledger.first_time());
        }
    }

    #[test]
    fn what_is_too_far_behind_is_late_and_in_no_other_count() {
        let mut ledger = Ledger::new(0);
        assert_eq!(ledger.note(WINDOW), Verdict::First);
        assert_eq!(ledger.note(1), Verdict::First, "the oldest that is remembered");
        assert_eq!(ledger.note(1), Verdict::Duplicate);
        assert_eq!(ledger.note(0), Verdict::Late);
        assert_eq!((ledger.first_time(), ledger.duplicates(), ledger.reordered(), ledger.late()), (2, 1, 1, 1));
        assert_eq!(ledger.expected(), WINDOW + 1);
    }

    #[test]
    fn a_number_out_of_all_bounds_costs_no_more_than_the_window() {
        let mut ledger = Ledger::new(0);
        let began = std::time::Instant::now();
        for step in 1..2000 {
            ledger.note(step << 52);
        }
        assert_eq!(ledger.note(u64::MAX), Verdict::Late);
        assert!(began.elapsed() < std::time::Duration::from_secs(20));
        assert_eq!((ledger.first_time(), ledger.expected()), (1999, (1999 << 52) + 1));
    }

    #[test]
    fn the_window_goes_round_without_a_trace_of_what_was_there() {
        let mut ledger = Ledger::new(0);
        for number in 0..3 * WINDOW {
            // Every seventh is lost; each round at another place.
            if number % 7 != 0 {
                assert_eq!(ledger.note(number), Verdict::First);
            }
        }
        let lost = 3 * WINDOW / 7 + 1;
        assert_eq!(ledger.expected() - ledger.first_time(), lost);
        for number in (3 * WINDOW - 700..3 * WINDOW).filter(|number| number % 7 == 0) {
            assert_eq!(ledger.note(number), Verdict::First);
            assert_eq!(ledger.note(number), Verdict::Duplicate);
        }
        assert_eq!(ledger.reordered(), 100);
    }
}
