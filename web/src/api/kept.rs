//! Runs that are kept: their words, their links, their end, and records from elsewhere.

use pairperf_shared::api::{RunPatch, ShareAsk, ShareList, ShareView};
use serde::Deserialize;
use serde_json::Value;

use super::{Answer, LONG_PATIENCE_MS, ask, path, read, send, send_body};
use crate::browser::{Body, FileTaken, Request};
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
    send_body("PATCH", &of_run(id, ""), patch).await.map(drop)
}

/// Deletes a run; it can be taken back for a while.
pub(crate) async fn delete(id: &str) -> Answer<()> {
    send("DELETE", &of_run(id, "")).await.map(drop)
}

/// The runs whose deletion can still be taken back.
pub(crate) async fn deleted() -> Answer<Vec<Listed>> {
    let list: Value = read(send("GET", &path("/runs/deleted")).await?).await?;
    Ok(Listed::all(list))
}

/// Takes back that a run was deleted.
pub(crate) async fn restore(id: &str) -> Answer<()> {
    send("POST", &of_run(id, "/restore")).await.map(drop)
}

/// Makes a link that shows the run to whoever has it.
pub(crate) async fn share(id: &str, ask: &ShareAsk) -> Answer<ShareView> {
    read(send_body("POST", &of_run(id, "/share"), ask).await?).await
}

/// The links of a run, or all of this node without one.
pub(crate) async fn shares(run: Option<&str>) -> Answer<ShareList> {
    let address = run.map_or_else(|| path("/shares"), |id| of_run(id, "/share"));
    read(send("GET", &address).await?).await
}

/// Ends a link.
pub(crate) async fn withdraw(share: &str) -> Answer<()> {
    send("DELETE", &path(&format!("/shares/{share}"))).await.map(drop)
}

/// Keeps a record from a file as a run of this node.
pub(crate) async fn import(file: &FileTaken) -> Answer<Imported> {
    let request =
        Request { method: "POST", address: &path("/records"), body: Body::File(file), within_ms: LONG_PATIENCE_MS };
    read(ask(request).await?).await
}
