//! What a link shows, without a login: `/r/SHARE` and `/r/SHARE.FORMAT`.

use std::convert::Infallible;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use pairperf_shared::ApiError;
use tokio::sync::OwnedSemaphorePermit;

use super::body::Params;
use super::error::Failure;
use super::files::{self, End};
use super::language::{Asked, Reader};
use super::pages;
use super::state::Node;
use crate::views;

/// A body larger than this, in bytes, takes a turn until it is sent: it waits in memory for whoever reads it slowly.
const LARGE: u64 = 8 << 20;
/// Bytes of a large body that are handed on at once.
const PIECE: usize = 64 << 10;

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
    if let Some(size) = response.body().size_hint().exact().filter(|size| *size > LARGE) {
        response = match node.0.runs.turn_to_send() {
            Some(turn) => in_pieces(response, size, turn).await,
            None => {
                Failure(ApiError::new("too_many", "other large files are being sent").hint("try again in a moment"))
                    .into_response()
            }
        };
    }
    // The address is the secret: it goes to no other site.
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// The same answer, sent piece by piece; the turn ends with the last one, or with the connection.
async fn in_pieces(response: Response, size: u64, turn: OwnedSemaphorePermit) -> Response {
    let (mut parts, body) = response.into_parts();
    // It is whole in memory already.
    let whole = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    let pieces = stream::unfold((whole, turn), |(mut rest, turn)| async move {
        let piece = rest.split_to(rest.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (rest, turn)))
    });
    parts.headers.insert(CONTENT_LENGTH, size.into());
    Response::from_parts(parts, Body::from_stream(pieces))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt;
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn a_large_body_comes_whole_and_keeps_its_turn_until_then() {
        let turns = Arc::new(Semaphore::new(1));
        let text = "0123456789".repeat(20_000);
        let turn = Arc::clone(&turns).try_acquire_owned().unwrap();
        let mut response = in_pieces(text.clone().into_response(), text.len() as u64, turn).await;
        assert_eq!(response.headers()["content-length"], "200000");
        let first = response.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((first.len(), turns.available_permits()), (PIECE, 0));
        let rest = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), text.as_bytes());
        assert_eq!(turns.available_permits(), 1);
    }
}
