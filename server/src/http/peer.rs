//! `/peer`: where another node comes to pair or to resume its link.

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;

use super::error::Failure;
use super::state::{Connection, Node};
use crate::peer::{LinkEnds, bounded};

/// Upgrades to the link's WebSocket. A browser names an `Origin`; a node never does.
pub(super) async fn get(
    State(node): State<Node>,
    Extension(connection): Extension<Connection>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if headers.contains_key(ORIGIN) {
        return Failure(ApiError::new("bad_origin", "this address is for other nodes, not for pages")).into_response();
    }
    let peers = node.0.peers.clone();
    let ends = LinkEnds { here: connection.local, there: connection.remote };
    bounded(upgrade).on_upgrade(move |socket| async move { peers.accept(socket, ends).await })
}
