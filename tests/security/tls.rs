//! The page over TLS with the user's certificate; the link stays what it is.

use std::time::Duration;

use serde_json::Value;

use crate::harness::node::{Node, Setup};
use crate::harness::raw::{request, say};

/// A node that serves its page over TLS. Its certificate is one for tests that nobody trusts.
fn node() -> (Node, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    std::fs::write(&certificate, include_str!("../fixtures/cert.pem")).unwrap();
    std::fs::write(&key, include_str!("../fixtures/key.pem")).unwrap();
    let arguments = ["--tls-cert", certificate.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    (Setup::named("anna").with(&arguments).start(), folder)
}

fn get(node: &Node, path: &str) -> ureq::http::Response<ureq::Body> {
    let tls = ureq::tls::TlsConfig::builder().disable_verification(true).build();
    let config = ureq::Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(10)));
    let agent: ureq::Agent = config.build().into();
    let bearer = format!("Bearer {}", node.token());
    agent.get(format!("https://{}{path}", node.address)).header("authorization", bearer).call().unwrap()
}

#[test]
fn the_page_is_served_over_tls() {
    let (node, _files) = node();
    assert_eq!(node.printed[0], format!("listening on https://{}", node.address));
    assert!(node.printed[1].starts_with("log in at https://"), "{}", node.printed[1]);
    let view: Value = get(&node, "/api/v1/node").body_mut().read_json().unwrap();
    assert_eq!(view["name"], "anna");
}

#[test]
fn plain_http_serves_the_link_and_health_alone() {
    let (node, _files) = node();
    let get =
        |path: &str| request(&node.address, &[&format!("GET {path} HTTP/1.1"), &format!("Host: {}", node.address)], "");
    assert_eq!(get("/healthz").status(), 200);
    for path in ["/", "/login"] {
        let answer = get(path);
        assert!((300..400).contains(&answer.status()), "{path}: {}", answer.text);
        assert_eq!(answer.header("location"), Some(format!("https://{}{path}", node.address).as_str()));
    }
    for path in ["/api/v1/node", "/api/v1/live", "/metrics", "/runs/1"] {
        assert_eq!(get(path).status(), 403, "{path}");
    }
    // Not even a good token may travel in the open.
    let lines = [
        "GET /api/v1/node HTTP/1.1",
        &format!("Host: {}", node.address),
        &format!("Authorization: Bearer {}", node.token()),
    ];
    assert_eq!(request(&node.address, &lines, "").status(), 403);
    let upgrade = "GET /peer HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    assert_eq!(say(&node.address, upgrade.as_bytes(), Duration::from_millis(500)).status(), 101);
}

#[test]
fn the_cookie_of_a_page_over_tls_is_secure() {
    let (node, _files) = node();
    let tls = ureq::tls::TlsConfig::builder().disable_verification(true).build();
    let agent: ureq::Agent =
        ureq::Agent::config_builder().tls_config(tls).max_redirects(0).http_status_as_error(false).build().into();
    let sent = agent.post(format!("https://{}/login", node.address)).send_form([("token", node.token())]);
    let answer = sent.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.split(';').any(|attribute| attribute.trim() == "Secure"), "{cookie}");
}
