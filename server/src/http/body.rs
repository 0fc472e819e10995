//! JSON bodies and query strings of requests: what is wrong with one is said like any other error.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use pairperf_shared::ApiError;

use super::error::Failure;

/// A JSON body, or what is wrong with it.
pub(super) struct Body<T>(Result<Json<T>, JsonRejection>);

impl<T> Body<T> {
    /// The body, or the error that names what is wrong.
    pub(super) fn take(self) -> Result<T, ApiError> {
        self.0.map(|Json(body)| body).map_err(|rejection| {
            let code = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { "too_large" } else { "bad_request" };
            ApiError::new(code, rejection.body_text())
        })
    }
}

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(Json::from_request(request, state).await))
    }
}

/// The parameters of a query string.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(Failure(ApiError::new("bad_request", rejection.body_text()))),
        }
    }
}
