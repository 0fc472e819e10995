//! Where a join link leads: it is opened at the inviter, and the joining is done at the other machine.
//!
//! The node hands this page out without a login, so it asks the node for nothing. The code stays in the fragment.

use pairperf_shared::JoinCode;
use pairperf_shared::query;
use yew::prelude::*;

use crate::browser::{self, Listening};
use crate::components::copy::Copy;
use crate::route;
use crate::text::use_text;

/// The port of a node that was not told another.
const PORT: u16 = 7575;

/// Asks which machine is the other end, and goes to its page with the code.
#[component]
pub(crate) fn Join() -> Html {
    let text = use_text();
    let code = use_state_eq(read_code);
    {
        // A link that is followed while this page is open changes nothing but the fragment.
        let code = code.setter();
        use_effect_with((), move |()| {
            let listening = Listening::to_fragment(move || code.set(read_code()));
            move || drop(listening)
        });
    }
    let here = use_memo((), |()| browser::page_host());
    let address = use_state(String::new);
    let asked = use_state_eq(|| false);
    let bad = *asked && address.trim().is_empty();
    let oninput = {
        let (address, asked) = (address.setter(), asked.setter());
        Callback::from(move |event: InputEvent| {
            asked.set(false);
            address.set(browser::field_value(&event));
        })
    };
    let onsubmit = {
        let (address, asked, code, here) = (address.clone(), asked.setter(), code.clone(), here.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            asked.set(true);
            let Some(code) = &*code else { return };
            match target(&address, &here, code) {
                Some(target) => browser::leave_to(&target),
                None => browser::focus("other-page"),
            }
        })
    };
    let Some(known) = &*code else {
        return html! { <>
            <div class="head"><h1>{ text.say("join-link-broken") }</h1><p class="lead">{ text.say("join-link-broken-why") }</p></div>
            <p class="row stack"><a class="btn btn--main" href={route::HOME}>{ text.say("nav-machines") }</a></p>
        </> };
    };
    html! {
        <>
            <div class="head">
                <h1>{ text.say("join-link-where") }</h1>
                <p class="lead">{ text.tell("join-link-how", &[("here", here.as_str().into())]) }</p>
            </div>
            <form class="join join--link" {onsubmit} novalidate=true>
                <div class="field">
                    <label for="other-page">{ text.say("other-page") }</label>
                    <input id="other-page" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url"
                        value={(*address).clone()} {oninput} aria-invalid={bad.then_some("true")} aria-describedby="other-page-hint" />
                    <p class={if bad { "field__bad" } else { "field__hint" }} id="other-page-hint">{ text.say("other-page-hint") }</p>
                </div>
                <div class="row"><button class="btn btn--main">{ text.say("go-there") }</button></div>
            </form>
            <section class="sec sec--gap" aria-labelledby="terminal">
                <h2 id="terminal">{ text.say("way-terminal") }</h2>
                <p class="note">{ text.say("way-terminal-how") }</p>
                <Copy value={format!("pairperf join {}/{known}", *here)} what={text.say("copy-join")} />
                <Copy value={format!("pairperf serve --join {}/{known}", *here)} what={text.say("copy-serve")} />
            </section>
        </>
    }
}

/// The code of the link, where it has one.
fn read_code() -> Option<JoinCode> {
    browser::fragment().parse().ok()
}

/// The other machine's page, told where to join. Nothing without an address.
fn target(typed: &str, here: &str, code: &JoinCode) -> Option<String> {
    let typed = typed.trim().trim_end_matches('/');
    let (scheme, host) = typed.split_once("://").unwrap_or(("http", typed));
    // A whole address may have been copied, with the path it stood on.
    let host = host.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
    let has_port = host.rsplit_once(':').is_some_and(|(name, port)| {
        !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']'))
    });
    let scheme = if scheme == "https" { "https" } else { "http" };
    let host = if has_port || typed.contains("://") { host.to_owned() } else { format!("{host}:{PORT}") };
    Some(format!("{scheme}://{host}/{}#{code}", query::write([("join", here)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_goes_to_the_other_page_in_the_fragment() {
        let code = JoinCode::from_random([1, 2, 3, 4, 5, 6, 7]);
        for (typed, begins) in [
            ("10.0.0.5", "http://10.0.0.5:7575/?join=10.0.0.4:7575#"),
            (" 10.0.0.5:8080/ ", "http://10.0.0.5:8080/?join="),
            ("http://db-b:7575/runs/1", "http://db-b:7575/?join="),
            ("https://b.example", "https://b.example/?join="),
            ("[fd00::5]", "http://[fd00::5]:7575/?join="),
            ("javascript://x", "http://x/?join="),
        ] {
            let target = target(typed, "10.0.0.4:7575", &code).unwrap();
            assert!(target.starts_with(begins) && target.ends_with(&format!("#{code}")), "{target}");
        }
        assert_eq!(target("  ", "x", &code), None);
    }
}
