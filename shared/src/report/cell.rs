//! What tables are made of.

use super::Message;
use crate::text::Catalogue;
use crate::units::Quantity;

/// One figure or word of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Not known: shown as a dash.
    Unknown,
    /// A figure made ready to be read, and the raw number.
    Figure {
        /// As shown.
        shown: Quantity,
        /// As computed, in the base unit.
        raw: f64,
    },
    /// A name, an address, a word of the kernel: shown as it is.
    Word(String),
    /// A message of the catalogue.
    Message(Message),
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What it is.
    pub name: Message,
    /// A cell a column.
    pub cells: Vec<Cell>,
    /// Whether the cells differ where one expects them to agree.
    pub differs: bool,
}

/// A table with a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Key of its title.
    pub title: &'static str,
    /// What has to be known about it.
    pub note: Option<Message>,
    /// Heads of the columns after the first.
    pub columns: Vec<Cell>,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Section {
    /// More rows than this are streams that nobody reads one by one: folded away, or left to the CSV.
    const LONG: usize = 64;

    /// Whether it is too long to be read through.
    pub fn is_long(&self) -> bool {
        self.rows.len() > Self::LONG
    }
}

impl Cell {
    pub(super) fn figure(value: Option<f64>, show: fn(f64) -> Quantity) -> Self {
        let known = value.filter(|value| value.is_finite());
        known.map_or(Self::Unknown, |raw| Self::Figure { shown: show(raw), raw })
    }

    pub(super) fn bytes(value: Option<u64>) -> Self {
        Self::figure(value.map(|bytes| bytes as f64), crate::units::bytes)
    }

    pub(super) fn count(value: Option<u64>) -> Self {
        value.map_or(Self::Unknown, |count| Self::Figure {
            shown: Quantity { number: count.to_string(), unit: "" },
            raw: count as f64,
        })
    }

    pub(super) fn word(value: Option<impl Into<String>>) -> Self {
        value.map_or(Self::Unknown, |word| Self::Word(word.into()))
    }

    pub(super) fn message(key: &str) -> Self {
        Self::Message(Message::new(key))
    }

    /// What it shows in the catalogue's language.
    pub fn say(&self, catalogue: &Catalogue) -> String {
        match self {
            Self::Unknown => "–".to_owned(),
            Self::Figure { shown, .. } => catalogue.figure(shown),
            Self::Word(word) => word.clone(),
            Self::Message(message) => message.say(catalogue),
        }
    }

    /// The figure as it was computed, in its base unit.
    pub fn raw(&self) -> Option<f64> {
        match self {
            Self::Figure { raw, .. } => Some(*raw),
            _ => None,
        }
    }
}

impl Row {
    /// A row of cells that need not agree.
    pub(super) fn new(key: &str, cells: Vec<Cell>) -> Self {
        Self { name: Message::new(key), cells, differs: false }
    }

    /// A row that is marked where known cells are not the same.
    pub(super) fn compared(key: &str, cells: Vec<Cell>) -> Self {
        let mut known = cells.iter().filter(|cell| **cell != Cell::Unknown);
        let first = known.next();
        let differs = known.any(|cell| Some(cell) != first);
        Self { name: Message::new(key), cells, differs }
    }
}
