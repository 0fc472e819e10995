//! `/healthz`: whether the node answers.

/// Says `ok`.
#[utoipa::path(get, tag = "node", path = "/healthz", responses((status = 200, body = String, description = "the node answers")))]
pub(super) async fn get() -> &'static str {
    "ok\n"
}
