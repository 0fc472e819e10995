//! The two machines: an invitation while this one is alone, both of them once they are paired.

use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::{NodeView, PairingAsk, PairingState};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::paired::Paired;
use crate::app::use_node;
use crate::components::invitation::Invitation;
use crate::components::join_form::JoinForm;
use crate::components::notice::notice;
use crate::components::runs::runs;
use crate::components::steps::steps;
use crate::components::waiting::waiting;
use crate::live::Line;
use crate::state::listed::Listed;
use crate::state::node::{NodeState, attempt, checked, ended, paired};
use crate::text::{Text, use_text};
use crate::{api, browser, route};

/// So many runs are listed.
const LATEST: usize = 5;

/// What comes with the address: a link that leads here fills in the form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Prefill {
    pub(crate) address: AttrValue,
    pub(crate) code: AttrValue,
}

/// Runs as far as they are known.
pub(crate) type KnownRuns = Option<Result<Vec<Listed>, ApiError>>;

/// Loads what the screen needs, and does what is asked on it.
#[component]
pub(crate) fn Home() -> Html {
    let link = use_node();
    let prefill = use_memo((), |()| Prefill {
        address: browser::query_value("join").unwrap_or_default().into(),
        code: browser::fragment().into(),
    });
    let view = link.state.view().cloned();
    // Not before the node answered: until then the address may have to survive a login.
    use_effect_with(view.is_some(), |&answered| {
        if answered {
            browser::clean_address();
        }
    });
    let alone = view.as_ref().is_some_and(|view| paired(view).next().is_none());
    let lacks_code = alone && view.as_ref().is_some_and(|view| view.invitation.is_none());
    let asked = use_state_eq(|| false);
    let renewing = use_state_eq(|| false);
    let failure = use_state_eq(|| None::<ApiError>);

    let invite = {
        let (renewing, failure, retry) = (renewing.setter(), failure.setter(), link.retry.clone());
        Callback::from(move |anew: bool| {
            let (renewing, failure, retry) = (renewing.clone(), failure.clone(), retry.clone());
            renewing.set(true);
            failure.set(None);
            spawn_local(async move {
                if anew {
                    let _ = api::withdraw_invitation().await;
                }
                match api::invite().await {
                    // The node tells its news by the socket; where that is down, it has to be asked.
                    Ok(_) => retry.emit(()),
                    Err(error) => failure.set(Some(error)),
                }
                renewing.set(false);
            });
        })
    };
    {
        // A page that is opened offers a code by itself, once, unless a link brought another one; a code that ran out
        // is replaced only when asked for.
        let (invite, brought) = (invite.clone(), !prefill.code.is_empty());
        use_effect_with(lacks_code && !brought, move |&lacks_code| {
            if lacks_code && !*asked {
                asked.set(true);
                invite.emit(false);
            }
        });
    }
    let known_runs = use_state_eq(KnownRuns::default);
    {
        let runs = known_runs.setter();
        let running = view.as_ref().and_then(|view| view.running.clone());
        // Again when a run begins or ends, and when the node is back: it may have been another life of it.
        use_effect_with((running, link.nudge, link.line == Line::Up), move |_| {
            spawn_local(async move { runs.set(Some(api::runs().await)) });
        });
    }
    let acted = {
        let acted = use_mut_ref(|| false);
        let pairings = view.as_ref().map_or(0, |view| paired(view).count());
        let to = acted.clone();
        // Where the person's own deed made the screen another one, the keyboard goes on at its beginning.
        use_effect_with(pairings, move |_| {
            if acted.replace(false) {
                browser::refocus("main");
            }
        });
        Callback::from(move |()| *to.borrow_mut() = true)
    };
    let asking = use_state_eq(|| false);
    let join = {
        let (failure, asking, acted) = (failure.setter(), asking.clone(), acted.clone());
        Callback::from(move |ask: PairingAsk| {
            // Twice would be two tries at the code.
            if *asking {
                return;
            }
            let (failure, asking) = (failure.clone(), asking.clone());
            failure.set(None);
            asking.set(true);
            acted.emit(());
            spawn_local(async move {
                if let Err(error) = api::pair(&ask).await {
                    failure.set(Some(error));
                }
                asking.set(false);
            });
        })
    };
    home_view(
        use_text(),
        &HomeView {
            state: link.state,
            prefill: (*prefill).clone(),
            failure: (*failure).clone(),
            renewing: *renewing,
            runs: (*known_runs).clone(),
            join,
            acted,
            renew: invite.reform(|()| true),
            retry: link.retry,
        },
    )
}

