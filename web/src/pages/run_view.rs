//! What a run looks like while it goes on: where it stands, the machines, the link and the rate, everything over
//! time, each stream, what happened.

use pairperf_shared::phase::State;
use pairperf_shared::plan::Role;
use pairperf_shared::units;
use pairperf_shared::{ApiError, RunConfig};
use yew::prelude::*;

use super::run::Watched;
use crate::components::charts::Charts;
use crate::components::copy::Copy;
use crate::components::log::{log, sentence};
use crate::components::machines::machines;
use crate::components::notice::notice;
use crate::components::phases::{Phases, phases};
use crate::components::streams::Streams;
use crate::components::traffic::traffic;
use crate::components::waiting::waiting;
use crate::route;
use crate::state::live::{End, LiveRun, Trouble};
use crate::text::Text;

/// What is slow to draw or to read is drawn anew after so many nanoseconds of the run.
const SLOW_NS: i64 = 500_000_000;

/// What is known of the run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Known {
    /// Nothing yet.
    Loading,
    /// It could not be loaded, or does not exist.
    Failed(ApiError),
    /// It goes on.
    Live(Watched),
    /// It has ended, and its report is about to be loaded.
    Ended,
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
    pub(crate) known: Known,
    pub(crate) now_ms: f64,
    /// What became of a wish to stop that was uttered on this page.
    pub(crate) stopping: Stop,
    /// What is drawn while drawing is paused.
    pub(crate) frozen: Option<Watched>,
    /// Where others can watch the same run.
    pub(crate) address: AttrValue,
    pub(crate) stop: Callback<()>,
    pub(crate) pause: Callback<()>,
    pub(crate) retry: Callback<()>,
}

/// The screen.
pub(crate) fn run_view(text: Text, props: &RunView) -> Html {
    let head = |key: &str| html! { <div class="head"><h1>{ text.say(key) }</h1></div> };
    match &props.known {
        Known::Loading => html! { <>{ head("run") }{ waiting(text) }</> },
        Known::Ended => html! { <>{ head("run-over") }{ waiting(text) }</> },
        Known::Failed(error) if error.code == "not_found" || error.code == "no_run" => html! { <>
            <div class="head"><h1>{ text.say("run-not-found") }</h1><p class="lead">{ text.say("run-not-found-why") }</p></div>
            <p class="row row--gap"><a class="btn btn--main" href={route::HOME}>{ text.say("nav-machines") }</a></p>
        </> },
        Known::Failed(error) => html! { <>{ head("run-not-loaded") }{ notice(text, error, Some(&props.retry)) }</> },
        Known::Live(watched) => live(text, props, watched),
    }
}

fn state_name(text: Text, state: State) -> AttrValue {
    text.say(&format!("state-{}", state.key().replace('_', "-")))
}

/// What the window is called while the run goes on.
pub(crate) fn title(text: Text, run: &LiveRun) -> AttrValue {
    let state = state_name(text, run.state);
    let page = match run.end(Role::Receiver).and_then(|end| end.rate) {
        Some(rate) => text
            .tell("run-title", &[("rate", units::rate(rate.bits_per_second).into()), ("state", state.as_str().into())]),
        None => state,
    };
    text.tell("title", &[("page", page.as_str().into())])
}

fn live(text: Text, props: &RunView, watched: &Watched) -> Html {
    let run = watched.run.borrow();
    let [Some(sender), Some(receiver)] = [run.end(Role::Sender), run.end(Role::Receiver)] else {
        return Html::default();
    };
    let ends = [sender, receiver];
    let shown = props.frozen.as_ref().unwrap_or(watched);
    let slow = match &props.frozen {
        Some(frozen) => frozen.version,
        None => (run.now_ns().unwrap_or(0) / SLOW_NS).unsigned_abs(),
    };
    let any = ends.iter().any(|end| end.series.bounds().is_some());
    html! { <>
        { bar(text, props, &run, ends) }
        <p class="hidden" role="status">{ state_name(text, run.state) }</p>
        { trouble(text, &run, props) }
        if let Stop::Refused(error) = &props.stopping { { notice(text, error, None) } }
        { for run.legs().map(|ends| traffic(text, &run, ends, props.now_ms)) }
        if any {
            <section class="sec" aria-labelledby="time">
                <h2 id="time">{ text.say("over-time") }</h2>
                <Charts watched={shown.clone()} {slow} />
            </section>
        }
        <div class="cols cols--2">
            <section class="sec" aria-labelledby="events">
                <h2 id="events">{ text.say("events") }</h2>
                { log(text, &run.record.events) }
            </section>
            { machines(text, &run, ends) }
        </div>
        if any { <Streams watched={Watched { version: slow, ..shown.clone() }} /> }
    </> }
}

