//! How this node stands, in the masthead: its name, its peer, the run that goes on.

use yew::prelude::*;

use crate::app::use_node;
use crate::route;
use crate::state::node::{NodeState, paired};
use crate::text::{Text, use_text};

/// The state of the node.
#[component]
pub(crate) fn State() -> Html {
    state(use_text(), &use_node().state)
}

/// What it shows.
pub(crate) fn state(text: Text, state: &NodeState) -> Html {
    let Some(view) = state.view() else { return Html::default() };
    let pairing = paired(view).next();
    let peer = pairing.and_then(|pairing| pairing.peer.as_ref());
    let (key, dot) = match pairing {
        Some(pairing) if pairing.link_up => ("mast-paired", "dot dot--on"),
        Some(_) => ("mast-link-down", "dot dot--off"),
        None => ("mast-alone", "dot"),
    };
    let peer = peer.map(|peer| peer.name.as_str()).unwrap_or_default();
    html! { <>
        <span class={dot} aria-hidden="true"></span>
        <span>{ text.tell(key, &[("name", view.name.as_str().into()), ("peer", peer.into())]) }</span>
        if let Some(id) = &view.running { <a href={route::run(id)}>{ text.say("nav-running") }</a> }
    </> }
}
