//! What no node would accept of a config.

use serde_json::{Map, Value};

use super::{
    ConfigIssue, Direction, Mode, Offload, Pace, Payload, Ports, Problem, Protocol, ReceiveCopy, RunConfig, SendCopy,
};
use super::{Overrides, side_key};
use crate::command::{KNOBS, Knob};
use crate::plan::Side;

/// The most connections of one direction.
pub const MAX_TCP_STREAMS: u32 = 10_000;
/// The most UDP flows of one direction.
pub const MAX_UDP_STREAMS: u32 = 64;
/// The most streams that ask and answer: each has a thread.
pub const MAX_EXCHANGE_STREAMS: u32 = 512;

impl RunConfig {
    /// Everything in the config that no node would accept.
    ///
    /// The page calls it while a person types, the server before it asks the peer.
    pub fn issues(&self) -> Vec<ConfigIssue> {
        let Ok(Value::Object(values)) = serde_json::to_value(self) else { return Vec::new() };
        let mut issues = ranges(&values, "");
        for side in [Side::Coordinator, Side::Peer] {
            issues.extend(per_end(self.ends.of(side), side));
        }
        if !issues.is_empty() {
            return issues;
        }
        issues.extend(self.foreign(&values));
        let (coordinator, peer) = (self.at(Side::Coordinator), self.at(Side::Peer));
        let mut seen = Vec::new();
        for (config, side) in [(&coordinator, Side::Coordinator), (&peer, Side::Peer)] {
            for issue in config.of_one_end(self.direction.legs().iter().any(|leg| leg.sender() == side)) {
                if self.ends.of(side).contains_key(&issue.field) {
                    let field = format!("ends.{}.{}", side_key(side), issue.field);
                    seen.push(ConfigIssue { field, ..issue });
                } else if !seen.contains(&issue) {
                    seen.push(issue);
                }
            }
        }
        let (here, there) = (coordinator.stream_count(), peer.stream_count());
        if here != there && seen.is_empty() {
            let key = if self.mappings.is_some() { "mappings" } else { "threads" };
            seen.push(ConfigIssue::new(key, Problem::EndsDiffer { coordinator: here, peer: there }));
        }
        issues.extend(seen);
        issues
    }

    /// Settings that have no meaning with the protocol, or with what is measured.
    fn foreign(&self, values: &Map<String, Value>) -> Vec<ConfigIssue> {
        let said = |knob: &Knob| {
            let differs = |value: &Value| *value != knob.default_value();
            let ends = [&self.ends.coordinator, &self.ends.peer].into_iter().any(|end| end.contains_key(knob.key));
            values.get(knob.key).is_some_and(differs) || ends
        };
        let problem = |knob: &Knob| match knob.only {
            Some(only) if only != self.protocol => Problem::Protocol { protocol: self.protocol.name().to_owned() },
            _ => Problem::Mode { mode: self.mode.key().to_owned() },
        };
        let foreign = KNOBS.iter().filter(|knob| !knob.applies(self.protocol, self.mode) && said(knob));
        foreign.map(|knob| ConfigIssue::new(knob.key, problem(knob))).collect()
    }

