//! What can be done with a run that is kept: share, name, run again, delete, print.

use pairperf_shared::api::RunPatch;
use pairperf_shared::command::KNOBS;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::links::links;
use crate::components::copy::Copy;
use crate::components::notice::notice;
use crate::state::acting::{Act, Acting, Going, Panel};
use crate::text::{Text, use_text};
use crate::{api, browser, route};

#[derive(Properties, PartialEq)]
pub(crate) struct ActionsProps {
    pub(crate) id: AttrValue,
    pub(crate) label: AttrValue,
    pub(crate) note: AttrValue,
    /// The form that asks for the same again.
    pub(crate) again: AttrValue,
}

/// What the screen asks for.
pub(crate) enum Ask {
    /// Just shows something else.
    Act(Act),
    /// Opens or closes the links.
    Share,
    /// Makes a link.
    Link,
    /// Ends a link.
    Withdraw(String),
    /// Keeps the words.
    Words(RunPatch),
    /// Deletes the run.
    Delete,
    /// Takes that back.
    Restore,
    /// Prints the document.
    Print,
}

/// The actions of a report.
#[component]
pub(crate) fn Actions(props: &ActionsProps) -> Html {
    let acting = use_reducer(|| Acting::new(&props.label, &props.note));
    let ask = {
        let (acting, id) = (acting.clone(), props.id.clone());
        Callback::from(move |ask: Ask| perform(&acting, &id, ask))
    };
    // Counted down second by second; then the document of a run that is gone is left. Not while it is taken back, nor
    // where that did not work.
    {
        let tick = acting.dispatcher();
        let counts = matches!(acting.going, Going::Idle(_));
        use_effect_with(acting.leaving.filter(|_| counts), move |left| {
            let timer = left.and_then(|left| {
                browser::Timer::once(1_000, move || match left {
                    0 => browser::leave_to(route::RUNS),
                    _ => tick.dispatch(Act::Tick),
                })
            });
            move || drop(timer)
        });
    }
    use_place(&acting);
    actions(use_text(), &acting, &props.again, &ask)
}

/// Keeps the keyboard where the person is: buttons take no key while the node is asked, and some are gone afterwards.
#[hook]
fn use_place(acting: &Acting) {
    let asked = use_mut_ref(|| false);
    let was = use_mut_ref(|| None::<Panel>);
    use_effect_with((acting.panel, acting.leaving.is_some()), move |&(panel, leaving)| {
        let id = match (was.replace(panel), panel) {
            (_, Some(panel)) => first_control(panel),
            (Some(panel), None) if !leaving => opener(panel),
            _ => return,
        };
        browser::focus(id);
    });
    let working = acting.going == Going::Working;
    let id = match (acting.leaving, acting.panel) {
        (Some(_), _) => UNDO,
        (None, Some(Panel::Share)) => LINK,
        (None, Some(Panel::Words)) => KEEP,
        (None, None) => DELETE,
    };
    use_effect_with((working, id), move |&(working, id)| {
        let asked = asked.replace(working);
        if asked && !working {
            browser::refocus(id);
        }
    });
}

/// Where the keyboard goes in a panel that opens.
fn first_control(panel: Panel) -> &'static str {
    match panel {
        Panel::Share => "share-hide",
        Panel::Words => "run-label",
    }
}

/// The button that opens a panel.
fn opener(panel: Panel) -> &'static str {
    match panel {
        Panel::Share => "run-share",
        Panel::Words => "run-words",
    }
}

/// The buttons that the keyboard comes back to.
const UNDO: &str = "run-undo";
const LINK: &str = "run-link";
const KEEP: &str = "run-keep";
const DELETE: &str = "run-delete";

