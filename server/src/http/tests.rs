//! The edge asked as a browser or a script would, without a socket.

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use super::*;
use crate::peer::{Identity, Peers, PeersSetup};
use crate::runs::{Arrivals, RunLimits, Runs, RunsSetup};
use crate::store::Store;

mod kept;

const NODE: &str = "0123456789abcdef0123456789abcdef";

struct Lab {
    router: axum::Router,
    _folder: tempfile::TempDir,
}

async fn lab(token: Option<&str>) -> Lab {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let runs = Runs::new(RunsSetup {
        store,
        arrivals: Arrivals::default(),
        node: NODE.to_owned(),
        name: "lab".to_owned(),
        limits: RunLimits::default(),
        doors: crate::reach::Doors::closed(),
    });
    let (links, _) = tokio::sync::mpsc::channel(1);
    let identity = Identity { node: NODE.to_owned(), version: "1.0.0".to_owned() };
    let peers = Peers::new(PeersSetup::new(identity, Vec::new, links));
    let node = Node::new(NodeParts {
        id: NODE.to_owned(),
        name: "lab".to_owned(),
        token: token.map(Token::new),
        addresses: vec!["10.0.0.4:7575".to_owned()],
        hosts: ["lab.example".to_owned()].into(),
        tls: false,
        peers,
        runs,
        viewers: std::sync::Arc::default(),
        importing: std::sync::Arc::default(),
    });
    Lab { router: router(node), _folder: folder }
}

impl Lab {
    async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::builder().method(method).uri(path).header("host", "10.0.0.4:7575");
        for (name, value) in headers {
            if *name == "host" {
                request.headers_mut().unwrap().remove("host");
            }
            request = request.header(*name, *value);
        }
        let remote = "10.0.0.9:1".parse().unwrap();
        let mut request = request.body(Body::from(body.to_owned())).unwrap();
        request.extensions_mut().insert(Connection { remote, local: remote, tls: false });
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (parts.status, parts.headers, String::from_utf8_lossy(&body).into_owned())
    }

    async fn code(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
        let (status, _, body) = self.ask(method, path, headers, body).await;
        (status.as_u16(), serde_json::from_str(&body).unwrap_or_default())
    }
}

