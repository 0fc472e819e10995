//! Runs that are kept: their words, their links, their end, and records from elsewhere.

use gloo_net::http::Request;
use pairperf_shared::ApiError;
use pairperf_shared::api::{RunPatch, ShareAsk, ShareList, ShareView};
use serde::Deserialize;
use serde_json::Value;

use super::{Answer, LONG_PATIENCE_MS, STRANGE_ANSWER, judge, path, read, send, send_body, within};
use crate::browser::FileTaken;
use crate::state::listed::Listed;

/// A run that came from a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Imported {
    /// Its id here.
    pub(crate) id: String,
}

fn of_run(id: &str, rest: &str) -> String {
    path(&format!("/runs/{id}{rest}"))
}

pub(crate) async fn rename(id: &str, patch: &RunPatch) -> Answer<()> {
    send_body(Request::patch(&of_run(id, "")), patch).await.map(drop)
}

/// Deletes a run; it can be taken back for a while.
pub(crate) async fn delete(id: &str) -> Answer<()> {
    send(Request::delete(&of_run(id, ""))).await.map(drop)
}

/// The runs whose deletion can still be taken back.
pub(crate) async fn deleted() -> Answer<Vec<Listed>> {
    let list: Value = read(send(Request::get(&path("/runs/deleted"))).await?).await?;
    Ok(Listed::all(list))
}

/// Takes back that a run was deleted.
pub(crate) async fn restore(id: &str) -> Answer<()> {
    send(Request::post(&of_run(id, "/restore"))).await.map(drop)
}

/// Makes a link that shows the run to whoever has it.
pub(crate) async fn share(id: &str, ask: &ShareAsk) -> Answer<ShareView> {
    read(send_body(Request::post(&of_run(id, "/share")), ask).await?).await
}

/// The links of a run, or all of this node without one.
pub(crate) async fn shares(run: Option<&str>) -> Answer<ShareList> {
    let address = run.map_or_else(|| path("/shares"), |id| of_run(id, "/share"));
    read(send(Request::get(&address)).await?).await
}

/// Ends a link.
pub(crate) async fn withdraw(share: &str) -> Answer<()> {
    send(Request::delete(&path(&format!("/shares/{share}")))).await.map(drop)
}

/// Keeps a record from a file as a run of this node.
pub(crate) async fn import(file: &FileTaken) -> Answer<Imported> {
    let request = within(LONG_PATIENCE_MS, Request::post(&path("/records"))).header("content-type", "application/json");
    let request = request.body(file.content()).map_err(|error| ApiError::new(STRANGE_ANSWER, error.to_string()))?;
    read(judge(request.send().await).await?).await
}