/// What the screen shows.
#[derive(Clone, PartialEq)]
pub(crate) struct HomeView {
    pub(crate) state: NodeState,
    pub(crate) prefill: Prefill,
    /// What could not be done on this screen.
    pub(crate) failure: Option<ApiError>,
    pub(crate) renewing: bool,
    pub(crate) runs: KnownRuns,
    pub(crate) join: Callback<PairingAsk>,
    /// The person ended a pairing.
    pub(crate) acted: Callback<()>,
    pub(crate) renew: Callback<()>,
    pub(crate) retry: Callback<()>,
}

/// The screen.
pub(crate) fn home_view(text: Text, props: &HomeView) -> Html {
    match &props.state {
        NodeState::Loading => {
            html! { <><div class="head"><h1>{ text.say("home-alone") }</h1></div>{ waiting(text) }</> }
        }
        NodeState::Failed(error) => html! { <>
            <div class="head"><h1>{ text.say("home-failed") }</h1></div>
            { notice(text, error, Some(&props.retry)) }
        </> },
        NodeState::Ready { view, at_ms } => html! { <>
            { match paired(view).count() {
                0 => alone(props, view, *at_ms, text),
                count => all_paired(props, view, count > 1, text),
            } }
            <section class="sec" aria-labelledby="recent">
                <h2 id="recent">{ text.say("runs") }</h2>
                { match &props.runs {
                    None => waiting(text),
                    Some(Ok(list)) => runs(text, &list[..list.len().min(LATEST)]),
                    Some(Err(error)) => notice(text, error, Some(&props.retry)),
                } }
            </section>
        </> },
    }
}

fn all_paired(props: &HomeView, view: &Rc<NodeView>, of_many: bool, text: Text) -> Html {
    html! { <>
        if let Some(id) = view.running.as_ref().filter(|_| of_many) {
            <p class="row stack row--gap"><span>{ text.say("link-running") }</span>
                <a class="btn btn--main" href={route::run(id)}>{ text.say("watch-running") }</a></p>
        }
        { for paired(view).map(|pairing| html! {
            <Paired key={pairing.id.clone()} view={view.clone()} pairing={pairing.clone()} {of_many} acted={props.acted.clone()} />
        }) }
    </> }
}

fn alone(props: &HomeView, view: &Rc<NodeView>, at_ms: f64, text: Text) -> Html {
    let attempt = attempt(view);
    let joining = attempt.is_some_and(|attempt| attempt.state == PairingState::Connecting);
    let prefill = &props.prefill;
    let parted = ended(view);
    let join = html! {
        <section class="sec sec--side" aria-labelledby="have">
            <h2 id="have">{ text.say("have-code") }</h2>
            <div class="body">
                if !prefill.code.is_empty() && !prefill.address.is_empty() {
                    <p class="prefilled">{ text.tell("prefilled", &[("address", prefill.address.as_str().into())]) }</p>
                }
                <JoinForm code={prefill.code.clone()} address={prefill.address.clone()} busy={joining} join={props.join.clone()} />
                if let Some(error) = &props.failure { { notice(text, error, None) } }
                if let Some(attempt) = attempt.filter(|attempt| attempt.peer.is_none()) {
                    <div class="attempt" aria-live="polite">
                        <h3>{ text.tell(if joining { "attempt-now" } else { "attempt-failed" },
                            &[("address", attempt.address.clone().unwrap_or_default().into())]) }</h3>
                        { steps(text, attempt) }
                    </div>
                }
            </div>
        </section>
    };
    let invitation = html! {
        <Invitation view={view.clone()} {at_ms} renew={props.renew.clone()} renewing={props.renewing} />
    };
    // Someone who followed a link to join came for the form, not for another code.
    // Decided once: a form that changed its place in mid-attempt would lose what was typed in it.
    let joins_first = !prefill.code.is_empty();
    html! { <>
        <div class="head"><h1>{ text.say("home-alone") }</h1></div>
        if let Some(parted) = parted {
            <div class="parted">
                <p class="lead">{ text.tell("parted", &[("name", parted.peer.as_ref().map(|peer| peer.name.clone()).unwrap_or_default().into())]) }</p>
                if let Some(error) = &parted.error { <p class="note">{ &error.message }</p> }
            </div>
        }
        if let Some(pairing) = checked(view) {
            <div class="parted">
                <p class="lead">{ text.tell("only-checked", &[("name", pairing.peer.as_ref().map(|peer| peer.name.clone()).unwrap_or_default().into())]) }</p>
                if view.invitation.is_none() {
                    <p class="row row--slim"><button type="button" class="btn btn--slim" disabled={props.renewing}
                        onclick={props.renew.reform(|_: MouseEvent| ())}>{ text.say("code-new") }</button></p>
                }
            </div>
        }
        if joins_first { { join }{ invitation } } else { { invitation }{ join } }
    </> }
}
