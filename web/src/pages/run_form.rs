//! The form of a run. All of it stands in the address, so that a set-up can be sent to someone or kept as a bookmark.

use std::rc::Rc;

use pairperf_shared::api::{NodeView, PairingView, PeerView, RunAsk};
use pairperf_shared::command::Knob;
use pairperf_shared::plan::{self, Plan, PlanError, Side};
use pairperf_shared::{ApiError, RunConfig, units};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::prelude::*;

use super::paired::slower_card;
use crate::app::use_node;
use crate::components::field::{Field, Setting};
use crate::components::layout::{Screen, Waiting};
use crate::components::notice::Notice;
use crate::route::Route;
use crate::state::form::{Form, knobs, problem};
use crate::state::node::{NodeState, paired};
use crate::state::query;
use crate::text::{Text, use_text};
use crate::{api, browser};

/// Keeps the form in the address, and starts the run.
#[component]
pub(crate) fn RunForm() -> Html {
    let link = use_node();
    let navigator = use_navigator();
    let location = use_location();
    let form = Form::from_query(location.as_ref().map(Location::query_str).unwrap_or_default());
    let failure = use_state_eq(|| None::<ApiError>);
    let starting = use_state_eq(|| false);
    let change = {
        let navigator = navigator.clone();
        Callback::from(move |form: Form| {
            // Replaced, not pushed: the way back leads to the page before, not to the last letter.
            if let Some(navigator) = &navigator {
                let _ = navigator.replace_with_query(&Route::New, query::pairs(&form.query()));
            }
        })
    };
    let start = {
        let (failure, starting) = (failure.setter(), starting.setter());
        Callback::from(move |ask: RunAsk| {
            let (failure, starting, navigator) = (failure.clone(), starting.clone(), navigator.clone());
            failure.set(None);
            starting.set(true);
            spawn_local(async move {
                match api::start_run(&ask).await {
                    Ok(run) => {
                        if let Some(navigator) = navigator {
                            navigator.push(&Route::Run { id: run.id });
                        }
                    }
                    Err(error) => failure.set(Some(error)),
                }
                starting.set(false);
            });
        })
    };
    html! {
        <RunFormView state={link.state} {form} failure={(*failure).clone()} starting={*starting} {change} {start} retry={link.retry} />
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct RunFormProps {
    pub(crate) state: NodeState,
    pub(crate) form: Form,
    #[prop_or_default]
    pub(crate) failure: Option<ApiError>,
    #[prop_or_default]
    pub(crate) starting: bool,
    #[prop_or_default]
    pub(crate) change: Callback<Form>,
    #[prop_or_default]
    pub(crate) start: Callback<RunAsk>,
    #[prop_or_default]
    pub(crate) retry: Callback<()>,
}

/// The screen.
#[component]
pub(crate) fn RunFormView(props: &RunFormProps) -> Html {
    let text = use_text();
    let head = |key: &str| html! { <div class="head"><h1>{ text.say(key) }</h1></div> };
    let body = match &props.state {
        NodeState::Loading => html! { <>{ head("new-run") }<Waiting /></> },
        NodeState::Failed(error) => html! { <>{ head("home-failed") }<Notice error={error.clone()} retry={Some(props.retry.clone())} /></> },
        NodeState::Ready { view, .. } => {
            let wanted = props.form.pairing.as_deref();
            let found = paired(view).find(|pairing| wanted.is_none_or(|wanted| wanted == pairing.id));
            match found.and_then(|pairing| Some((pairing, pairing.peer.as_ref()?))) {
                Some((pairing, peer)) => html! {
                    <Ready view={view.clone()} pairing={pairing.clone()} peer={peer.clone()} form={props.form.clone()} failure={props.failure.clone()}
                        starting={props.starting} change={props.change.clone()} start={props.start.clone()} />
                },
                None => html! { <>
                    { head("new-run") }
                    <p class="lead">{ text.say("new-unpaired") }</p>
                    <p class="row row--gap"><Link<Route> to={Route::Home} classes="btn btn--main">{ text.say("nav-machines") }</Link<Route>></p>
                </> },
            }
        }
    };
    html! { <Screen title={text.say("new-run")}>{ body }</Screen> }
}

#[derive(Properties, PartialEq)]
struct ReadyProps {
    view: Rc<NodeView>,
    pairing: PairingView,
    peer: PeerView,
    form: Form,
    failure: Option<ApiError>,
    starting: bool,
    change: Callback<Form>,
    start: Callback<RunAsk>,
}

/// What is wrong with a form, by key.
struct Judgement {
    problems: Vec<(String, AttrValue)>,
    /// The config and its plan, where nothing is.
    ready: Option<(RunConfig, Plan)>,
}

fn judge(text: Text, props: &ReadyProps) -> Judgement {
    let config = match props.form.config() {
        Ok(config) => config,
        Err(issues) => {
            let problems = issues.into_iter().map(|issue| (issue.field, text.message(&problem(&issue.problem)))).collect();
            return Judgement { problems, ready: None };
        }
    };
    let dialler = if props.pairing.dialled { Side::Coordinator } else { Side::Peer };
    match plan::plan(&config, &props.view.host, &props.peer.host, dialler) {
        Ok(plan) => {
            // The node has the last word, and says by its answer which field it means.
            let refused = props.failure.as_ref().and_then(|error| Some((error.field.clone()?, AttrValue::from(error.message.clone()))));
            Judgement { problems: refused.into_iter().collect(), ready: Some((config, plan)) }
        }
        Err(error) => Judgement { problems: vec![(error.field().to_owned(), plan_problem(text, &error))], ready: None },
    }
}

fn plan_problem(text: Text, error: &PlanError) -> AttrValue {
    match error {
        PlanError::CongestionControl { host, wanted, offered } => text.tell("plan-congestion-control", &[
            ("host", host.as_str().into()), ("wanted", wanted.as_str().into()), ("offered", offered.as_str().into()),
        ]),
        PlanError::OpenFiles { host, allowed, needed, .. } => text.tell("plan-open-files", &[
            ("host", host.as_str().into()), ("allowed", allowed.to_string().into()), ("needed", needed.to_string().into()),
        ]),
        PlanError::LocalPorts { host, available, .. } => text.tell("plan-local-ports", &[
            ("host", host.as_str().into()), ("available", available.to_string().into()),
        ]),
    }
}

#[component]
fn Ready(props: &ReadyProps) -> Html {
    let text = use_text();
    let judgement = judge(text, props);
    let names = [("here", props.view.name.as_str().into()), ("there", props.peer.name.as_str().into())];
    let set = {
        let (form, change) = (props.form.clone(), props.change.clone());
        Callback::from(move |(key, typed): (&'static str, String)| change.emit(form.clone().set(key, &typed)))
    };
    let field = |knob: &'static Knob| {
        let problem = judgement.problems.iter().find(|(field, _)| field == knob.key).map(|(_, says)| says.clone());
        let offers = if knob.key == "congestion_control" { common(&props.view.host.congestion_controls, &props.peer.host.congestion_controls) } else { Vec::new() };
        html! {
            <Field key={knob.key} setting={Setting(knob)} value={props.form.text(knob)} changed={props.form.is_changed(knob)}
                {problem} {offers} peer={props.peer.name.clone()} set={set.clone()} />
        }
    };
    let onsubmit = {
        let (start, pairing, starting) = (props.start.clone(), props.pairing.id.clone(), props.starting);
        let config = judgement.ready.as_ref().map(|(config, _)| config.clone());
        let first_wrong = judgement.problems.first().map(|(field, _)| field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match (&config, &first_wrong) {
                (Some(config), _) if !starting => {
                    let config = serde_json::to_value(config).unwrap_or_default();
                    start.emit(RunAsk { pairing: pairing.clone(), config });
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
    let reset = {
        let (form, change) = (props.form.clone(), props.change.clone());
        Callback::from(move |_: MouseEvent| change.emit(form.clone().reset()))
    };
    let may = props.peer.may_start;
    // An error about a field stands at the field.
    let failure = props.failure.clone().filter(|error| error.field.is_none());
    let blocked = props.starting || !may || judgement.ready.is_none();
    html! { <>
        <div class="head"><h1>{ text.say("new-run") }</h1><p class="lead">{ text.tell("new-run-between", &names) }</p></div>
        <form class="config" {onsubmit} novalidate=true>
            <div class="config__fields">
                <div class="fields">{ for knobs(true).map(field) }</div>
                <details class="fold" open={props.form.is_detailed()}>
                    <summary>{ text.say("more-settings") }{ " " }<span>{ text.say("more-settings-what") }</span></summary>
                    <div class="fold__body"><div class="fields">{ for knobs(false).map(field) }</div></div>
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
                if let Some(error) = failure { <Notice {error} /> }
                <button class="btn btn--main btn--large" disabled={blocked && judgement.problems.is_empty()}>{ text.say(if props.starting { "starting" } else { "start" }) }</button>
            </div>
        </form>
    </> }
}

/// What both machines would do, before the first socket opens.
fn plan_table(text: Text, config: &RunConfig, plan: &Plan, props: &ReadyProps) -> Html {
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
        text.tell(key, &[("threads", role.threads.to_string().into())])
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
