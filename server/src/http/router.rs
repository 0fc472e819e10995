//! All routes, in one list.

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use super::state::Node;
use super::{
    assets, drain, health, live, login, metrics, node, openapi, pages, pairings, peer, records, runs, security, shared,
    shares,
};

/// The largest body of a request, in bytes.
const BODY: usize = 64 << 10;
/// A handler answers within this; starting a run waits for the peer.
const ANSWER: Duration = Duration::from_secs(30);

/// The same for a record that is uploaded.
const UPLOAD: Duration = Duration::from_mins(5);

/// Ends a handler that does not answer, and with it a body that never comes.
fn in_time() -> TimeoutLayer {
    TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, ANSWER)
}

/// Everything a node answers to.
pub fn router(node: Node) -> Router {
    // For people and programs that are logged in.
    let api = Router::new()
        .route("/api/v1/node", get(node::get).patch(node::patch))
        .route("/api/v1/invitations", post(pairings::invite).delete(pairings::withdraw))
        .route("/api/v1/pairings", get(pairings::list).post(pairings::pair).delete(pairings::end_all))
        .route("/api/v1/pairings/{id}", get(pairings::get).delete(pairings::end))
        .route("/api/v1/pairings/{id}/reach", post(pairings::look))
        .route("/api/v1/runs", get(runs::list).post(runs::start))
        .route("/api/v1/runs/export/csv", get(runs::export_list))
        .route("/api/v1/runs/deleted", get(runs::deleted))
        .route("/api/v1/runs/{id}", get(runs::get).patch(runs::patch).delete(runs::delete))
        .route("/api/v1/runs/{id}/restore", post(runs::restore))
        .route("/api/v1/runs/{id}/cancel", post(runs::cancel))
        .route("/api/v1/runs/{id}/record", get(runs::record))
        .route("/api/v1/runs/{id}/export/{format}", get(runs::export))
        .route("/api/v1/runs/{id}/share", get(shares::of_run).post(shares::share).delete(shares::withdraw_all))
        .route("/api/v1/shares", get(shares::list))
        .route("/api/v1/shares/{share}", delete(shares::withdraw))
        .route("/api/openapi.json", get(openapi::get))
        .route("/", get(pages::home))
        .route("/pairings/{id}/ways", get(pages::ways))
        .route("/new", get(pages::new))
        .route("/runs", get(pages::runs))
        .route("/runs/{id}", get(pages::run))
        .layer(from_fn(drain::small_bodies))
        .layer(in_time())
        // A file of this size may come over a slow line.
        .merge(
            Router::new()
                .route("/api/v1/records", post(records::import))
                .layer(DefaultBodyLimit::max(records::MOST_BYTES))
                .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, UPLOAD)),
        )
        // A WebSocket lives as long as its viewer.
        .route("/api/v1/live", get(live::get))
        .layer(from_fn_with_state(node.clone(), security::require_login));
    // For everybody who may see the login page.
    let open = Router::new()
        .route("/login", get(login::page).post(login::log_in))
        .route("/logout", post(login::log_out))
        .route("/join", get(pages::join))
        .route("/help", get(pages::help))
        .route("/r/{name}", get(shared::get))
        .route("/assets/{*path}", get(assets::asset))
        .route("/metrics", get(metrics::get))
        .layer(from_fn(drain::small_bodies))
        .layer(in_time());
    // What is nowhere is said in this node's frame too, so it is checked like what is somewhere.
    let checked =
        api.merge(open).fallback(pages::missing).layer(from_fn_with_state(node.clone(), security::check_origin));
    // For other nodes and for probes: no cookie, no `Host` to check.
    let alone = Router::new().route("/peer", get(peer::get)).route("/healthz", get(health::get));
    checked
        .merge(alone)
        .method_not_allowed_fallback(assets::wrong_method)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(node.clone(), security::plain_http))
        .layer(from_fn(security::headers))
        .layer(CatchPanicLayer::new())
        .with_state(node)
}