fn perform(acting: &UseReducerHandle<Acting>, id: &AttrValue, ask: Ask) {
    let (to, id, how) = (acting.dispatcher(), id.clone(), acting.ask.clone());
    match ask {
        Ask::Act(act) => return to.dispatch(act),
        Ask::Print => return browser::print(),
        _ if acting.going == Going::Working => return,
        Ask::Share => to.dispatch(Act::Toggle(Panel::Share)),
        _ => to.dispatch(Act::Asked),
    }
    // Folded away again: there is nothing to ask.
    if matches!(ask, Ask::Share) && acting.panel == Some(Panel::Share) {
        return;
    }
    spawn_local(async move {
        let done = match ask {
            Ask::Share => api::shares(Some(&id)).await.map(|list| Act::Links(list.shares)),
            Ask::Link => api::share(&id, &how).await.map(Act::Made),
            Ask::Withdraw(share) => api::withdraw(&share).await.map(|()| Act::Withdrawn(share)),
            // The document says them in several places.
            Ask::Words(patch) => api::rename(&id, &patch).await.map(|()| {
                browser::reload();
                Act::Asked
            }),
            Ask::Delete => api::delete(&id).await.map(|()| Act::Deleted),
            _ => api::restore(&id).await.map(|()| Act::Restored),
        };
        to.dispatch(done.unwrap_or_else(Act::Failed));
    });
}

/// What stands there.
pub(crate) fn actions(text: Text, acting: &Acting, again: &AttrValue, ask: &Callback<Ask>) -> Html {
    let working = acting.going == Going::Working;
    let failure = match &acting.going {
        Going::Failed(error) => notice(text, error, None),
        _ => Html::default(),
    };
    // Said once: the seconds that are left are there to be read, not to be heard one by one.
    let says = match (&acting.going, acting.leaving) {
        (Going::Idle(_), Some(_)) => text.tell("runs-deleted", &[("count", 1_u32.into())]),
        (going, _) => says(text, going),
    };
    let (row, panel) = match (acting.leaving, acting.panel) {
        (Some(left), _) => (Html::default(), leaving_panel(text, left, working, ask)),
        (None, Some(Panel::Share)) => (row(text, acting, working, again, ask), share_panel(text, acting, working, ask)),
        (None, Some(Panel::Words)) => (row(text, acting, working, again, ask), words_panel(text, acting, working, ask)),
        (None, None) => (row(text, acting, working, again, ask), Html::default()),
    };
    html! { <>
        { row }
        <p class="actions__says" role="status">{ says }</p>
        { panel }
        { failure }
    </> }
}

/// What can be done.
fn row(text: Text, acting: &Acting, working: bool, again: &AttrValue, ask: &Callback<Ask>) -> Html {
    let toggle = |panel: Panel, key: &str, main: bool, make: fn() -> Ask| {
        let open = acting.panel == Some(panel);
        html! {
            <button type="button" class={classes!("btn", main.then_some("btn--main"))} id={opener(panel)} aria-expanded={open.to_string()}
                disabled={working} onclick={asks(ask, make)}>{ text.say(key) }</button>
        }
    };
    html! {
        <div class="actions__row">
            { toggle(Panel::Share, "share", true, || Ask::Share) }
            { toggle(Panel::Words, "words", false, || Ask::Act(Act::Toggle(Panel::Words))) }
            <a class="btn" href={again.clone()}>{ text.say("run-again") }</a>
            <button type="button" class="btn" onclick={asks(ask, || Ask::Print)}>{ text.say("print") }</button>
            <button type="button" class="btn" id={DELETE} disabled={working} onclick={asks(ask, || Ask::Delete)}>{ text.say("delete") }</button>
        </div>
    }
}

fn leaving_panel(text: Text, left: u32, working: bool, ask: &Callback<Ask>) -> Html {
    html! {
        <div class="panel">
            <p>{ text.tell("run-deleted", &[("seconds", left.into())]) }</p>
            <p class="row"><button type="button" class="btn" id={UNDO} disabled={working} onclick={asks(ask, || Ask::Restore)}>{ text.say("undo") }</button>
                <a class="btn btn--plain" href={route::RUNS}>{ text.say("nav-history") }</a></p>
        </div>
    }
}

