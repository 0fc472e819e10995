//! Live messages: numbered, kept in a ring, fanned out. A viewer that falls behind gets a snapshot;
//! it never holds up the run.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use pairperf_shared::api::{LiveBody, LiveMessage};
use tokio::sync::broadcast;

/// Messages kept for viewers that come back: a minute or two of a run.
const RING: usize = 4096;

/// The live messages of one run.
#[derive(Debug)]
pub struct Live {
    ring: Mutex<Ring>,
    fan: broadcast::Sender<LiveMessage>,
}

#[derive(Debug, Default)]
struct Ring {
    last: u64,
    kept: VecDeque<LiveMessage>,
}

/// What a viewer gets first, and where the rest comes from.
#[derive(Debug)]
pub struct Subscription {
    /// The messages it missed; none where only a snapshot helps.
    pub missed: Option<Vec<LiveMessage>>,
    /// Number of the last message before [`Subscription::rest`].
    pub seq: u64,
    /// Everything from now on.
    pub rest: broadcast::Receiver<LiveMessage>,
}

impl Default for Live {
    fn default() -> Self {
        Self { ring: Mutex::default(), fan: broadcast::channel(1024).0 }
    }
}

impl Live {
    fn ring(&self) -> std::sync::MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to every viewer.
    pub fn say(&self, body: LiveBody) {
        let mut ring = self.ring();
        ring.last += 1;
        let message = LiveMessage { seq: ring.last, body };
        if ring.kept.len() == RING {
            ring.kept.pop_front();
        }
        ring.kept.push_back(message.clone());
        // Sent under the lock, so that a subscriber sees no gap; without viewers it goes nowhere.
        let _ = self.fan.send(message);
    }

    /// Joins; `after` is the last message the viewer has.
    pub fn subscribe(&self, after: Option<u64>) -> Subscription {
        let ring = self.ring();
        let missed = after.filter(|&after| after <= ring.last).and_then(|after| {
            let oldest = ring.kept.front().map_or(ring.last + 1, |message| message.seq);
            (after + 1 >= oldest).then(|| ring.kept.iter().filter(|message| message.seq > after).cloned().collect())
        });
        Subscription { missed, seq: ring.last, rest: self.fan.subscribe() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(live: &Live, count: u32) {
        for up in 0..count {
            live.say(LiveBody::Opening { up, of: count });
        }
    }

    #[test]
    fn a_viewer_that_comes_back_gets_just_what_it_missed() {
        let live = Live::default();
        say(&live, 5);
        let mut subscription = live.subscribe(Some(3));
        let missed: Vec<_> = subscription.missed.take().unwrap().iter().map(|m| m.seq).collect();
        assert_eq!((missed, subscription.seq), (vec![4, 5], 5));
        say(&live, 1);
        assert_eq!(subscription.rest.try_recv().unwrap().seq, 6);
    }

    #[test]
    fn a_viewer_that_is_new_or_too_late_needs_a_snapshot() {
        let live = Live::default();
        assert!(live.subscribe(None).missed.is_none());
        say(&live, RING as u32 + 10);
        assert!(live.subscribe(Some(3)).missed.is_none());
        assert!(live.subscribe(Some(12)).missed.is_some());
        // A number from another life of the node.
        assert!(live.subscribe(Some(1_000_000)).missed.is_none());
    }
}
