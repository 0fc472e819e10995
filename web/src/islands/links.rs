//! Links that show a run to whoever has them.

use pairperf_shared::api::ShareView;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::actions::says;
use crate::components::notice::notice;
use crate::state::acting::Going;
use crate::text::{Text, use_text};
use crate::{api, browser, route};

/// The links, each with the button that ends it; with the way to its run where they are of many.
pub(super) fn links(text: Text, shares: &[ShareView], of_many: bool, working: bool, end: &Callback<String>) -> Html {
    if shares.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="links">{ for shares.iter().map(|share| {
            let id = share.id.clone();
            let onclick = end.reform(move |_: MouseEvent| id.clone());
            let time = share.expires_at.as_ref().map(|time| browser::local_time(time));
            let key = match (share.hidden, &time) {
                (true, Some(_)) => "share-hidden-until",
                (true, None) => "share-hidden-for-ever",
                (false, Some(_)) => "share-open-until",
                (false, None) => "share-open-for-ever",
            };
            let until = text.tell(key, &[("time", time.unwrap_or_default().into())]);
            html! {
                <li>
                    <a href={share.url.clone()}>{ &share.url }</a>
                    <span class="note">{ until }
                        if of_many { { " " }<a href={route::run(&share.run)}>{ text.say("share-run") }</a> }</span>
                    <button type="button" class="btn btn--slim" disabled={working} {onclick}>{ text.say("share-withdraw") }</button>
                </li>
            }
        }) }</ul>
    }
}

/// All links of this node.
#[component]
pub(crate) fn Shares() -> Html {
    let text = use_text();
    let known = use_state_eq(Vec::<ShareView>::new);
    let going = use_state_eq(|| Going::Idle(""));
    {
        let (known, going) = (known.setter(), going.setter());
        use_effect_with((), move |()| {
            spawn_local(async move {
                match api::shares(None).await {
                    Ok(list) => known.set(list.shares),
                    Err(error) => going.set(Going::Failed(error)),
                }
            });
        });
    }
    let end = {
        let (known, going) = (known.clone(), going.clone());
        Callback::from(move |id: String| {
            if *going == Going::Working {
                return;
            }
            let (known, going) = (known.clone(), going.clone());
            going.set(Going::Working);
            spawn_local(async move {
                going.set(match api::withdraw(&id).await {
                    Ok(()) => {
                        known.set(known.iter().filter(|share| share.id != id).cloned().collect());
                        Going::Idle("share-withdrawn")
                    }
                    Err(error) => Going::Failed(error),
                });
            });
        })
    };
    shares(text, &known, &going, &end)
}

/// What stands there; nothing where there are none and never were.
pub(crate) fn shares(text: Text, known: &[ShareView], going: &Going, end: &Callback<String>) -> Html {
    if known.is_empty() && *going == Going::Idle("") {
        return Html::default();
    }
    html! {
        <section class="sec sec--gap" aria-labelledby="shares">
            <h2 id="shares">{ text.say("shares") }</h2>
            { links(text, known, true, *going == Going::Working, end) }
            <p role="status">{ says(text, going) }</p>
            if let Going::Failed(error) = going { { notice(text, error, None) } }
        </section>
    }
}
