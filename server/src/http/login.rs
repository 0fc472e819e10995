//! Logging in: the token for a session cookie. Works without a script.

use std::time::Duration;

use axum::Extension;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::error::Answer;
use super::language::Reader;
use super::pages;
use super::state::{Connection, Node};
use crate::views;

/// A wrong token costs this much time, so that guessing is slow.
const PENALTY: Duration = Duration::from_millis(300);

/// Where to go afterwards.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Next {
    next: Option<String>,
}

/// The form.
#[derive(Debug, Deserialize)]
pub(super) struct Secret {
    token: String,
    next: Option<String>,
}

/// A path of this very node, or its start page.
fn path(next: Option<&str>) -> &str {
    next.filter(|next| {
        next.starts_with('/') && !next.starts_with("//") && !next.contains('\\') && !next.contains(char::is_control)
    })
    .unwrap_or("/")
}

/// The form.
pub(super) async fn page(
    State(node): State<Node>,
    reader: Reader,
    headers: HeaderMap,
    Query(next): Query<Next>,
) -> Response {
    if node.0.token.is_none() {
        return Redirect::to(path(next.next.as_deref())).into_response();
    }
    let frame = pages::frame(&node, &headers, reader);
    Html(views::login(frame, path(next.next.as_deref()), false)).into_response()
}

/// Takes the token, gives a session.
pub(super) async fn log_in(
    State(node): State<Node>,
    connection: Option<Extension<Connection>>,
    reader: Reader,
    headers: HeaderMap,
    Query(query): Query<Next>,
    Form(secret): Form<Secret>,
) -> Answer<Response> {
    let next = path(secret.next.as_deref().or(query.next.as_deref())).to_owned();
    let Some(token) = &node.0.token else { return Ok(Redirect::to(&next).into_response()) };
    if !token.is(secret.token.trim()) {
        tokio::time::sleep(PENALTY).await;
        return Ok((StatusCode::UNAUTHORIZED, Html(views::login(pages::frame(&node, &headers, reader), &next, true)))
            .into_response());
    }
    let session = token.session().map_err(pairperf_shared::ApiError::from)?;
    let secure = if connection.is_some_and(|connection| connection.tls) { "; Secure" } else { "" };
    let cookie = format!("{}={session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{secure}", node.cookie());
    let mut response = Redirect::to(&next).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Forgets the session in this browser.
pub(super) async fn log_out(State(node): State<Node>) -> Response {
    let mut response = Redirect::to("/login").into_response();
    if let Ok(cookie) = HeaderValue::from_str(&format!("{}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0", node.cookie()))
    {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn only_a_path_of_this_node_is_followed() {
        for (next, followed) in [
            (Some("/runs/1"), "/runs/1"),
            (Some("//evil"), "/"),
            (Some("http://evil"), "/"),
            (Some("/\\evil"), "/"),
            (None, "/"),
        ] {
            assert_eq!(path(next), followed);
        }
    }
}
