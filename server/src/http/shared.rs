//! What a link shows, without a login: `/r/SHARE` and `/r/SHARE.FORMAT`.

use axum::extract::{Path, State};
use axum::http::header::REFERRER_POLICY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;

use super::body::Params;
use super::error::Failure;
use super::files::{self, End};
use super::language::{Asked, Reader};
use super::pages;
use super::state::Node;
use crate::views;

/// The page, or a file.
pub(super) async fn get(
    State(node): State<Node>,
    (reader, asked): (Reader, Asked),
    headers: HeaderMap,
    Path(name): Path<String>,
    Params(end): Params<End>,
) -> Response {
    let (share, format) = name.split_once('.').map_or((name.as_str(), None), |(share, word)| (share, Some(word)));
    let found = match node.0.runs.shared(share).await {
        Ok(Some(shown)) => Ok(shown),
        Ok(None) => Err(ApiError::new("no_share", "it has ended, was withdrawn, or never was")
            .hint("ask whoever sent it for a new one")),
        Err(error) => Err(Failure::from(error).0),
    };
    let mut response = match (found, format) {
        (Err(error), None) => pages::failed(pages::guest(reader), &error),
        (Err(error), Some(_)) => Failure(error).into_response(),
        (Ok(shown), Some(word)) => match files::format(word) {
            Ok(format) => files::file(shown, format, &end, asked).await.into_response(),
            Err(error) => Failure(error).into_response(),
        },
        (Ok(shown), None) => {
            // Who is logged in sees the frame of the node; what the link shows is the same.
            let frame = pages::frame(&node, &headers, reader);
            pages::rendered(move || views::shared(frame, shown.record(), &shown.share().id)).await
        }
    };
    // The address is the secret: it goes to no other site.
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
