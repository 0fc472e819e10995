//! The form of a run. All of it stands in the address, so that a set-up can be sent to someone or kept as a bookmark.

mod cards;
mod judge;
mod plan;
mod start;
mod view;

pub(crate) use view::{RunFormView, run_form_view};

use pairperf_shared::ApiError;
use pairperf_shared::api::RunAsk;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::use_node;
use crate::state::form::{Form, Part, Place};
use crate::text::use_text;
use crate::{api, browser, route};

/// Times on the screen are brought up to date this often.
const TICK_MS: u32 = 1_000;
/// A document that has not come by then will not: the way back may lead here again.
const LEAVING_MS: u32 = 10_000;

/// Keeps the form in the address, and starts the run.
#[component]
pub(crate) fn RunForm() -> Html {
    let link = use_node();
    let form = use_state(|| Form::from_query(&browser::query()));
    let folds = {
        let form = form.clone();
        use_state_eq(move || {
            let mut folds = [false; Part::FOLDED];
            for (open, part) in folds.iter_mut().zip(Part::folded()) {
                *open = form.changed(part) > 0;
            }
            folds
        })
    };
    let failure = use_state_eq(|| None::<ApiError>);
    let starting = use_state_eq(|| false);
    let now_ms = use_state_eq(browser::now_ms);
    {
        let now_ms = now_ms.setter();
        use_effect_with((), move |()| {
            let ticks = browser::Timer::every(TICK_MS, move || now_ms.set(browser::now_ms()));
            move || drop(ticks)
        });
    }
    // A field the node refuses is where the person has to go.
    use_effect_with((*failure).clone(), |failure| {
        let field = failure.as_ref().and_then(|failure| Place::of(failure.field.as_deref()?));
        if let Some(place) = field {
            browser::focus(&place.id());
        }
    });
    let change = {
        let (kept, failure) = (form.setter(), failure.setter());
        Callback::from(move |form: Form| {
            browser::replace_query(&form.query());
            failure.set(None);
            kept.set(form);
        })
    };
    let fold = {
        let folds = folds.clone();
        Callback::from(move |(index, open): (usize, bool)| {
            let mut now = *folds;
            now[index] = open;
            folds.set(now);
        })
    };
    let start = {
        let (failure, starting) = (failure.setter(), starting.setter());
        Callback::from(move |ask: RunAsk| {
            let (failure, starting) = (failure.clone(), starting.clone());
            failure.set(None);
            starting.set(true);
            spawn_local(async move {
                match api::start_run(&ask).await {
                    Ok(run) => {
                        browser::leave_to(&route::run(&run.id));
                        browser::later(LEAVING_MS, move || starting.set(false));
                    }
                    Err(error) => {
                        failure.set(Some(error));
                        starting.set(false);
                    }
                }
            });
        })
    };
    run_form_view(
        use_text(),
        &RunFormView {
            state: link.state,
            form: (*form).clone(),
            folds: *folds,
            failure: (*failure).clone(),
            starting: *starting,
            now_ms: *now_ms,
            change,
            fold,
            start,
            retry: link.retry,
        },
    )
}
