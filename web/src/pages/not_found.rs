//! Where an address leads nowhere.

use yew::prelude::*;

use crate::components::layout::Screen;
use crate::components::way::use_way;
use crate::route::Route;
use crate::text::use_text;

/// Says so, and leads home.
#[component]
pub(crate) fn NotFound() -> Html {
    let text = use_text();
    let way = use_way();
    html! {
        <Screen title={text.say("not-found")}>
            <div class="head">
                <h1>{ text.say("not-found") }</h1>
                <p class="lead">{ text.say("not-found-why") }</p>
            </div>
            <p class="row">{ way.to(Route::Home).anchor("btn btn--main", html! { { text.say("nav-machines") } }) }</p>
        </Screen>
    }
}
