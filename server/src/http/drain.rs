//! Small bodies are taken in whole before a handler answers.
//!
//! A server that answers while a body is still on its way has to close the connection, and a client that has just sent its
//! next request on it finds it gone. Many handlers need no body, and clients send one all the same.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;

use super::error::Failure;

/// Larger ones are left to handlers that want them, in bytes.
const SMALL: usize = 16 << 10;

/// Takes a small body in, then lets the handler have it.
pub(super) async fn small_bodies(request: Request, next: Next) -> Response {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if !length.is_some_and(|length: usize| (1..=SMALL).contains(&length)) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match to_bytes(body, SMALL).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(error) => Failure(ApiError::new("bad_request", format!("reading the body: {error}"))).into_response(),
    }
}
