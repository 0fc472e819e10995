//! A run in a list of the page, as far as the list shows it.

use pairperf_shared::api::part;
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use serde_json::{Error, Value};

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Listed {
    pub(crate) id: String,
    /// RFC 3339.
    pub(crate) started_at: String,
    pub(crate) state: State,
    /// The machine that sends.
    pub(crate) from: String,
    /// The machine that receives.
    pub(crate) to: String,
    pub(crate) protocol: Protocol,
    pub(crate) streams: u32,
    pub(crate) label: Option<String>,
    /// The mean; none until it has ended.
    pub(crate) bits_per_second: Option<f64>,
}

impl Listed {
    /// All lines of a list; one that can't be read is left out.
    pub(crate) fn all(mut list: Value) -> Vec<Self> {
        let runs = list["runs"].as_array_mut().map(std::mem::take).unwrap_or_default();
        runs.into_iter().filter_map(|run| Self::read(run).ok()).collect()
    }

    fn read(mut run: Value) -> Result<Self, Error> {
        let ends: [String; 2] = [part(&mut run, "coordinator")?, part(&mut run, "peer")?];
        let config = &mut run["config"];
        let direction: Direction = part(config, "direction")?;
        let [coordinator, peer] = ends;
        let [from, to] = match direction.sender() {
            Side::Coordinator => [coordinator, peer],
            Side::Peer => [peer, coordinator],
        };
        Ok(Self {
            from,
            to,
            protocol: part(config, "protocol")?,
            streams: part(config, "streams")?,
            label: part(config, "label")?,
            id: part(&mut run, "id")?,
            started_at: part(&mut run, "started_at")?,
            state: part(&mut run["outcome"], "state")?,
            bits_per_second: run["summary"]["bits_per_second"].as_f64(),
        })
    }
}
