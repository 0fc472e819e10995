//! What a run looks like: the machines, the link and the rate while it lives, and its result in the same place.

use std::rc::Rc;

use pairperf_shared::chart::{Link, Track};
use pairperf_shared::phase::State;
use pairperf_shared::plan::Role;
use pairperf_shared::report::Report;
use pairperf_shared::{ApiError, RunRecord, units};
use yew::prelude::*;

use super::paired::slower_card;
use super::run::Watched;
use crate::browser;
use crate::components::chart::{Lines, RateChart};
use crate::components::notice::notice;
use crate::components::phases::{Phases, phases};
use crate::components::result::{files, findings, headline, log, tables};
use crate::components::traffic::{EndShown, Traffic, traffic, trio};
use crate::components::waiting::waiting;
use crate::route;
use crate::state::live::LiveRun;
use crate::text::{Text, use_text};

/// What is known of the run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Known {
    /// Nothing yet.
    Loading,
    /// It could not be loaded, or does not exist.
    Failed(ApiError),
    /// It goes on.
    Live(Watched),
    /// It has ended.
    Ended(Rc<RunRecord>),
}

/// A wish to stop.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    /// Nobody asked here.
    NotAsked,
    /// The node was told.
    Asked,
    /// The node refused, or could not be told.
    Refused(ApiError),
}

/// What the screen shows.
#[derive(Clone, PartialEq)]
pub(crate) struct RunView {
    pub(crate) id: AttrValue,
    pub(crate) known: Known,
    pub(crate) now_ms: f64,
    /// What became of a wish to stop that was uttered on this page.
    pub(crate) stopping: Stop,
    pub(crate) stop: Callback<()>,
    pub(crate) retry: Callback<()>,
}

/// The screen.
pub(crate) fn run_view(text: Text, props: &RunView) -> Html {
    match &props.known {
        Known::Loading => html! {
            <><div class="head"><h1>{ text.say("run") }</h1></div>{ waiting(text) }</>
        },
        Known::Failed(error) if error.code == "not_found" || error.code == "no_run" => html! {
            <>
                <div class="head"><h1>{ text.say("run-not-found") }</h1><p class="lead">{ text.say("run-not-found-why") }</p></div>
                <p class="row"><a class="btn btn--main" href={route::HOME}>{ text.say("nav-machines") }</a></p>
            </>
        },
        Known::Failed(error) => html! {
            <>
                <div class="head"><h1>{ text.say("run-not-loaded") }</h1></div>
                { notice(text, error, Some(&props.retry)) }
            </>
        },
        Known::Live(watched) => live(text, props, watched),
        Known::Ended(record) => html! { <Ended id={props.id.clone()} record={record.clone()} /> },
    }
}

fn state_name(text: Text, state: State) -> AttrValue {
    text.say(&format!("state-{}", state.key().replace('_', "-")))
}

/// What the window is called while the run goes on.
pub(crate) fn title(text: Text, run: &LiveRun) -> AttrValue {
    let state = state_name(text, run.state);
    let page = match run.end(Role::Receiver).and_then(|end| end.rate) {
        Some(rate) => text.tell(
            "run-title",
            &[("rate", units::rate(rate.bits_per_second).into()), ("state", state.as_str().into())],
        ),
        None => state,
    };
    text.tell("title", &[("page", page.as_str().into())])
}

fn live(text: Text, props: &RunView, watched: &Watched) -> Html {
    let run = watched.run.borrow();
    let record = &run.record;
    let [Some(sender), Some(receiver)] = [run.end(Role::Sender), run.end(Role::Receiver)] else {
        return Html::default();
    };
    let (from, to) = (AttrValue::from(sender.host.name.clone()), AttrValue::from(receiver.host.name.clone()));
    let names = [("from", from.as_str().into()), ("to", to.as_str().into())];
    let elapsed = run.elapsed_ms(props.now_ms);
    let carries = slower_card(&sender.host, &receiver.host);
    let now = receiver.rate.map(|rate| units::rate(rate.bits_per_second));
    let asked = props.stopping == Stop::Asked;
    let stopping = run.stopping || asked;
    let stop = props.stop.reform(|_: MouseEvent| ());
    let trouble = troubles(text, &run, stopping);
    let lines = {
        let run = watched.run.clone();
        Callback::from(move |()| {
            let run = run.borrow();
            let track = |role| run.end(role).map_or_else(|| Track::new(0), |end| end.track.clone());
            Lines { sent: track(Role::Sender), received: track(Role::Receiver) }
        })
    };
    html! {
        <>
            <h1 class="hidden">{ text.tell("run-live", &names) }</h1>
            <div class="livebar">
                { phases(text, Phases {
                    state: run.state,
                    config: &record.config,
                    elapsed_tenths: elapsed.map(|elapsed| (elapsed / 100.0) as i64),
                    opening: run.opening,
                }) }
                <p class="livebar__what">{ what(text, record, &from, &to) }</p>
                <div class="row stack">
                    <button type="button" class="btn btn--main btn--stop" onclick={stop} disabled={stopping}>
                        { text.say(if stopping { "stopping" } else { "stop" }) }
                    </button>
                </div>
            </div>
            <p class="hidden" role="status">{ state_name(text, run.state) }</p>
            <div aria-live="polite">{ trouble }</div>
            if let Stop::Refused(error) = &props.stopping { { notice(text, error, None) } }
            { traffic(text, &Traffic {
                label: text.tell("wire-live", &names),
                what: text.tell("arriving", &[("to", to.as_str().into())]),
                moving: now.is_some() && !run.is_stalled(),
                headline: now,
                trio: trio(text, run.mean, run.spread),
                sender: EndShown::live(sender),
                receiver: EndShown::live(receiver),
                link: Link::of(&sender.streams, &receiver.streams, carries),
                carries,
                round_trip: sender.round_trip(),
                idle_round_trip: idle(record),
            }) }
            if run.ends.iter().any(|end| !end.track.rates().is_empty()) {
                <section class="sec" aria-labelledby="time">
                    <h2 id="time">{ text.say("over-time") }</h2>
                    <RateChart version={watched.version} {lines} config={record.config.clone()} {carries} mean={run.mean} {from} {to} ended=false />
                </section>
            }
            <section class="sec" aria-labelledby="events">
                <h2 id="events">{ text.say("events") }</h2>
                { log(text, &record.events) }
            </section>
        </>
    }
}

