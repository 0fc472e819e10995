//! The documents: who asks decides what is around them, the address what is in them.

use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use pairperf_shared::ApiError;
use pairperf_shared::api::{PairingState, RunQuery};
use pairperf_shared::config::Direction;
use pairperf_shared::report::ways::Machines;

use super::error::{Answer, Failure, not_found, status};
use super::language::Reader;
use super::security::{self, Access};
use super::state::Node;
use super::{assets, node, pairings};
use crate::views::{self, Frame, History, Kept, NodeShown, WaysFound};

/// The frame of a document: with this node's standing in it for those who are logged in.
pub(super) fn frame(node: &Node, headers: &HeaderMap, reader: Reader) -> Frame {
    let known = security::access(node, headers) != Access::None;
    Frame { node: known.then(|| shown(node)), ..guest(reader) }
}

/// The frame of a document that says nothing of this node.
pub(super) fn guest(reader: Reader) -> Frame {
    Frame {
        catalogue: reader.catalogue(),
        assets: assets::addresses(reader.0),
        node: None,
        title: String::new(),
        page: "",
        id: None,
    }
}

fn shown(node: &Node) -> NodeShown {
    let view = node::view(node);
    let paired = view.pairings.iter().find(|pairing| pairing.state == PairingState::Paired && !pairing.only_checks);
    NodeShown {
        address: view.addresses.first().cloned().unwrap_or_default(),
        pairing: paired.map(|pairing| pairing.id.clone()),
        peer: paired.and_then(|pairing| pairing.peer.as_ref()).map(|peer| peer.name.clone()),
        running: view.running,
        name: view.name,
    }
}

fn app(node: &Node, headers: &HeaderMap, reader: Reader, page: &'static str, title: &str) -> Html<String> {
    let title = reader.catalogue().say(title, &[]);
    Html(views::app(frame(node, headers, reader).of(page, &title)))
}

/// The two machines.
pub(super) async fn home(State(node): State<Node>, reader: Reader, headers: HeaderMap) -> Html<String> {
    app(&node, &headers, reader, "home", "nav-machines")
}

/// Where a join link leads.
pub(super) async fn join(State(node): State<Node>, reader: Reader, headers: HeaderMap) -> Html<String> {
    app(&node, &headers, reader, "join", "nav-machines")
}

/// The form of a run.
pub(super) async fn new(State(node): State<Node>, reader: Reader, headers: HeaderMap) -> Html<String> {
    app(&node, &headers, reader, "new", "nav-new")
}

/// A run: live while it goes on, then its report.
pub(super) async fn run(
    State(node): State<Node>,
    reader: Reader,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    let frame = frame(&node, &headers, reader);
    match node.0.runs.record(&id).await {
        Ok(Some(record)) if record.outcome.state.is_final() => {
            let imported = node.0.runs.view(&id).await.ok().flatten().is_some_and(|view| view.imported);
            rendered(move || views::report(frame, &record, Kept { imported })).await
        }
        Ok(Some(_)) => {
            Html(views::app(frame.of("run", &reader.catalogue().say("run", &[])).about(&id))).into_response()
        }
        Ok(None) => failed(frame, &ApiError::new("no_run", "").hint(reader.catalogue().say("run-not-found-why", &[]))),
        Err(error) => failed(frame, &Failure::from(error).0),
    }
}

/// Every run this node keeps.
pub(super) async fn runs(
    State(node): State<Node>,
    reader: Reader,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let frame = frame(&node, &headers, reader);
    // What can't be read is left out: an address that was typed wrong still shows a list.
    let (mut query, _) = RunQuery::from_query(query.as_deref().unwrap_or_default());
    query.limit = Some(History::PAGE);
    match super::runs::listed(&node, &query).await {
        Ok(list) => {
            query.limit = None;
            rendered(move || views::history(&frame, &History { query: &query, list: &list })).await
        }
        Err(Failure(error)) => failed(frame, &error),
    }
}

/// What was found of the ways to the other node of a pairing: a part of the first page, which puts it in its place.
pub(super) async fn ways(State(node): State<Node>, reader: Reader, Path(id): Path<String>) -> Answer<Html<String>> {
    let (view, [mine, theirs]) = pairings::known(&node, &id)?;
    let (Some(reach), Some(peer)) = (&view.reach, &view.peer) else {
        return Err(not_found("no_ways", "look at the ways of that pairing yet"));
    };
    // Where this node's address is rewritten on the way, the other one sees the other side of that.
    let seen = reach.translated.iter().find(|it| it.direction == Direction::FromPeer).map(|it| it.outside.as_str());
    let found = WaysFound {
        reach,
        machines: Machines { here: &node.0.name, there: &peer.name },
        sources: [seen.unwrap_or(&mine), &theirs],
    };
    Ok(Html(views::ways(reader.catalogue(), found)))
}

/// What is measured and how.
pub(super) async fn help(State(node): State<Node>, reader: Reader, headers: HeaderMap) -> Html<String> {
    let port = node.0.addresses.first().and_then(|address| address.rsplit_once(':')?.1.parse().ok());
    Html(views::help(&frame(&node, &headers, reader), port.unwrap_or(7575)))
}

/// Renders apart from the tasks that answer others: a long run has many samples.
pub(super) async fn rendered(render: impl FnOnce() -> String + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(render).await {
        Ok(html) => Html(html).into_response(),
        Err(_) => Failure(ApiError::new("internal", "the page could not be made")).into_response(),
    }
}

/// An error as a document.
pub(super) fn failed(frame: Frame, error: &ApiError) -> Response {
    (status(&error.code), Html(views::error(frame, error))).into_response()
}

/// There is nothing at this address: the page says it to a person, JSON to a program.
pub(super) async fn missing(State(node): State<Node>, reader: Reader, headers: HeaderMap) -> Response {
    let error = ApiError::new("not_found", "there is nothing at this address");
    if security::wants_page(&headers) {
        failed(frame(&node, &headers, reader), &error)
    } else {
        Failure(error).into_response()
    }
}
