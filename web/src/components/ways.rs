//! The ways between the two machines: what the node wrote of them, and a button to look again.

use pairperf_shared::ApiError;
use pairperf_shared::reach::Reach;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::drawn::drawn;
use super::notice::notice;
use crate::text::use_text;
use crate::{api, browser};

/// A look takes less than three seconds; what nobody has heard of by then is not coming.
const LOOK_MS: u32 = 8_000;

#[derive(Properties, PartialEq)]
pub(crate) struct WaysProps {
    /// The pairing.
    pub(crate) id: AttrValue,
    /// What was found; none until somebody looked.
    pub(crate) reach: Option<Reach>,
    /// Whether the other node can be asked.
    pub(crate) link_up: bool,
}

/// The section.
#[component]
pub(crate) fn Ways(props: &WaysProps) -> Html {
    let text = use_text();
    // What the node wrote, or why it did not.
    let written = use_state_eq(|| None::<Result<AttrValue, ApiError>>);
    let looking = use_state_eq(|| false);
    {
        let (written, looking) = (written.setter(), looking.setter());
        use_effect_with((props.id.clone(), props.reach.clone()), move |(id, reach)| {
            if reach.is_some() {
                let id = id.clone();
                spawn_local(async move {
                    let found = api::ways(&id).await.map(AttrValue::from);
                    written.set(Some(found));
                    looking.set(false);
                });
            }
        });
    }
    let onclick = {
        let (id, written, looking) = (props.id.clone(), written.setter(), looking.setter());
        Callback::from(move |_: MouseEvent| {
            let (id, written, looking) = (id.clone(), written.clone(), looking.clone());
            looking.set(true);
            spawn_local(async move {
                match api::look(&id).await {
                    // What is found may be what was found before: nothing would tell of that.
                    Ok(()) => browser::sleep(LOOK_MS).await,
                    Err(error) => written.set(Some(Err(error))),
                }
                looking.set(false);
            });
        })
    };
    let body = match &*written {
        Some(Ok(html)) => drawn(html.clone()),
        Some(Err(error)) => notice(text, error, None),
        None => html! { <p class="note">{ text.say(if props.link_up { "ways-looking" } else { "ways-unknown" }) }</p> },
    };
    html! {
        <section class="sec" aria-label={text.say("section-ways")}>
            <h2>{ text.say("section-ways") }</h2>
            <div aria-busy={looking.then_some("true")}>{ body }</div>
            <p class="row row--slim row--gap">
                <button type="button" class="btn btn--slim" {onclick} disabled={*looking || !props.link_up}>
                    <span aria-live="polite">{ text.say(if *looking { "ways-looking" } else { "ways-again" }) }</span>
                </button>
            </p>
        </section>
    }
}
