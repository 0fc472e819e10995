//! A failure said to a person: what, why, what to do.

use pairperf_shared::ApiError;
use pairperf_shared::units;
use yew::prelude::*;

use crate::text::{Text, use_text};

#[derive(Properties, PartialEq)]
pub(crate) struct NoticeProps {
    pub(crate) error: ApiError,
    /// Tries again what failed; where there is one, a button offers it.
    #[prop_or_default]
    pub(crate) retry: Option<Callback<()>>,
}

/// What an error is called.
pub(crate) fn title(text: Text, error: &ApiError) -> AttrValue {
    let key = format!("error-{}", error.code.replace('_', "-"));
    if text.has(&key) { text.say(&key) } else { text.say("error-other") }
}

/// An error of the node.
#[component]
pub(crate) fn Notice(props: &NoticeProps) -> Html {
    let text = use_text();
    let error = &props.error;
    let owner = error.owner.as_deref().map(|owner| {
        let left = error.remaining_ms.map(|ms| units::seconds(ms as f64 / 1e3).to_string()).unwrap_or_default();
        let key = if left.is_empty() { "busy-owner" } else { "busy-owner-left" };
        html! { <p>{ text.tell(key, &[("owner", owner.into()), ("left", left.into())]) }</p> }
    });
    html! {
        <div class="notice" role="alert">
            <p class="notice__title">{ title(text, error) }</p>
            if !error.message.is_empty() { <p>{ &error.message }</p> }
            { owner }
            if let Some(hint) = &error.hint { <p class="notice__hint">{ hint }</p> }
            if let Some(retry) = &props.retry {
                <button type="button" class="btn btn--slim" onclick={retry.reform(|_: MouseEvent| ())}>{ text.say("try-again") }</button>
            }
        </div>
    }
}
