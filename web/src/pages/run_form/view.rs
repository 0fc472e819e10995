//! The screen: questions, fields, plan.

use pairperf_shared::ApiError;
use pairperf_shared::api::{NodeView, PairingView, PeerView, RunAsk};
use pairperf_shared::command::{Group, Knob};
use yew::prelude::*;

use super::cards::cards;
use super::judge::{Judgement, judge};
use super::{plan, start};
use crate::components::field::{Field, field};
use crate::components::notice::notice;
use crate::components::waiting::waiting;
use crate::state::form::Form;
use crate::state::node::{NodeState, paired};
use crate::text::Text;
use crate::{browser, route};

/// What the screen shows.
pub(crate) struct RunFormView {
    pub(crate) state: NodeState,
    pub(crate) form: Form,
    /// Which of the folded groups are open.
    pub(crate) folds: [bool; Group::FOLDED.len()],
    pub(crate) failure: Option<ApiError>,
    pub(crate) starting: bool,
    /// The time on the page's own clock.
    pub(crate) now_ms: f64,
    pub(crate) change: Callback<Form>,
    /// A group was opened or closed.
    pub(crate) fold: Callback<(usize, bool)>,
    pub(crate) start: Callback<RunAsk>,
    pub(crate) retry: Callback<()>,
}

/// A form with the two machines it is for.
pub(super) struct Ready<'a> {
    pub(super) asked: &'a RunFormView,
    pub(super) view: &'a NodeView,
    /// When the node said so, on the page's own clock.
    pub(super) at_ms: f64,
    pub(super) pairing: &'a PairingView,
    pub(super) peer: &'a PeerView,
}

/// The screen.
pub(crate) fn run_form_view(text: Text, props: &RunFormView) -> Html {
    let head = |key: &str| html! { <div class="head"><h1>{ text.say(key) }</h1></div> };
    let (view, at_ms) = match &props.state {
        NodeState::Loading => return html! { <>{ head("new-run") }{ waiting(text) }</> },
        NodeState::Failed(error) => {
            return html! { <>{ head("home-failed") }{ notice(text, error, Some(&props.retry)) }</> };
        }
        NodeState::Ready { view, at_ms } => (view, *at_ms),
    };
    // An address outlives its pairing: a form that was kept is for whichever machine is joined now.
    let wanted = paired(view).find(|pairing| Some(&pairing.id) == props.form.pairing.as_ref());
    let found = wanted.or_else(|| paired(view).next());
    match found.and_then(|pairing| Some((pairing, pairing.peer.as_ref()?))) {
        Some((pairing, peer)) => ready(text, &Ready { asked: props, view, at_ms, pairing, peer }),
        None => html! { <>
            <div class="head">
                <h1>{ text.say("new-run") }</h1>
                <p class="lead">{ text.say("new-unpaired") }</p>
                <p class="note">{ text.say("new-unpaired-how") }</p>
            </div>
            <p class="row row--gap"><a class="btn btn--main" href={route::HOME}>{ text.say("nav-machines") }</a></p>
        </> },
    }
}

fn ready(text: Text, props: &Ready<'_>) -> Html {
    let judgement = judge(text, props);
    let onsubmit = start::on_submit(props, &judgement);
    html! { <>
        <div class="head"><h1>{ text.say("new-question") }</h1><p class="lead">{ text.say("new-question-lead") }</p></div>
        <form class="config" {onsubmit} novalidate=true>
            <div class="config__fields">
                { cards(text, props) }
                <section class="sec" aria-labelledby="test">
                    <h2 id="test">{ text.say(Group::Test.key()) }</h2>
                    <div class="fields">{ fields(text, props, &judgement, Group::Test) }</div>
                </section>
                <div>{ for Group::FOLDED.into_iter().enumerate().map(|(index, group)| fold(text, props, &judgement, index, group)) }</div>
            </div>
            <div class="config__side">
                { plan::aside(text, props, &judgement) }
                { start::bar(text, props, &judgement) }
            </div>
        </form>
    </> }
}

fn fields(text: Text, props: &Ready<'_>, judgement: &Judgement, group: Group) -> Html {
    let set = {
        let (form, change) = (props.asked.form.clone(), props.asked.change.clone());
        Callback::from(move |(key, typed): (&'static str, String)| change.emit(form.clone().set(key, &typed)))
    };
    let field_of = |knob: &'static Knob| {
        let form = &props.asked.form;
        let offers = if knob.key == "congestion_control" {
            common(&props.view.host.congestion_controls, &props.peer.host.congestion_controls)
        } else {
            Vec::new()
        };
        field(
            text,
            &Field {
                knob,
                value: form.text(knob).into(),
                before: form.is_changed(knob).then(|| form.base_text(knob)),
                problem: judgement.problem(knob.key),
                warnings: judgement.warnings(knob.key).map(|message| text.message(message)).collect(),
                offers,
                here: props.view.name.clone().into(),
                there: props.peer.name.clone().into(),
                protocol: form.protocol(),
                dialled: props.pairing.dialled,
                set: set.clone(),
            },
        )
    };
    html! { <>{ for props.asked.form.knobs(group).map(field_of) }</> }
}

fn fold(text: Text, props: &Ready<'_>, judgement: &Judgement, index: usize, group: Group) -> Html {
    let form = &props.asked.form;
    let changed = form.changed(group);
    if form.knobs(group).next().is_none() {
        return Html::default();
    }
    let wrong = form.knobs(group).any(|knob| judgement.problem(knob.key).is_some());
    let says =
        if changed == 0 { text.say("group-same") } else { text.tell("group-changed", &[("count", changed.into())]) };
    let ontoggle = {
        let fold = props.asked.fold.clone();
        Callback::from(move |event: Event| fold.emit((index, browser::is_open(&event))))
    };
    let reset = {
        let (form, change) = (form.clone(), props.asked.change.clone());
        Callback::from(move |_: MouseEvent| change.emit(form.clone().reset(group)))
    };
    html! {
        <details class="fold" open={props.asked.folds[index] || wrong} {ontoggle}>
            <summary>{ text.say(group.key()) }{ " " }<span class={(changed > 0).then_some("fold__changed")}>{ says }</span></summary>
            <div class="fold__body">
                <div class="fields">{ fields(text, props, judgement, group) }</div>
                if changed > 0 {
                    <p><button type="button" class="btn btn--plain btn--slim" onclick={reset}>{ text.say("group-reset") }
                        <span class="hidden">{ " " }{ text.say(group.key()) }</span></button></p>
                }
            </div>
        </details>
    }
}

fn common(here: &[String], there: &[String]) -> Vec<AttrValue> {
    here.iter().filter(|name| there.contains(name)).map(|name| name.clone().into()).collect()
}
