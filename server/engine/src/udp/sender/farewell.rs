//! How flows end: the receiver is told how many datagrams there were, until it says that it knows.

use super::Sender;
use crate::flow::StreamEnd;
use crate::platform;
use crate::udp::wire::Word;

/// The end mark may be lost like any datagram, hence it is sent again after this, in nanoseconds.
const AGAIN: u64 = 20_000_000;
/// How long, in nanoseconds. The receiver's own patience, and the link, see to it when all of them are lost.
const PATIENCE: u64 = 400_000_000;
/// How often to look for the answer meanwhile.
const LOOK: u64 = 2_000_000;

impl Sender<'_> {
    /// Ends all flows that are still under way.
    pub(super) fn say_farewell(&mut self) {
        let began = platform::monotonic_ns();
        let mut said = None;
        loop {
            let now = platform::monotonic_ns();
            self.look(now);
            self.let_go(|acknowledged| acknowledged);
            if self.flights.is_empty() {
                return;
            }
            if now.saturating_sub(began) >= PATIENCE {
                return self.let_go(|_| true);
            }
            if said.is_none_or(|said| now.saturating_sub(said) >= AGAIN) {
                said = Some(now);
                self.say_end();
            }
            platform::sleep_until(now + LOOK);
        }
    }

    /// Reports the flows of which it is so, by whether the receiver has acknowledged the end, as sent.
    fn let_go(&mut self, so: impl Fn(bool) -> bool) {
        let post = self.post;
        self.flights.retain(|flight| {
            let over = so(flight.acknowledged);
            if over {
                post.ended(flight.stream(), StreamEnd::Sent);
            }
            !over
        });
    }

    fn say_end(&self) {
        for flight in &self.flights {
            // One that is lost on the way, or finds a full buffer, is said again.
            flight.flow().say(Word::End { total: flight.number() }, self.post);
        }
    }
}
