//! Brings a document to life: one tree of components for its page and all its islands, and one socket that tells
//! all of them what the node says.

use pairperf_shared::api::part;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::live::{Line, use_live};
use crate::state::node::{NodeAction, NodeState};
use crate::{api, browser, islands};

/// What every page and island may know: this node, and how its socket stands.
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

/// Looks at the document and mounts what it names.
pub(crate) fn mount() {
    let page = browser::page();
    let name = page.as_ref().map(|page| page.data("page")).unwrap_or_default();
    let mut mounts = Vec::new();
    if let Some(place) = page
        && let Some(content) = islands::page(&name, &place)
    {
        mounts.push((content, place));
    }
    for place in browser::islands() {
        if let Some(content) = islands::island(&place.data("island"), &place) {
            mounts.push((content, place));
        }
    }
    if mounts.is_empty() {
        return;
    }
    // What the server drew there was for those who wait.
    for (_, place) in &mounts {
        if !islands::keeps(&place.data("island")) {
            place.clear();
        }
    }
    let contents = mounts.into_iter().map(|(content, place)| create_portal(content, place.host())).collect();
    // A join link is opened by someone who may have no login here: that page asks the node for nothing.
    let asks = !browser::is_guest() && name != "join";
    let waits = islands::needs_node(&name);
    let Some(root) = browser::detached() else { return };
    yew::Renderer::<App>::with_root_and_props(root, AppProps { contents, asks, waits }).render();
}

#[derive(Properties, PartialEq)]
struct AppProps {
    /// Every page and island, each in its place.
    contents: Vec<Html>,
    /// Whether the reader may ask the node.
    asks: bool,
    /// Whether the page has nothing to show before the node answered.
    waits: bool,
}

/// Everything that lives in the document.
#[component]
fn App(props: &AppProps) -> Html {
    let state = use_reducer(|| NodeState::Loading);
    let nudge = use_state_eq(|| 0_u32);
    let asks = props.asks;
    {
        let state = state.dispatcher();
        use_effect_with(*nudge, move |_| {
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
        Callback::from(move |messages: Vec<Value>| {
            let latest = messages.into_iter().rev().find_map(|mut message| part(&mut message, "node").ok());
            if let Some(view) = latest {
                state.dispatch(NodeAction::Heard(Box::new(view), browser::now_ms()));
            }
        })
    };
    let line = use_live(None, asks, *nudge, heard);
    let retry = {
        let nudge = nudge.clone();
        Callback::from(move |()| nudge.set(nudge.wrapping_add(1)))
    };
    let link = NodeLink { state: (*state).clone(), line, nudge: *nudge, retry };
    // Effects come after everything was drawn.
    let ready = !props.waits || *state != NodeState::Loading;
    use_effect_with(ready, |&ready| {
        if ready {
            browser::mark_ready();
        }
    });
    html! { <ContextProvider<NodeLink> context={link}>{ props.contents.clone() }</ContextProvider<NodeLink>> }
}

/// What every page and island may know.
#[hook]
pub(crate) fn use_node() -> NodeLink {
    use_context().unwrap_or_else(|| NodeLink {
        state: NodeState::Loading,
        line: Line::Opening,
        nudge: 0,
        retry: Callback::noop(),
    })
}
