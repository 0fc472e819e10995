//! The wire with traffic in it: the rate over the gap, lanes to scale, both machines' cores.

use std::rc::Rc;

use pairperf_shared::chart::Link;
use pairperf_shared::host::HostFacts;
use pairperf_shared::plan::Role;
use pairperf_shared::record::EndRecord;
use pairperf_shared::stats;
use pairperf_shared::summary::Spread;
use pairperf_shared::summary::live::StreamRate;
use pairperf_shared::units::{self, Quantity};
use yew::prelude::*;

use super::chart::key;
use super::machine::{Machine, machine};
use super::pipe::{live_pipe, solid_pipe};
use super::wire::{Station, Wire, wire};
use crate::state::live::End;
use crate::text::Text;

/// What is shown of one end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EndShown {
    role: Role,
    host: Rc<HostFacts>,
    rate: Option<f64>,
    cores: Option<Rc<Vec<f64>>>,
    cpu: Option<f64>,
    busiest: Option<f64>,
}

impl EndShown {
    /// An end of a run that goes on.
    pub(crate) fn live(end: &End) -> Self {
        Self {
            role: end.role,
            host: end.host.clone(),
            rate: end.rate.map(|rate| rate.bits_per_second),
            cpu: end.cores.as_deref().and_then(stats::mean),
            busiest: end.cores.as_deref().and_then(stats::max),
            cores: end.cores.clone().map(Rc::new),
        }
    }

    /// An end of a run that has ended, over the whole of `measure`.
    pub(crate) fn kept(end: &EndRecord) -> Self {
        let bounds = pairperf_shared::summary::measure_bounds(&end.samples);
        let cores = bounds.and_then(|(from, to)| pairperf_shared::summary::cores_percent(from, to));
        Self {
            role: end.role,
            host: Rc::new(end.host.clone()),
            rate: end.bits_per_second,
            cores: cores.map(Rc::new),
            cpu: end.cpu_percent,
            busiest: end.busiest_core_percent,
        }
    }

    /// The lanes of a run that has ended.
    pub(crate) fn streams(end: &EndRecord) -> Vec<StreamRate> {
        end.streams
            .iter()
            .filter_map(|stream| Some(StreamRate { stream: stream.stream, bits_per_second: stream.bits_per_second? }))
            .collect()
    }

    fn station(&self, text: Text) -> Station {
        let role = match self.role {
            Role::Sender => "sends",
            Role::Receiver => "receives",
        };
        let cores = self.host.cpu_count;
        let percent = |value: f64| units::percent(value).to_string();
        let busiest = self
            .cores
            .as_ref()
            .and_then(|cores| pairperf_shared::summary::live::busiest_core(cores))
            .map(|(core, _)| core);
        let label = self.busiest.map(|busy| {
            text.tell(
                "machine-label",
                &[("host", self.host.name.as_str().into()), ("cores", cores.into()), ("busiest", percent(busy).into())],
            )
        });
        Station {
            name: self.host.name.clone().into(),
            meta: html! { <p>{ text.say(role) }</p> },
            machine: machine(&Machine { cores: Some(cores), percent: self.cores.clone(), role: Some(self.role), label }),
            facts: self.cpu.zip(self.busiest).map(|(cpu, busy)| html! { <>
                <p>{ text.tell("cpu-all", &[("percent", percent(cpu).into()), ("cores", cores.into())]) }</p>
                <p>{ text.tell("cpu-busiest", &[("percent", percent(busy).into()), ("core", busiest.unwrap_or(0).into())]) }</p>
            </> }).unwrap_or_default(),
        }
    }
}

/// Mean, lowest and highest, in one unit.
pub(crate) fn trio(text: Text, mean: Option<f64>, spread: Option<Spread>) -> Vec<(AttrValue, AttrValue)> {
    let show = |value: f64| AttrValue::from(units::rate(value).to_string());
    [
        ("trio-mean", mean),
        ("trio-median", spread.filter(|_| mean.is_none()).map(|spread| spread.median)),
        ("trio-min", spread.map(|spread| spread.min)),
        ("trio-max", spread.map(|spread| spread.max)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((text.say(key), show(value?))))
    .collect()
}

/// What is between the two machines of a run.
pub(crate) struct Traffic {
    pub(crate) label: AttrValue,
    /// What the headline is.
    pub(crate) what: AttrValue,
    pub(crate) headline: Option<Quantity>,
    pub(crate) trio: Vec<(AttrValue, AttrValue)>,
    pub(crate) sender: EndShown,
    pub(crate) receiver: EndShown,
    pub(crate) link: Link,
    pub(crate) carries: Option<f64>,
    /// Under load, in seconds.
    pub(crate) round_trip: Option<f64>,
    /// Before payload flowed, in seconds.
    pub(crate) idle_round_trip: Option<f64>,
    pub(crate) moving: bool,
}

/// Puts the composition together.
pub(crate) fn traffic(text: Text, props: &Traffic) -> Html {
    let rate = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| units::rate(value).to_string());
    let top = html! { <>
        <p class="big__what">{ &props.what }</p>
        <p class="big">{ props.headline.as_ref().map_or_else(|| html! { "–" }, |shown| html! { <>
            { &shown.number }<span class="big__unit">{ " " }{ shown.unit }</span>
        </> }) }</p>
        <dl class="trio">{ for props.trio.iter().map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }</dl>
    </> };
    let flows = props.sender.rate.is_some() || props.receiver.rate.is_some();
    let scale = match (props.link.walls, props.carries) {
        (true, Some(carries)) => text.tell(
            if props.link.band { "scale-band" } else { "scale-lanes" },
            &[("speed", units::rate(carries).to_string().into())],
        ),
        _ => text.say(if props.link.band { "scale-unknown-band" } else { "scale-unknown" }),
    };
    let seconds = |value: f64| units::seconds(value).to_string();
    let facts = html! { <>
        if flows {
            <p class="ends">
                <span class="ends__s">{ key("s") }<b>{ text.tell("left-host", &[("host", props.sender.host.name.as_str().into())]) }</b>{ " " }{ rate(props.sender.rate) }</span>
                <span class="ends__r">{ key("r") }<b>{ text.tell("reached-host", &[("host", props.receiver.host.name.as_str().into())]) }</b>{ " " }{ rate(props.receiver.rate) }</span>
            </p>
        }
        { match (props.round_trip, props.idle_round_trip) {
            (Some(now), Some(idle)) => html! { <p class="span"><span>{ text.tell("round-trip-both", &[("now", seconds(now).into()), ("idle", seconds(idle).into())]) }</span></p> },
            (Some(now), None) => html! { <p class="span"><span>{ text.tell("round-trip-now", &[("now", seconds(now).into())]) }</span></p> },
            (None, Some(idle)) => html! { <p class="span"><span>{ text.tell("round-trip-idle", &[("idle", seconds(idle).into())]) }</span></p> },
            (None, None) => Html::default(),
        } }
        if flows { <p class="wire__line">{ scale }</p> }
    </> };
    wire(Wire {
        label: props.label.clone(),
        left: props.sender.station(text),
        right: props.receiver.station(text),
        top,
        pipe: if flows { live_pipe(&props.link, props.moving) } else { solid_pipe(true) },
        facts,
    })
}
