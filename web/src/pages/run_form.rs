//! The form of a run. All of it stands in the address, so that a set-up can be sent to someone or kept as a bookmark.

use pairperf_shared::api::{NodeView, PairingView, PeerView, RunAsk};
use pairperf_shared::command::Knob;
use pairperf_shared::plan::{self, Plan, PlanError, Side};
use pairperf_shared::{ApiError, RunConfig, units};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::paired::slower_card;
use crate::app::use_node;
use crate::components::field::{Field, field};
use crate::components::notice::notice;
use crate::components::waiting::waiting;
use crate::state::form::{Form, knobs, problem};
use crate::state::node::{NodeState, paired};
use crate::text::{Text, use_text};
use crate::{api, browser, route};

/// Keeps the form in the address, and starts the run.
#[component]
pub(crate) fn RunForm() -> Html {
    let link = use_node();
    let form = use_state(|| Form::from_query(&browser::query()));
    let failure = use_state_eq(|| None::<ApiError>);
    let starting = use_state_eq(|| false);
    let change = {
        let kept = form.setter();
        Callback::from(move |form: Form| {
            browser::replace_query(&form.query());
            kept.set(form);
        })
    };
    let start = {
        let (failure, starting) = (failure.setter(), starting.setter());
        Callback::from(move |ask: RunAsk| {
            let (failure, starting) = (failure.clone(), starting.clone());
            failure.set(None);
            starting.set(true);
            spawn_local(async move {
                match api::start_run(&ask).await {
                    // It stays "starting" until the run's own document is there.
                    Ok(run) => browser::leave_to(&route::run(&run.id)),
                    Err(error) => {
                        failure.set(Some(error));
                        starting.set(false);
                    }
                }
            });
        })
    };
    run_form_view(
        use_text(),
        &RunFormView {
            state: link.state,
            form: (*form).clone(),
            failure: (*failure).clone(),
            starting: *starting,
            change,
            start,
            retry: link.retry,
        },
    )
}

/// What the screen shows.
#[derive(Clone, PartialEq)]
pub(crate) struct RunFormView {
    pub(crate) state: NodeState,
    pub(crate) form: Form,
    pub(crate) failure: Option<ApiError>,
    pub(crate) starting: bool,
    pub(crate) change: Callback<Form>,
    pub(crate) start: Callback<RunAsk>,
    pub(crate) retry: Callback<()>,
}

/// The screen.
pub(crate) fn run_form_view(text: Text, props: &RunFormView) -> Html {
    let head = |key: &str| html! { <div class="head"><h1>{ text.say(key) }</h1></div> };
    match &props.state {
        NodeState::Loading => html! { <>{ head("new-run") }{ waiting(text) }</> },
        NodeState::Failed(error) => html! { <>{ head("home-failed") }{ notice(text, error, Some(&props.retry)) }</> },
        NodeState::Ready { view, .. } => {
            let wanted = props.form.pairing.as_deref();
            let found = paired(view).find(|pairing| wanted.is_none_or(|wanted| wanted == pairing.id));
            match found.and_then(|pairing| Some((pairing, pairing.peer.as_ref()?))) {
                Some((pairing, peer)) => ready(text, &Ready { asked: props, view, pairing, peer }),
                None => html! { <>
                    { head("new-run") }
                    <p class="lead">{ text.say("new-unpaired") }</p>
                    <p class="row row--gap"><a class="btn btn--main" href={route::HOME}>{ text.say("nav-machines") }</a></p>
                </> },
            }
        }
    }
}

/// A form with the two machines it is for.
struct Ready<'a> {
    asked: &'a RunFormView,
    view: &'a NodeView,
    pairing: &'a PairingView,
    peer: &'a PeerView,
}

/// What is wrong with a form, by key.
struct Judgement {
    problems: Vec<(String, AttrValue)>,
    /// The config and its plan, where nothing is.
    ready: Option<(RunConfig, Plan)>,
}

