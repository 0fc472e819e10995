//! The formats a record can be written in.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "html")]
use crate::{plan::Role, record::RunRecord, text::Catalogue};

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
    /// The figures of both ends, a row each.
    CsvSummary,
    /// Every stream, a row each.
    CsvStreams,
    /// The report as Markdown, for a ticket; in English.
    Markdown,
    /// The report as one HTML file with its charts, without a script; in English.
    Html,
    /// The charts as one SVG file; in English.
    Svg,
}

/// The word names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a format; known are {}", Format::KNOWN)]
pub struct NoFormat {
    given: String,
}

impl Format {
    /// The words, comma-separated.
    pub const KNOWN: &'static str = "text, json, jsonl, csv, csv-summary, csv-streams, markdown, html, svg";
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Text,
        Self::Json,
        Self::Jsonl,
        Self::Csv,
        Self::CsvSummary,
        Self::CsvStreams,
        Self::Markdown,
        Self::Html,
        Self::Svg,
    ];

    /// The word for it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::CsvSummary => "csv-summary",
            Self::CsvStreams => "csv-streams",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Svg => "svg",
        }
    }

    /// The ending of a file of it.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::CsvSummary | Self::CsvStreams => "csv",
            Self::Markdown => "md",
            other => other.key(),
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            Self::Json => "application/json",
            Self::Jsonl => "application/jsonl",
            Self::Csv | Self::CsvSummary | Self::CsvStreams => "text/csv; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Whether it is about one end, so that the other can be asked for.
    pub fn is_of_one_end(self) -> bool {
        self == Self::Csv
    }

    /// Writes a record in the language of the catalogue, where the format has words; the end matters where it is about one.
    #[cfg(feature = "html")]
    pub fn write(self, record: &RunRecord, end: Role, catalogue: &Catalogue) -> String {
        match self {
            Self::Text => super::text::report(record, catalogue),
            Self::Json => super::json::record(record),
            Self::Jsonl => super::json::lines(record),
            Self::Csv => super::csv::samples(record, end),
            Self::CsvSummary => super::csv::summary(record),
            Self::CsvStreams => super::csv::streams(record),
            Self::Markdown => super::markdown::report(record, catalogue),
            Self::Html => super::html::file(record, catalogue),
            Self::Svg => super::charts::file(record, catalogue),
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
