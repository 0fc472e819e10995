//! A node's JSON API, as a script would use it: plain HTTP to this machine.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Starting a run waits for the other node.
const ANSWER: Duration = Duration::from_secs(40);
/// A record of a short run is far smaller.
const LONGEST: u64 = 64 << 20;

/// A node at a port of this machine.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) port: u16,
    pub(super) token: &'a str,
}

impl Node<'_> {
    /// What is at an address.
    pub(super) fn get(&self, path: &str) -> Result<Value> {
        self.ask("GET", path, "")
    }

    /// Sends JSON.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.ask("POST", path, &body.to_string())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Result<Value> {
        let doing = || format!("{method} {path} at port {}", self.port);
        // HTTP/1.0: the answer ends with the connection and comes in one piece.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: localhost:{}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.token,
            body.len()
        );
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).with_context(doing)?;
        stream.set_read_timeout(Some(ANSWER)).with_context(doing)?;
        stream.write_all(request.as_bytes()).with_context(doing)?;
        let mut answer = String::new();
        stream.take(LONGEST).read_to_string(&mut answer).with_context(doing)?;
        read(&answer).with_context(doing)
    }
}

/// The body of an answer; an error unless the status is a good one.
fn read(answer: &str) -> Result<Value> {
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not whole")?;
    let status: u16 =
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("the answer is not HTTP")?;
    if !(200..300).contains(&status) {
        bail!("the answer is {status}: {body}");
    }
    serde_json::from_str(body).context("the answer is no JSON")
}

/// The text at `key`.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value.pointer(key).and_then(Value::as_str).with_context(|| format!("the answer has no text at {key}: {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_its_body_or_an_error() {
        let value = read("HTTP/1.0 202 Accepted\r\nserver: x\r\n\r\n{\"id\": \"7\"}").unwrap();
        assert_eq!(text(&value, "/id").unwrap(), "7");
        assert!(text(&value, "/state").is_err());
        let refused = read("HTTP/1.1 409 Conflict\r\n\r\n{\"code\":\"busy\"}").unwrap_err();
        assert_eq!(refused.to_string(), "the answer is 409: {\"code\":\"busy\"}");
        for broken in ["", "HTTP/1.0 200 OK\r\n", "hello\r\n\r\n{}", "HTTP/1.0 200 OK\r\n\r\nhello"] {
            assert!(read(broken).is_err(), "{broken:?}");
        }
    }
}
