//! The conductor's one queue: wishes of the session's owner and news of its workers.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::flow::StreamEnd;

/// Something the conductor has to know.
#[derive(Debug)]
pub(crate) enum Event {
    /// Payload begins at this instant.
    Go(Instant),
    /// End payload now.
    Stop,
    /// Close the sockets; whoever asks has stopped or seen the end before.
    Release,
    /// A worker is done with a stream.
    StreamEnded {
        /// Its number.
        stream: u32,
        /// How.
        end: StreamEnd,
        /// When.
        at: Instant,
    },
    /// A worker thread is about to end.
    WorkerGone(usize),
}

/// News of a worker.
#[derive(Debug)]
pub(crate) enum News {
    /// The owner asked to stop.
    Stop,
    /// See [`Event::StreamEnded`].
    StreamEnded(u32, StreamEnd, Instant),
    /// See [`Event::WorkerGone`].
    WorkerGone(usize),
}

/// The receiving half, with memory of what was asked.
#[derive(Debug)]
pub(crate) struct Inbox {
    events: Receiver<Event>,
    start: Option<Instant>,
    stopped: bool,
    released: bool,
}

impl Inbox {
    /// Reads from `events`.
    pub(crate) fn new(events: Receiver<Event>) -> Self {
        Self { events, start: None, stopped: false, released: false }
    }

    /// Waits for one piece of news, at most `patience`.
    pub(crate) fn next(&mut self, patience: Duration) -> Option<News> {
        match self.events.recv_timeout(patience) {
            Ok(event) => self.note(event),
            Err(RecvTimeoutError::Timeout) => None,
            // The owner and all workers are gone.
            Err(RecvTimeoutError::Disconnected) => {
                self.released = true;
                self.stop()
            }
        }
    }

    fn note(&mut self, event: Event) -> Option<News> {
        match event {
            Event::Go(start) => {
                self.start.get_or_insert(start);
                None
            }
            Event::Stop => self.stop(),
            Event::Release => {
                self.released = true;
                self.stop()
            }
            Event::StreamEnded { stream, end, at } => Some(News::StreamEnded(stream, end, at)),
            Event::WorkerGone(worker) => Some(News::WorkerGone(worker)),
        }
    }

    fn stop(&mut self) -> Option<News> {
        let first = !self.stopped;
        self.stopped = true;
        first.then_some(News::Stop)
    }

    /// Whether the owner has asked to stop, as far as can be known without waiting.
    pub(crate) fn stopped(&mut self) -> bool {
        while let Ok(event) = self.events.try_recv() {
            self.note(event);
        }
        self.stopped
    }

    /// Waits for the start; none if the owner stopped instead.
    pub(crate) fn wait_start(&mut self) -> Option<Instant> {
        while !self.stopped {
            if let Some(start) = self.start {
                return Some(start);
            }
            match self.events.recv() {
                Ok(event) => drop(self.note(event)),
                Err(_) => self.stopped = true,
            }
        }
        None
    }

    /// Waits until the owner lets the sockets go.
    pub(crate) fn wait_release(&mut self) {
        while !self.released {
            match self.events.recv() {
                Ok(event) => drop(self.note(event)),
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_start_that_comes_early_is_remembered() {
        let (sender, receiver) = channel();
        let mut inbox = Inbox::new(receiver);
        let start = Instant::now();
        sender.send(Event::Go(start)).unwrap();
        assert!(!inbox.stopped());
        assert_eq!(inbox.wait_start(), Some(start));
    }

    #[test]
    fn an_owner_that_vanishes_has_stopped_and_released() {
        let (sender, receiver) = channel::<Event>();
        drop(sender);
        let mut inbox = Inbox::new(receiver);
        assert!(matches!(inbox.next(Duration::ZERO), Some(News::Stop)));
        assert!(inbox.next(Duration::ZERO).is_none(), "asked once, told once");
        assert_eq!(inbox.wait_start(), None);
        inbox.wait_release();
    }
}
