//! Who may do what: the token, the session cookie, `Origin` and `Host`, and the headers that every
//! answer carries.

use std::collections::HashSet;

use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, COOKIE, HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use hmac::{Hmac, Mac};
use pairperf_shared::ApiError;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::error::Failure;
use super::state::{Connection, Node};
use crate::ids::{self, NoRandomness};

/// Content security policy of everything that is served.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'";

/// The secret that a person logs in with. Never shown in logs.
#[derive(Clone)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// The token of that text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the login link.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, in time that says nothing of either.
    pub(super) fn is(&self, text: &str) -> bool {
        Sha256::digest(&self.0).ct_eq(&Sha256::digest(text)).into()
    }

    /// A new session: random, and bound to the token so that it ends with it.
    pub(super) fn session(&self) -> Result<String, NoRandomness> {
        let nonce = ids::random_hex::<16>()?;
        let mac = data_encoding::HEXLOWER.encode(&self.mac(&nonce).finalize().into_bytes());
        Ok(format!("{nonce}{mac}"))
    }

    fn admits(&self, session: &str) -> bool {
        let Some((nonce, mac)) = session.split_at_checked(32) else { return false };
        data_encoding::HEXLOWER.decode(mac.as_bytes()).is_ok_and(|mac| self.mac(nonce).verify_slice(&mac).is_ok())
    }

    fn mac(&self, nonce: &str) -> Hmac<Sha256> {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(self.0.as_bytes())
            .unwrap_or_else(|_| unreachable!("HMAC takes a key of any length"));
        mac.update(b"pairperf session 1");
        mac.update(nonce.as_bytes());
        mac
    }
}

/// How a request proved that it may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// By `Authorization: Bearer`.
    Bearer,
    /// By the session cookie, or because login is off.
    Session,
    /// Not at all.
    None,
}

/// What a request proved.
pub(super) fn access(node: &Node, headers: &HeaderMap) -> Access {
    let Some(token) = &node.0.token else { return Access::Session };
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.split_once(' '))
        .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer").then_some(token));
    if bearer.is_some_and(|text| token.is(text.trim())) {
        return Access::Bearer;
    }
    let name = node.cookie();
    let cookies =
        headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let session = cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(key, _)| *key == name);
    if session.is_some_and(|(_, session)| token.admits(session)) { Access::Session } else { Access::None }
}

/// Lets a request in that is logged in; sends a page to the login, anything else away.
pub(super) async fn require_login(State(node): State<Node>, request: Request, next: Next) -> Response {
    if access(&node, request.headers()) != Access::None {
        return next.run(request).await;
    }
    if request.method() == Method::GET && wants_page(request.headers()) && !request.uri().path().starts_with("/api/") {
        return Redirect::to(&format!("/login?next={}", escape(request.uri()))).into_response();
    }
    Failure(
        ApiError::new("unauthorized", "this needs a login")
            .hint("open the login link that the server printed, or send its token"),
    )
    .into_response()
}

/// Whether a person asks, or a program.
pub(super) fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

fn escape(uri: &Uri) -> String {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// Holds `Host` and `Origin` against what this node is called: a page of another site, or a name
/// that someone points at this address, must not be able to start traffic.
pub(super) async fn check_origin(State(node): State<Node>, request: Request, next: Next) -> Response {
    let tls = request.extensions().get::<Connection>().is_some_and(|connection| connection.tls);
    match origin_problem(&node, request.method(), request.headers(), tls) {
        Some(error) => Failure(error).into_response(),
        None => next.run(request).await,
    }
}

fn origin_problem(node: &Node, method: &Method, headers: &HeaderMap, tls: bool) -> Option<ApiError> {
    let Some(host) = headers.get(HOST).and_then(|value| value.to_str().ok()) else {
        return Some(ApiError::new("bad_host", "the request names no host"));
    };
    if !known_host(&node.0.hosts, host) {
        let name = pairperf_shared::host::clean_text(host);
        return Some(
            ApiError::new("bad_host", format!("this node does not answer to the name {name}"))
                .hint("use its IP address, or start it with --public-host NAME"),
        );
    }
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) || headers.contains_key("upgrade");
    let origin = headers.get(ORIGIN)?;
    // Behind a proxy that ends TLS the page is https and the connection is not.
    let schemes: &[&str] = if tls { &["https"] } else { &["http", "https"] };
    let is = |scheme| origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(&format!("{scheme}://{host}")));
    let same = schemes.iter().any(is);
    (changes && !same).then(|| ApiError::new("bad_origin", "the request comes from a page of another site"))
}