fn judge(text: Text, props: &Ready<'_>) -> Judgement {
    let config = match props.asked.form.config() {
        Ok(config) => config,
        Err(issues) => {
            let problems =
                issues.into_iter().map(|issue| (issue.field, text.message(&problem(&issue.problem)))).collect();
            return Judgement { problems, ready: None };
        }
    };
    let dialler = if props.pairing.dialled { Side::Coordinator } else { Side::Peer };
    match plan::plan(&config, &props.view.host, &props.peer.host, dialler) {
        Ok(plan) => {
            // The node has the last word, and says by its answer which field it means.
            let refused = props
                .asked
                .failure
                .as_ref()
                .and_then(|error| Some((error.field.clone()?, AttrValue::from(error.message.clone()))));
            Judgement { problems: refused.into_iter().collect(), ready: Some((config, plan)) }
        }
        Err(error) => Judgement { problems: vec![(error.field().to_owned(), plan_problem(text, &error))], ready: None },
    }
}

fn plan_problem(text: Text, error: &PlanError) -> AttrValue {
    match error {
        PlanError::CongestionControl { host, wanted, offered } => text.tell(
            "plan-congestion-control",
            &[("host", host.as_str().into()), ("wanted", wanted.as_str().into()), ("offered", offered.as_str().into())],
        ),
        PlanError::OpenFiles { host, allowed, needed, .. } => text.tell(
            "plan-open-files",
            &[
                ("host", host.as_str().into()),
                ("allowed", allowed.to_string().into()),
                ("needed", needed.to_string().into()),
            ],
        ),
        PlanError::Memory { host, needed_bytes, allowed_bytes, .. } => text.tell(
            "plan-memory",
            &[
                ("host", host.as_str().into()),
                ("needed", units::bytes(*needed_bytes as f64).to_string().into()),
                ("allowed", units::bytes(*allowed_bytes as f64).to_string().into()),
            ],
        ),
        PlanError::LocalPorts { host, available, .. } => text
            .tell("plan-local-ports", &[("host", host.as_str().into()), ("available", available.to_string().into())]),
    }
}

