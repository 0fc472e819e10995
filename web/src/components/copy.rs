//! A text and the button that copies it.

use yew::prelude::*;

use crate::browser;
use crate::text::use_text;

/// How long the button says that it worked.
const SAID_MS: u32 = 2_000;

#[derive(Properties, PartialEq)]
pub(crate) struct CopyProps {
    /// What is copied.
    pub(crate) value: AttrValue,
    /// What it is, for those who hear the button's name.
    pub(crate) what: AttrValue,
    /// Whether the text itself stands beside the button.
    #[prop_or(true)]
    pub(crate) shown: bool,
}

/// Shows a text with its button; where copying fails the text is there to be selected.
#[component]
pub(crate) fn Copy(props: &CopyProps) -> Html {
    let text = use_text();
    let outcome = use_state_eq(|| None::<bool>);
    let onclick = {
        let (value, outcome) = (props.value.clone(), outcome.setter());
        Callback::from(move |_: MouseEvent| {
            let outcome = outcome.clone();
            browser::copy(&value, move |worked| {
                outcome.set(Some(worked));
                browser::later(SAID_MS, move || outcome.set(None));
            });
        })
    };
    let says = match *outcome {
        None if props.shown => text.say("copy"),
        None => props.what.clone(),
        Some(true) => text.say("copied"),
        Some(false) => text.say("copy-failed"),
    };
    let button = html! {
        <button type="button" class="btn" {onclick}>
            <span aria-live="polite">{ says }</span>
            if props.shown { <span class="hidden">{ " " }{ &props.what }</span> }
        </button>
    };
    if props.shown {
        html! { <div class="copy"><code>{ &props.value }</code>{ button }</div> }
    } else {
        button
    }
}