/// What to say of how it goes; a failure is said by its notice.
pub(super) fn says(text: Text, going: &Going) -> AttrValue {
    match going {
        Going::Idle(key) if !key.is_empty() => text.say(key),
        Going::Working => text.say("working"),
        Going::Idle(_) | Going::Failed(_) => AttrValue::default(),
    }
}

fn asks(ask: &Callback<Ask>, make: fn() -> Ask) -> Callback<MouseEvent> {
    ask.reform(move |_: MouseEvent| make())
}

/// Escape folds a panel away again, as its button does: not while the node is asked.
fn closes(ask: &Callback<Ask>, panel: Panel, working: bool) -> Callback<KeyboardEvent> {
    let ask = ask.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" && !working {
            ask.emit(Ask::Act(Act::Toggle(panel)));
        }
    })
}

/// How long a link may live, in days; nothing is for ever.
const DAYS: [(&str, &str); 5] =
    [("1", "expires-1"), ("7", "expires-7"), ("30", "expires-30"), ("365", "expires-365"), ("", "expires-never")];

fn share_panel(text: Text, acting: &Acting, working: bool, ask: &Callback<Ask>) -> Html {
    let hide = ask.reform(|event: Event| Ask::Act(Act::Hide(browser::is_ticked(&event))));
    let days = ask.reform(|event: Event| Ask::Act(Act::Days(browser::field_value(&event))));
    let now = acting.ask.expires_in_days.map(|days| days.to_string()).unwrap_or_default();
    html! {
        <div class="panel" onkeydown={closes(ask, Panel::Share, working)}>
            <label class="check"><input type="checkbox" id={first_control(Panel::Share)} checked={acting.ask.hide} onchange={hide} />{ text.say("share-hide") }</label>
            <div class="field">
                <label for="share-days">{ text.say("share-expires") }</label>
                <select id="share-days" onchange={days}>
                    { for DAYS.iter().map(|(days, key)| html! { <option value={*days} selected={now == *days}>{ text.say(key) }</option> }) }
                </select>
            </div>
            <p><button type="button" class="btn" id={LINK} disabled={working} onclick={asks(ask, || Ask::Link)}>{ text.say("share-make") }</button></p>
            if let Some(url) = &acting.made {
                <Copy value={url.clone()} what={text.say("share-link")} />
                <p class="note">{ text.say("share-anyone") }</p>
            }
            { links(text, &acting.shares, false, working, &ask.reform(Ask::Withdraw)) }
        </div>
    }
}

fn words_panel(text: Text, acting: &Acting, working: bool, ask: &Callback<Ask>) -> Html {
    let label = ask.reform(|event: InputEvent| Ask::Act(Act::Label(browser::field_value(&event))));
    let note = ask.reform(|event: InputEvent| Ask::Act(Act::Note(browser::field_value(&event))));
    let patch = acting.patch();
    let onsubmit = ask.reform(move |event: SubmitEvent| {
        event.prevent_default();
        Ask::Words(patch.clone())
    });
    html! {
        <form class="panel" {onsubmit} onkeydown={closes(ask, Panel::Words, working)}>
            <div class="field">
                <label for="run-label">{ text.say("knob-label") }</label>
                <input id={first_control(Panel::Words)} maxlength={most("label")} value={acting.label.clone()} oninput={label} />
            </div>
            <div class="field">
                <label for="run-note">{ text.say("knob-note") }</label>
                <textarea id="run-note" rows="3" maxlength={most("note")} value={acting.note.clone()} oninput={note} />
            </div>
            <p><button class="btn" id={KEEP} disabled={working}>{ text.say("words-keep") }</button></p>
        </form>
    }
}

/// The most letters of a text.
fn most(key: &str) -> Option<String> {
    use pairperf_shared::command::Kind;
    KNOBS.iter().find(|knob| knob.key == key).and_then(|knob| match knob.kind {
        Kind::Text { max, .. } => Some(max.to_string()),
        _ => None,
    })
}
