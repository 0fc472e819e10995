//! Errors as the API says them: one envelope, one table of statuses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;

use crate::store::StoreError;

/// An [`ApiError`] on its way out.
#[derive(Debug, Clone)]
pub(super) struct Failure(pub(super) ApiError);

/// The result of a handler.
pub(super) type Answer<T> = Result<T, Failure>;

/// The status of an error code.
pub(super) fn status(code: &str) -> StatusCode {
    match code {
        "unauthorized" => StatusCode::UNAUTHORIZED,
        "not_allowed" | "bad_origin" | "bad_host" | "plain_http" => StatusCode::FORBIDDEN,
        "not_found" | "no_pairing" | "no_run" | "no_share" | "no_format" => StatusCode::NOT_FOUND,
        "busy" | "cancelled" | "exists" | "running" => StatusCode::CONFLICT,
        "too_many" | "too_many_pairings" | "node_stopped" => StatusCode::SERVICE_UNAVAILABLE,
        "bad_request" | "bad_record" | "bad_config" | "bad_code" | "bad_address" => StatusCode::BAD_REQUEST,
        "limit" | "newer_record" | "plan_impossible" | "plans_differ" => StatusCode::UNPROCESSABLE_ENTITY,
        "peer_silent" | "peer_lost" | "ended" | "refused" | "bad_message" | "way_closed" | "udp_port" => {
            StatusCode::BAD_GATEWAY
        }
        "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (status(&self.0.code), Json(self.0)).into_response()
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "answering a request");
        Self(ApiError::new("store", error.to_string()).hint(error.remedy()))
    }
}

/// There is no such thing.
pub(super) fn not_found(code: &str, what: &str) -> Failure {
    Failure(ApiError::new(code, format!("there is no {what} here")))
}
