//! `pairperf demo`: the main job on one machine, with nothing left out: two nodes, a real code,
//! a real run.

use std::net::Ipv4Addr;

use clap::Args;
use pairperf_shared::config::RunConfig;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Role;
use pairperf_shared::record::RunRecord;
use pairperf_shared::report::Format;
use pairperf_shared::text::Catalogue;
use pairperf_shared::units::parse_millis;

use super::run::{print, run};
use super::{Exit, node, signals};
use crate::app::{App, Listen};
use crate::http::Token;
use crate::ids;
use crate::runs::RunLimits;

/// Show the whole on this machine alone.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// How long to measure
    #[arg(long, value_name = "S", default_value = "10s", value_parser = parse_millis)]
    duration: u64,
    /// End after the run instead of staying up for a browser
    #[arg(long)]
    headless: bool,
    /// Print the record as JSON, and nothing else, on stdout
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub(super) async fn go(self) -> Result<(), Exit> {
        let config = RunConfig { duration_ms: self.duration, label: Some("demo".to_owned()), ..RunConfig::default() };
        let issues = config.issues();
        if let Some(issue) = issues.first() {
            return Err(Exit::usage(format!("--duration: {}", issue.problem)));
        }
        let token = Token::new(ids::random_hex::<16>().map_err(|error| Exit::failed(error.to_string()))?);
        let a = begin("demo-a", &token).await?;
        let b = begin("demo-b", &token).await?;
        let outcome = self.on(&a, &b, &token, &config).await;
        b.shut_down().await;
        a.shut_down().await;
        outcome
    }

    /// Makes the run, and says where it can be watched as soon as it has begun.
    async fn watched(&self, a: &App, pairing: &str, config: &RunConfig) -> Result<RunRecord, Exit> {
        let mut changes = a.runs.changes();
        let running = run(a, pairing, config);
        tokio::pin!(running);
        let mut said = self.json;
        loop {
            tokio::select! {
                record = &mut running => return record,
                _ = changes.changed(), if !said => {
                    if let Some(run) = a.runs.running() {
                        said = true;
                        print(&format!("the run: {}\n", a.url(&format!("/runs/{}", run.id))))?;
                    }
                }
            }
        }
    }

    async fn on(&self, a: &App, b: &App, token: &Token, config: &RunConfig) -> Result<(), Exit> {
        let invitation = a.peers.invite().map_err(|error| Exit::failed(error.to_string()))?;
        let address = a.addresses.first().cloned().unwrap_or_default();
        let code = invitation.code.to_string();
        let pairing = tokio::select! {
            paired = b.pair(&address, &code) => paired.map_err(|error| Exit::of(&error))?,
            () = signals::stop() => return Err(Exit::cancelled()),
        };
        // Each end counts the pairing in its own time; a run may start once this one has, too.
        a.settled(&pairing).await;
        if !self.json {
            print(&format!("log in at {}#{}\n", a.url("/login"), token.reveal()))?;
        }
        let record = self.watched(a, &pairing, config).await?;
        let format = if self.json { Format::Json } else { Format::Text };
        print(&format.write(&record, Role::Receiver, Catalogue::english()))?;
        if !self.headless && record.outcome.state != State::Cancelled {
            let login = format!("{}#{}", a.url("/login"), token.reveal());
            eprintln!("\nlook at it in a browser: {login}\nboth servers stay up; press Ctrl-C to end them");
            signals::stop().await;
        }
        Exit::of_run(&record.outcome).map_or(Ok(()), Err)
    }
}

async fn begin(name: &str, token: &Token) -> Result<App, Exit> {
    let listen = Listen {
        at: vec![(Ipv4Addr::LOCALHOST, 0).into()],
        token: Some(token.clone()),
        advertise: Vec::new(),
        public_hosts: Vec::new(),
        tls: None,
    };
    node::start(name, node::data(None)?, RunLimits::default(), Some(listen)).await
}
