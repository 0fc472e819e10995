//! Runs that were deleted lately, as long as that can be taken back.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::actions::says;
use crate::components::notice::notice;
use crate::state::acting::Going;
use crate::state::listed::Listed;
use crate::text::{Text, use_text};
use crate::{api, browser};

/// All of them.
#[component]
pub(crate) fn Deleted() -> Html {
    let known = use_state_eq(Vec::<Listed>::new);
    let going = use_state_eq(|| Going::Idle(""));
    {
        let (known, going) = (known.setter(), going.setter());
        use_effect_with((), move |()| {
            spawn_local(async move {
                match api::deleted().await {
                    Ok(list) => known.set(list),
                    Err(error) => going.set(Going::Failed(error)),
                }
            });
        });
    }
    let restore = {
        let going = going.clone();
        Callback::from(move |id: String| {
            if *going == Going::Working {
                return;
            }
            let going = going.setter();
            going.set(Going::Working);
            spawn_local(async move {
                match api::restore(&id).await {
                    // It has its row again, and is counted.
                    Ok(()) => browser::reload(),
                    Err(error) => going.set(Going::Failed(error)),
                }
            });
        })
    };
    deleted(use_text(), &known, &going, &restore)
}

/// What stands there; nothing where there are none.
pub(crate) fn deleted(text: Text, known: &[Listed], going: &Going, restore: &Callback<String>) -> Html {
    if known.is_empty() && *going == Going::Idle("") {
        return Html::default();
    }
    let line = |run: &Listed| {
        let id = run.id.clone();
        let onclick = restore.reform(move |_: MouseEvent| id.clone());
        let time = browser::local_time(&run.started_at);
        let machines = [
            ("from", run.from.as_str().into()),
            ("to", run.to.as_str().into()),
            ("protocol", run.protocol.name().into()),
            ("streams", run.streams.into()),
        ];
        html! {
            <li key={run.id.clone()}>
                <span><time datetime={run.started_at.clone()}>{ &time }</time>{ " · " }{ text.tell("runs-line", &machines) }</span>
                if let Some(label) = &run.label { <span class="note">{ label }</span> }
                <button type="button" class="btn btn--slim" disabled={*going == Going::Working} {onclick}>
                    { text.say("undo") }<span class="hidden">{ " " }{ time }</span>
                </button>
            </li>
        }
    };
    html! {
        <section class="sec sec--gap" aria-labelledby="deleted">
            <h2 id="deleted">{ text.say("deleted") }</h2>
            if !known.is_empty() { <p class="note">{ text.say("deleted-how") }</p> }
            <ul class="links">{ for known.iter().map(line) }</ul>
            <p role="status">{ says(text, going) }</p>
            if let Going::Failed(error) = going { { notice(text, error, None) } }
        </section>
    }
}
