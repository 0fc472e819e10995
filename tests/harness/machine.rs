//! The one machine that all tests share: some need it quiet for a moment, none for long.
//!
//! Locks on files, because the tests may run as processes of their own.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::PathBuf;

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

/// Held by tests that load the machine as much as they can.
#[derive(Debug)]
pub(crate) struct Noise(Option<File>);

/// Says that this test may be loud; waits while another one needs quiet.
pub(crate) fn noise() -> Noise {
    let lock = open("noise");
    if let Some(lock) = &lock {
        lock.lock_shared().unwrap();
    }
    Noise(lock)
}

/// Waits until no other test is loud, and keeps it so: for figures that are held against a truth.
pub(crate) fn quiet() -> Noise {
    let lock = open("noise");
    if let Some(lock) = &lock {
        lock.lock().unwrap();
    }
    Noise(lock)
}

fn open(name: &str) -> Option<File> {
    let path: PathBuf = std::env::temp_dir().join(format!("pairperf-tests-{name}.lock"));
    // A file of another user can't be opened; that place is simply not ours.
    OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()
}
