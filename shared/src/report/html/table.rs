//! A section of the report as the rows of a table.

use crate::report::{Cell, Section};
use crate::text::Catalogue;

pub(super) struct TableShown {
    pub(super) title: String,
    /// Head of the first column, for those who don't see the table.
    pub(super) what: String,
    pub(super) differs: String,
    /// Where the tick of an even share stands on a bar, in percent.
    pub(super) even: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<RowShown>,
    pub(super) note: Option<String>,
    /// Whether it is folded away.
    pub(super) long: bool,
}

pub(super) struct RowShown {
    pub(super) name: String,
    pub(super) differs: bool,
    pub(super) cells: Vec<CellShown>,
}

pub(super) struct CellShown {
    pub(super) text: String,
    pub(super) figure: bool,
    /// The figure as it was computed.
    pub(super) raw: Option<String>,
    /// A share drawn as a bar, in percent.
    pub(super) bar: Option<String>,
}

/// The column of a stream's share, drawn as a bar.
const SHARE: usize = 1;

impl TableShown {
    pub(super) fn of(section: &Section, catalogue: &Catalogue) -> Self {
        let of_streams = section.title == "section-streams";
        // Bars reach to the largest share, so that small differences show.
        let shares = section.rows.iter().filter_map(|row| row.cells.get(SHARE)?.raw());
        let largest = shares.filter(|_| of_streams).fold(0.0, f64::max);
        let scaled = |percent: f64| format!("{:.1}", (100.0 * percent / largest).clamp(0.0, 100.0));
        let even = if largest > 0.0 { scaled(100.0 / section.rows.len().max(1) as f64) } else { String::new() };
        let cell = |index: usize, cell: &Cell| CellShown {
            text: cell.say(catalogue),
            figure: matches!(cell, Cell::Figure { .. }),
            raw: cell.raw().map(|raw| raw.to_string()),
            bar: cell.raw().filter(|_| index == SHARE && largest > 0.0).map(scaled),
        };
        Self {
            title: catalogue.say(section.title, &[]),
            what: catalogue.say("facts-what", &[]),
            differs: catalogue.say("not-alike", &[]),
            even,
            columns: section.columns.iter().map(|column| column.say(catalogue)).collect(),
            rows: section
                .rows
                .iter()
                .map(|row| RowShown {
                    name: row.name.say(catalogue),
                    differs: row.differs,
                    cells: row.cells.iter().enumerate().map(|(index, it)| cell(index, it)).collect(),
                })
                .collect(),
            note: section.note.as_ref().map(|note| note.say(catalogue)),
            long: section.is_long(),
        }
    }
}
