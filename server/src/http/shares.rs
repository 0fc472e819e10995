//! Links that show a run: `/api/v1/runs/ID/share` and `/api/v1/shares`.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use pairperf_shared::ApiError;
use pairperf_shared::api::{ShareAsk, ShareList, ShareView};

use super::body::Body;
use super::error::{Answer, not_found};
use super::runs::no_run;
use super::state::{Connection, Node};
use crate::store::Share;

/// Where this node's pages are, as they would be passed on: `http://10.0.0.4:7575`.
#[derive(Debug, Clone)]
pub(super) struct Base(String);

impl FromRequestParts<Node> for Base {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, node: &Node) -> Result<Self, Self::Rejection> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let tls = parts.extensions.get::<Connection>().map_or(node.0.tls, |connection| connection.tls);
        let scheme = if tls { "https" } else { "http" };
        let host = text(HOST).unwrap_or_default();
        // A link to "this machine" is of use on no other.
        if let Some(address) = node.0.addresses.first().filter(|address| is_loopback(host) && !is_loopback(address)) {
            return Ok(Self(format!("{scheme}://{address}")));
        }
        // Behind a proxy that ends TLS the page is https and the connection is not.
        let secure = text(ORIGIN).is_some_and(|origin| origin.eq_ignore_ascii_case(&format!("https://{host}")));
        Ok(Self(format!("{}://{host}", if secure { "https" } else { scheme })))
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.is_empty()
        || name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// A link as the API and the pages show it.
fn view(base: &Base, share: Share) -> ShareView {
    let time = |ms| {
        let time = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
        // Whole seconds: nobody reads the rest.
        jiff::Timestamp::from_second(time.as_second()).unwrap_or(time).to_string()
    };
    ShareView {
        url: format!("{}/r/{}", base.0, share.id),
        id: share.id,
        run: share.run,
        hidden: share.hidden,
        created_at: time(share.created_ms),
        expires_at: share.expires_ms.map(time),
    }
}

fn no_share() -> super::error::Failure {
    not_found("no_share", "link of that id")
}

/// Makes a link to a run; whoever has it sees the run without a login.
#[utoipa::path(post, tag = "shares", path = "/api/v1/runs/{id}/share", params(("id" = String, Path)), request_body = ShareAsk, responses((status = 201, body = ShareView), (status = 400, body = ApiError), (status = 404, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn share(
    State(node): State<Node>,
    base: Base,
    Path(id): Path<String>,
    body: Body<ShareAsk>,
) -> Answer<(StatusCode, Json<ShareView>)> {
    let ask = body.take_or_default()?;
    if ask.expires_in_days.is_some_and(|days| !(1..=ShareAsk::MOST_DAYS).contains(&days)) {
        let message = format!("expires_in_days: a link lasts 1 to {} days", ShareAsk::MOST_DAYS);
        return Err(ApiError::new("bad_request", message).field("expires_in_days").hint("null lets it last").into());
    }
    let share = node.0.runs.share(&id, &ask).await??;
    Ok((StatusCode::CREATED, Json(view(&base, share))))
}

/// The links of a run that work now, the newest first.
#[utoipa::path(get, tag = "shares", path = "/api/v1/runs/{id}/share", params(("id" = String, Path)), responses((status = 200, body = ShareList), (status = 404, body = ApiError)))]
pub(super) async fn of_run(State(node): State<Node>, base: Base, Path(id): Path<String>) -> Answer<Json<ShareList>> {
    let shares = node.0.runs.shares_of(&id).await?.ok_or_else(no_run)?;
    Ok(Json(ShareList { shares: shares.into_iter().map(|share| view(&base, share)).collect() }))
}

/// Withdraws all links of a run.
#[utoipa::path(delete, tag = "shares", path = "/api/v1/runs/{id}/share", params(("id" = String, Path)), responses((status = 204), (status = 404, body = ApiError)))]
pub(super) async fn withdraw_all(State(node): State<Node>, Path(id): Path<String>) -> Answer<StatusCode> {
    if node.0.runs.withdraw_shares(&id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(no_run()) }
}

/// All links of this node that work now, the newest first.
#[utoipa::path(get, tag = "shares", path = "/api/v1/shares", responses((status = 200, body = ShareList)))]
pub(super) async fn list(State(node): State<Node>, base: Base) -> Answer<Json<ShareList>> {
    let shares = node.0.runs.shares().await?;
    Ok(Json(ShareList { shares: shares.into_iter().map(|share| view(&base, share)).collect() }))
}

/// Withdraws a link: from now on it is as if it never was.
#[utoipa::path(delete, tag = "shares", path = "/api/v1/shares/{share}", params(("share" = String, Path)), responses((status = 204), (status = 404, body = ApiError)))]
pub(super) async fn withdraw(State(node): State<Node>, Path(share): Path<String>) -> Answer<StatusCode> {
    if node.0.runs.withdraw_share(&share).await? { Ok(StatusCode::NO_CONTENT) } else { Err(no_share()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_told_from_others() {
        for host in
            ["localhost", "LOCALHOST:7575", "127.0.0.1:7575", "[::1]:7575", "[::ffff:127.0.0.1]", "127.9.9.9", ""]
        {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["10.0.0.4:7575", "[fd00::4]:7575", "lab.example", "localhost.example:80"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
