//! The open invitation: the code over a broken line, and the ways to bring the other machine here.

use std::rc::Rc;

use pairperf_shared::api::{InvitationView, NodeView};
use pairperf_shared::chart::link;
use pairperf_shared::chart::machine::Machine;
use pairperf_shared::forecast::span;
use pairperf_shared::plan::Role;
use yew::prelude::*;

use super::copy::Copy;
use super::drawn::drawn;
use super::qr::qr;
use super::wire::{Station, Wire, wire};
use crate::browser;
use crate::state::node::seconds_left;
use crate::text::{Text, use_text};

#[derive(Properties, PartialEq)]
pub(crate) struct InvitationProps {
    pub(crate) view: Rc<NodeView>,
    /// When the node said so, on the page's own clock.
    pub(crate) at_ms: f64,
    /// Makes a new code.
    pub(crate) renew: Callback<()>,
    /// Whether a new code is on its way.
    pub(crate) renewing: bool,
}

/// The composition with the code.
#[component]
pub(crate) fn Invitation(props: &InvitationProps) -> Html {
    let text = use_text();
    let now = use_state(browser::now_ms);
    {
        let now = now.setter();
        use_effect_with(props.at_ms, move |_| {
            now.set(browser::now_ms());
            let clock = browser::Timer::every(1_000, move || now.set(browser::now_ms()));
            move || drop(clock)
        });
    }
    let view = &props.view;
    let open = view.invitation.as_ref().and_then(|invitation| {
        // The page's own clock may be a moment behind the message's.
        let left = seconds_left(invitation.expires_in_ms, props.at_ms, now.max(props.at_ms))?;
        Some((invitation, left))
    });
    let renew = props.renew.reform(|_: MouseEvent| ());
    let button = |key: &str| {
        html! { <button type="button" class="btn btn--slim" onclick={renew.clone()} disabled={props.renewing}>{ text.say(key) }</button> }
    };
    let top = match &open {
        Some((invitation, left)) => html! { <>
            <p class="big__what">{ text.say("code-read") }</p>
            <p class="code"><span class="hidden">{ text.tell("code-spoken", &[("code", spelled(&invitation.code).into())]) }</span>
                <span aria-hidden="true">{ &invitation.code }</span></p>
            <dl class="trio">
                <div><dt>{ text.say("code-valid") }</dt><dd>{ text.message(&span(left * 1000)) }</dd></div>
                <div><dt>{ text.say("code-works") }</dt><dd>{ text.say("code-once") }</dd></div>
                <div><dt>{ text.say("code-tries") }</dt><dd>{ invitation.tries_left }</dd></div>
            </dl>
        </> },
        None if props.renewing => html! { <>
            <p class="big__what">{ text.say("code-read") }</p>
            <p class="code code--none" aria-hidden="true">{ "····-····" }</p>
            <p class="trio">{ text.say("code-making") }</p>
        </> },
        None => html! { <>
            <p class="big__what">{ text.say("code-ended") }</p>
            <p class="code code--none" aria-hidden="true">{ "····-····" }</p>
            <p class="trio">{ button("code-new") }</p>
        </> },
    };
    let address = view.addresses.first().map(String::as_str).unwrap_or_default();
    html! { <>
        { wire(Wire {
            label: text.tell("wire-alone", &[("name", view.name.as_str().into())]),
            left: Station {
                name: view.name.clone().into(),
                meta: html! { <><p>{ address.to_owned() }</p><p>{ text.say("this-machine") }</p></> },
                machine: drawn(Machine { cores: Some(view.host.cpu_count), ..Machine::default() }.svg()),
                facts: Html::default(),
            },
            right: Station {
                name: "?".into(),
                meta: html! { <p>{ text.say("other-machine") }</p> },
                machine: drawn(Machine { role: Some(Role::Receiver), ..Machine::default() }.svg()),
                facts: Html::default(),
            },
            top,
            pipe: drawn(link::broken()),
            facts: html! { <p class="wire__line">{ text.say("nothing-joined") }</p> },
        }) }
        if let Some((invitation, _)) = open {
            <section class="sec" aria-labelledby="ways">
                <h2 id="ways">{ text.say("ways") }</h2>
                { ways(text, invitation, button("code-new")) }
            </section>
        }
    </> }
}

fn ways(text: Text, invitation: &InvitationView, renew: Html) -> Html {
    let (first, others) =
        invitation.addresses.split_first().map_or(("", [].as_slice()), |(a, rest)| (a.as_str(), rest));
    let code = &invitation.code;
    let ticket = format!("{first}/{code}");
    let link = invitation.link.clone();
    html! {
        <ol class="ways">
            <li>
                <h3>{ text.say("way-browser") }</h3>
                <p class="note">{ text.say("way-browser-how") }</p>
                { qr(invitation.qr.as_ref(), text.say("qr")) }
                <div class="row row--slim"><Copy value={link} what={text.say("copy-link")} shown=false />{ renew }</div>
            </li>
            <li>
                <h3>{ text.say("way-paste") }</h3>
                <p class="note">{ text.say("way-paste-how") }</p>
                <Copy value={ticket.clone()} what={text.say("copy-ticket")} />
                if !others.is_empty() {
                    <p class="note">{ text.tell("other-addresses", &[("addresses", others.join(", ").into())]) }</p>
                }
                <p class="note">{ text.say("open-port") }</p>
            </li>
            <li>
                <h3>{ text.say("way-terminal") }</h3>
                <p class="note">{ text.say("way-terminal-how") }</p>
                <Copy value={format!("pairperf join {ticket}")} what={text.say("copy-join")} />
                <Copy value={format!("pairperf serve --join {ticket}")} what={text.say("copy-serve")} />
            </li>
        </ol>
    }
}

/// A code a voice can read: symbol by symbol.
fn spelled(code: &str) -> String {
    code.chars()
        .map(|symbol| if symbol == '-' { ",".to_owned() } else { format!(" {symbol}") })
        .collect::<String>()
        .trim()
        .to_owned()
}
