//! The questions as cards: one group of radio buttons, so that the arrow keys go through them.

use pairperf_shared::forecast::Forecast;
use pairperf_shared::preset::{PRESETS, Preset};
use yew::prelude::*;

use super::view::Ready;
use crate::text::Text;

/// All of them.
pub(super) fn cards(text: Text, props: &Ready<'_>) -> Html {
    html! {
        <fieldset>
            <legend class="hidden">{ text.say("question") }</legend>
            <div class="cards">{ for PRESETS.iter().map(|preset| card(text, props, preset)) }</div>
        </fieldset>
    }
}

fn card(text: Text, props: &Ready<'_>, preset: &'static Preset) -> Html {
    let form = &props.asked.form;
    let onchange = {
        let (form, change) = (form.clone(), props.asked.change.clone());
        Callback::from(move |_: Event| change.emit(form.clone().choose(preset)))
    };
    let takes = Forecast::of(&preset.config(), &props.view.host, &props.peer.host).line();
    let described = format!("q-{}", preset.key);
    html! {
        <label class="card">
            <input type="radio" name="preset" value={preset.key} checked={form.preset == preset} {onchange}
                aria-labelledby={format!("{described}-what")} aria-describedby={described.clone()} />
            <b id={format!("{described}-what")}>{ text.say(preset.question) }</b>
            <span id={described} class="card__what">
                <span>{ text.say(preset.answer) }</span>{ " " }
                <span>{ text.message(&takes) }</span>
            </span>
        </label>
    }
}
