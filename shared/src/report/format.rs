//! The formats a record can be written in.

use std::fmt;
use std::str::FromStr;

use super::{csv, json, text};
use crate::plan::Role;
use crate::record::RunRecord;
use crate::text::Catalogue;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Plain text for a terminal, in English.
    Text,
    /// The record as one JSON object.
    Json,
    /// One JSON object a line: the record, then its samples.
    Jsonl,
    /// One end's samples, a row each.
    Csv,
}

/// The word names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a format; known are {}", Format::KNOWN)]
pub struct NoFormat {
    given: String,
}

impl Format {
    /// The words, comma-separated.
    pub const KNOWN: &'static str = "text, json, jsonl, csv";
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Text, Self::Json, Self::Jsonl, Self::Csv];

    /// The word for it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// The ending of a file of it.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            other => other.key(),
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            Self::Json => "application/json",
            Self::Jsonl => "application/jsonl",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// Writes a record; the end matters where a format is about one.
    pub fn write(self, record: &RunRecord, end: Role) -> String {
        match self {
            Self::Text => text::report(record, Catalogue::english()),
            Self::Json => json::record(record),
            Self::Jsonl => json::lines(record),
            Self::Csv => csv::samples(record, end),
        }
    }
}

impl FromStr for Format {
    type Err = NoFormat;

    fn from_str(text: &str) -> Result<Self, NoFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.key() == text)
            .ok_or_else(|| NoFormat { given: crate::host::clean_text(text) })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