/// Where the run stands, what it is, and what can be done.
fn bar(text: Text, props: &RunView, run: &LiveRun, ends: [&End; 2]) -> Html {
    let stopping = run.stopping || props.stopping == Stop::Asked;
    let paused = props.frozen.is_some();
    let elapsed = run.elapsed_ms(props.now_ms);
    let label = run.record.config.label.clone();
    html! {
        <div class="livebar">
            { phases(text, Phases {
                state: run.state,
                config: &run.record.config,
                elapsed_tenths: elapsed.map(|elapsed| (elapsed / 100.0) as i64),
                opening: run.opening,
            }) }
            <div>
                <h1 class="livebar__what">{ what(text, &run.record.config, ends) }</h1>
                if let Some(label) = label { <p class="note">{ label }</p> }
            </div>
            <div class="row stack">
                <button type="button" class="btn btn--main btn--stop" onclick={props.stop.reform(|_: MouseEvent| ())} disabled={stopping}>
                    { text.say(if stopping { "stopping" } else { "stop" }) }
                </button>
                <Copy value={props.address.clone()} what={text.say("copy-link")} shown=false />
                <button type="button" class="btn" aria-pressed={paused.to_string()} onclick={props.pause.reform(|_: MouseEvent| ())}>{ text.say("pause-drawing") }</button>
            </div>
        </div>
    }
}

/// What keeps the run from going on as it should, or what it waits for.
fn trouble(text: Text, run: &LiveRun, props: &RunView) -> Html {
    let name = |role| run.end(role).map(|end| end.host.name.clone()).unwrap_or_default();
    let (from, to) = (name(Role::Sender), name(Role::Receiver));
    let names = [("from", from.as_str().into()), ("to", to.as_str().into())];
    let asked = (props.stopping == Stop::Asked).then_some(Trouble::Stopping);
    let mut counts = false;
    let says = match run.trouble(props.now_ms).or(asked) {
        Some(Trouble::Stopping) => text.say("trouble-stopping"),
        Some(Trouble::LinkLost) => text.say("trouble-link"),
        Some(Trouble::PeerLost(seconds)) => {
            counts = true;
            text.tell("trouble-peer", &[("seconds", seconds.into())])
        }
        Some(Trouble::SenderStalled) => text.tell("trouble-stalled-sender", &names),
        Some(Trouble::ReceiverStalled) => text.tell("trouble-stalled", &names),
        None => match run.waits_for() {
            Some(event) => sentence(text, event),
            None if props.frozen.is_some() => text.say("paused"),
            None => AttrValue::default(),
        },
    };
    let shown = if says.is_empty() {
        Html::default()
    } else {
        html! { <p class="trouble">{ says }</p> }
    };
    // Seconds that run down are there to be read; what is heard is said once.
    html! { <>
        <div aria-live="polite">
            if counts { <p class="hidden">{ text.say("trouble-link") }</p> } else { { shown.clone() } }
        </div>
        if counts { { shown } }
    </> }
}

/// What is run, in a line.
fn what(text: Text, config: &RunConfig, ends: [&End; 2]) -> AttrValue {
    text.tell(
        "run-what",
        &[
            ("from", ends[0].host.name.as_str().into()),
            ("to", ends[1].host.name.as_str().into()),
            ("protocol", config.protocol.name().into()),
            ("streams", config.streams.into()),
            ("duration", units::seconds(config.duration_ms as f64 / 1e3).into()),
        ],
    )
}
