//! `/api/openapi.json`: the API described by its own types.

use axum::Json;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "pairperf",
        description = "Measures the network between two machines. Log in with the session cookie or `Authorization: Bearer TOKEN`; every error has the shape of ApiError."
    ),
    paths(
        super::node::get,
        super::node::patch,
        super::pairings::invite,
        super::pairings::withdraw,
        super::pairings::list,
        super::pairings::pair,
        super::pairings::get,
        super::pairings::look,
        super::pairings::end,
        super::pairings::end_all,
        super::runs::list,
        super::runs::export_list,
        super::runs::deleted,
        super::runs::start,
        super::runs::get,
        super::runs::patch,
        super::runs::delete,
        super::runs::restore,
        super::runs::cancel,
        super::runs::record,
        super::runs::export,
        super::shares::share,
        super::shares::of_run,
        super::shares::withdraw_all,
        super::shares::list,
        super::shares::withdraw,
        super::records::import,
        super::live::get,
        super::health::get,
        super::metrics::get,
    )
)]
struct Description;

/// The description.
pub(super) async fn get() -> Json<utoipa::openapi::OpenApi> {
    Json(document())
}

pub(super) fn document() -> utoipa::openapi::OpenApi {
    Description::openapi()
}
