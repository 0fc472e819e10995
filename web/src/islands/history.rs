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
    /// Runs that were deleted just now, as long as that can be taken back.
    pub(crate) deleted: Vec<String>,
    pub(crate) working: bool,
    pub(crate) failure: Option<ApiError>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Delete,
    Undo,
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
            let (now, basket, picks, place) = (now.clone(), basket.clone(), picks.clone(), place.clone());
            if ask == Ask::Clear {
                place.clear_picks(|_| true);
                return picks.set(Vec::new());
            }
            if now.working {
                return;
            }
            basket.set(Basket { working: true, ..now.clone() });
            spawn_local(async move {
                let after = perform(ask == Ask::Delete, now).await;
                if ask == Ask::Delete {
                    // What could not be deleted stays ticked.
                    place.clear_picks(|run| after.deleted.iter().any(|deleted| deleted == run));
                    picks.set(place.picks());
                }
                basket.set(after);
            });
        })
    };
    {
        // The buttons are others now; the keyboard goes on at what can be done next.
        let (had_buttons, place) = (use_mut_ref(|| false), props.place.clone());
        let state = (now.working, now.picks.is_empty(), now.deleted.is_empty());
        use_effect_with(state, move |&(working, none_picked, none_deleted)| {
            if had_buttons.replace(working || !(none_picked && none_deleted)) && !working {
                browser::refocus(UNDO);
                place.refocus_picks();
            }
        });
    }
    history(use_text(), &now, &ask)
}

/// The button that takes back what was deleted.
const UNDO: &str = "runs-undo";

/// One after the other; what was done until one fails is done.
async fn perform(delete: bool, before: Basket) -> Basket {
    let runs: Vec<String> =
        if delete { before.picks.iter().map(|pick| pick.run.clone()).collect() } else { before.deleted };
    let mut done = Vec::new();
    let mut failure = None;
    for run in &runs {
        match if delete { api::delete(run).await } else { api::restore(run).await } {
            Ok(()) => {
                hide_row(run, delete);
                done.push(run.clone());
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    let deleted = if delete { done } else { runs.into_iter().filter(|run| !done.contains(run)).collect() };
    Basket { deleted, failure, ..Basket::default() }
}

/// What stands there.
pub(crate) fn history(text: Text, basket: &Basket, ask: &Callback<Ask>) -> Html {
    let button = |key: &str, what: Ask| {
        let onclick = ask.reform(move |_: MouseEvent| what);
        let id = (what == Ask::Undo).then_some(UNDO);
        html! { <button type="button" class="btn btn--slim" {id} disabled={basket.working} {onclick}>{ text.say(key) }</button> }
    };
    let means: Vec<&str> = basket.picks.iter().map(|pick| pick.mean.as_str()).filter(|mean| !mean.is_empty()).collect();
    let (says, buttons) = match (basket.picks.len(), basket.deleted.len()) {
        (0, 0) => (AttrValue::default(), Html::default()),
        (0, gone) => (text.tell("runs-deleted", &[("count", gone.into())]), button("undo", Ask::Undo)),
        (ticked, _) => {
            let list = ("means", means.join(" · ").into());
            let says = text.tell("runs-selected", &[("count", ticked.into()), list]);
            (says, html! { <>{ button("delete", Ask::Delete) }{ button("clear-selection", Ask::Clear) }</> })
        }
    };
    html! {
        <div class={(!says.is_empty()).then_some("basket")}>
            <p role="status">{ says }</p>
            { buttons }
            if let Some(error) = &basket.failure { { notice(text, error, None) } }
        </div>
    }
}
