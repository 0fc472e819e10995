//! Token, cookie, `Origin` and `Host`.

use serde_json::json;

use crate::harness::api::{Api, text};
use crate::harness::node::{Node, Setup};
use crate::harness::raw::{Heard, request};

fn host(node: &Node) -> String {
    format!("Host: {}", node.address)
}

/// Posts the login form.
fn log_in(node: &Node, token: &str, more: &[&str]) -> Heard {
    let host = host(node);
    let mut lines = vec!["POST /login HTTP/1.1", &host, "Content-Type: application/x-www-form-urlencoded"];
    lines.extend(more);
    request(&node.address, &lines, &format!("token={token}"))
}

/// `name=value` of the cookie that a login gave.
fn cookie(node: &Node) -> String {
    let answer = log_in(node, &node.token(), &[]);
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

/// A request with a cookie and further headers.
fn with_cookie(node: &Node, line: &str, more: &[&str], body: &str) -> Heard {
    let (host, cookie) = (host(node), format!("Cookie: {}", cookie(node)));
    let first = format!("{line} HTTP/1.1");
    let mut lines = vec![first.as_str(), &host, &cookie, "Content-Type: application/json"];
    lines.extend(more);
    request(&node.address, &lines, body)
}

#[test]
fn without_a_login_nothing_but_the_door_is_open() {
    let node = Node::new("anna");
    let stranger = Api::new(&node.address, "");
    let wrong = Api::new(&node.address, "0123456789abcdef0123456789abcdef");
    for api in [&stranger, &wrong] {
        for path in
            ["/api/v1/node", "/api/v1/runs", "/api/v1/pairings", "/api/openapi.json", "/api/v1/live", "/api/v1/nothing"]
        {
            let answer = api.get(path);
            assert!(
                answer.status == 401 || path.ends_with("nothing") && answer.status == 404,
                "{path}: {}",
                answer.status
            );
            assert!(!answer.text.contains("anna"), "{path} tells: {}", answer.text);
        }
        for path in ["/api/v1/invitations", "/api/v1/pairings", "/api/v1/runs"] {
            api.post(path, &json!({})).refused(401, "unauthorized");
        }
        api.patch("/api/v1/node", &json!({"peer_may_start": false})).refused(401, "unauthorized");
        api.delete("/api/v1/invitations").refused(401, "unauthorized");
        assert_eq!(api.get("/healthz").status, 200);
        assert_eq!(api.get("/login").status, 200);
    }
    assert_eq!(node.api().node()["peer_may_start"], true);
}

#[test]
fn a_page_without_a_login_leads_to_the_login_and_back() {
    let node = Node::new("anna");
    for (path, next) in [("/", "%2F"), ("/runs/abc", "%2Fruns%2Fabc")] {
        let first = format!("GET {path} HTTP/1.1");
        let answer = request(&node.address, &[&first, &host(&node), "Accept: text/html"], "");
        assert!((300..400).contains(&answer.status()), "{}", answer.text);
        let target = answer.header("location").unwrap();
        let readable = next.replace("%2F", "/");
        assert!(target == format!("/login?next={next}") || target == format!("/login?next={readable}"), "{target}");
    }
}

#[test]
fn the_form_gives_a_cookie_of_this_very_node() {
    let node = Node::new("anna");
    let answer = log_in(&node, &node.token(), &[]);
    assert!((300..400).contains(&answer.status()), "{}", answer.text);
    let given = answer.header("set-cookie").unwrap();
    let name = format!("pairperf_{}", &text(&node.api().node()["id"])[..8]);
    assert!(given.starts_with(&format!("{name}=")), "{given}");
    let attributes: Vec<_> = given.split(';').map(|attribute| attribute.trim().to_lowercase()).collect();
    for wanted in ["httponly", "samesite=lax", "path=/"] {
        assert!(attributes.iter().any(|attribute| attribute == wanted), "no {wanted} in {given}");
    }
    assert!(!given.contains(&node.token()), "the cookie tells the token");
    assert_ne!(cookie(&node), cookie(&node), "sessions are not random");
    assert_eq!(with_cookie(&node, "GET /api/v1/node", &[], "").status(), 200);
    // Of another node on the same host it says nothing.
    let other = Node::new("bert");
    let lines = ["GET /api/v1/node HTTP/1.1", &host(&other), &format!("Cookie: {}", cookie(&node))];
    assert_eq!(request(&other.address, &lines, "").status(), 401);
}

#[test]
fn a_wrong_token_is_refused_in_the_form() {
    let node = Node::new("anna");
    for wrong in ["", "wrong", "0123456789abcdef0123456789abcdef"] {
        let answer = log_in(&node, wrong, &[]);
        assert_eq!(answer.status(), 401, "{}", answer.text);
        assert!(answer.header("set-cookie").is_none());
        assert!(answer.text.contains("<form"), "one can't try again: {}", answer.text);
    }
}

#[test]
fn a_login_leads_on_within_this_node_only() {
    let node = Node::new("anna");
    for (next, target) in [("%2Fruns%2F1", "/runs/1"), ("%2F%2Fevil.example", "/"), ("https%3A%2F%2Fevil.example", "/")]
    {
        let lines = ["POST /login HTTP/1.1", &host(&node), "Content-Type: application/x-www-form-urlencoded"];
        let answer = request(&node.address, &lines, &format!("token={}&next={next}", node.token()));
        assert_eq!(answer.header("location"), Some(target), "{next}");
    }
}

#[test]
fn a_page_of_another_site_can_not_change_anything() {
    let node = Node::new("anna");
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1"] {
        let header = format!("Origin: {origin}");
        let answer = with_cookie(&node, "POST /api/v1/invitations", &[&header], "{}");
        assert_eq!(answer.status(), 403, "{origin}: {}", answer.text);
        assert!(answer.text.contains("bad_origin"), "{}", answer.text);
        let answer = log_in(&node, &node.token(), &[&header]);
        assert_eq!(answer.status(), 403, "{origin}: {}", answer.text);
        let upgrade = [
            &header,
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ];
        let answer = with_cookie(&node, "GET /api/v1/live", &upgrade, "");
        assert_eq!(answer.status(), 403, "{origin}: {}", answer.text);
    }
    assert!(node.api().node()["invitation"].is_null());
    let own = format!("Origin: http://{}", node.address);
    assert_eq!(with_cookie(&node, "POST /api/v1/invitations", &[&own], "{}").status(), 200);
}

