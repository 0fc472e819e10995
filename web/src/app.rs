//! The frame around every page: what the node says, the masthead, the banner, and which page stands inside.

use pairperf_shared::api::{LiveBody, LiveMessage};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::prelude::*;

use crate::components::layout::{banner, footer, masthead};
use crate::components::way::use_way;
use crate::live::{Line, use_live};
use crate::pages::{Home, Join, NotFound, Run, RunForm};
use crate::route::Route;
use crate::state::node::{NodeAction, NodeState};
use crate::text::use_text;
use crate::{api, browser};

/// What every page may know: this node, and how its socket stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NodeLink {
    /// The node as it was last heard of.
    pub(crate) state: NodeState,
    /// The socket.
    pub(crate) line: Line,
    /// Changes when everything that is lost is to be tried again at once.
    pub(crate) nudge: u32,
    /// Tries again at once.
    pub(crate) retry: Callback<()>,
}

/// The whole page.
#[component]
pub(crate) fn App() -> Html {
    html! { <BrowserRouter><Shell /></BrowserRouter> }
}

#[component]
fn Shell() -> Html {
    let text = use_text();
    let state = use_reducer(|| NodeState::Loading);
    let nudge = use_state_eq(|| 0_u32);
    // A join link is opened by someone who may have no login here: that page asks the node for nothing.
    let route = use_route::<Route>();
    let way = use_way();
    let asks = route != Some(Route::Join);
    {
        let state = state.dispatcher();
        use_effect_with((asks, *nudge), move |&(asks, _)| {
            if !asks {
                return;
            }
            spawn_local(async move {
                state.dispatch(match api::node().await {
                    Ok(view) => NodeAction::Heard(Box::new(view), browser::now_ms()),
                    Err(error) => NodeAction::Failed(error),
                });
            });
        });
    }
    let heard = {
        let state = state.dispatcher();
        Callback::from(move |messages: Vec<LiveMessage>| {
            let latest = messages.into_iter().rev().find_map(|message| match message.body {
                LiveBody::Snapshot { node, .. } => node,
                _ => None,
            });
            if let Some(view) = latest {
                state.dispatch(NodeAction::Heard(view, browser::now_ms()));
            }
        })
    };
    let line = use_live(None, asks, *nudge, heard);
    let retry = {
        let nudge = nudge.clone();
        Callback::from(move |()| nudge.set(nudge.wrapping_add(1)))
    };
    let link = NodeLink { state: (*state).clone(), line, nudge: *nudge, retry };

    html! {
        <ContextProvider<NodeLink> context={link.clone()}>
            <a class="skip" href="#main">{ text.say("skip") }</a>
            { masthead(text, &way, route.as_ref(), &link.state) }
            { banner(text, link.line, &link.retry) }
            { page(route.unwrap_or(Route::NotFound)) }
            { footer(text, &link.state) }
        </ContextProvider<NodeLink>>
    }
}

fn page(route: Route) -> Html {
    match route {
        Route::Home => html! { <Home /> },
        Route::Join => html! { <Join /> },
        Route::New => html! { <RunForm /> },
        Route::Run { id } => html! { <Run key={id.clone()} id={id.clone()} /> },
        Route::NotFound => html! { <NotFound /> },
    }
}

/// What every page may know.
#[hook]
pub(crate) fn use_node() -> NodeLink {
    use_context().unwrap_or_else(|| NodeLink {
        state: NodeState::Loading,
        line: Line::Opening,
        nudge: 0,
        retry: Callback::noop(),
    })
}
