//! Where an address leads nowhere.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::components::layout::Screen;
use crate::route::Route;
use crate::text::use_text;

/// Says so, and leads home.
#[component]
pub(crate) fn NotFound() -> Html {
    let text = use_text();
    html! {
        <Screen title={text.say("not-found")}>
            <div class="head">
                <h1>{ text.say("not-found") }</h1>
                <p class="lead">{ text.say("not-found-why") }</p>
            </div>
            <p class="row"><Link<Route> to={Route::Home} classes="btn btn--main">{ text.say("nav-machines") }</Link<Route>></p>
        </Screen>
    }
}
