//! A setting in which the two ends of a run may differ: one field for each machine; an empty one is as at both.

use pairperf_shared::command::Kind;
use yew::prelude::*;

use crate::browser;
use crate::state::form::Place;
use crate::text::Text;

/// The field of one machine.
pub(crate) struct EndField {
    pub(crate) place: Place,
    /// What the machine is called.
    pub(crate) host: AttrValue,
    /// What stands in it.
    pub(crate) value: AttrValue,
    /// What is wrong with it.
    pub(crate) problem: Option<AttrValue>,
}

/// Both fields under the name of the setting.
pub(crate) fn end_fields(text: Text, fields: [EndField; 2], set: &Callback<(Place, String)>) -> Html {
    let label = text.say(&format!("knob-{}", fields[0].place.knob.flag));
    html! {
        <fieldset class="field">
            <legend>{ label }</legend>
            <div class="pair">{ for fields.into_iter().map(|field| end_field(text, field, set)) }</div>
        </fieldset>
    }
}

fn end_field(text: Text, field: EndField, set: &Callback<(Place, String)>) -> Html {
    let EndField { place, host, value, problem } = field;
    let id = place.id();
    let says = format!("{id}-says");
    let same = text.say("ends-same");
    let emit = {
        let set = set.clone();
        move |event: &Event| set.emit((place, browser::field_value(event)))
    };
    let invalid = problem.is_some().then_some("true");
    let input = if matches!(place.knob.kind, Kind::Switch) {
        let onchange = Callback::from(move |event: Event| emit(&event));
        let choices = [("", same), ("true", text.say("ends-on")), ("false", text.say("ends-off"))];
        html! {
            <select id={id.clone()} aria-describedby={says.clone()} aria-invalid={invalid} {onchange}>
                { for choices.map(|(word, says)| html! { <option value={word} selected={value == word}>{ says }</option> }) }
            </select>
        }
    } else {
        let oninput = Callback::from(move |event: InputEvent| emit(&event));
        html! {
            <input id={id.clone()} autocomplete="off" spellcheck="false" autocapitalize="none" placeholder={same} {value} {oninput}
                aria-invalid={invalid} aria-describedby={says.clone()} />
        }
    };
    html! {
        <div class="pair__end">
            <label for={id}>{ host }</label>
            { input }
            <p class="field__bad" id={says} aria-live="polite" hidden={problem.is_none()}>{ problem.unwrap_or_default() }</p>
        </div>
    }
}