/// What keeps the run from going on as it should.
fn troubles(text: Text, run: &LiveRun, stopping: bool) -> Html {
    let key = if stopping {
        Some("trouble-stopping")
    } else if run.link_lost {
        Some("trouble-link")
    } else if run.is_stalled() {
        Some("trouble-stalled")
    } else {
        None
    };
    let to = run.end(Role::Receiver).map(|end| end.host.name.clone()).unwrap_or_default();
    key.map(|key| html! { <p class="trouble">{ text.tell(key, &[("to", to.into())]) }</p> }).unwrap_or_default()
}

/// What is run, in a line.
fn what(text: Text, record: &RunRecord, from: &str, to: &str) -> AttrValue {
    text.tell(
        "run-what",
        &[
            ("from", from.into()),
            ("to", to.into()),
            ("streams", record.config.streams.into()),
            ("duration", units::seconds(record.config.duration_ms as f64 / 1e3).to_string().into()),
            ("label", record.config.label.clone().unwrap_or_default().into()),
        ],
    )
}

/// When a run began, and what it is called.
fn begun(text: Text, record: &RunRecord) -> AttrValue {
    let label = record.config.label.clone().unwrap_or_default();
    text.tell("run-begun", &[("time", browser::local_time(&record.started_at).into()), ("label", label.into())])
}

fn idle(record: &RunRecord) -> Option<f64> {
    record.in_effect.as_ref()?.round_trip_ns.map(|ns| ns as f64 / 1e9)
}

#[derive(Properties, PartialEq)]
struct EndedProps {
    id: AttrValue,
    record: Rc<RunRecord>,
}

/// The result, where the run was a moment ago.
#[component]
fn Ended(props: &EndedProps) -> Html {
    let text = use_text();
    let record = &props.record;
    let report = use_memo(record.clone(), |record| Report::of(record));
    let sample_ms = record.plan.as_ref().map_or(100, |plan| plan.timing.sample_ms);
    let lines = {
        let record = record.clone();
        Callback::from(move |()| {
            let track =
                |role| Track::of(record.end(role).map(|end| end.samples.as_slice()).unwrap_or_default(), sample_ms);
            Lines { sent: track(Role::Sender), received: track(Role::Receiver) }
        })
    };
    let ends = [record.end(Role::Sender), record.end(Role::Receiver)];
    let [Some(sender), Some(receiver)] = ends else { return Html::default() };
    let (from, to) = (AttrValue::from(sender.host.name.clone()), AttrValue::from(receiver.host.name.clone()));
    let names = [("from", from.as_str().into()), ("to", to.as_str().into())];
    let carries = slower_card(&sender.host, &receiver.host);
    let rate = record.summary.bits_per_second;
    html! {
        <>
            <p class="hidden" role="status">{ state_name(text, record.outcome.state) }</p>
            { headline(text, &report) }
            <p class="livebar__what">{ begun(text, record) }</p>
            { traffic(text, &Traffic {
                label: text.tell("wire-done", &names),
                what: text.tell("arrived", &[("to", to.as_str().into())]),
                headline: rate.map(units::rate),
                trio: trio(text, None, record.summary.rate),
                sender: EndShown::kept(sender),
                receiver: EndShown::kept(receiver),
                link: Link::of(&EndShown::streams(sender), &EndShown::streams(receiver), carries),
                carries,
                round_trip: None,
                idle_round_trip: idle(record),
                moving: false,
            }) }
            <section class="sec" aria-labelledby="findings">
                <h2 id="findings">{ text.say("findings") }</h2>
                { findings(text, &report.findings) }
            </section>
            <section class="sec" aria-labelledby="time">
                <h2 id="time">{ text.say("over-time") }</h2>
                <RateChart version=0 {lines} config={record.config.clone()} {carries} mean={rate} {from} {to} ended=true />
            </section>
            { tables(text, &report.sections) }
            <section class="sec" aria-labelledby="events">
                <h2 id="events">{ text.say("events") }</h2>
                { log(text, &record.events) }
            </section>
            <section class="sec" aria-labelledby="files">
                <h2 id="files">{ text.say("files") }</h2>
                { files(text, &props.id) }
            </section>
        </>
    }
}
