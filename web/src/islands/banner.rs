//! Says that the node is out of reach while it is.

use yew::prelude::*;

use crate::app::use_node;
use crate::live::Line;
use crate::text::{Text, use_text};

/// The banner of the node's own socket.
#[component]
pub(crate) fn Banner() -> Html {
    let link = use_node();
    banner(use_text(), link.line, &link.retry)
}

/// What it shows; nothing while the node answers.
pub(crate) fn banner(text: Text, line: Line, retry: &Callback<()>) -> Html {
    let Line::Lost(seconds) = line else { return Html::default() };
    let retry = retry.reform(|_: MouseEvent| ());
    html! {
        <div class="page banner__row">
            <p><b>{ text.say("lost") }</b>{ " " }<span aria-hidden="true">{ text.tell("lost-retry", &[("seconds", seconds.into())]) }</span></p>
            <button type="button" class="btn btn--slim" onclick={retry}>{ text.say("retry-now") }</button>
        </div>
    }
}
