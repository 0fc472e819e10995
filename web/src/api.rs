//! The node's API: one function an endpoint, typed bodies, every failure an [`ApiError`].

mod kept;

pub(crate) use kept::{delete, deleted, import, rename, restore, share, shares, withdraw};

use pairperf_shared::ApiError;
use pairperf_shared::api::{API, InvitationView, NodePatch, NodeView, PairingAsk, RunAccepted, RunAsk};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::browser::{self, Answered, Body, NoAnswer, Request};
use crate::state::followed::Followed;
use crate::state::listed::Listed;

/// The code of an error that the node itself did not make: it could not be asked.
pub(crate) const NO_ANSWER: &str = "no_answer";
/// The code of an answer that is not one of this API's.
pub(crate) const STRANGE_ANSWER: &str = "strange_answer";

/// How long an answer may take, to its last letter.
const PATIENCE_MS: u32 = 30_000;
/// The same where it is only asked whether there is one.
const AT_ONCE_MS: u32 = 5_000;
/// The same where a whole record travels, which may be long and the line slow.
const LONG_PATIENCE_MS: u32 = 300_000;

/// A pairing that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct PairingBegun {
    /// Its id at this node.
    pub(crate) id: String,
}

type Answer<T> = Result<T, ApiError>;

pub(crate) async fn node() -> Answer<NodeView> {
    read(send("GET", &path("/node")).await?).await
}

/// Whether the node answers at once.
pub(crate) async fn answers() -> bool {
    let asked = Request { method: "GET", address: &path("/node"), body: Body::None, within_ms: AT_ONCE_MS };
    !ask(asked).await.is_err_and(|error| error.code == NO_ANSWER)
}

pub(crate) async fn let_peer_start(may: bool) -> Answer<()> {
    send_body("PATCH", &path("/node"), &NodePatch { peer_may_start: may }).await.map(drop)
}

/// Makes an invitation, or returns the open one.
pub(crate) async fn invite() -> Answer<InvitationView> {
    read(send_body("POST", &path("/invitations"), &Value::Object(serde_json::Map::new())).await?).await
}

pub(crate) async fn withdraw_invitation() -> Answer<()> {
    send("DELETE", &path("/invitations")).await.map(drop)
}

pub(crate) async fn pair(ask: &PairingAsk) -> Answer<PairingBegun> {
    read(send_body("POST", &path("/pairings"), ask).await?).await
}

/// Looks at the ways to the other node once more.
pub(crate) async fn look(id: &str) -> Answer<()> {
    send("POST", &path(&format!("/pairings/{id}/reach"))).await.map(drop)
}

/// What was found of the ways to the other node, as the node wrote it: markup in which all foreign text is escaped.
pub(crate) async fn ways(id: &str) -> Answer<String> {
    text(&format!("/pairings/{id}/ways?lang={}", browser::document_language())).await
}

pub(crate) async fn unpair(id: &str) -> Answer<()> {
    send("DELETE", &path(&format!("/pairings/{id}"))).await.map(drop)
}

/// The latest runs, the newest first.
pub(crate) async fn runs() -> Answer<Vec<Listed>> {
    let list: Value = read(send("GET", &path("/runs")).await?).await?;
    Ok(Listed::all(list))
}

pub(crate) async fn start_run(ask: &RunAsk) -> Answer<RunAccepted> {
    read(send_body("POST", &path("/runs"), ask).await?).await
}

pub(crate) async fn cancel_run(id: &str) -> Answer<()> {
    send("POST", &path(&format!("/runs/{id}/cancel"))).await.map(drop)
}

pub(crate) async fn record(id: &str) -> Answer<Followed> {
    record_at(&path(&format!("/runs/{id}/record"))).await
}

/// The record at an address of this server.
pub(crate) async fn record_at(address: &str) -> Answer<Followed> {
    let asked = Request { method: "GET", address, body: Body::None, within_ms: LONG_PATIENCE_MS };
    let record = read(ask(asked).await?).await?;
    Followed::read(record).map_err(|error| ApiError::new(STRANGE_ANSWER, error.to_string()))
}

/// The text at an address of this server.
pub(crate) async fn text(address: &str) -> Answer<String> {
    send("GET", address).await?.text().await.map_err(no_answer)
}

/// Where live messages come from, after those up to `after`.
pub(crate) fn live_path(run: Option<&str>, after: Option<u64>) -> String {
    let query: Vec<String> =
        run.map(|run| format!("run={run}")).into_iter().chain(after.map(|seq| format!("after={seq}"))).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{}{mark}{}", path("/live"), query.join("&"))
}

fn path(rest: &str) -> String {
    format!("{API}{rest}")
}

async fn send(method: &'static str, address: &str) -> Answer<Answered> {
    ask(Request { method, address, body: Body::None, within_ms: PATIENCE_MS }).await
}

async fn send_body(method: &'static str, address: &str, body: &impl Serialize) -> Answer<Answered> {
    let body = serde_json::to_string(body).map_err(|error| ApiError::new(STRANGE_ANSWER, error.to_string()))?;
    ask(Request { method, address, body: Body::Text(&body), within_ms: PATIENCE_MS }).await
}

/// Asks; anything but success is an error, and where the session has ended it leads to the login page.
async fn ask(request: Request<'_>) -> Answer<Answered> {
    let answer = browser::fetch(&request).await.map_err(no_answer)?;
    if answer.ok() {
        return Ok(answer);
    }
    let (code, word) = answer.status();
    if code == 401 {
        browser::log_in();
    }
    Err(read(answer).await.unwrap_or_else(|_| ApiError::new(STRANGE_ANSWER, format!("{code} {word}"))))
}

fn no_answer(_: NoAnswer) -> ApiError {
    ApiError::new(NO_ANSWER, "")
}

async fn read<T: DeserializeOwned>(answer: Answered) -> Answer<T> {
    let text = answer.text().await.map_err(no_answer)?;
    pairperf_shared::api::read(&text).map_err(|error| ApiError::new(STRANGE_ANSWER, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_contract() {
        assert_eq!(live_path(None, None), "/api/v1/live");
        assert_eq!(live_path(Some("ab"), Some(7)), "/api/v1/live?run=ab&after=7");
    }
}
