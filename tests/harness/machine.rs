//! The one machine that all tests share: some need it quiet for a moment, none for long.
//!
//! Locks on files, because the tests may run as processes of their own.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::PathBuf;
use std::time::Duration;

use super::wait::until;

/// The longest that tests wait for each other.
const QUIET: Duration = Duration::from_mins(2);

/// A place of the machine that this process has until the value is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    /// Which of them.
    pub(crate) number: u8,
    _lock: File,
}

/// Takes one of `count` numbered places that nobody else has.
pub(crate) fn take_place(kind: &str, count: u8) -> Place {
    let found = (0..count).find_map(|number| {
        let lock = open(&format!("{kind}-{number}"))?;
        match lock.try_lock() {
            Ok(()) => Some(Place { number, _lock: lock }),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => panic!("locking a place of {kind}: {error}"),
        }
    });
    found.unwrap_or_else(|| panic!("all {count} places of {kind} are taken: does something hold them?"))
}

/// Held by whoever loads the machine as much as it can, or needs it quiet.
#[derive(Debug)]
pub(crate) struct Noise {
    _lock: Option<File>,
}

/// Says that this test may be loud; waits while another one needs quiet.
pub(crate) fn noise() -> Noise {
    wait_for(File::try_lock_shared)
}

/// Waits until no other test is loud, and keeps it so: for figures that are held against a truth.
pub(crate) fn quiet() -> Noise {
    wait_for(File::try_lock)
}

fn wait_for(lock: fn(&File) -> Result<(), TryLockError>) -> Noise {
    let Some(file) = open("noise") else { return Noise { _lock: None } };
    until("the machine is free for this test", QUIET, || lock(&file));
    Noise { _lock: Some(file) }
}

fn open(name: &str) -> Option<File> {
    let path: PathBuf = std::env::temp_dir().join(format!("pairperf-tests-{name}.lock"));
    // A file of another user can't be opened; that place is simply not ours.
    OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()
}
