//! The list of runs: what to do with those that are ticked. The rows themselves are the server's.

use pairperf_shared::ApiError;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::{Pick, Place, hide_row};
use crate::components::notice::notice;
use crate::text::{Text, use_text};
use crate::{api, browser};

#[derive(Properties, PartialEq)]
pub(crate) struct HistoryProps {
    /// Where the rows are.
    pub(crate) place: Place,
}

/// What is shown below the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Basket {
    /// What is ticked.
    pub(crate) picks: Vec<Pick>,
    pub(crate) working: bool,
    pub(crate) failure: Option<ApiError>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Delete,
    Clear,
}

/// The bar below the list.
#[component]
pub(crate) fn History(props: &HistoryProps) -> Html {
    let picks = use_state_eq(Vec::<Pick>::new);
    let basket = use_state_eq(Basket::default);
    {
        let (picks, place) = (picks.setter(), props.place.clone());
        use_effect_with((), move |()| {
            let from = place.clone();
            // Ticks that the browser kept over a reload count too.
            picks.set(from.picks());
            place.on_change(move || picks.set(from.picks()));
        });
    }
    let now = Basket { picks: (*picks).clone(), ..(*basket).clone() };
    let ask = {
        let (now, basket, picks, place) = (now.clone(), basket.setter(), picks.setter(), props.place.clone());
        Callback::from(move |ask: Ask| {
            if ask == Ask::Clear {
                place.clear_picks(|_| true);
                return picks.set(Vec::new());
            }
            if now.working {
                return;
            }
            let (basket, picks, place, runs) = (basket.clone(), picks.clone(), place.clone(), now.picks.clone());
            basket.set(Basket { working: true, failure: None, ..now.clone() });
            spawn_local(async move {
                let (done, failure) = delete(runs).await;
                // What could not be deleted stays ticked; and a tick of a row that is gone would be another row's.
                place.clear_picks(|run| done.iter().any(|deleted| deleted == run));
                if failure.is_none() {
                    // The document counts anew, and has below it what can be taken back.
                    return browser::reload();
                }
                for run in &done {
                    hide_row(run);
                }
                picks.set(place.picks());
                basket.set(Basket { failure, ..Basket::default() });
            });
        })
    };
    {
        // The buttons are gone now; the keyboard goes on at what can be ticked next.
        let (had_buttons, place) = (use_mut_ref(|| false), props.place.clone());
        use_effect_with((now.working, now.picks.is_empty()), move |&(working, none_picked)| {
            if had_buttons.replace(working || !none_picked) && !working {
                place.refocus_picks();
            }
        });
    }
    history(use_text(), &now, &ask)
}

/// One after the other; what was done until one fails is done.
async fn delete(picks: Vec<Pick>) -> (Vec<String>, Option<ApiError>) {
    let mut done = Vec::new();
    for pick in picks {
        match api::delete(&pick.run).await {
            Ok(()) => done.push(pick.run),
            Err(error) => return (done, Some(error)),
        }
    }
    (done, None)
}

/// What stands there.
pub(crate) fn history(text: Text, basket: &Basket, ask: &Callback<Ask>) -> Html {
    let button = |key: &str, what: Ask| {
        let onclick = ask.reform(move |_: MouseEvent| what);
        html! { <button type="button" class="btn btn--slim" disabled={basket.working} {onclick}>{ text.say(key) }</button> }
    };
    let means: Vec<&str> = basket.picks.iter().map(|pick| pick.mean.as_str()).filter(|mean| !mean.is_empty()).collect();
    let (says, buttons) = if basket.picks.is_empty() {
        Default::default()
    } else {
        let list = ("means", means.join(" · ").into());
        let says = text.tell("runs-selected", &[("count", basket.picks.len().into()), list]);
        (says, html! { <>{ button("delete", Ask::Delete) }{ button("clear-selection", Ask::Clear) }</> })
    };
    html! {
        <div class={(!says.is_empty()).then_some("basket")}>
            <p role="status">{ says }</p>
            { buttons }
            if let Some(error) = &basket.failure { { notice(text, error, None) } }
        </div>
    }
}
