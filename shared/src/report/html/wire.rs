//! The two machines of a run and the link between them.

use crate::chart::Link;
use crate::chart::machine::Machine;
use crate::host;
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord};
use crate::summary;
use crate::summary::live::{StreamRate, busiest_core};
use crate::text::Catalogue;
use crate::units;

pub(super) struct WireShown {
    pub(super) label: String,
    pub(super) from: StationShown,
    pub(super) to: StationShown,
    pub(super) pipe: String,
    pub(super) left: String,
    pub(super) reached: String,
    pub(super) round_trip: Option<String>,
    pub(super) scale: String,
}

pub(super) struct StationShown {
    pub(super) name: String,
    pub(super) role: String,
    pub(super) rate: String,
    pub(super) machine: String,
    pub(super) facts: Vec<String>,
}

impl WireShown {
    pub(super) fn of(record: &RunRecord, catalogue: &Catalogue) -> Self {
        let (sender, receiver) = (record.end(Role::Sender), record.end(Role::Receiver));
        let (from, to) =
            (StationShown::of(sender, Role::Sender, catalogue), StationShown::of(receiver, Role::Receiver, catalogue));
        let carries = sender.zip(receiver).and_then(|(a, b)| host::link_between(&a.host, &b.host));
        let link = Link::of(&streams(sender), &streams(receiver), carries);
        let seconds = |value: f64| units::seconds(value);
        let loaded = sender.and_then(|end| end.round_trip).map(|trip| seconds(trip.median_seconds));
        let idle = record.in_effect.as_ref().and_then(|effect| effect.round_trip_ns).map(|ns| seconds(ns as f64 / 1e9));
        let round_trip = match (loaded, idle) {
            (Some(now), Some(idle)) => {
                Some(catalogue.say("round-trip-both", &[("now", now.into()), ("idle", idle.into())]))
            }
            (Some(now), None) => Some(catalogue.say("round-trip-now", &[("now", now.into())])),
            (None, Some(idle)) => Some(catalogue.say("round-trip-idle", &[("idle", idle.into())])),
            (None, None) => None,
        };
        let scale = match carries.filter(|_| link.walls) {
            Some(speed) => {
                let key = if link.band { "scale-band" } else { "scale-lanes" };
                catalogue.say(key, &[("speed", units::rate(speed).into())])
            }
            None => catalogue.say(if link.band { "scale-unknown-band" } else { "scale-unknown" }, &[]),
        };
        Self {
            label: catalogue.say("wire-done", &[("from", from.name.as_str().into()), ("to", to.name.as_str().into())]),
            left: catalogue.say("left-host", &[("host", from.name.as_str().into())]),
            reached: catalogue.say("reached-host", &[("host", to.name.as_str().into())]),
            pipe: if receiver.or(sender).is_some_and(|end| end.bits_per_second.is_some()) {
                link.svg(false)
            } else {
                crate::chart::link::solid(true).to_owned()
            },
            from,
            to,
            round_trip,
            scale,
        }
    }
}

fn streams(end: Option<&EndRecord>) -> Vec<StreamRate> {
    let rate = |stream: &crate::record::StreamRecord| {
        Some(StreamRate { stream: stream.stream, bits_per_second: stream.bits_per_second? })
    };
    end.map(|end| end.streams.iter().filter_map(rate).collect()).unwrap_or_default()
}

impl StationShown {
    fn of(end: Option<&EndRecord>, role: Role, catalogue: &Catalogue) -> Self {
        let role = catalogue.say(if role == Role::Sender { "sends" } else { "receives" }, &[]);
        let dash = || "–".to_owned();
        let Some(end) = end else {
            return Self { name: dash(), role, rate: dash(), machine: String::new(), facts: Vec::new() };
        };
        let cores = summary::measured_cores(end);
        let busiest = cores.as_deref().and_then(busiest_core);
        let mut facts = Vec::new();
        if let (Some(cpu), Some((core, busy))) = (end.cpu_percent, busiest) {
            facts.push(
                catalogue
                    .say("cpu-all", &[("percent", units::percent(cpu).into()), ("cores", end.host.cpu_count.into())]),
            );
            // A text: the number of a CPU is a name, without marks between its thousands.
            let args = [("percent", units::percent(busy).into()), ("core", core.to_string().into())];
            facts.push(catalogue.say("cpu-busiest", &args));
        }
        Self {
            name: end.host.name.clone(),
            role,
            machine: Machine {
                cores: Some(end.host.cpu_count),
                percent: cores.as_deref(),
                role: Some(end.role),
                label: busiest
                    .map(|(_, busy)| {
                        let args = [
                            ("host", end.host.name.as_str().into()),
                            ("cores", end.host.cpu_count.into()),
                            ("busiest", units::percent(busy).into()),
                        ];
                        catalogue.say("machine-label", &args)
                    })
                    .as_deref(),
            }
            .svg(),
            rate: end.bits_per_second.map_or_else(dash, |rate| catalogue.figure(&units::rate(rate))),
            facts,
        }
    }
}
