//! Where counters are read from.

use super::{Reading, interrupts, nic};
use crate::platform::linux::ethtool::Statistics;
use crate::platform::linux::kept::Kept;

/// One place.
#[derive(Debug)]
pub(super) enum Source {
    /// A file whose text says it all.
    Text { file: Kept, parse: fn(&str) -> Vec<Reading> },
    /// `/proc/interrupts`, of which these devices' lines count.
    Interrupts { file: Kept, devices: Vec<interrupts::Device> },
    /// `/proc/net/dev`, of which these interfaces' lines count.
    Links { file: Kept, names: Vec<String> },
    /// A driver's own counters.
    Driver(Statistics),
}

impl Source {
    /// What it says now; none where it can't be read.
    pub(super) fn read(&mut self) -> Option<Vec<Reading>> {
        match self {
            Self::Text { file, parse } => Some(parse(&file.text()?)),
            Self::Interrupts { file, devices } => Some(interrupts::parse(&file.text()?, devices)),
            Self::Links { file, names } => Some(nic::parse(&file.text()?, names)),
            Self::Driver(statistics) => statistics.read(),
        }
    }
}
