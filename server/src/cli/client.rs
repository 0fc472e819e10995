//! Calls to a running node's API.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use pairperf_shared::ApiError;
use serde::de::DeserializeOwned;

use super::{Exit, node, settings};

/// A node on this machine answers within this.
const ANSWER: Duration = Duration::from_secs(10);

/// Which running node is meant.
#[derive(Debug, Args)]
pub(super) struct Server {
    /// Address of the running server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7575")]
    server: String,
    /// Its data folder, where the token is, unless `PAIRPERF_TOKEN` says it
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Server {
    fn agent() -> ureq::Agent {
        ureq::Agent::config_builder().timeout_global(Some(ANSWER)).http_status_as_error(false).build().into()
    }

    fn address(&self, path: &str) -> String {
        let server = self.server.trim_end_matches('/');
        let scheme = if server.contains("://") { "" } else { "http://" };
        format!("{scheme}{server}{path}")
    }

    fn bearer(&self) -> Result<String, Exit> {
        if let Some(token) = settings::token() {
            return Ok(format!("Bearer {}", token.reveal()));
        }
        let file = node::kept_data(self.data.clone())?.join("token");
        match std::fs::read_to_string(&file) {
            Ok(token) => Ok(format!("Bearer {}", token.trim())),
            // With --no-login there is no token, and none is needed.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok("Bearer none".to_owned()),
            Err(error) => Err(Exit::failed(format!(
                "reading the token {}: {error}; set PAIRPERF_TOKEN or pass --data",
                file.display()
            ))),
        }
    }

    /// `GET`, answered with JSON.
    pub(super) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Exit> {
        let sent = Self::agent().get(self.address(path)).header("authorization", self.bearer()?).call();
        self.read(sent)
    }

    /// `POST` of JSON, answered with JSON.
    pub(super) fn post<T: DeserializeOwned>(&self, path: &str, body: &impl serde::Serialize) -> Result<T, Exit> {
        let sent = Self::agent().post(self.address(path)).header("authorization", self.bearer()?).send_json(body);
        self.read(sent)
    }

    /// Whether the node answers.
    pub(super) fn answers(&self) -> Result<(), Exit> {
        match Self::agent().get(self.address("/healthz")).call() {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(Exit::failed(format!("{} answered {}", self.server, answer.status()))),
            Err(error) => Err(self.unreachable(&error)),
        }
    }

    fn unreachable(&self, error: &ureq::Error) -> Exit {
        Exit::failed(format!(
            "no server answers at {}: {error}; start one with `pairperf serve`, or name it with --server",
            self.server
        ))
    }

    fn read<T: DeserializeOwned>(
        &self,
        sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, Exit> {
        let mut answer = sent.map_err(|error| self.unreachable(&error))?;
        if answer.status().is_success() {
            return answer
                .body_mut()
                .read_json()
                .map_err(|error| Exit::failed(format!("{} gave an answer that can't be read: {error}", self.server)));
        }
        match answer.body_mut().read_json::<ApiError>() {
            Ok(error) if error.code == "unauthorized" => Err(Exit::failed(format!(
                "{} did not take the token; set PAIRPERF_TOKEN to it, or pass that server's data folder with --data",
                self.server
            ))),
            Ok(error) => Err(Exit::of(&error)),
            Err(_) => {
                Err(Exit::failed(format!("{} is no pairperf server: it answered {}", self.server, answer.status())))
            }
        }
    }
}
