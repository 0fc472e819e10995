//! One field of the run form, made from its row in the table of settings.

use pairperf_shared::command::{Kind, Knob};
use pairperf_shared::config::Protocol;
use yew::prelude::*;

use crate::browser;
use crate::state::form::Place;
use crate::text::Text;

/// A field as it stands.
pub(crate) struct Field {
    pub(crate) place: Place,
    /// What stands in it.
    pub(crate) value: AttrValue,
    /// What the question has in it, where that was changed.
    pub(crate) before: Option<String>,
    /// What is wrong with it.
    pub(crate) problem: Option<AttrValue>,
    /// What to know of it; nothing of that keeps a run from starting.
    pub(crate) warnings: Vec<AttrValue>,
    /// What it may hold, where that is known.
    pub(crate) offers: Vec<AttrValue>,
    /// What this machine is called: a direction is a sentence with it.
    pub(crate) here: AttrValue,
    /// What the other machine is called.
    pub(crate) there: AttrValue,
    /// The protocol that is asked for.
    pub(crate) protocol: Protocol,
    /// Whether this machine joined the other one.
    pub(crate) dialled: bool,
    /// Where, and which text.
    pub(crate) set: Callback<(Place, String)>,
}

/// The field with its label, hint and problem, tied together.
pub(crate) fn field(text: Text, props: &Field) -> Html {
    let (place, knob) = (props.place, props.place.knob);
    let label = text.say(&format!("knob-{}", knob.flag));
    let id = place.id();
    let described = format!("{id}-hint {id}-more {id}-says");
    let set = |read: fn(&Event) -> String| {
        let set = props.set.clone();
        move |event: &Event| set.emit((place, read(event)))
    };
    let typed = set(browser::field_value);
    let oninput = Callback::from(move |event: InputEvent| typed(&event));
    let ticked = set(|event| browser::is_ticked(event).to_string());
    let invalid = props.problem.is_some().then_some("true");
    let value = props.value.clone();

    let notes = html! { <>
        <p class="field__hint" id={format!("{id}-hint")}>{ text.say(&format!("knob-{}-hint", knob.flag)) }</p>
        <div id={format!("{id}-more")} hidden={props.problem.is_some()}>
            if let Some(before) = &props.before { { changed(text, props, before) } }
            { for props.warnings.iter().map(|warning| html! { <p class="field__warn">{ warning }</p> }) }
        </div>
        <p class="field__bad" id={format!("{id}-says")} aria-live="polite" hidden={props.problem.is_none()}>
            { props.problem.clone().unwrap_or_default() }
        </p>
    </> };
    match knob.kind {
        Kind::Choice(words) => html! {
            <fieldset class="field wide" aria-describedby={described}>
                <legend>{ label }</legend>
                <div class="pick">
                    { for words.iter().map(|word| {
                        let set = props.set.clone();
                        let onchange = Callback::from(move |_: Event| set.emit((place, (*word).to_owned())));
                        html! {
                            <label><input type="radio" name={id.clone()} value={*word} checked={value == *word} {onchange} />
                                { choice(text, props, word) }</label>
                        }
                    }) }
                </div>
                { notes }
            </fieldset>
        },
        Kind::Switch => html! {
            <div class="field">
                <label class="check"><input type="checkbox" {id} checked={value == "true"} aria-describedby={described}
                    onchange={Callback::from(move |event: Event| ticked(&event))} />{ label }</label>
                { notes }
            </div>
        },
        Kind::Text { lines: true, .. } => html! {
            <div class="field wide">
                <label for={id.clone()}>{ label }</label>
                <textarea {id} rows="2" {value} {oninput} aria-invalid={invalid} aria-describedby={described} />
                { notes }
            </div>
        },
        _ => {
            let numeric = matches!(knob.kind, Kind::Count { .. }).then_some("numeric");
            let list = (!props.offers.is_empty()).then(|| format!("{id}-offers"));
            html! {
                <div class="field">
                    <label for={id.clone()}>{ label }</label>
                    <input {id} autocomplete="off" spellcheck="false" autocapitalize="none" inputmode={numeric} list={list.clone()}
                        placeholder={text.say(&placeholder(knob, props.protocol))} {value} {oninput} aria-invalid={invalid} aria-describedby={described} />
                    if let Some(list) = list {
                        <datalist id={list}>{ for props.offers.iter().map(|offer| html! { <option value={offer.clone()} /> }) }</datalist>
                    }
                    { notes }
                </div>
            }
        }
    }
}

/// What one choice is called.
fn choice(text: Text, props: &Field, word: &str) -> AttrValue {
    let key = format!("choice-{}-{}", props.place.knob.flag, word.replace('_', "-"));
    let (here, there) = (props.here.as_str(), props.there.as_str());
    let (dialler, inviter) = if props.dialled { (here, there) } else { (there, here) };
    let names = [("here", here), ("there", there), ("dialler", dialler), ("inviter", inviter)];
    text.tell(&key, &names.map(|(name, value)| (name, value.into())))
}

/// Says what the question has instead; words for the run are nothing that it has.
fn changed(text: Text, props: &Field, before: &str) -> Html {
    let says = match props.place.knob.kind {
        Kind::Text { .. } => return Html::default(),
        Kind::Switch => text.say(if before == "true" { "changed-on" } else { "changed-off" }),
        Kind::Choice(_) => text.tell("changed", &[("value", choice(text, props, before).as_str().into())]),
        _ if before.is_empty() => text.say("changed-empty"),
        _ => text.tell("changed", &[("value", before.into())]),
    };
    html! { <p class="field__changed">{ says }</p> }
}

/// What an empty field means.
fn placeholder(knob: &Knob, protocol: Protocol) -> String {
    let who = match knob.key {
        "threads" | "streams_per_thread" | "mappings" | "cpus" | "buffer_bytes" | "datagram_bytes" => "plan",
        // The kernel's own tuning is of TCP alone.
        "receive_socket_buffer_bytes" if protocol == Protocol::Udp => "plan",
        "label"
        | "note"
        | "rate_bits_per_second"
        | "stream_rate_bits_per_second"
        | "stop_after_bytes"
        | "stop_after_operations" => "none",
        _ if !knob.optional() => "never",
        _ => "kernel",
    };
    format!("empty-{who}")
}
