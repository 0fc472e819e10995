//! How evenly a flow goes out: its datagrams of each millisecond, squared and summed up.

/// A span, in nanoseconds.
const SPAN: u64 = 1_000_000;

/// Counts datagrams by span since the first one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evenness {
    /// When the span under way began; none before the first datagram.
    began: Option<u64>,
    /// Datagrams of it so far.
    inside: u64,
    /// Spans that are complete.
    spans: u64,
    /// The sum of the squares of their datagrams.
    squares: u64,
}

impl Evenness {
    /// Spans are counted from `began`, which is when the first datagram is due.
    pub(crate) fn from(began: u64) -> Self {
        Self { began: Some(began), ..Self::default() }
    }

    /// That many datagrams went out at `now`, in nanoseconds of a clock that does not go back.
    pub(crate) fn note(&mut self, now: u64, datagrams: u64) {
        let began = self.began.get_or_insert(now);
        let complete = now.saturating_sub(*began) / SPAN;
        if complete > 0 {
            // Those between are empty, and the square of nothing is nothing.
            self.squares = self.squares.saturating_add(self.inside.saturating_mul(self.inside));
            self.spans += complete;
            *began += complete * SPAN;
            self.inside = 0;
        }
        self.inside += datagrams;
    }

    /// Complete spans, and the sum of the squares of their datagrams.
    pub(crate) fn sums(&self) -> (u64, u64) {
        (self.spans, self.squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_spans_are_summed_and_empty_ones_count() {
        let mut evenness = Evenness::default();
        evenness.note(10 * SPAN + 5, 3);
        evenness.note(11 * SPAN + 4, 1);
        assert_eq!(evenness.sums(), (0, 0), "the span is not over");
        evenness.note(11 * SPAN + 5, 2);
        assert_eq!(evenness.sums(), (1, 16));
        evenness.note(14 * SPAN + 6, 1);
        assert_eq!(evenness.sums(), (4, 16 + 4), "two of them were empty");
    }

    #[test]
    fn with_a_known_beginning_the_edges_are_there() {
        let mut evenness = Evenness::from(SPAN);
        evenness.note(SPAN + SPAN / 2, 7);
        evenness.note(2 * SPAN, 1);
        assert_eq!(evenness.sums(), (1, 49));
    }
}
