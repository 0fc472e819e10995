//! The screen: questions, fields, plan.

use pairperf_shared::ApiError;
use pairperf_shared::api::{NodeView, PairingView, PeerView, RunAsk};
use pairperf_shared::command::Group;
use pairperf_shared::plan::Side;
use yew::prelude::*;

use super::cards::cards;
use super::judge::{Judgement, judge};
use super::{plan, start};
use crate::components::ends::{EndField, end_fields};
use crate::components::field::{Field, field};
use crate::components::notice::notice;
use crate::components::waiting::waiting;
use crate::state::form::{Form, Part, Place};
use crate::state::node::{NodeState, paired};
use crate::text::Text;
use crate::{browser, route};

/// What the screen shows.
pub(crate) struct RunFormView {
    pub(crate) state: NodeState,
    pub(crate) form: Form,
    /// Which of the folded parts are open.
    pub(crate) folds: [bool; Part::FOLDED],
    pub(crate) failure: Option<ApiError>,
    pub(crate) starting: bool,
    /// The time on the page's own clock.
    pub(crate) now_ms: f64,
    pub(crate) change: Callback<Form>,
    /// A part was opened or closed.
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
                    <div class="fields">{ fields(text, props, &judgement, Part::Of(Group::Test)) }</div>
                </section>
                <div>{ for Part::folded().enumerate().map(|(index, part)| fold(text, props, &judgement, index, part)) }</div>
            </div>
            <div class="config__side">
                { plan::aside(text, props, &judgement) }
                { start::bar(text, props, &judgement) }
            </div>
        </form>
    </> }
}

fn fields(text: Text, props: &Ready<'_>, judgement: &Judgement, part: Part) -> Html {
    let form = &props.asked.form;
    let set = {
        let (form, change) = (form.clone(), props.asked.change.clone());
        Callback::from(move |(place, typed): (Place, String)| change.emit(form.clone().put(place, &typed)))
    };
    let places = form.places(part);
    let end_of = |place: Place| EndField {
        place,
        host: name(props, place.side.unwrap_or(Side::Coordinator)).to_owned().into(),
        value: form.text(place).into(),
        problem: judgement.problem(&place.key()),
    };
    let field_of = |place: Place| {
        let offers = if place.knob.key == "congestion_control" {
            common(&props.view.host.congestion_controls, &props.peer.host.congestion_controls)
        } else {
            Vec::new()
        };
        field(
            text,
            &Field {
                place,
                value: form.text(place).into(),
                before: form.is_changed(place).then(|| form.base_text(place)),
                problem: judgement.problem(place.knob.key),
                warnings: judgement.warnings(place.knob.key).map(|message| text.message(message)).collect(),
                offers,
                here: props.view.name.clone().into(),
                there: props.peer.name.clone().into(),
                protocol: form.protocol(),
                dialled: props.pairing.dialled,
                set: set.clone(),
            },
        )
    };
    match part {
        Part::Of(_) => html! { <>{ for places.into_iter().map(field_of) }</> },
        Part::Ends => html! { <>
            <p class="note wide">{ text.say("ends-note") }</p>
            { for places.as_chunks().0.iter().map(|pair: &[Place; 2]| end_fields(text, pair.map(end_of), &set)) }
        </> },
    }
}

/// What the machine at that side is called.
pub(super) fn name<'a>(props: &Ready<'a>, side: Side) -> &'a str {
    match side {
        Side::Coordinator => &props.view.name,
        Side::Peer => &props.peer.name,
    }
}

fn fold(text: Text, props: &Ready<'_>, judgement: &Judgement, index: usize, part: Part) -> Html {
    let form = &props.asked.form;
    let changed = form.changed(part);
    let places = form.places(part);
    if places.is_empty() {
        return Html::default();
    }
    let wrong = places.iter().any(|place| judgement.problem(&place.key()).is_some());
    let says =
        if changed == 0 { text.say("group-same") } else { text.tell("group-changed", &[("count", changed.into())]) };
    let ontoggle = {
        let fold = props.asked.fold.clone();
        Callback::from(move |event: Event| fold.emit((index, browser::is_open(&event))))
    };
    let reset = {
        let (form, change) = (form.clone(), props.asked.change.clone());
        Callback::from(move |_: MouseEvent| change.emit(form.clone().reset(part)))
    };
    html! {
        <details class="fold" open={props.asked.folds[index] || wrong} {ontoggle}>
            <summary>{ text.say(part.key()) }{ " " }<span class={(changed > 0).then_some("fold__changed")}>{ says }</span></summary>
            <div class="fold__body">
                <div class="fields">{ fields(text, props, judgement, part) }</div>
                if changed > 0 {
                    <p><button type="button" class="btn btn--plain btn--slim" onclick={reset}>{ text.say("group-reset") }
                        <span class="hidden">{ " " }{ text.say(part.key()) }</span></button></p>
                }
            </div>
        </details>
    }
}

fn common(here: &[String], there: &[String]) -> Vec<AttrValue> {
    here.iter().filter(|name| there.contains(name)).map(|name| name.clone().into()).collect()
}