    /// What does not go together at one end; `ends` is empty.
    fn of_one_end(&self, sends: bool) -> Vec<ConfigIssue> {
        let mut issues = Vec::new();
        let mut add = |key: &str, problem| issues.push(ConfigIssue::new(key, problem));
        let made = self.stream_count();
        if made != self.streams && self.streams != Self::default().streams {
            add("streams", Problem::StreamsTwice { streams: self.streams, made });
        }
        if self.mappings.is_some() {
            if self.threads.is_some() {
                add("threads", Problem::ThreadsTwice);
            }
            if self.cpus.is_some() {
                add("cpus", Problem::CpusTwice);
            }
        }
        if let Some(threads) = self.threads.filter(|&threads| threads > made) {
            add("threads", Problem::IdleThreads { threads, streams: made });
        }
        let (max, with) = match (self.mode, self.protocol) {
            (_, Protocol::Udp) => (MAX_UDP_STREAMS, "UDP"),
            (Mode::Throughput, _) => (MAX_TCP_STREAMS, "TCP"),
            (mode, _) => (MAX_EXCHANGE_STREAMS, mode.key()),
        };
        if made > max {
            add("streams", Problem::TooManyStreams { streams: made, max, with: with.to_owned() });
        }
        if self.ports == Ports::Ntttcp && u32::from(self.base_port) + self.port_count() > 65_536 {
            add("base_port", Problem::PortsEnd { base: self.base_port, streams: self.port_count() });
        }
        if self.stop_after_bytes.is_some() && self.stop_after_operations.is_some() {
            add("stop_after_operations", Problem::TwoLimits);
        }
        if self.payload == Payload::Verified && self.send_copy == SendCopy::ZeroCopy {
            add("send_copy", Problem::ZeroCopyVerified);
        }
        if self.payload == Payload::Verified && self.receive_copy == ReceiveCopy::Discard {
            add("receive_copy", Problem::DiscardVerified);
        }
        if self.mode != Mode::Throughput && self.protocol == Protocol::Udp {
            let (mode, protocol) = (self.mode.key().to_owned(), Protocol::Tcp.name().to_owned());
            add("mode", Problem::ModeProtocol { mode, protocol });
        }
        if self.protocol == Protocol::Udp && self.direction.legs().len() > 1 {
            // Flows of both would come to one port, whose group of sockets holds those of one direction.
            let mode = if self.direction == Direction::Both { "both" } else { "each_in_turn" };
            add(
                "direction",
                Problem::ModeProtocol { mode: mode.to_owned(), protocol: Protocol::Tcp.name().to_owned() },
            );
        }
        if self.mode == Mode::Connections && self.direction.legs().len() > 1 {
            add("direction", Problem::Mode { mode: self.mode.key().to_owned() });
        }
        if sends {
            issues.extend(self.rate_issues());
        }
        issues
    }

    fn rate_issues(&self) -> Vec<ConfigIssue> {
        let mut issues = Vec::new();
        let said = [
            ("rate_bits_per_second", self.rate_bits_per_second.is_some()),
            ("stream_rate_bits_per_second", self.stream_rate_bits_per_second.is_some()),
            ("unlimited", self.unlimited),
        ];
        let mut said = said.iter().filter(|(_, said)| *said);
        if said.next().is_none() && self.protocol == Protocol::Udp && self.mode == Mode::Throughput {
            issues.push(ConfigIssue::new("rate_bits_per_second", Problem::NoRate));
        }
        issues.extend(said.map(|(key, _)| ConfigIssue::new(key, Problem::TwoRates)));
        if self.pace == Pace::Gso && self.segmentation_offload == Offload::Off {
            issues.push(ConfigIssue::new("segmentation_offload", Problem::PaceOffload));
        }
        issues
    }

    /// Ports that the streams go to with `ports` "ntttcp": one a thread, and where nobody said how many streams a thread
    /// has, one a stream.
    pub fn port_count(&self) -> u32 {
        self.stream_count() / self.streams_per_port()
    }

    /// Streams that have a port in common with `ports` "ntttcp".
    pub fn streams_per_port(&self) -> u32 {
        self.streams_per_thread.unwrap_or(1).max(1)
    }
}

/// Values out of the range of their knob.
fn ranges(values: &Map<String, Value>, before: &str) -> Vec<ConfigIssue> {
    let check = |knob: &Knob| {
        let problem = knob.kind.check(values.get(knob.key)?).err()?;
        Some(ConfigIssue::new(&format!("{before}{}", knob.key), problem))
    };
    KNOBS.iter().filter_map(check).collect()
}

/// What can't stand in `ends`.
fn per_end(overrides: &Overrides, side: Side) -> Vec<ConfigIssue> {
    let before = format!("ends.{}.", side_key(side));
    let wrong = |(key, value): (&String, &Value)| {
        let issue = |problem| Some(ConfigIssue::new(&format!("{before}{}", crate::host::clean_text(key)), problem));
        match KNOBS.iter().find(|knob| knob.key == key) {
            None => issue(Problem::Unknown { known: crate::command::per_end_keys() }),
            Some(knob) if !knob.per_end => issue(Problem::NotPerEnd),
            Some(knob) => knob.kind.check(value).err().and_then(issue),
        }
    };
    overrides.iter().filter_map(wrong).collect()
}