const BEARER: (&str, &str) = ("authorization", "Bearer secret");
const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn without_a_login_only_the_open_pages_answer() {
    let lab = lab(Some("secret")).await;
    for path in ["/healthz", "/login"] {
        assert_eq!(lab.ask("GET", path, &[], "").await.0, StatusCode::OK, "{path}");
    }
    for path in ["/api/v1/node", "/api/v1/runs", "/api/openapi.json", "/metrics", "/api/v1/live", "/runs/1"] {
        assert_eq!(lab.ask("GET", path, &[], "").await.0, StatusCode::UNAUTHORIZED, "{path}");
    }
    let (status, headers, _) =
        lab.ask("GET", "/runs/1?x=a b".replace(' ', "%20").as_str(), &[("accept", "text/html")], "").await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert_eq!(headers[header::LOCATION], "/login?next=/runs/1%3Fx%3Da%2520b");
    assert_eq!(
        lab.ask("GET", "/api/v1/node", &[("authorization", "Bearer wrong")], "").await.0,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(lab.ask("GET", "/api/v1/node", &[BEARER], "").await.0, StatusCode::OK);
}

#[tokio::test]
async fn the_form_gives_a_session_that_lets_in() {
    let lab = lab(Some("secret")).await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    let (status, _, body) = lab.ask("POST", "/login", &[form], "token=wrong").await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert!(!body.contains("role=\"alert\" hidden"));
    let (status, headers, _) = lab.ask("POST", "/login", &[form], "token=secret&next=/runs/7").await;
    assert_eq!((status, &headers[header::LOCATION]), (StatusCode::SEE_OTHER, &"/runs/7".parse().unwrap()));
    let cookie = headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("pairperf_01234567=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
    assert!(!cookie.contains("Secure"));
    let session = cookie.split(';').next().unwrap();
    assert_eq!(lab.ask("GET", "/api/v1/node", &[("cookie", session)], "").await.0, StatusCode::OK);
    // The session is for pages and the API; metrics are for the token alone.
    assert_eq!(lab.ask("GET", "/metrics", &[("cookie", session)], "").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(lab.ask("GET", "/metrics", &[BEARER], "").await.0, StatusCode::OK);
}

#[tokio::test]
async fn pages_of_other_sites_and_foreign_names_are_refused() {
    let lab = lab(None).await;
    let body = r#"{"peer_may_start":true}"#;
    for (headers, status) in [
        (vec![JSON], 200),
        (vec![JSON, ("origin", "http://10.0.0.4:7575")], 200),
        (vec![JSON, ("origin", "http://10.0.0.4:80")], 403),
        (vec![JSON, ("origin", "https://10.0.0.4:7575")], 200),
        (vec![JSON, ("origin", "null")], 403),
        (vec![JSON, ("host", "evil.example")], 403),
        (vec![JSON, ("host", "lab.example:7575"), ("origin", "http://lab.example:7575")], 200),
        (vec![JSON, ("host", "[fd00::4]:7575")], 200),
        (vec![JSON, ("host", "localhost")], 200),
    ] {
        assert_eq!(lab.code("PATCH", "/api/v1/node", &headers, body).await.0, status, "{headers:?}");
    }
    // The page that says that there is nothing has this node's name in it.
    let elsewhere = [("host", "evil.example"), ("accept", "text/html")];
    assert_eq!(lab.code("GET", "/nowhere", &elsewhere, "").await.0, 403);
    assert_eq!(lab.code("GET", "/nowhere", &[], "").await.0, 404);
    let upgrade = [("origin", "http://evil.example"), ("upgrade", "websocket"), ("connection", "upgrade")];
    assert_eq!(lab.code("GET", "/api/v1/live", &upgrade, "").await.0, 403);
    assert_eq!(lab.code("GET", "/healthz", &[("host", "anything")], "").await.0, 200);
}

#[tokio::test]
async fn errors_name_what_is_wrong() {
    let lab = lab(None).await;
    for (method, path, body, status, code) in [
        ("POST", "/api/v1/pairings", r#"{"address":"10.0.0.5","code":"4MX2TT7H"}"#, 400, "bad_code"),
        ("POST", "/api/v1/pairings", r#"{"address":"10.0.0.5"}"#, 400, "bad_request"),
        ("POST", "/api/v1/pairings", "nonsense", 400, "bad_request"),
        ("GET", "/api/v1/pairings/7", "", 404, "no_pairing"),
        ("POST", "/api/v1/runs", r#"{"pairing":"7"}"#, 404, "no_pairing"),
        ("POST", "/api/v1/runs", r#"{"pairing":"7","config":{"stream":2}}"#, 400, "bad_config"),
        ("POST", "/api/v1/runs", r#"{"pairing":"7","queue":1}"#, 400, "bad_request"),
        ("GET", "/api/v1/runs/7", "", 404, "no_run"),
        ("GET", "/api/v1/runs/7/record", "", 404, "no_run"),
        ("GET", "/api/v1/runs/7/export/json", "", 404, "no_run"),
        ("GET", "/api/v1/runs/7/export/pdf", "", 404, "no_format"),
        ("GET", "/api/v1/runs/7/export/json?end=a&end=b", "", 400, "bad_request"),
        ("POST", "/api/v1/runs/7/cancel", "", 404, "no_run"),
        ("DELETE", "/api/v1/invitations", "", 404, "not_found"),
        ("GET", "/nothing", "", 404, "not_found"),
        ("PUT", "/api/v1/node", "", 405, "bad_method"),
    ] {
        let (got, error) = lab.code(method, path, &[JSON], body).await;
        assert_eq!((got, error["code"].as_str()), (status, Some(code)), "{method} {path} {body}: {error}");
        for key in ["message", "hint", "field"] {
            assert!(error.get(key).is_some(), "{error}");
        }
    }
    let (_, error) = lab.code("POST", "/api/v1/runs", &[JSON], r#"{"pairing":"7","config":{"streams":0}}"#).await;
    assert_eq!(error["field"], "streams");
    let large = format!("{{\"address\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(lab.code("POST", "/api/v1/pairings", &[JSON], &large).await.0, 413);
}

#[tokio::test]
async fn an_invitation_is_made_once_and_withdrawn() {
    let lab = lab(None).await;
    let (_, first) = lab.code("POST", "/api/v1/invitations", &[], "").await;
    let (_, second) = lab.code("POST", "/api/v1/invitations", &[], "").await;
    assert_eq!(first["code"], second["code"]);
    assert_eq!((&first["addresses"][0], &first["tries_left"]), (&"10.0.0.4:7575".into(), &20.into()));
    let (_, node) = lab.code("GET", "/api/v1/node", &[], "").await;
    assert_eq!(node["invitation"]["code"], first["code"]);
    assert_eq!(lab.code("DELETE", "/api/v1/invitations", &[], "").await.0, 204);
    let (_, third) = lab.code("POST", "/api/v1/invitations", &[], "").await;
    assert_ne!(first["code"], third["code"]);
}

#[tokio::test]
async fn every_answer_carries_the_policy() {
    let lab = lab(Some("secret")).await;
    for path in ["/login", "/nothing", "/api/v1/node", "/healthz"] {
        let (_, headers, _) = lab.ask("GET", path, &[], "").await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}

/// A change of the API shows as a change of this file.
#[test]
fn the_description_of_the_api_is_the_one_kept() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let now = openapi::document().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        now,
        "run the test with UPDATE_GOLDEN=1 if the change is meant"
    );
}
