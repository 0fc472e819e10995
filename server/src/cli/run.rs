//! `pairperf run`: a node of its own for one run.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pairperf_shared::config::RunConfig;
use pairperf_shared::plan::Role;
use pairperf_shared::record::{Reason, RunRecord};
use pairperf_shared::report::Format;
use pairperf_shared::text::Catalogue;

use super::config_flags::ConfigFlags;
use super::serve::ticket;
use super::{Exit, node, progress, signals};
use crate::app::App;
use crate::runs::RunLimits;

/// Join an inviting server, make one run, print its result.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// The other machine and the code it shows
    #[arg(value_name = "ADDR[:PORT]/CODE")]
    other: String,
    #[command(flatten)]
    flags: ConfigFlags,
    /// Format of the result on stdout: one of text, json, jsonl, csv, csv-summary, csv-streams, markdown, html, svg
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    output: Format,
    /// The end whose samples a csv holds
    #[arg(long, value_enum, default_value_t = End::Receiver)]
    end: End,
    /// Write the record to this file too, as JSON
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep the record in this data folder; a temporary one otherwise
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Name of this machine [default: its host name]
    #[arg(long)]
    name: Option<String>,
}

/// One end of a run.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum End {
    Sender,
    Receiver,
}

impl From<End> for Role {
    fn from(end: End) -> Self {
        match end {
            End::Sender => Self::Sender,
            End::Receiver => Self::Receiver,
        }
    }
}

impl Run {
    pub(super) async fn go(self) -> Result<(), Exit> {
        let (address, code) = ticket(&self.other)?;
        let config = self.flags.config()?;
        let data = node::data(self.data.as_deref())?;
        let name = node::name(self.name.as_deref())?;
        let app = node::start(&name, data, RunLimits::default(), None).await?;
        let outcome = self.on(&app, &address, &code, &config).await;
        app.shut_down().await;
        outcome
    }

    async fn on(&self, app: &App, address: &str, code: &str, config: &RunConfig) -> Result<(), Exit> {
        let paired = tokio::select! {
            paired = app.pair(address, code) => paired,
            () = signals::stop() => return Err(Exit::cancelled()),
        };
        let pairing = paired.map_err(|error| Exit::of(&error))?;
        let record = run(app, &pairing, config).await?;
        print(&self.output.write(&record, self.end.into(), Catalogue::english()))?;
        if let Some(file) = &self.save {
            std::fs::write(file, Format::Json.write(&record, Role::Receiver, Catalogue::english()))
                .map_err(|error| Exit::failed(format!("writing the record to {}: {error}", file.display())))?;
        }
        Exit::of_run(&record.outcome).map_or(Ok(()), Err)
    }
}

/// Writes a result to stdout.
pub(super) fn print(text: &str) -> Result<(), Exit> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Exit::failed(format!("writing the result: {error}")))
}

/// Makes one run and shows how it goes; Ctrl-C ends it and keeps what was measured.
pub(super) async fn run(app: &App, pairing: &str, config: &RunConfig) -> Result<RunRecord, Exit> {
    let config = serde_json::to_value(config).map_err(|error| Exit::failed(error.to_string()))?;
    let started = tokio::select! {
        started = app.runs.start(pairing, config) => started,
        () = signals::stop() => return Err(Exit::cancelled()),
    };
    let view = started.map_err(|error| Exit::of(&error))?;
    if let Some(run) = app.runs.active(&view.id) {
        let shown = tokio::spawn(progress::show(std::sync::Arc::clone(&run)));
        tokio::select! {
            () = run.ended() => {}
            () = signals::stop() => {
                run.cancel(Reason { code: "cancelled".to_owned(), message: "its command line was interrupted".to_owned() });
                run.ended().await;
            }
        }
        // The bar clears itself with the end of the run.
        let _ = shown.await;
    }
    let record = app.runs.record(&view.id).await.map_err(|error| Exit::failed(error.to_string()))?;
    record.ok_or_else(|| Exit::failed("the record of the run was not kept"))
}
