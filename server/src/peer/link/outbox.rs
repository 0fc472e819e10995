//! Messages under way: kept in parts until the other node has handed them on.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use super::Violation;
use crate::peer::wire::MAX_PART;

/// A message and its share of the window, which is free again once the message is acknowledged.
#[derive(Debug)]
pub(super) struct Outbound {
    pub(super) bytes: Vec<u8>,
    #[expect(dead_code, reason = "its drop is its use")]
    pub(super) share: Option<OwnedSemaphorePermit>,
}

#[derive(Debug)]
struct Part {
    message: Arc<Outbound>,
    range: Range<usize>,
}

/// Parts in order, numbered from 1.
#[derive(Debug)]
pub(super) struct Outbox {
    parts: VecDeque<Part>,
    /// Number of the first part kept.
    first: u64,
    /// Number of the part to send next.
    next: u64,
}

/// A part on its way.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbered<'a> {
    pub(super) seq: u64,
    pub(super) end: bool,
    pub(super) bytes: &'a [u8],
}

impl Outbox {
    pub(super) fn new() -> Self {
        Self { parts: VecDeque::new(), first: 1, next: 1 }
    }

    pub(super) fn push(&mut self, message: Outbound) {
        let message = Arc::new(message);
        let length = message.bytes.len();
        // An empty message is one empty part.
        for start in (0..length.max(1)).step_by(MAX_PART) {
            let range = start..length.min(start + MAX_PART);
            self.parts.push_back(Part { message: Arc::clone(&message), range });
        }
    }

    /// Whether everything was sent on this connection.
    pub(super) fn is_sent(&self) -> bool {
        self.next == self.first + self.parts.len() as u64
    }

    /// Number of the last part that need not be kept.
    pub(super) fn acknowledged(&self) -> u64 {
        self.first - 1
    }

    /// The part to send next; it counts as sent.
    pub(super) fn take(&mut self) -> Option<Numbered<'_>> {
        let part = self.parts.get(usize::try_from(self.next - self.first).ok()?)?;
        let seq = self.next;
        self.next += 1;
        Some(Numbered {
            seq,
            end: part.range.end == part.message.bytes.len(),
            bytes: part.message.bytes.get(part.range.clone()).unwrap_or_default(),
        })
    }

    /// The other node handed on everything up to `ack`.
    pub(super) fn acknowledge(&mut self, ack: u64) -> Result<(), Violation> {
        if ack >= self.next {
            return Err(Violation);
        }
        while self.first <= ack && self.parts.pop_front().is_some() {
            self.first += 1;
        }
        Ok(())
    }

    /// On a fresh connection: the other node has everything up to `received`.
    pub(super) fn resume_after(&mut self, received: u64) -> Result<(), Violation> {
        let next = received.checked_add(1).ok_or(Violation)?;
        if next < self.first || next > self.first + self.parts.len() as u64 {
            return Err(Violation);
        }
        self.next = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox(lengths: &[usize]) -> Outbox {
        let mut outbox = Outbox::new();
        for &length in lengths {
            outbox.push(Outbound { bytes: vec![7; length], share: None });
        }
        outbox
    }

    fn drain(outbox: &mut Outbox) -> Vec<(u64, bool, usize)> {
        std::iter::from_fn(|| outbox.take().map(|part| (part.seq, part.end, part.bytes.len()))).collect()
    }

    #[test]
    fn messages_leave_in_numbered_parts() {
        let mut outbox = outbox(&[3, 0, MAX_PART, MAX_PART + 1]);
        let expected = [(1, true, 3), (2, true, 0), (3, true, MAX_PART), (4, false, MAX_PART), (5, true, 1)];
        assert_eq!(drain(&mut outbox), expected);
        assert!(outbox.is_sent());
    }

    #[test]
    fn what_was_not_received_is_sent_again_and_what_was_acknowledged_is_not_kept() {
        let mut outbox = outbox(&[1, 1, 1, 1]);
        drain(&mut outbox);
        outbox.acknowledge(1).unwrap();
        outbox.resume_after(2).unwrap();
        assert_eq!(drain(&mut outbox), [(3, true, 1), (4, true, 1)]);
        outbox.acknowledge(4).unwrap();
        assert!(outbox.parts.is_empty() && outbox.is_sent());
    }

    #[test]
    fn impossible_positions_are_violations() {
        let mut outbox = outbox(&[1, 1]);
        assert_eq!(outbox.acknowledge(1), Err(Violation), "nothing was sent yet");
        outbox.take();
        outbox.acknowledge(1).unwrap();
        assert_eq!(outbox.acknowledge(2), Err(Violation));
        for received in [0, 3, u64::MAX] {
            assert_eq!(outbox.resume_after(received), Err(Violation), "{received}");
        }
        outbox.resume_after(1).unwrap();
    }
}
