//! A client of one node's JSON API. It knows the routes, and nothing of what is right.

use std::time::Duration;

use serde_json::{Value, json};

use super::wait::{SOON, until};

/// Starting a run waits for the peer.
const ANSWER: Duration = Duration::from_secs(35);
/// Records of many streams are large.
const BODY: u64 = 256 << 20;
/// How a run can end.
const ENDINGS: [&str; 4] = ["done", "failed", "cancelled", "interrupted"];

/// A node's API, asked with its token.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    /// `IP:PORT`.
    pub(crate) address: String,
    /// What is sent as Bearer; empty for nothing.
    pub(crate) token: String,
    agent: ureq::Agent,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The headers, names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    /// The body as it came.
    pub(crate) text: String,
}

impl Answer {
    /// The body as JSON; null where it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The body, if the status is that one; else the test fails.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// Fails the test unless this is the error of that status and code.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> Value {
        let error = self.expect(status);
        assert_eq!(error["code"], code, "{error}");
        for key in ["code", "message", "hint", "field"] {
            assert!(error.get(key).is_some(), "an error has no {key}: {error}");
        }
        error
    }

    /// A header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl Api {
    /// The API of the node at an address.
    pub(crate) fn new(address: &str, token: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(ANSWER))
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .build();
        Self { address: address.to_owned(), token: token.to_owned(), agent: config.into() }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// `GET`, or what went wrong on the way.
    pub(crate) fn try_get(&self, path: &str) -> Result<Answer, ureq::Error> {
        read(self.agent.get(self.url(path)).header("authorization", self.bearer()).call())
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// `GET`.
    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.try_get(path).unwrap_or_else(|error| panic!("GET {path} of {}: {error}", self.address))
    }

    /// `GET` as a browser asks for a page.
    #[track_caller]
    pub(crate) fn page(&self, path: &str) -> Answer {
        let asked = self.agent.get(self.url(path)).header("accept", "text/html,*/*;q=0.8");
        let sent = asked.header("authorization", self.bearer()).call();
        read(sent).unwrap_or_else(|error| panic!("GET {path} of {}: {error}", self.address))
    }

    /// `POST` with JSON.
    #[track_caller]
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let sent = self.agent.post(self.url(path)).header("authorization", self.bearer()).send_json(body);
        read(sent).unwrap_or_else(|error| panic!("POST {path} of {}: {error}", self.address))
    }

    /// `POST` with a text that need not be JSON, said to be such.
    #[track_caller]
    pub(crate) fn post_text(&self, path: &str, body: &str) -> Answer {
        let asked = self.agent.post(self.url(path)).header("authorization", self.bearer());
        let sent = asked.header("content-type", "application/json").send(body);
        read(sent).unwrap_or_else(|error| panic!("POST {path} of {}: {error}", self.address))
    }

    /// `PATCH` with JSON.
    #[track_caller]
    pub(crate) fn patch(&self, path: &str, body: &Value) -> Answer {
        let sent = self.agent.patch(self.url(path)).header("authorization", self.bearer()).send_json(body);
        read(sent).unwrap_or_else(|error| panic!("PATCH {path} of {}: {error}", self.address))
    }

    /// `DELETE`.
    #[track_caller]
    pub(crate) fn delete(&self, path: &str) -> Answer {
        let sent = self.agent.delete(self.url(path)).header("authorization", self.bearer()).call();
        read(sent).unwrap_or_else(|error| panic!("DELETE {path} of {}: {error}", self.address))
    }

    /// The node itself.
    #[track_caller]
    pub(crate) fn node(&self) -> Value {
        self.get("/api/v1/node").expect(200)
    }

    /// Makes the node invite; the code.
    #[track_caller]
    pub(crate) fn invite(&self) -> String {
        let invitation = self.post("/api/v1/invitations", &json!({})).expect(200);
        text(&invitation["code"])
    }

    /// Dials, and waits until it came about or failed; the pairing.
    #[track_caller]
    pub(crate) fn join(&self, address: &str, code: &str) -> Value {
        let asked = self.post("/api/v1/pairings", &json!({"address": address, "code": code})).expect(202);
        let id = text(&asked["id"]);
        until("the pairing is settled", SOON, || {
            let pairing = self.pairing(&id);
            if pairing["state"] == "connecting" { Err(pairing.to_string()) } else { Ok(pairing) }
        })
    }

    /// One pairing.
    #[track_caller]
    pub(crate) fn pairing(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/pairings/{id}")).expect(200)
    }

    /// The pairings.
    #[track_caller]
    pub(crate) fn pairings(&self) -> Vec<Value> {
        self.get("/api/v1/pairings").expect(200).as_array().cloned().unwrap_or_default()
    }

    /// Asks for a run.
    #[track_caller]
    pub(crate) fn ask_run(&self, pairing: &str, config: &Value) -> Answer {
        self.post("/api/v1/runs", &json!({"pairing": pairing, "config": config}))
    }

    /// Starts a run; its id.
    #[track_caller]
    pub(crate) fn start_run(&self, pairing: &str, config: &Value) -> String {
        text(&self.ask_run(pairing, config).expect(202)["id"])
    }

    /// The record of a run, as far as it goes.
    #[track_caller]
    pub(crate) fn record(&self, run: &str) -> Value {
        self.get(&format!("/api/v1/runs/{run}/record")).expect(200)
    }

    /// The record of a run once it has ended.
    #[track_caller]
    pub(crate) fn ended(&self, run: &str, limit: Duration) -> Value {
        until("the run ends", limit, || {
            let record = self.record(run);
            let state = text(&record["outcome"]["state"]);
            if ENDINGS.contains(&state.as_str()) { Ok(record) } else { Err(state) }
        })
    }

    /// Stops a run.
    #[track_caller]
    pub(crate) fn cancel(&self, run: &str) {
        self.post(&format!("/api/v1/runs/{run}/cancel"), &json!({})).expect(202);
    }
}

/// A text in JSON; empty for anything else.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn read(sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Answer, ureq::Error> {
    let mut response = sent?;
    let header = |(name, value): (&ureq::http::HeaderName, &ureq::http::HeaderValue)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let headers = response.headers().iter().map(header).collect();
    let status = response.status().as_u16();
    let text = response.body_mut().with_config().limit(BODY).read_to_string()?;
    Ok(Answer { status, headers, text })
}
