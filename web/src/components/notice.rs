//! A failure said to a person: what, why, what to do.

use pairperf_shared::ApiError;
use yew::prelude::*;

use crate::text::Text;

/// What an error is called.
pub(crate) fn title(text: Text, error: &ApiError) -> AttrValue {
    let key = format!("error-{}", error.code.replace('_', "-"));
    if text.has(&key) { text.say(&key) } else { text.say("error-other") }
}

/// An error of the node; `retry` tries again what failed, where that makes sense.
pub(crate) fn notice(text: Text, error: &ApiError, retry: Option<&Callback<()>>) -> Html {
    html! {
        <div class="notice" role="alert">
            <p class="notice__title">{ title(text, error) }</p>
            if !error.message.is_empty() { <p>{ &error.message }</p> }
            if let Some(hint) = &error.hint { <p class="notice__hint">{ hint }</p> }
            if let Some(retry) = retry {
                <button type="button" class="btn btn--slim" onclick={retry.reform(|_: MouseEvent| ())}>{ text.say("try-again") }</button>
            }
        </div>
    }
}
