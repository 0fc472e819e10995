//! Masthead, banner, footer, and the frame of a page's content.

use yew::prelude::*;

use super::way::Way;
use crate::browser;
use crate::live::Line;
use crate::route::Route;
use crate::state::node::{NodeState, paired};
use crate::state::query;
use crate::text::{Text, use_text};

/// Who we are, where one can go, how this node stands.
pub(crate) fn masthead(text: Text, way: &Way, route: Option<&Route>, state: &NodeState) -> Html {
    let view = state.view();
    let pairing = view.and_then(|view| paired(view).next());
    let running = view.and_then(|view| view.running.clone());
    let entry = |to: Route, query: String, key: &str| {
        let here = route == Some(&to);
        way.to(to).query(query).current(here).anchor("", html! { { text.say(key) } })
    };
    let state = view.map(|view| {
        let peer = pairing.and_then(|pairing| pairing.peer.as_ref());
        let (key, dot) = if peer.is_some() { ("mast-paired", "dot dot--on") } else { ("mast-alone", "dot") };
        let peer = peer.map(|peer| peer.name.as_str()).unwrap_or_default();
        html! {
            <p class="mast__state">
                <span class={dot} aria-hidden="true"></span>
                <span>{ text.tell(key, &[("name", view.name.as_str().into()), ("peer", peer.into())]) }</span>
            </p>
        }
    });

    html! {
        <header class="mast"><div class="page mast__row">
            { way.to(Route::Home).anchor("brand", html! { <>
                <span class="hidden">{ text.say("brand") }</span>
                <span aria-hidden="true" class="brand__drawn">
                    { text.say("brand-left") }<span class="brand__link"></span>{ text.say("brand-right") }
                </span>
            </> }) }
            <nav aria-label={text.say("nav")}><ul>
                <li>{ entry(Route::Home, String::new(), "nav-machines") }</li>
                if let Some(pairing) = pairing {
                    <li>{ entry(Route::New, query::write([("pairing", pairing.id.as_str())]), "nav-new") }</li>
                }
                if let Some(id) = running { <li>{ entry(Route::Run { id }, String::new(), "nav-running") }</li> }
            </ul></nav>
            { state }
            <details class="prefs">
                <summary>{ text.say("display") }</summary>
                <div class="prefs__box">{ theme_choice(text) }</div>
            </details>
        </div></header>
    }
}

/// The three-way theme; `theme.js` listens to it, so that it also works on pages without this program.
fn theme_choice(text: Text) -> Html {
    let kept = browser::kept_theme();
    let option = |value: &'static str, key: &str| {
        html! { <option {value} selected={kept == value}>{ text.say(key) }</option> }
    };
    html! {
        <div class="field">
            <label for="theme">{ text.say("theme") }</label>
            <select id="theme">
                { option("", "theme-system") }
                { option("light", "theme-light") }
                { option("dark", "theme-dark") }
            </select>
        </div>
    }
}

/// Says that the node is out of reach while it is.
pub(crate) fn banner(text: Text, line: Line, retry: &Callback<()>) -> Html {
    let retry = retry.reform(|_: MouseEvent| ());
    html! {
        <div class="banner" role="status">
            if let Line::Lost(seconds) = line {
                <div class="page banner__row">
                    <p><b>{ text.say("lost") }</b>{ " " }<span aria-hidden="true">{ text.tell("lost-retry", &[("seconds", seconds.into())]) }</span></p>
                    <button type="button" class="btn btn--slim" onclick={retry}>{ text.say("retry-now") }</button>
                </div>
            }
        </div>
    }
}

/// What this is and where.
pub(crate) fn footer(text: Text, state: &NodeState) -> Html {
    let Some(view) = state.view() else { return Html::default() };
    let address = view.addresses.first().map(String::as_str).unwrap_or_default();
    html! {
        <footer class="foot"><div class="page">
            <span>{ text.tell("foot", &[
                ("version", view.version.as_str().into()),
                ("name", view.name.as_str().into()),
                ("address", address.into()),
            ]) }</span>
            <a href="/api/openapi.json">{ text.say("foot-api") }</a>
        </div></footer>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ScreenProps {
    /// What the window is called, without the product's name.
    pub(crate) title: AttrValue,
    pub(crate) children: Html,
}

/// The content of a page, with its title.
#[component]
pub(crate) fn Screen(props: &ScreenProps) -> Html {
    let text = use_text();
    let title = text.tell("title", &[("page", props.title.as_str().into())]);
    use_effect_with(title, |title| browser::set_title(title));
    html! { <main id="main" class="page" tabindex="-1">{ props.children.clone() }</main> }
}

/// A page that has nothing to show yet. Its words appear only where it takes long.
pub(crate) fn waiting(text: Text) -> Html {
    html! {
        <div class="waiting" aria-busy="true">
            <div class="waiting__bar"></div><div class="waiting__bar"></div><div class="waiting__bar"></div>
            <p class="hidden">{ text.say("loading") }</p>
        </div>
    }
}
