//! The barrier in front of the payload: workers wait here until the common start is known.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What a look at the gate shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// The start is not known yet.
    Closed,
    /// Payload begins at this instant.
    Open(Instant),
    /// There will be no start.
    Cancelled,
}

/// Opened once, with the instant of the first payload, or cancelled.
#[derive(Debug)]
pub(crate) struct Gate {
    state: Mutex<View>,
    changed: Condvar,
}

impl Gate {
    /// A closed gate.
    pub(crate) fn new() -> Self {
        Self { state: Mutex::new(View::Closed), changed: Condvar::new() }
    }

    /// Lets everyone through: receivers at once, senders at `start`.
    pub(crate) fn open(&self, start: Instant) {
        self.set(View::Open(start));
    }

    /// Sends everyone home who has not gone through.
    pub(crate) fn cancel(&self) {
        self.set(View::Cancelled);
    }

    fn lock(&self) -> MutexGuard<'_, View> {
        // The state is a plain value: a panic of a holder can't have left it half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: View) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    /// How it stands, without waiting.
    pub(crate) fn look(&self) -> View {
        *self.lock()
    }

    /// Waits until the start is known; false if it was cancelled.
    pub(crate) fn wait_open(&self) -> bool {
        let mut state = self.lock();
        loop {
            match *state {
                View::Closed => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                View::Open(_) => return true,
                View::Cancelled => return false,
            }
        }
    }

    /// Waits until the start has come; false if it was cancelled.
    pub(crate) fn wait_start(&self) -> bool {
        let mut state = self.lock();
        loop {
            state = match *state {
                View::Closed => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                View::Open(start) => {
                    let left = start.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return true;
                    }
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
                View::Cancelled => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn receivers_pass_when_it_opens_and_senders_at_the_start() {
        let gate = Gate::new();
        let start = Instant::now() + Duration::from_millis(20);
        std::thread::scope(|scope| {
            let receiver = scope.spawn(|| gate.wait_open());
            let sender = scope.spawn(|| gate.wait_start().then(Instant::now));
            gate.open(start);
            assert!(receiver.join().unwrap());
            assert!(sender.join().unwrap().unwrap() >= start);
        });
    }

    #[test]
    fn cancelling_sends_everyone_home_even_after_opening() {
        let gate = Gate::new();
        std::thread::scope(|scope| {
            let early = scope.spawn(|| gate.wait_open());
            gate.cancel();
            assert!(!early.join().unwrap());
        });
        let gate = Gate::new();
        gate.open(Instant::now() + Duration::from_hours(1));
        std::thread::scope(|scope| {
            let sender = scope.spawn(|| gate.wait_start());
            gate.cancel();
            assert!(!sender.join().unwrap());
        });
    }
}