#[test]
fn a_name_that_is_not_the_node_s_is_refused() {
    let node = Setup::named("anna").with(&["--public-host", "perf.example"]).start();
    let get = |host: &str| {
        let lines =
            ["GET /api/v1/node HTTP/1.1", &format!("Host: {host}"), &format!("Authorization: Bearer {}", node.token())];
        request(&node.address, &lines, "").status()
    };
    let port = node.port();
    for (host, status) in [
        ("evil.example".to_owned(), 403),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        (format!("perf.example:{port}"), 200),
        ("perf.example".to_owned(), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (node.address.clone(), 200),
    ] {
        assert_eq!(get(&host), status, "{host}");
    }
}

#[test]
fn every_answer_carries_the_policy() {
    let node = Node::new("anna");
    let expected = [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    ];
    // What may be added only forbids more.
    let stricter = ["base-uri 'none'", "form-action 'self'", "object-src 'none'"];
    for (path, token) in [
        ("/login", ""),
        ("/", "yes"),
        ("/api/v1/node", "yes"),
        ("/api/v1/node", ""),
        ("/nothing", ""),
        ("/healthz", ""),
    ] {
        let api = if token.is_empty() { Api::new(&node.address, "") } else { node.api() };
        let answer = api.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
        let directives: Vec<_> = policy.split(';').map(str::trim).collect();
        for directive in expected {
            assert!(directives.contains(&directive), "{path}: no `{directive}` in {policy}");
        }
        for directive in directives {
            assert!(expected.contains(&directive) || stricter.contains(&directive), "{path}: what is `{directive}`?");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(answer.header("referrer-policy").is_some(), "{path}");
    }
}

#[test]
fn metrics_take_the_token_and_no_cookie() {
    let node = Node::new("anna");
    let answer = node.api().get("/metrics");
    assert_eq!(answer.status, 200);
    assert!(answer.text.contains("pairperf_run_active 0") && answer.text.ends_with("# EOF\n"), "{}", answer.text);
    Api::new(&node.address, "").get("/metrics").refused(401, "unauthorized");
    assert_eq!(with_cookie(&node, "GET /metrics", &[], "").status(), 401);
}

#[test]
fn logging_out_forgets_the_cookie() {
    let node = Node::new("anna");
    let answer = with_cookie(&node, "POST /logout", &[], "");
    assert!(answer.header("set-cookie").unwrap().contains("Max-Age=0"), "{}", answer.text);
}
