//! "I have a code": one field for a code, a string or a link, and the address where that has none.

use pairperf_shared::api::PairingAsk;
use yew::prelude::*;

use crate::browser;
use crate::state::join::{Typed, judge};
use crate::text::use_text;

#[derive(Properties, PartialEq)]
pub(crate) struct JoinFormProps {
    /// What stands in the field at first.
    #[prop_or_default]
    pub(crate) code: AttrValue,
    /// What stands in the address field at first.
    #[prop_or_default]
    pub(crate) address: AttrValue,
    /// Whether an attempt is under way.
    pub(crate) busy: bool,
    pub(crate) join: Callback<PairingAsk>,
}

/// The form. It never joins by itself: a link only fills it in.
#[component]
pub(crate) fn JoinForm(props: &JoinFormProps) -> Html {
    let text = use_text();
    let code = use_state(|| props.code.to_string());
    let address = use_state(|| props.address.to_string());
    let asked = use_state_eq(|| false);
    let typed = judge(&code);
    let (given, whole) = match &typed {
        Typed::Whole(ticket) => (ticket.address.clone(), true),
        _ => (None, false),
    };
    let needs_address = whole && given.is_none();
    let says = match &typed {
        Typed::Wrong(error) => Some((
            true,
            text.tell(error.key(), &[("symbol", wrong_symbol(*error).into()), ("count", count(*error).into())]),
        )),
        Typed::Begun(symbols) if *asked => Some((true, text.tell("code-begun", &[("count", (*symbols).into())]))),
        Typed::Nothing if *asked => Some((true, text.say("code-missing"))),
        Typed::Whole(_) => Some((false, text.say("code-good"))),
        _ => None,
    };
    let bad = says.as_ref().is_some_and(|(bad, _)| *bad);
    let address_bad = *asked && needs_address && address.trim().is_empty();
    // Where Enter came before the field: it is drawn first.
    let wanted = use_state_eq(|| 0_u32);
    use_effect_with(*wanted, |&wanted| {
        if wanted > 0 {
            browser::focus("join-address");
        }
    });

    {
        // The button takes no key while it works; where that came to nothing, the code is what to look at.
        let worked = use_mut_ref(|| false);
        use_effect_with(props.busy, move |&busy| {
            if worked.replace(busy) && !busy {
                browser::refocus("join-code");
            }
        });
    }

    let oncode = {
        let (code, asked) = (code.setter(), asked.setter());
        Callback::from(move |event: InputEvent| {
            asked.set(false);
            code.set(browser::field_value(&event));
        })
    };
    let onaddress = {
        let address = address.setter();
        Callback::from(move |event: InputEvent| address.set(browser::field_value(&event)))
    };
    let onsubmit = {
        let (typed, address, asked, join) = (typed.clone(), address.clone(), asked.setter(), props.join.clone());
        let (busy, wanted) = (props.busy, wanted.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            asked.set(true);
            let Typed::Whole(ticket) = &typed else { return browser::focus("join-code") };
            let address = ticket.address.clone().unwrap_or_else(|| address.trim().to_owned());
            if address.is_empty() {
                return wanted.set(wanted.wrapping_add(1));
            }
            if !busy {
                join.emit(PairingAsk { address, code: ticket.code.to_string() });
            }
        })
    };

    html! {
        <form class="join" {onsubmit} novalidate=true>
            <div class="field">
                <label for="join-code">{ text.say("join-code") }</label>
                <input id="join-code" autocomplete="off" autocapitalize="characters" spellcheck="false" value={(*code).clone()}
                    oninput={oncode} aria-invalid={bad.then_some("true")} aria-describedby="join-code-hint join-code-says" />
                <p class="field__hint" id="join-code-hint">{ text.say("join-code-hint") }</p>
                <p id="join-code-says" aria-live="polite" class={if bad { "field__bad" } else { "field__good" }} hidden={says.is_none()}>
                    { says.map(|(_, sentence)| sentence).unwrap_or_default() }
                </p>
            </div>
            if needs_address {
                <div class="field">
                    <label for="join-address">{ text.say("join-address") }</label>
                    <input id="join-address" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url"
                        value={(*address).clone()} oninput={onaddress} aria-invalid={address_bad.then_some("true")}
                        aria-describedby="join-address-hint join-address-says" />
                    <p class="field__hint" id="join-address-hint">{ text.say("join-address-hint") }</p>
                    <p class="field__bad" id="join-address-says" role="alert" hidden={!address_bad}>
                        if address_bad { { text.say("address-missing") } }
                    </p>
                </div>
            }
            <div class="row">
                <button class="btn btn--main" disabled={props.busy}>{ text.say(if props.busy { "joining" } else { "join" }) }</button>
            </div>
        </form>
    }
}

fn wrong_symbol(error: pairperf_shared::join::JoinError) -> String {
    match error {
        pairperf_shared::join::JoinError::Symbol(symbol) => symbol.to_string(),
        _ => String::new(),
    }
}

fn count(error: pairperf_shared::join::JoinError) -> usize {
    match error {
        pairperf_shared::join::JoinError::Length(count) => count,
        _ => 0,
    }
}
