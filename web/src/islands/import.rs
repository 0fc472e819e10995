//! Brings a record from a file into the list.

use pairperf_shared::ApiError;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::FileTaken;
use crate::components::notice::notice;
use crate::text::{Text, use_text};
use crate::{api, browser, route};

/// How it goes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Importing {
    /// Nothing was given yet.
    #[default]
    Idle,
    /// The file of that name is on its way.
    Sending(String),
    /// It was not taken.
    Failed(String, ApiError),
}

/// A field for the file, which may be dropped there too.
#[component]
pub(crate) fn Import() -> Html {
    let state = use_state_eq(Importing::default);
    let take = {
        let (state, busy) = (state.setter(), matches!(*state, Importing::Sending(_)));
        Callback::from(move |file: Option<FileTaken>| {
            // One may still be dropped while another is on its way.
            let Some(file) = file.filter(|_| !busy) else { return };
            let state = state.clone();
            state.set(Importing::Sending(file.name()));
            spawn_local(async move {
                match api::import(&file).await {
                    Ok(run) => browser::leave_to(&route::run(&run.id)),
                    Err(error) => state.set(Importing::Failed(file.name(), error)),
                }
            });
        })
    };
    import(use_text(), &state, &take)
}

/// What stands there.
pub(crate) fn import(text: Text, state: &Importing, take: &Callback<Option<FileTaken>>) -> Html {
    let onchange = take.reform(|event: Event| FileTaken::chosen(&event));
    let ondrop = take.reform(|event: DragEvent| {
        event.prevent_default();
        FileTaken::dropped(&event)
    });
    // Without this the browser would open the file instead.
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let (says, failure) = match state {
        Importing::Idle => (AttrValue::default(), Html::default()),
        Importing::Sending(name) => (text.tell("import-sending", &[("name", name.as_str().into())]), Html::default()),
        Importing::Failed(name, error) => {
            (text.tell("import-failed", &[("name", name.as_str().into())]), refused(text, error))
        }
    };
    html! {
        <div class="drop" {ondrop} {ondragover}>
            <div class="field">
                <label for="import">{ text.say("import") }</label>
                // The browser's own button speaks the browser's language.
                <label class="btn">{ text.say("import-choose") }
                    <input id="import" type="file" accept=".json,application/json" aria-describedby="import-hint" {onchange}
                        disabled={matches!(state, Importing::Sending(_))} />
                </label>
                <p class="field__hint" id="import-hint">{ text.say("import-hint") }</p>
            </div>
            <p role="status">{ says }</p>
            { failure }
        </div>
    }
}

/// Why it was not taken, and what to do.
fn refused(text: Text, error: &ApiError) -> Html {
    match (error.code.as_str(), &error.run) {
        ("bad_record", _) => {
            let hint = text.tell("import-which", &[("json", text.say("file-json").as_str().into())]);
            notice(text, &error.clone().hint(hint.as_str()), None)
        }
        ("exists", Some(run)) => html! { <>
            { notice(text, error, None) }
            <p><a href={route::run(run)}>{ text.say("import-open") }</a></p>
        </> },
        _ => notice(text, error, None),
    }
}
