//! The bar with the button: always at hand, it says what keeps a run from starting.

use pairperf_shared::ApiError;
use pairperf_shared::api::RunAsk;
use pairperf_shared::forecast::{Forecast, span};
use yew::prelude::*;

use super::judge::Judgement;
use super::view::Ready;
use crate::components::notice::notice;
use crate::state::form::Place;
use crate::state::node::seconds_left;
use crate::text::Text;
use crate::{browser, route};

/// The code of an error that says that a run goes on.
const BUSY: &str = "busy";

/// Whether a run would have to wait: one goes on here, or the other machine said so.
fn is_busy(props: &Ready<'_>) -> bool {
    props.view.running.is_some() || props.asked.failure.as_ref().is_some_and(|error| error.code == BUSY)
}

/// Starts what was asked for, or goes to the first field that has to change.
pub(super) fn on_submit(props: &Ready<'_>, judgement: &Judgement) -> Callback<SubmitEvent> {
    let (start, pairing, starting) = (props.asked.start.clone(), props.pairing.id.clone(), props.asked.starting);
    let config = judgement.ready.as_ref().and_then(|(config, _)| serde_json::to_value(config).ok());
    let wrong = judgement.first_wrong().and_then(Place::of).map(Place::id);
    let queue = is_busy(props);
    let may = props.peer.may_start;
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        match (&config, &wrong) {
            (Some(config), _) if may && !starting => {
                start.emit(RunAsk { pairing: pairing.clone(), config: config.clone(), queue });
            }
            (None, Some(field)) => browser::focus(field),
            _ => {}
        }
    })
}

/// The bar.
pub(super) fn bar(text: Text, props: &Ready<'_>, judgement: &Judgement) -> Html {
    let may = props.peer.may_start;
    // An error about a field stands at the field.
    let failure =
        props.asked.failure.as_ref().filter(|error| error.field.as_deref().is_none_or(|it| Place::of(it).is_none()));
    let failure = failure.map(|error| if error.code == BUSY { busy_there(text, props, error) } else { error.clone() });
    // A run that goes on here is said below.
    let failure = failure.filter(|error| error.code != BUSY || props.view.running.is_none());
    let label = match (props.asked.starting, is_busy(props)) {
        (true, _) => "starting",
        (false, true) => "start-after",
        (false, false) => "start",
    };
    html! {
        <div class="startbar">
            if let Some((config, _)) = &judgement.ready {
                <p class="startbar__brief">{ text.message(&Forecast::of(config, &props.view.host, &props.peer.host).line()) }</p>
            }
            if !may { <p class="field__warn">{ text.tell("may-not-start", &[("peer", props.peer.name.as_str().into())]) }</p> }
            if !props.pairing.link_up { <p class="field__warn">{ text.say("new-link-down") }</p> }
            if let Some(error) = &failure { { notice(text, error, None) } }
            <button class="btn btn--main btn--large" disabled={props.asked.starting || !may}>{ text.say(label) }</button>
            { busy(text, props) }
        </div>
    }
}

/// The other machine's answer, in the reader's words: it says "here" of itself.
fn busy_there(text: Text, props: &Ready<'_>, error: &ApiError) -> ApiError {
    let peer = ("peer", props.peer.name.as_str().into());
    let says = match (error.owner.as_deref(), error.remaining_ms) {
        (Some(owner), Some(ms)) => {
            let left = text.message(&span(ms));
            text.tell("busy-there-left", &[peer, ("owner", owner.into()), ("left", left.as_str().into())])
        }
        (Some(owner), None) => text.tell("busy-there-owner", &[peer, ("owner", owner.into())]),
        (None, _) => text.tell("busy-there", &[peer]),
    };
    ApiError::new(BUSY, says.as_str())
}

fn busy(text: Text, props: &Ready<'_>) -> Html {
    let Some(id) = &props.view.running else {
        if is_busy(props) {
            return Html::default();
        }
        return html! { <p class="note startbar__idle">{ text.say("idle") }</p> };
    };
    let says = match &props.view.busy {
        Some(busy) => {
            let owner = ("owner", busy.owner.as_str().into());
            match seconds_left(busy.remaining_ms, props.at_ms, props.asked.now_ms) {
                Some(left) => {
                    let left = text.message(&span(left * 1000));
                    text.tell("busy-run-left", &[owner, ("left", left.as_str().into())])
                }
                None => text.tell("busy-run-owner", &[owner]),
            }
        }
        None => text.say("busy-run"),
    };
    html! { <p class="note">{ says }{ " " }<a href={route::run(id)}>{ text.say("busy-watch") }</a></p> }
}
