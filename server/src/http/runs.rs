//! `/api/v1/runs`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use pairperf_shared::ApiError;
use pairperf_shared::api::{RunAccepted, RunAsk, RunList, RunQuery, RunView};
use pairperf_shared::record::{Reason, RunRecord};

use super::body::{Body, Params};
use super::error::{Answer, Failure, not_found};
use super::files::{self, End};
use super::language::Asked;
use super::state::Node;

/// Runs in a list at most.
const LIST: u32 = 200;

/// The latest runs, the newest first.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs", responses((status = 200, body = RunList)))]
pub(super) async fn list(State(node): State<Node>) -> Answer<Json<RunList>> {
    let runs = node.0.runs.list(LIST).await?;
    Ok(Json(RunList { total: runs.len() as u64, matched: runs.len() as u64, runs }))
}

/// The runs that pass a query.
pub(super) async fn listed(node: &Node, _query: &RunQuery) -> Answer<RunList> {
    let runs = node.0.runs.list(LIST).await?;
    Ok(RunList { total: runs.len() as u64, matched: runs.len() as u64, runs })
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

/// Ends a run and keeps what was measured.
#[utoipa::path(post, tag = "runs", path = "/api/v1/runs/{id}/cancel", params(("id" = String, Path)), responses((status = 202), (status = 404, body = ApiError)))]
pub(super) async fn cancel(State(node): State<Node>, Path(id): Path<String>) -> Answer<StatusCode> {
    let reason = Reason { code: "cancelled".to_owned(), message: format!("stopped by a person at {}", node.0.name) };
    if !node.0.runs.leave_line(&id, reason.clone()) {
        let run = node.0.runs.active(&id).ok_or_else(|| not_found("no_run", "run of that id going on"))?;
        run.cancel(reason);
    }
    Ok(StatusCode::ACCEPTED)
}

/// The record, as far as it goes.
#[utoipa::path(get, tag = "runs", path = "/api/v1/runs/{id}/record", params(("id" = String, Path)), responses((status = 200, body = RunRecord), (status = 404, body = ApiError)))]
pub(super) async fn record(State(node): State<Node>, Path(id): Path<String>) -> Answer<Json<RunRecord>> {
    Ok(Json(kept(&node, &id).await?))
}

async fn kept(node: &Node, id: &str) -> Answer<RunRecord> {
    node.0.runs.record(id).await?.ok_or_else(no_run)
}

fn no_run() -> Failure {
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
