//! How many streams are up, told often enough to watch and seldom enough to cost nothing.

use std::time::{Duration, Instant};

use crate::notice::Notice;

const PAUSE: Duration = Duration::from_millis(100);

/// Counts streams that are up.
pub(super) struct Progress<'a> {
    up: u32,
    of: u32,
    told: Option<Instant>,
    notify: &'a dyn Fn(Notice),
}

impl<'a> Progress<'a> {
    /// None is up yet.
    pub(super) fn new(of: u32, notify: &'a dyn Fn(Notice)) -> Self {
        Self { up: 0, of, told: None, notify }
    }

    /// How many are up.
    pub(super) fn up(&self) -> u32 {
        self.up
    }

    /// Whether all are.
    pub(super) fn is_complete(&self) -> bool {
        self.up == self.of
    }

    /// One more is up. The first and the last are always told.
    pub(super) fn one_more(&mut self) {
        self.up += 1;
        let now = Instant::now();
        if self.is_complete() || self.told.is_none_or(|told| now.duration_since(told) >= PAUSE) {
            self.told = Some(now);
            (self.notify)(Notice::Opening { up: self.up, of: self.of });
        }
    }
}
