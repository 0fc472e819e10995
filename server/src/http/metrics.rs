//! `/metrics`: the node in the Prometheus text format, for the Bearer token alone.

use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use super::error::{Answer, Failure};
use super::security::{Access, access};
use super::state::Node;

/// Gauges read at the moment of the scrape; nothing is counted twice.
#[utoipa::path(get, tag = "node", path = "/metrics", responses((status = 200, body = String), (status = 401, body = ApiError)))]
pub(super) async fn get(State(node): State<Node>, headers: HeaderMap) -> Answer<Response> {
    if node.0.token.is_some() && access(&node, &headers) != Access::Bearer {
        return Err(Failure(ApiError::new("unauthorized", "metrics need `Authorization: Bearer TOKEN`")));
    }
    let mut registry = Registry::with_prefix("pairperf");
    registry.register("build", "Version of the node", Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]));
    let gauge = |registry: &mut Registry, name: &str, help: &str, value: i64| {
        let gauge: Gauge = Gauge::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    };
    gauge(&mut registry, "run_active", "Runs going on", i64::from(node.0.runs.running().is_some()));
    gauge(&mut registry, "pairings", "Live pairings", node.0.peers.live().len() as i64);
    gauge(&mut registry, "viewers", "Browsers that watch", node.0.viewers.load(Ordering::Relaxed) as i64);
    let kept: Family<[(&'static str, String); 1], Gauge> = Family::default();
    for (state, count) in node.0.runs.count_by_state().await? {
        kept.get_or_create(&[("state", state)]).set(count);
    }
    registry.register("runs_kept", "Runs kept, by how they ended", kept);
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = encode(&mut text, &registry);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}
