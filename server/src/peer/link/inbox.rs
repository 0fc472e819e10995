//! Messages arriving: parts in order, each once, put together again, waiting to be handed on.

use std::collections::VecDeque;

use super::{MAX_LINK_MESSAGE, MESSAGE_OVERHEAD, Violation, WINDOW};

/// What arrived and was not handed on yet; bounded by the window that the other node keeps to.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// Number of the last part that arrived.
    received: u64,
    /// Number of the last part of the last message handed on.
    handed_on: u64,
    unfinished: Vec<u8>,
    ready: VecDeque<(u64, Vec<u8>)>,
    waiting_bytes: usize,
}

impl Inbox {
    pub(super) fn received(&self) -> u64 {
        self.received
    }

    /// What the other node need not keep any longer.
    pub(super) fn ack(&self) -> u64 {
        if self.ready.is_empty() { self.received } else { self.handed_on }
    }

    pub(super) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Takes a part in; one that arrived before is dropped.
    pub(super) fn accept(&mut self, seq: u64, end: bool, bytes: &[u8]) -> Result<(), Violation> {
        if seq <= self.received {
            return Ok(());
        }
        if seq != self.received + 1 || self.unfinished.len() + bytes.len() > MAX_LINK_MESSAGE {
            return Err(Violation);
        }
        self.received = seq;
        self.unfinished.extend_from_slice(bytes);
        if end {
            let message = std::mem::take(&mut self.unfinished);
            self.waiting_bytes += message.len() + MESSAGE_OVERHEAD;
            self.ready.push_back((seq, message));
        }
        if self.waiting_bytes + self.unfinished.len() > WINDOW { Err(Violation) } else { Ok(()) }
    }

    /// The next whole message; it counts as handed on.
    pub(super) fn take(&mut self) -> Option<Vec<u8>> {
        let (seq, message) = self.ready.pop_front()?;
        self.handed_on = seq;
        self.waiting_bytes -= message.len() + MESSAGE_OVERHEAD;
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_become_messages_once_and_in_order() {
        let mut inbox = Inbox::default();
        for (seq, end, bytes) in [(1, false, "ab"), (1, false, "ab"), (2, true, "c"), (3, true, ""), (2, true, "c")] {
            inbox.accept(seq, end, bytes.as_bytes()).unwrap();
        }
        assert_eq!(inbox.ack(), 0);
        assert_eq!(inbox.take().unwrap(), b"abc");
        assert_eq!((inbox.ack(), inbox.received()), (2, 3));
        assert_eq!(inbox.take().unwrap(), b"");
        assert_eq!((inbox.ack(), inbox.take()), (3, None));
    }

    #[test]
    fn a_gap_an_endless_message_and_an_overrun_window_are_violations() {
        assert_eq!(Inbox::default().accept(2, true, b""), Err(Violation));
        let mut inbox = Inbox::default();
        inbox.accept(1, false, &vec![0; MAX_LINK_MESSAGE]).unwrap();
        assert_eq!(inbox.accept(2, false, b"x"), Err(Violation));

        let mut inbox = Inbox::default();
        let whole = vec![0; MAX_LINK_MESSAGE];
        let outcome = (1..=9).map(|seq| inbox.accept(seq, true, &whole)).find(Result::is_err);
        assert_eq!(outcome, Some(Err(Violation)));
    }

    proptest! {
        #[test]
        fn any_parts_leave_the_numbers_in_order(parts in proptest::collection::vec((0u64..6, any::<bool>(), 0usize..9), 0..40)) {
            let mut inbox = Inbox::default();
            for (seq, end, length) in parts {
                let _ = inbox.accept(seq, end, &vec![0; length]);
                prop_assert!(inbox.ack() <= inbox.received());
            }
        }
    }
}
