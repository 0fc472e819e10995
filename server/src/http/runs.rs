//! `/api/v1/runs`.

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;
use pairperf_shared::api::{RunAccepted, RunAsk, RunList, RunPatch, RunQuery, RunView, table};
use pairperf_shared::record::{Reason, RunRecord};

use super::body::{Body, Params};
use super::error::{Answer, Failure, not_found};
use super::files::{self, End};
use super::language::Asked;
use super::state::Node;

/// Runs in an exported list at most, unless it is asked for fewer.
const EXPORTED: u32 = 10_000;

/// The query of a list, or the first thing that is wrong with it.
fn asked(query: Option<&str>) -> Answer<RunQuery> {
    let (query, issues) = RunQuery::from_query(query.unwrap_or_default());
    match issues.first() {
        None => Ok(query),
        Some(issue) => Err(ApiError::new("bad_request", issue.to_string()).field(&issue.field).into()),
    }
}

/// The runs that pass the filters, in the order asked for; the latest first where none is.
///
/// Runs that go on or wait come before the others, whatever the order.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs", params(RunQuery), responses((status = 200, body = RunList), (status = 400, body = ApiError)))]
pub(super) async fn list(State(node): State<Node>, RawQuery(query): RawQuery) -> Answer<Json<RunList>> {
    listed(&node, &asked(query.as_deref())?).await.map(Json)
}

/// The same list as CSV (RFC 4180), a row a run, unknown an empty field; 10000 runs at most.
///
/// Columns: `id`, `started_at`, `label`, `note`, `coordinator`, `peer`, `protocol`, `direction`, `streams`,
/// `duration_ms`, `outcome`, `reason` (its code), `bits_per_second`, `measured_seconds`, `bytes`, `retransmits`,
/// `imported`, `side`. A label, note or name that a spreadsheet would take for a formula begins with an apostrophe.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/export/csv", params(RunQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ApiError)))]
pub(super) async fn export_list(State(node): State<Node>, RawQuery(query): RawQuery) -> Answer<Response> {
    let list = node.0.runs.list(&asked(query.as_deref())?, EXPORTED).await?;
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"pairperf-runs.csv\""),
    ];
    let written = tokio::task::spawn_blocking(move || table::csv(&list.runs)).await;
    Ok((headers, written.map_err(|_| ApiError::new("internal", "the list could not be written"))?).into_response())
}

/// The runs whose deletion can still be taken back, the one deleted last first; 100 at most.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/deleted", responses((status = 200, body = RunList)))]
pub(super) async fn deleted(State(node): State<Node>) -> Answer<Json<RunList>> {
    let runs = node.0.runs.deleted().await?;
    Ok(Json(RunList { total: runs.len() as u64, matched: runs.len() as u64, runs }))
}

/// The runs that pass a query.
pub(super) async fn listed(node: &Node, query: &RunQuery) -> Answer<RunList> {
    Ok(node.0.runs.list(query, RunQuery::MOST).await?)
}

/// Starts a run; answers once the peer agreed.
#[utoipa::path(post, tag = "runs", path = "/api/v1/runs", request_body = RunAsk, responses((status = 202, body = RunAccepted), (status = 400, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn start(State(node): State<Node>, body: Body<RunAsk>) -> Answer<(StatusCode, Json<RunAccepted>)> {
    let RunAsk { pairing, config, queue } = body.take()?;
    let config = if config.is_null() { serde_json::json!({}) } else { config };
    let (run, position) = if queue {
        node.0.runs.start_in_turn(&pairing, config).await?
    } else {
        (node.0.runs.start(&pairing, config).await?, None)
    };
    Ok((StatusCode::ACCEPTED, Json(RunAccepted { id: run.id, state: run.outcome.state, position })))
}

/// One run.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/{id}", params(("id" = String, Path)), responses((status = 200, body = RunView), (status = 404, body = ApiError)))]
pub(super) async fn get(State(node): State<Node>, Path(id): Path<String>) -> Answer<Json<RunView>> {
    node.0.runs.view(&id).await?.map(Json).ok_or_else(no_run)
}

/// Changes label and note, at this node alone.
#[utoipa::path(patch, tag = "runs", path = "/api/v1/runs/{id}", params(("id" = String, Path)), request_body = RunPatch, responses((status = 200, body = RunView), (status = 400, body = ApiError), (status = 404, body = ApiError)))]
pub(super) async fn patch(
    State(node): State<Node>,
    Path(id): Path<String>,
    body: Body<RunPatch>,
) -> Answer<Json<RunView>> {
    let patch = body.take()?.checked().map_err(|issue| {
        ApiError::new("bad_request", issue.to_string())
            .field(&issue.field)
            .hint("shorten it, and leave odd characters out")
    })?;
    Ok(Json(node.0.runs.relabel(&id, &patch).await??))
}

/// Deletes a run that has ended, at this node alone; the other node keeps its own record.
///
/// It is gone from every list, file and link at once, and can be taken back for ten minutes.
#[utoipa::path(delete, tag = "runs", path = "/api/v1/runs/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn delete(State(node): State<Node>, Path(id): Path<String>) -> Answer<StatusCode> {
    node.0.runs.delete(&id).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes back that a run was deleted; its links work again too.
#[utoipa::path(post, tag = "runs", path = "/api/v1/runs/{id}/restore", params(("id" = String, Path)), responses((status = 200, body = RunView), (status = 404, body = ApiError)))]
pub(super) async fn restore(State(node): State<Node>, Path(id): Path<String>) -> Answer<Json<RunView>> {
    Ok(Json(node.0.runs.restore(&id).await??))
}

/// Ends a run and keeps what was measured.
#[utoipa::path(post, tag = "runs", path = "/api/v1/runs/{id}/cancel", params(("id" = String, Path)), responses((status = 202), (status = 404, body = ApiError)))]
pub(super) async fn cancel(State(node): State<Node>, Path(id): Path<String>) -> Answer<StatusCode> {
    let reason = Reason { code: "cancelled".to_owned(), message: format!("a person at {} asked for it", node.0.name) };
    if !node.0.runs.leave_line(&id, reason.clone()) {
        let run = node.0.runs.active(&id).ok_or_else(|| not_found("no_run", "run of that id going on"))?;
        run.cancel(reason);
    }
    Ok(StatusCode::ACCEPTED)
}

/// The record, as far as it goes.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/{id}/record", params(("id" = String, Path)), responses((status = 200, body = RunRecord), (status = 404, body = ApiError)))]
pub(super) async fn record(State(node): State<Node>, Path(id): Path<String>) -> Answer<Response> {
    let record = kept(&node, &id).await?;
    let written = tokio::task::spawn_blocking(move || Json(record).into_response()).await;
    Ok(written.map_err(|_| ApiError::new("internal", "the record could not be written"))?)
}

async fn kept(node: &Node, id: &str) -> Answer<RunRecord> {
    node.0.runs.record(id).await?.ok_or_else(no_run)
}

pub(super) fn no_run() -> Failure {
    not_found("no_run", "run of that id")
}

/// The record in another format.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/{id}/export/{format}", params(("id" = String, Path), ("format" = String, Path, description = "text, json, jsonl, csv, csv-summary, csv-streams, markdown, html or svg"), End), responses((status = 200, body = String), (status = 404, body = ApiError)))]
pub(super) async fn export(
    State(node): State<Node>,
    Path((id, format)): Path<(String, String)>,
    Params(end): Params<End>,
    asked: Asked,
) -> Answer<Response> {
    let format = files::format(&format)?;
    files::file(kept(&node, &id).await?, format, &end, asked).await
}
