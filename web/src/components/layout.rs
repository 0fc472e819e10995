//! Masthead, banner, footer, and the frame of a page's content.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::browser;
use crate::live::Line;
use crate::route::Route;
use crate::state::node::{NodeState, paired};
use crate::state::query;
use crate::text::use_text;

#[derive(Properties, PartialEq)]
pub(crate) struct FrameProps {
    pub(crate) state: NodeState,
}

/// Who we are, where one can go, how this node stands.
#[component]
pub(crate) fn Masthead(props: &FrameProps) -> Html {
    let text = use_text();
    let route = use_route::<Route>();
    let navigator = use_navigator();
    let view = props.state.view();
    let pairing = view.and_then(|view| paired(view).next());
    let current = |here: bool| here.then_some("page");
    let new = pairing.map(|pairing| query::write([("pairing", pairing.id.as_str())]));
    let running = view.and_then(|view| view.running.clone());
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
            <Link<Route> to={Route::Home} classes="brand">
                <span class="hidden">{ text.say("brand") }</span>
                <span aria-hidden="true" class="brand__drawn">
                    { text.say("brand-left") }<span class="brand__link"></span>{ text.say("brand-right") }
                </span>
            </Link<Route>>
            <nav aria-label={text.say("nav")}><ul>
                <li><a href="/" onclick={go(navigator.as_ref(), Route::Home, None)}
                    aria-current={current(route == Some(Route::Home))}>{ text.say("nav-machines") }</a></li>
                if let Some(new) = new {
                    <li><a href={format!("/new{new}")} onclick={go(navigator.as_ref(), Route::New, Some(new))}
                        aria-current={current(route == Some(Route::New))}>{ text.say("nav-new") }</a></li>
                }
                if let Some(id) = running {
                    <li><a href={format!("/runs/{id}")} onclick={go(navigator.as_ref(), Route::Run { id: id.clone() }, None)}
                        aria-current={current(route == Some(Route::Run { id: id.clone() }))}>{ text.say("nav-running") }</a></li>
                }
            </ul></nav>
            { state }
            <details class="prefs">
                <summary>{ text.say("display") }</summary>
                <div class="prefs__box"><ThemeChoice /></div>
            </details>
        </div></header>
    }
}

/// Goes to a page within this one; with a modifier key the browser does what it always does.
fn go(navigator: Option<&Navigator>, route: Route, query: Option<String>) -> Callback<MouseEvent> {
    let navigator = navigator.cloned();
    Callback::from(move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key() {
            return;
        }
        let Some(navigator) = &navigator else { return };
        event.prevent_default();
        match &query {
            Some(query) => {
                let pairs: Vec<(String, String)> = query::pairs(query);
                let _ = navigator.push_with_query(&route, &pairs);
            }
            None => navigator.push(&route),
        }
    })
}

/// The three-way theme; `theme.js` listens to it, so that it also works on pages without this program.
#[component]
fn ThemeChoice() -> Html {
    let text = use_text();
    let kept = use_memo((), |()| browser::kept_theme());
    let option = |value: &'static str, key: &str| {
        html! { <option {value} selected={kept.as_str() == value}>{ text.say(key) }</option> }
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

#[derive(Properties, PartialEq)]
pub(crate) struct BannerProps {
    pub(crate) line: Line,
    pub(crate) retry: Callback<()>,
}

/// Says that the node is out of reach while it is.
#[component]
pub(crate) fn Banner(props: &BannerProps) -> Html {
    let text = use_text();
    let lost = matches!(props.line, Line::Lost(_));
    let retry = props.retry.reform(|_: MouseEvent| ());
    html! {
        <div class="banner" role="status">
            if let Line::Lost(seconds) = props.line {
                <div class="page banner__row">
                    <p><b>{ text.say("lost") }</b>{ " " }<span aria-hidden="true">{ text.tell("lost-retry", &[("seconds", seconds.into())]) }</span></p>
                    <button type="button" class="btn btn--slim" onclick={retry} disabled={!lost}>{ text.say("retry-now") }</button>
                </div>
            }
        </div>
    }
}

/// What this is and where.
#[component]
pub(crate) fn Footer(props: &FrameProps) -> Html {
    let text = use_text();
    let Some(view) = props.state.view() else { return Html::default() };
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
#[component]
pub(crate) fn Waiting() -> Html {
    let text = use_text();
    html! {
        <div class="waiting" aria-busy="true">
            <div class="waiting__bar"></div><div class="waiting__bar"></div><div class="waiting__bar"></div>
            <p class="hidden">{ text.say("loading") }</p>
        </div>
    }
}
