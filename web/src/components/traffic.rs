//! The wire with traffic in it: the rate over the gap, lanes to scale, both machines' cores.

use pairperf_shared::chart::Link;
use pairperf_shared::chart::link;
use pairperf_shared::chart::machine::Machine;
use pairperf_shared::config::Mode;
use pairperf_shared::host::link_between;
use pairperf_shared::plan::Role;
use pairperf_shared::summary::live::datagrams;
use pairperf_shared::units::{self, Quantity};
use yew::prelude::*;

use super::charts::key;
use super::drawn::drawn;
use super::pipe::live_pipe;
use super::wire::{Station, Wire, wire};
use crate::state::live::{End, LiveRun, Trouble};
use crate::text::Text;

/// The machine of an end with its cores.
fn station(text: Text, end: &End) -> Station {
    let role = match end.role {
        Role::Sender => "sends",
        Role::Receiver => "receives",
    };
    let cores = end.host.cpu_count;
    let label = end.cpu.as_ref().map(|cpu| {
        text.tell(
            "machine-label",
            &[
                ("host", end.host.name.as_str().into()),
                ("cores", cores.into()),
                ("busiest", units::percent(cpu.busiest_percent).into()),
            ],
        )
    });
    let machine = Machine {
        cores: Some(cores),
        percent: end.cpu.as_ref().map(|cpu| cpu.cores.as_slice()),
        role: Some(end.role),
        label: label.as_deref(),
    };
    Station {
        name: end.host.name.clone().into(),
        meta: html! { <p>{ text.say(role) }</p> },
        machine: drawn(machine.svg()),
        facts: end.cpu.as_ref().map(|cpu| html! { <>
            <p>{ text.tell("cpu-all", &[("percent", units::percent(cpu.percent).into()), ("cores", cores.into())]) }</p>
            <p>{ text.tell("cpu-busiest", &[("percent", units::percent(cpu.busiest_percent).into()), ("core", cpu.busiest.into())]) }</p>
        </> }).unwrap_or_default(),
    }
}

/// What arrives, and how it went so far.
fn headline(text: Text, mode: Mode, ends: [&End; 2], stale: bool) -> Html {
    let [sender, receiver] = ends;
    let item =
        |key: &str, figure: &Quantity| html! { <div><dt>{ text.say(key) }</dt><dd>{ text.figure(figure) }</dd></div> };
    let show = |key: &str, value: f64| item(key, &units::rate(value));
    let exchange = sender.exchange();
    let now = match exchange {
        Some(exchange) => Some(units::per_second(exchange.per_second)),
        None => receiver.rate.map(|rate| units::rate(rate.bits_per_second)),
    };
    let to = [("to", receiver.host.name.as_str().into())];
    let what = match (exchange, mode) {
        (None, _) => text.tell(if stale { "arriving-last" } else { "arriving" }, &to),
        (_, Mode::Connections) => text.say("row-exchange-connections"),
        _ => text.say("row-exchange-often"),
    };
    let answer = exchange.and_then(|exchange| exchange.mean_seconds);
    let datagrams = datagrams(&sender.progress, &receiver.progress);
    // Of datagrams it matters more how many were lost than how the rate went.
    let extremes = receiver.progress.extremes().filter(|_| datagrams.is_none() && exchange.is_none());
    html! { <>
        <p class="big__what">{ what }</p>
        <p class={classes!("big", stale.then_some("big--stale"))}>{ now.map_or_else(|| html! { "–" }, |now| html! { <>
            { text.number(&now) }<span class="big__unit">{ " " }{ now.unit }</span>
        </> }) }</p>
        <dl class="trio">
            if let Some(seconds) = answer { { item("row-exchange-mean", &units::seconds(seconds)) } }
            if let Some(mean) = receiver.progress.mean().filter(|_| exchange.is_none()) { { show("trio-mean", mean) } }
            if let Some((lowest, highest)) = extremes { { show("trio-min", lowest) }{ show("trio-max", highest) } }
            if let Some(datagrams) = datagrams {
                if let Some(offered) = datagrams.offered { { show("trio-offered", offered) } }
                if let Some(percent) = datagrams.lost_percent { { item("trio-lost", &units::percent(percent)) } }
                if let Some(seconds) = datagrams.jitter_seconds { { item("trio-jitter", &units::seconds(seconds)) } }
            }
        </dl>
    </> }
}

/// What left, what arrived, and how long a segment takes.
fn facts(text: Text, run: &LiveRun, ends: [&End; 2], scale: AttrValue, flows: bool) -> Html {
    let [sender, receiver] = ends;
    let rate = |end: &End| end.rate.map_or_else(|| "–".into(), |rate| text.figure(&units::rate(rate.bits_per_second)));
    let idle = run.record.in_effect.as_ref().and_then(|effect| effect.round_trip_ns).map(|ns| ns as f64 / 1e9);
    let trip = match (sender.round_trip(), idle) {
        (Some(now), Some(idle)) => Some(
            text.tell("round-trip-both", &[("now", units::seconds(now).into()), ("idle", units::seconds(idle).into())]),
        ),
        (Some(now), None) => Some(text.tell("round-trip-now", &[("now", units::seconds(now).into())])),
        (None, Some(idle)) => Some(text.tell("round-trip-idle", &[("idle", units::seconds(idle).into())])),
        (None, None) => None,
    };
    html! { <>
        if flows {
            <p class="ends">
                <span class="ends__s">{ key("s") }<b>{ text.tell("left-host", &[("host", sender.host.name.as_str().into())]) }</b>{ " " }{ rate(sender) }</span>
                <span class="ends__r">{ key("r") }<b>{ text.tell("reached-host", &[("host", receiver.host.name.as_str().into())]) }</b>{ " " }{ rate(receiver) }</span>
            </p>
        }
        if let Some(trip) = trip { <p class="span"><span>{ trip }</span></p> }
        if flows { <p class="wire__line">{ scale }</p> }
    </> }
}

/// Puts the composition together.
pub(crate) fn traffic(text: Text, run: &LiveRun, ends: [&End; 2], now_ms: f64) -> Html {
    let [sender, receiver] = ends;
    // A figure that nothing renews is one of the past.
    let silent = [Trouble::SenderStalled, Trouble::ReceiverStalled];
    let trouble = run.trouble(now_ms);
    let stale = trouble.is_some_and(|trouble| silent.contains(&trouble) || matches!(trouble, Trouble::PeerLost(_)));
    let carries = link_between(&sender.host, &receiver.host);
    let lanes = Link::of(&sender.streams, &receiver.streams, carries);
    let flows = sender.rate.is_some() || receiver.rate.is_some();
    let scale = match carries.filter(|_| lanes.walls) {
        Some(carries) => {
            text.tell(if lanes.band { "scale-band" } else { "scale-lanes" }, &[("speed", units::rate(carries).into())])
        }
        None => text.say(if lanes.band { "scale-unknown-band" } else { "scale-unknown" }),
    };
    wire(Wire {
        label: text.tell(
            "wire-live",
            &[("from", sender.host.name.as_str().into()), ("to", receiver.host.name.as_str().into())],
        ),
        left: station(text, sender),
        right: station(text, receiver),
        top: headline(text, run.record.config.mode, ends, stale && receiver.rate.is_some()),
        pipe: if flows { live_pipe(&lanes, run.flows()) } else { drawn(link::solid(true)) },
        facts: facts(text, run, ends, scale, flows),
    })
}
