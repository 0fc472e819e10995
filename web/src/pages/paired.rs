//! Two machines that are paired: what each brings, who may start runs, and the way to a run.

use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::{NodeView, PairingView};
use pairperf_shared::chart::link;
use pairperf_shared::chart::machine::Machine;
use pairperf_shared::plan::Role;
use pairperf_shared::units;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::drawn::drawn;
use crate::components::facts::facts;
use crate::components::notice::notice;
use crate::components::ways::Ways;
use crate::components::wire::{Station, Wire, wire};
use crate::text::{use_text, whole_names};
use crate::{api, browser, route};

#[derive(Properties, PartialEq)]
pub(crate) struct PairedProps {
    pub(crate) view: Rc<NodeView>,
    pub(crate) pairing: PairingView,
    /// Whether this machine is in other pairings too: which of them a run is over is not known.
    pub(crate) of_many: bool,
    /// The person ended it.
    pub(crate) acted: Callback<()>,
}

/// The speed of the slower of two cards, in bits per second, where both say one.
pub(crate) fn slower_card(a: &pairperf_shared::host::HostFacts, b: &pairperf_shared::host::HostFacts) -> Option<f64> {
    // Two nodes on one machine talk past their cards.
    if a.machine.is_some() && a.machine == b.machine {
        return None;
    }
    Some(a.link_bits_per_second()?.min(b.link_bits_per_second()?) as f64)
}

/// The composition of a pairing.
#[component]
pub(crate) fn Paired(props: &PairedProps) -> Html {
    let text = use_text();
    let failure = use_state_eq(|| None::<ApiError>);
    let asking = use_state_eq(|| false);
    let PairedProps { view, pairing, .. } = props;
    let Some(peer) = pairing.peer.clone() else { return Html::default() };
    let onswitch = {
        let failure = failure.setter();
        Callback::from(move |event: Event| {
            let (may, failure) = (browser::is_ticked(&event), failure.clone());
            spawn_local(async move { failure.set(api::let_peer_start(may).await.err()) });
        })
    };
    let onunpair = {
        let (failure, id) = (failure.setter(), pairing.id.clone());
        let (asking, acted) = (asking.clone(), props.acted.clone());
        Callback::from(move |event: MouseEvent| {
            // A second click is an answer only where the question could be read.
            if browser::is_repeated(&event) {
                return;
            }
            if !*asking {
                return asking.set(true);
            }
            asking.set(false);
            acted.emit(());
            let (failure, id) = (failure.clone(), id.clone());
            spawn_local(async move { failure.set(api::unpair(&id).await.err()) });
        })
    };
    let unpair_id = format!("unpair-{}", pairing.id);
    let onkeep = {
        let (asking, id) = (asking.setter(), unpair_id.clone());
        Callback::from(move |()| {
            asking.set(false);
            browser::focus(&id);
        })
    };
    let onkeydown = {
        let onkeep = onkeep.clone();
        asking.then(|| {
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    onkeep.emit(());
                }
            })
        })
    };
    let names = [("here", view.name.as_str().into()), ("there", peer.name.as_str().into())];
    let here = view.addresses.first().cloned().unwrap_or_default();
    let speed = slower_card(&view.host, &peer.host).map(units::rate);
    let wide = "btn btn--main btn--large";
    let running = view.running.as_ref().filter(|_| !props.of_many);
    let main = match running {
        Some(id) => html! { <a class={wide} href={route::run(id)}>{ text.say("watch-running") }</a> },
        None => html! { <a class={wide} href={route::new_run(&pairing.id)}>{ text.say("choose-run") }</a> },
    };
    html! { <>
        <div class="head"><h1>{ whole_names(&text.tell("paired", &names)) }</h1></div>
        { wire(Wire {
            label: text.tell("wire-paired", &names),
            left: Station {
                name: view.name.clone().into(),
                meta: html! { <><p>{ here }</p><p>{ text.say("this-machine") }</p></> },
                machine: drawn(Machine { cores: Some(view.host.cpu_count), ..Machine::default() }.svg()),
                facts: Html::default(),
            },
            right: Station {
                name: peer.name.clone().into(),
                meta: html! { <p>{ &peer.address }</p> },
                machine: drawn(Machine { cores: Some(peer.host.cpu_count), role: Some(Role::Receiver), ..Machine::default() }.svg()),
                facts: Html::default(),
            },
            top: html! { <div class="row stack">{ main }</div> },
            pipe: drawn(link::solid(pairing.link_up)),
            facts: html! {
                <p class="wire__line">
                    if !pairing.link_up { { text.say("link-down") } }
                    else if let Some(speed) = speed { { text.tell("slower-card", &[("speed", speed.into())]) } }
                    else if running.is_some() { { text.say("link-running") } }
                    else if view.running.is_none() { { text.say("link-up") } }
                </p>
            },
        }) }
        <Ways id={pairing.id.clone()} reach={pairing.reach.clone()} link_up={pairing.link_up} />
        <div class="cols cols--2 cols--facts">
            { facts(text, &view.host, &peer.host) }
            <div class="stackup">
                <label class="check"><input type="checkbox" checked={view.peer_may_start} onchange={onswitch} />
                    { text.tell("peer-may-start", &[("peer", peer.name.as_str().into())]) }</label>
                if !peer.may_start { <p class="note">{ text.tell("may-not-start", &[("peer", peer.name.as_str().into())]) }</p> }
                if let Some(since) = &pairing.since {
                    <p class="note">{ text.tell("paired-since", &[("time", browser::local_time(since).into())]) }</p>
                }
                <p class="row row--slim" {onkeydown}>
                    <button type="button" class="btn btn--slim" id={unpair_id} onclick={onunpair}>
                        <span aria-live="polite">{ text.say(if *asking { "unpair-really" } else { "unpair" }) }</span>
                    </button>
                    if *asking {
                        <button type="button" class="btn btn--slim" onclick={onkeep.reform(|_: MouseEvent| ())}>{ text.say("unpair-keep") }</button>
                    }
                </p>
                if let Some(error) = &*failure { { notice(text, error, None) } }
            </div>
        </div>
    </> }
}
