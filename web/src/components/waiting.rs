//! What stands where something is still on its way.

use yew::prelude::*;

use crate::text::Text;

/// A page that has nothing to show yet. Its words appear only where it takes long.
pub(crate) fn waiting(text: Text) -> Html {
    html! {
        <div class="waiting" aria-busy="true">
            <div class="waiting__bar"></div><div class="waiting__bar"></div><div class="waiting__bar"></div>
            <p class="hidden">{ text.say("loading") }</p>
        </div>
    }
}
