//! In which order the table of streams stands.

use std::cmp::Ordering;

use pairperf_shared::config::Protocol;
use pairperf_shared::summary::live::StreamSoFar;

/// More streams are shown only when asked for.
pub(crate) const MOST_SHOWN: usize = 64;

/// What the table is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Stream,
    Mean,
    Now,
    Lowest,
    Share,
    Resent,
    RoundTrip,
    Lost,
    Reordered,
    Jitter,
}

/// The order of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) by: Column,
    pub(crate) descending: bool,
}

impl Default for Order {
    /// The slowest first: that is the one to look at.
    fn default() -> Self {
        Self { by: Column::Mean, descending: false }
    }
}

impl Column {
    /// The columns of a protocol, from left to right. UDP sends nothing again, and its kernel knows no round trip.
    pub(crate) fn of(protocol: Protocol) -> &'static [Self] {
        match protocol {
            Protocol::Tcp => {
                &[Self::Stream, Self::Mean, Self::Now, Self::Lowest, Self::Share, Self::Resent, Self::RoundTrip]
            }
            Protocol::Udp => &[
                Self::Stream,
                Self::Mean,
                Self::Now,
                Self::Lowest,
                Self::Share,
                Self::Lost,
                Self::Reordered,
                Self::Jitter,
            ],
        }
    }

    /// The key of its heading.
    pub(crate) fn key(self) -> &'static str {
        [
            "stream-number",
            "stream-mean",
            "stream-now",
            "stream-lowest",
            "stream-share",
            "stream-resent",
            "stream-round-trip",
            "column-lost",
            "column-reordered",
            "column-jitter",
        ][self as usize]
    }

    /// What stands there; none where it is not known.
    pub(crate) fn value(self, stream: &StreamSoFar) -> Option<f64> {
        match self {
            Self::Stream => Some(f64::from(stream.stream)),
            Self::Mean => stream.mean.or(stream.now),
            Self::Now => stream.now,
            Self::Lowest => stream.lowest,
            Self::Share => stream.share_percent,
            Self::Resent => stream.retransmits.map(f64::from),
            Self::RoundTrip => stream.round_trip,
            Self::Lost => stream.lost_percent,
            Self::Reordered => stream.reordered.map(|count| count as f64),
            Self::Jitter => stream.jitter,
        }
    }
}

impl Order {
    /// The order after a click on that heading: the same once more turns it round.
    pub(crate) fn clicked(self, by: Column) -> Self {
        // What is bad comes first: few bits, many segments sent again, a long round trip, a large loss.
        let first = by as usize >= Column::Resent as usize;
        Self { by, descending: if self.by == by { !self.descending } else { first } }
    }

    /// Puts rows in order; what is not known comes last.
    pub(crate) fn sort(self, streams: &mut [StreamSoFar]) {
        streams.sort_unstable_by(|a, b| {
            let order = match (self.by.value(a), self.by.value(b)) {
                (Some(a), Some(b)) if self.descending => b.total_cmp(&a),
                (Some(a), Some(b)) => a.total_cmp(&b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => Ordering::Equal,
            };
            order.then(a.stream.cmp(&b.stream))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(stream: u32, mean: Option<f64>, retransmits: u32) -> StreamSoFar {
        StreamSoFar {
            stream,
            mean,
            now: None,
            lowest: None,
            share_percent: None,
            retransmits: Some(retransmits),
            round_trip: None,
            lost_percent: None,
            reordered: None,
            jitter: None,
        }
    }

    fn sorted(order: Order) -> Vec<u32> {
        let mut streams =
            [stream(0, Some(5.0), 1), stream(1, None, 9), stream(2, Some(2.0), 0), stream(3, Some(5.0), 4)];
        order.sort(&mut streams);
        streams.map(|stream| stream.stream).to_vec()
    }

    #[test]
    fn the_slowest_comes_first_and_the_unknown_last() {
        let order = Order::default();
        assert_eq!(sorted(order), [2, 0, 3, 1]);
        assert_eq!(sorted(order.clicked(Column::Mean)), [0, 3, 2, 1]);
        assert_eq!(sorted(order.clicked(Column::Resent)), [1, 3, 0, 2]);
        assert_eq!(sorted(order.clicked(Column::Stream)), [0, 1, 2, 3]);
    }
}
