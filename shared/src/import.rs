//! A record from a file: foreign bytes until everything in them was looked at.
//!
//! Bounded before it is read, named where it is wrong, cleaned before it is kept. Its figures are thrown away: they are
//! computed anew from the samples like those of any other run.

mod bounds;
mod check;

use serde::Deserialize;

use crate::record::{RunParts, RunRecord, SCHEMA};

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", .field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct ImportError {
    /// Where in the record, for example `ends[0].samples[3].bytes`; none where it is the whole.
    pub field: Option<String>,
    /// What is wrong there.
    pub problem: String,
    /// Whether it was written by a newer pairperf.
    pub newer: bool,
}

impl ImportError {
    /// Something wrong with that part of the record.
    pub fn new(field: &str, problem: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()).filter(|field| !field.is_empty()), problem: problem.into(), newer: false }
    }
}

const NO_RECORD: &str = "this is not a record of pairperf: it has no `schema`";

/// The one key that is looked at before the others.
#[derive(Deserialize)]
struct Head {
    schema: Option<u32>,
}

/// Reads a record as the JSON export writes it.
///
/// The result is whole, bounded and free of control characters; its start is a text still, for there is no calendar here.
pub fn read(bytes: &[u8]) -> Result<RunParts, ImportError> {
    bounds::check(bytes)?;
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ImportError::new("", NO_RECORD));
    }
    let head: Head = typed(bytes)?;
    match head.schema {
        None => return Err(ImportError::new("", NO_RECORD)),
        Some(schema) if schema > SCHEMA => {
            let problem = format!("{schema} is newer than {SCHEMA}, which this pairperf reads");
            return Err(ImportError { newer: true, ..ImportError::new("schema", problem) });
        }
        Some(_) => {}
    }
    check::checked(typed::<RunRecord>(bytes)?)
}

fn typed<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, ImportError> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(bytes)).map_err(|error| {
        let path = Some(error.path().to_string()).filter(|path| path != ".").unwrap_or_default();
        ImportError::new(&crate::host::clean_text(&path), crate::host::clean_text(&error.inner().to_string()))
    })
}

#[cfg(test)]
mod tests;
