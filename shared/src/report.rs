//! A record said to a person: sections of cells with units. Message keys and arguments, never
//! sentences; page, HTML and every export walk it.

mod cell;
pub mod charts;
mod conditions;
pub mod csv;
mod datagrams;
mod ends;
mod exchange;
mod format;
mod headline;
#[cfg(feature = "html")]
pub mod html;
pub mod json;
pub mod markdown;
mod said;
mod system;
pub mod text;
pub mod ways;

pub use cell::{Cell, Row, Section};
pub use format::{Format, NoFormat};
pub use headline::universal_time;
pub use said::{FindingSaid, Message};

use crate::plan::Side;
use crate::record::RunRecord;

/// A record made ready to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The sentence to forward.
    pub headline: Message,
    /// What has to be known beside it: that it was cut short, that no network is in it, whether the rate held.
    pub leads: Vec<Message>,
    /// Which run it was: start, label, id.
    pub origin: Message,
    /// How it ended, where that was not *done*.
    pub outcome: Option<Message>,
    /// The receiver's rate, or how often answers came.
    pub figure: Cell,
    /// What the figure is.
    pub figure_what: Message,
    /// How the receiver's rate varied: names and rates.
    pub trio: Vec<(Message, Cell)>,
    /// What limited or disturbed the run.
    pub findings: Vec<FindingSaid>,
    /// The tables, in the order of reading.
    pub sections: Vec<Section>,
    /// What happened: seconds since the common start where there was one, and what.
    pub events: Vec<(Option<f64>, Message)>,
}

impl Report {
    /// The report of a record.
    pub fn of(record: &RunRecord) -> Self {
        Self {
            headline: headline::headline(record),
            leads: headline::leads(record),
            origin: headline::origin(record),
            outcome: headline::outcome(record),
            figure: headline::figure(record),
            figure_what: headline::figure_what(record),
            trio: headline::trio(record),
            findings: said::findings(record),
            sections: sections(record),
            events: record.events.iter().map(said::event).collect(),
        }
    }

    /// The table of that title, where it has rows.
    pub fn section(&self, title: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.title == title && !section.rows.is_empty())
    }
}

fn sections(record: &RunRecord) -> Vec<Section> {
    let mut sections = vec![
        exchange::section(record),
        ends::both_ends(record),
        datagrams::section(record),
        system::ntttcp(record),
        ends::streams(record),
        conditions::run(record),
        conditions::machines(record),
        system::counters(record),
    ];
    if let Some(reach) = &record.reach {
        let name = |side| record.ends.iter().find(|end| end.side == side).map_or("–", |end| end.host.name.as_str());
        // The record has the ways as the coordinator sees them.
        let machines = ways::Machines { here: name(Side::Coordinator), there: name(Side::Peer) };
        sections.push(ways::section(reach, machines));
    }
    sections
}
