//! `/api/v1/node`: the node itself.

use axum::Json;
use axum::extract::State;
use pairperf_shared::api::{BusyView, NodePatch, NodeView};

use super::body::Body;
use super::error::Answer;
use super::pairings;
use super::state::Node;

/// Everything a page needs to know of its node.
pub(super) fn view(node: &Node) -> NodeView {
    let parts = &node.0;
    let running = parts.runs.running();
    NodeView {
        id: parts.id.clone(),
        name: parts.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        addresses: parts.addresses.clone(),
        host: parts.runs.facts(),
        peer_may_start: parts.runs.may_start(),
        invitation: pairings::invitation(node),
        pairings: pairings::views(node),
        running: running.as_ref().map(|run| run.id.clone()),
        busy: running.map(|run| BusyView { owner: run.owner(), remaining_ms: run.remaining_ms() }),
    }
}

/// This node, its machine, its pairings.
#[utoipa::path(get, tag = "node", path = "/api/v1/node", responses((status = 200, body = NodeView)))]
pub(super) async fn get(State(node): State<Node>) -> Json<NodeView> {
    Json(view(&node))
}

/// Switches whether the peer may start runs here.
#[utoipa::path(patch, tag = "node", path = "/api/v1/node", request_body = NodePatch, responses((status = 200, body = NodeView)))]
pub(super) async fn patch(State(node): State<Node>, body: Body<NodePatch>) -> Answer<Json<NodeView>> {
    let patch = body.take()?;
    node.0.runs.set_may_start(patch.peer_may_start);
    Ok(Json(view(&node)))
}