fn ready(text: Text, props: &Ready<'_>) -> Html {
    let judgement = judge(text, props);
    let names = [("here", props.view.name.as_str().into()), ("there", props.peer.name.as_str().into())];
    let set = {
        let (form, change) = (props.asked.form.clone(), props.asked.change.clone());
        Callback::from(move |(key, typed): (&'static str, String)| change.emit(form.clone().set(key, &typed)))
    };
    let field_of = |knob: &'static Knob| {
        let problem = judgement.problems.iter().find(|(field, _)| field == knob.key).map(|(_, says)| says.clone());
        let offers = if knob.key == "congestion_control" {
            common(&props.view.host.congestion_controls, &props.peer.host.congestion_controls)
        } else {
            Vec::new()
        };
        field(
            text,
            &Field {
                knob,
                value: props.asked.form.text(knob).into(),
                changed: props.asked.form.is_changed(knob),
                problem,
                offers,
                peer: props.peer.name.clone().into(),
                set: set.clone(),
            },
        )
    };
    let onsubmit = {
        let (start, pairing, starting) = (props.asked.start.clone(), props.pairing.id.clone(), props.asked.starting);
        let config = judgement.ready.as_ref().map(|(config, _)| config.clone());
        let first_wrong = judgement.problems.first().map(|(field, _)| field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match (&config, &first_wrong) {
                (Some(config), _) if !starting => {
                    let config = serde_json::to_value(config).unwrap_or_default();
                    start.emit(RunAsk { pairing: pairing.clone(), config, queue: false });
                }
                (None, Some(field)) => {
                    if let Some(knob) = pairperf_shared::command::KNOBS.iter().find(|knob| knob.key == field) {
                        browser::focus(&format!("f-{}", knob.flag));
                    }
                }
                _ => {}
            }
        })
    };
    // The one that goes on is not in the way of someone who can wait.
    let queue =
        judgement.ready.as_ref().filter(|_| props.asked.failure.as_ref().is_some_and(|error| error.code == "busy"));
    let queue = queue.map(|(config, _)| {
        let (start, pairing) = (props.asked.start.clone(), props.pairing.id.clone());
        let config = serde_json::to_value(config).unwrap_or_default();
        let onclick = Callback::from(move |_: MouseEvent| {
            start.emit(RunAsk { pairing: pairing.clone(), config: config.clone(), queue: true });
        });
        html! { <button type="button" class="btn" {onclick}>{ text.say("start-after") }</button> }
    });
    let reset = {
        let (form, change) = (props.asked.form.clone(), props.asked.change.clone());
        Callback::from(move |_: MouseEvent| change.emit(form.clone().reset()))
    };
    let may = props.peer.may_start;
    // An error about a field stands at the field.
    let failure = props.asked.failure.as_ref().filter(|error| error.field.is_none());
    let blocked = props.asked.starting || !may || judgement.ready.is_none();
    html! { <>
        <div class="head"><h1>{ text.say("new-run") }</h1><p class="lead">{ text.tell("new-run-between", &names) }</p></div>
        <form class="config" {onsubmit} novalidate=true>
            <div class="config__fields">
                <div class="fields">{ for knobs(true).map(field_of) }</div>
                <details class="fold" open={props.asked.form.is_detailed()}>
                    <summary>{ text.say("more-settings") }{ " " }<span>{ text.say("more-settings-what") }</span></summary>
                    <div class="fold__body"><div class="fields">{ for knobs(false).map(field_of) }</div></div>
                </details>
            </div>
            <aside class="plan" aria-labelledby="plan">
                <h2 id="plan">{ text.say("plan") }</h2>
                { match &judgement.ready {
                    Some((config, plan)) => plan_table(text, config, plan, props),
                    None => html! { <p class="note">{ text.say("plan-not-yet") }</p> },
                } }
                <p><button type="button" class="btn btn--plain" onclick={reset}>{ text.say("reset") }</button></p>
            </aside>
            <div class="startbar">
                if !may { <p class="field__warn">{ text.tell("may-not-start", &[("peer", props.peer.name.as_str().into())]) }</p> }
                if let Some(error) = failure { { notice(text, error, None) } }
                { queue }
                <button class="btn btn--main btn--large" disabled={blocked && judgement.problems.is_empty()}>{ text.say(if props.asked.starting { "starting" } else { "start" }) }</button>
            </div>
        </form>
    </> }
}

/// What both machines would do, before the first socket opens.
fn plan_table(text: Text, config: &RunConfig, plan: &Plan, props: &Ready<'_>) -> Html {
    let row = |key: &str, value: AttrValue| html! { <div><dt>{ text.say(key) }</dt><dd>{ value }</dd></div> };
    let (sender, receiver) = match plan.coordinator.role {
        plan::Role::Sender => (&props.view.name, &props.peer.name),
        plan::Role::Receiver => (&props.peer.name, &props.view.name),
    };
    let threads = |role: &plan::RolePlan| {
        let key = match role.inner_loop {
            plan::Loop::Blocking => "loop-blocking",
            plan::Loop::Epoll => "loop-epoll",
        };
        text.tell(key, &[("threads", role.threads.into())])
    };
    let speed = slower_card(&props.view.host, &props.peer.host);
    let whole = units::seconds(config.traffic_ms() as f64 / 1e3).to_string();
    html! {
        <dl class="facts-list">
            { row("plan-way", text.tell("way", &[("from", sender.as_str().into()), ("to", receiver.as_str().into())])) }
            { row("plan-streams", plan.streams.to_string().into()) }
            { row("plan-time", whole.into()) }
            { row("plan-here", threads(&plan.coordinator)) }
            { row("plan-there", threads(&plan.peer)) }
            { row("plan-buffer", units::bytes(plan.coordinator.buffer_bytes as f64).to_string().into()) }
            if let Some(speed) = speed { { row("plan-speed", units::rate(speed).to_string().into()) } }
        </dl>
    }
}

fn common(here: &[String], there: &[String]) -> Vec<AttrValue> {
    here.iter().filter(|name| there.contains(name)).map(|name| name.clone().into()).collect()
}