/// Whether a `Host` is an IP address, this machine or one of the names; a port after it and nothing else.
fn known_host(hosts: &HashSet<String>, host: &str) -> bool {
    let (known, rest) = if let Some(rest) = host.strip_prefix('[') {
        let Some((literal, rest)) = rest.split_once(']') else { return false };
        (literal.parse::<std::net::Ipv6Addr>().is_ok(), rest)
    } else {
        let (name, rest) = host.split_at(host.find(':').unwrap_or(host.len()));
        let name = name.to_ascii_lowercase();
        let address = name.parse::<std::net::Ipv4Addr>().is_ok();
        (address || name == "localhost" || hosts.contains(&name), rest)
    };
    let port =
        |port: &str| port.is_empty() || (port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok());
    known && (rest.is_empty() || rest.strip_prefix(':').is_some_and(port))
}

/// The headers of every answer.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        // With `no-referrer` a browser would send `Origin: null` with the login form.
        ("referrer-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Where the page is TLS, plain HTTP serves the link and health alone and sends the start page on.
pub(super) async fn plain_http(State(node): State<Node>, request: Request, next: Next) -> Response {
    let tls = request.extensions().get::<Connection>().is_none_or(|connection| connection.tls);
    let path = request.uri().path();
    if !node.0.tls || tls || matches!(path, "/peer" | "/healthz") {
        return next.run(request).await;
    }
    let host = request.headers().get(HOST).and_then(|value| value.to_str().ok());
    if let (&Method::GET, "/" | "/login", Some(host)) = (request.method(), path, host)
        && known_host(&node.0.hosts, host)
    {
        return Redirect::temporary(&format!("https://{host}{path}")).into_response();
    }
    Failure(
        ApiError::new("plain_http", "this node serves its page over https alone").hint("use https:// in the address"),
    )
    .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_known_name_with_a_port_and_nothing_else() {
        let hosts = ["lab.example".to_owned()].into();
        for good in [
            "127.0.0.1",
            "127.0.0.1:7575",
            "8.8.8.8:80",
            "[::1]",
            "[fd00::7]:7575",
            "localhost",
            "LocalHost:1",
            "lab.example",
            "Lab.Example:65535",
            "lab.example:",
        ] {
            assert!(known_host(&hosts, good), "{good}");
        }
        for bad in [
            "",
            ":80",
            "evil.com",
            "evil.com:80",
            "127.0.0.1:x@evil.com",
            "127.0.0.1:80@evil.com",
            "127.0.0.1@evil.com",
            "[::1]evil.com",
            "[::1].evil.com:80",
            "[::1]:80/",
            "[::1",
            "[127.0.0.1]",
            "[]",
            "::1",
            "::1:80",
            "8.8.8.8:80/a",
            "8.8.8.8:\"><svg>",
            "8.8.8.8:80:90",
            "8.8.8.8:+80",
            "8.8.8.8:99999",
            "8.8.8.8:٣",
            "8.8.8.8/a",
            "localhost:80 ",
            "lab.example.",
            "lab.example.evil.com",
            "x.lab.example",
            "127.1",
            "0x7f000001",
        ] {
            assert!(!known_host(&hosts, bad), "{bad}");
        }
    }

    #[test]
    fn a_session_is_random_and_ends_with_its_token() {
        let token = Token::new("one");
        let (first, second) = (token.session().unwrap(), token.session().unwrap());
        assert_ne!(first, second);
        assert!(token.admits(&first) && token.admits(&second));
        assert!(!Token::new("two").admits(&first));
        assert!(!token.admits("") && !token.admits(&first[..40]) && !token.admits(&"0".repeat(96)));
        assert!(token.is("one") && !token.is("on") && !token.is(""));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
