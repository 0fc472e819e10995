//! `/api/v1/records`: a record from a file becomes a run of this node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use pairperf_shared::ApiError;
use pairperf_shared::api::RunView;
use pairperf_shared::import::{self, ImportError};
use pairperf_shared::record::RunRecord;

use super::error::Answer;
use super::state::Node;

/// The largest file, in bytes.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// While it lives, no other record is imported. It goes along with the work, which goes on when the asker is gone.
struct Turn(Arc<AtomicBool>);

impl Turn {
    fn take(node: &Node) -> Result<Self, ApiError> {
        if node.0.importing.swap(true, Ordering::Relaxed) {
            return Err(ApiError::new("too_many", "another record is being imported").hint("try again in a moment"));
        }
        Ok(Self(Arc::clone(&node.0.importing)))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

fn too_large() -> ApiError {
    ApiError::new("too_large", format!("a record of more than {} MiB is not taken", MOST_BYTES >> 20))
        .hint("export it again with fewer streams or a shorter run")
}

/// Keeps a run from a file that the JSON export wrote, at this or another node, and marks it as imported.
///
/// Its figures are computed anew from its samples. A run that is here already stays as it is.
#[utoipa::path(post, tag = "runs", path = "/api/v1/records", request_body = RunRecord, responses((status = 201, body = RunView), (status = 400, body = ApiError), (status = 409, body = ApiError), (status = 413, body = ApiError), (status = 422, body = ApiError)))]
pub(super) async fn import(State(node): State<Node>, request: Request) -> Answer<(StatusCode, Json<RunView>)> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > MOST_BYTES as u64) {
        return Err(too_large().into());
    }
    let turn = Turn::take(&node)?;
    let body = Bytes::from_request(request, &()).await.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            too_large()
        } else {
            ApiError::new("bad_request", rejection.body_text())
        }
    })?;
    // A task of its own: what was begun is ended, and another import waits for that end.
    let work = tokio::spawn(async move {
        let _turn = turn;
        Box::pin(keep(&node, body)).await
    });
    let view = work.await.map_err(|_| ApiError::new("internal", "importing the record broke; please report it"))??;
    Ok((StatusCode::CREATED, Json(view)))
}

async fn keep(node: &Node, body: Bytes) -> Answer<RunView> {
    // Seconds of work for the largest: not on a thread that others wait for.
    let mut parts = tokio::task::spawn_blocking(move || import::read(&body))
        .await
        .map_err(|_| ApiError::new("internal", "reading the record broke; please report it"))?
        .map_err(refusal)?;
    let Some(started_at) = time(&parts.started_at) else {
        return Err(refusal(ImportError::new("started_at", "not a time in UTC like 2026-11-30T10:00:00Z")).into());
    };
    parts.started_at = started_at.to_string();
    Ok(Box::pin(node.0.runs.import(parts)).await??)
}

/// A time of RFC 3339 in UTC, as our own records write it: more can be read, such as the name of a place behind it, the
/// offset of no zone or a year before there were machines.
fn time(text: &str) -> Option<jiff::Timestamp> {
    let (seconds, part) = text.strip_suffix('Z')?.split_at_checked(19)?;
    let shape = seconds.bytes().zip(*b"0000-00-00T00:00:00");
    let plain =
        shape.into_iter().all(|(byte, wanted)| if wanted == b'0' { byte.is_ascii_digit() } else { byte == wanted });
    let part = part.is_empty()
        || part
            .strip_prefix('.')
            .is_some_and(|part| (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()));
    if !(plain && part) {
        return None;
    }
    text.parse().ok().filter(|time| *time >= jiff::Timestamp::UNIX_EPOCH)
}

fn refusal(error: ImportError) -> ApiError {
    let code = if error.newer { "newer_record" } else { "bad_record" };
    let hint = if error.newer {
        "import it with a pairperf as new as the one that wrote it"
    } else {
        "import the JSON file of a run, as its page offers it"
    };
    let refusal = ApiError::new(code, error.to_string()).hint(hint);
    match error.field {
        Some(field) => refusal.field(&field),
        None => refusal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_a_time_in_utc_and_nothing_else() {
        for good in ["2026-11-30T10:00:00Z", "2026-11-30T10:00:00.5Z", "1970-01-01T00:00:00Z", "9999-12-30T00:00:00Z"] {
            assert_eq!(time(good).unwrap().to_string(), good);
        }
        assert_eq!(time("2026-11-30T10:00:00.500Z").unwrap().to_string(), "2026-11-30T10:00:00.5Z");
        assert_eq!(time(&jiff::Timestamp::MAX.to_string()).map(|_| ()), Some(()));
        for bad in [
            "",
            "soon",
            "2026-11-30",
            "2026-11-30T10:00:00",
            "2026-11-30T10:00Z",
            "2026-11-30 10:00:00Z",
            "2026-11-30t10:00:00z",
            "20261130T100000Z",
            "2026-13-30T10:00:00Z",
            "2026-02-30T10:00:00Z",
            "2026-11-30T24:00:00Z",
            "0000-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "-005000-01-01T00:00:00Z",
            "+002026-11-30T10:00:00Z",
            "2026-11-30T10:00:00+25:59",
            "2026-11-30T10:00:00+01:00",
            "2026-11-30T10:00:00+00:00[Europe/Paris]",
            "2026-11-30T10:00:00Z[Europe/Paris]",
            "2026-11-30T10:00:00.Z",
            "2026-11-30T10:00:00.1234567890Z",
            "2026-11-30T10:00:00,5Z",
            " 2026-11-30T10:00:00Z",
            "2026-11-30T10:00:00Zé",
        ] {
            assert_eq!(time(bad), None, "{bad}");
        }
    }
}
