//! Says that the node is out of reach while it is, and that it became another version than the page's.

use yew::prelude::*;

use crate::app::use_node;
use crate::browser;
use crate::live::Line;
use crate::text::{Text, use_text};

/// The banner of the node's own socket.
#[component]
pub(crate) fn Banner() -> Html {
    let link = use_node();
    let updated = link.state.view().is_some_and(|view| view.version != env!("CARGO_PKG_VERSION"));
    banner(use_text(), link.line, updated, &link.retry)
}

/// What it shows; nothing while the node answers as the page expects.
pub(crate) fn banner(text: Text, line: Line, updated: bool, retry: &Callback<()>) -> Html {
    let Line::Lost(seconds) = line else {
        if !updated {
            return Html::default();
        }
        let reload = Callback::from(|_: MouseEvent| browser::reload());
        return html! {
            <div class="page banner__row">
                <p><b>{ text.say("updated") }</b></p>
                <button type="button" class="btn btn--slim" onclick={reload}>{ text.say("reload") }</button>
            </div>
        };
    };
    let retry = retry.reform(|_: MouseEvent| ());
    html! {
        <div class="page banner__row">
            <p><b>{ text.say("lost") }</b>{ " " }<span aria-hidden="true">{ text.tell("lost-retry", &[("seconds", seconds.into())]) }</span></p>
            <button type="button" class="btn btn--slim" onclick={retry}>{ text.say("retry-now") }</button>
        </div>
    }
}
