//! A record as a file: an attachment that no browser opens as a page of this node.

use std::borrow::Borrow;

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;
use pairperf_shared::plan::Role;
use pairperf_shared::record::RunRecord;
use pairperf_shared::report::{Format, NoFormat};
use pairperf_shared::text::Catalogue;
use serde::Deserialize;

use super::error::{Answer, Failure};
use super::language::Asked;

/// Which end a file is about.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct End {
    /// `receiver` (the default) or `sender`.
    end: Option<String>,
    /// Language of the words in it: `en` (the default), `fr`, `ru` or `ko`.
    #[serde(rename = "lang")]
    #[expect(dead_code, reason = "read by `Asked`; here for the interface's description")]
    language: Option<String>,
}

impl End {
    fn role(&self) -> Result<Role, ApiError> {
        match self.end.as_deref() {
            None | Some("receiver") => Ok(Role::Receiver),
            Some("sender") => Ok(Role::Sender),
            Some(_) => Err(ApiError::new("bad_request", "the end is `sender` or `receiver`").field("end")),
        }
    }
}

/// The format of a word, or of an ending that people know it by.
pub(super) fn format(word: &str) -> Result<Format, ApiError> {
    let named = match word {
        "txt" => "text",
        "md" => "markdown",
        other => other,
    };
    named.parse().map_err(|error: NoFormat| ApiError::new("no_format", error.to_string()))
}

/// The file. Written apart from the tasks that answer others: a long run has many samples.
pub(super) async fn file(
    record: impl Borrow<RunRecord> + Send + 'static,
    format: Format,
    end: &End,
    asked: Asked,
) -> Answer<Response> {
    let role = end.role()?;
    let part = match (format, role) {
        (Format::Csv, Role::Sender) => "-sender",
        (Format::Csv, Role::Receiver) => "-receiver",
        (Format::CsvSummary, _) => "-summary",
        (Format::CsvStreams, _) => "-streams",
        _ => "",
    };
    let id: String = record.borrow().id.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    let name = format!("pairperf-{id}{part}.{}", format.extension());
    let written =
        tokio::task::spawn_blocking(move || format.write(record.borrow(), role, Catalogue::of(asked.0))).await;
    let written = written.map_err(|_| Failure(ApiError::new("internal", "the file could not be written")))?;
    let headers = [
        (CONTENT_TYPE, format.media_type().to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        // Names in it come from elsewhere: whatever opens it must not act for this node.
        (CONTENT_SECURITY_POLICY, "sandbox".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, written).into_response())
}
