//! The charts of a kept run, to be explored: a crosshair, parts of the time, lines left out. Until the record is here
//! the document's own drawings stand there, and they stay where it does not come.

use std::cell::RefCell;
use std::rc::Rc;

use pairperf_shared::chart::run::{Chart, LineKey};
use pairperf_shared::report::charts::words;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::Place;
use crate::components::charts::{Charts, key};
use crate::pages::run::Watched;
use crate::state::charts::Stack;
use crate::state::live::LiveRun;
use crate::state::look::{Gaze, Look};
use crate::text::{Text, use_text};
use crate::{api, browser};

#[derive(Properties, PartialEq)]
pub(crate) struct ExploreProps {
    /// Where the record is.
    pub(crate) record: AttrValue,
    /// Where the drawings are.
    pub(crate) place: Place,
}

/// The charts with what they are explored by.
#[component]
pub(crate) fn Explore(props: &ExploreProps) -> Html {
    let text = use_text();
    let run = use_state(|| None::<Watched>);
    let look = use_reducer_eq(|| Look::from_query(&browser::query()));
    {
        let (run, place, record) = (run.setter(), props.place.clone(), props.record.clone());
        use_effect_with((), move |()| {
            spawn_local(async move {
                let Ok(record) = api::record_at(&record).await else { return };
                let kept = LiveRun::new(record, None, browser::now_ms());
                if Stack::of(&kept).is_some() {
                    // The drawings go in the moment in which these come.
                    place.mark("live");
                    run.set(Some(Watched { run: Rc::new(RefCell::new(kept)), version: 0 }));
                }
            });
        });
    }
    use_effect_with((*look).clone(), |look| {
        let before = browser::query();
        let query = look.query(&before);
        if query != before {
            browser::replace_query(&query);
        }
    });
    {
        // The button that led to the whole run takes no more clicks there.
        let zoomed = use_mut_ref(|| false);
        use_effect_with(look.window.is_some(), move |&now| {
            if zoomed.replace(now) && !now {
                browser::refocus(CLOSER);
            }
        });
    }
    match &*run {
        Some(watched) => {
            let to = look.dispatcher();
            explore(text, watched, &look, &props.record, move |gaze| to.dispatch(gaze))
        }
        None => Html::default(),
    }
}

/// The button that always takes a click.
const CLOSER: &str = "zoom-in";

/// What stands there.
pub(crate) fn explore(
    text: Text,
    watched: &Watched,
    look: &Look,
    record: &str,
    to: impl Fn((Gaze, (f64, f64))) + 'static,
) -> Html {
    let kept = watched.run.borrow();
    let Some(stack) = Stack::of(&kept) else { return Html::default() };
    let run = stack.run();
    let across = run.across(&look.view(Chart::Rate));
    let seen = (across.value(0.0), across.value(1.0));
    let whole = (run.spans.from, run.spans.to);
    let gaze = Callback::from(move |gaze: Gaze| to((gaze, seen)));
    let words = words(&stack.named, text.catalogue());
    let button = |key: &str, what: Gaze, off: bool| {
        let onclick = gaze.reform(move |_: MouseEvent| what);
        html! { <button type="button" class="btn btn--slim" id={key.to_owned()} disabled={off} {onclick}>{ text.say(key) }</button> }
    };
    let toggle = |line: &LineKey| {
        let line = *line;
        let onclick = gaze.reform(move |_: MouseEvent| Gaze::Toggle(line));
        let shown = !look.hidden.contains(&line);
        html! {
            <button type="button" class="toggle" aria-pressed={shown.to_string()} {onclick}>
                { key(line.class()) }{ bare(&words.names[line as usize]) }</button>
        }
    };
    let onkeydown = {
        let gaze = gaze.clone();
        Callback::from(move |event: KeyboardEvent| {
            // What the browser does with a modifier is not meant.
            let plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
            match event.key().as_str() {
                "+" | "=" if plain => gaze.emit(Gaze::In),
                "-" if plain => gaze.emit(Gaze::Out(whole)),
                "0" if plain => gaze.emit(Gaze::Whole),
                _ => {}
            }
        })
    };
    let picture = picture_address(record);
    let onpicture = {
        let picture = picture.clone();
        Callback::from(move |_: MouseEvent| browser::save_picture(&picture))
    };
    let is_whole = look.window.is_none();
    html! {
        <div class="explore" {onkeydown}>
            <div class="explore__bar no-print">
                <div class="row row--slim" role="group" aria-label={text.say("zoom")}>
                    { button(CLOSER, Gaze::In, false) }
                    { button("zoom-out", Gaze::Out(whole), is_whole) }
                    { button("zoom-whole", Gaze::Whole, is_whole) }
                </div>
                <div class="row row--slim">
                    <a class="btn" href={picture} download="">{ text.say("picture-svg") }</a>
                    <button type="button" class="btn" onclick={onpicture}>{ text.say("picture-png") }</button>
                </div>
            </div>
            <div class="explore__lines no-print" role="group" aria-label={text.say("lines")}>
                { for Chart::ALL.into_iter().filter(|chart| stack.has(*chart) && chart.lines().len() > 1).map(|chart| html! {
                    <span class="explore__of">{ words.titles[chart as usize].clone() }{ for chart.lines().iter().map(toggle) }</span>
                }) }
            </div>
            <p class="note no-print">{ text.say("zoom-how") }</p>
            <Charts watched={watched.clone()} slow={0} look={look.clone()} part={gaze.reform(|(from, to)| Gaze::Part(from, to))} />
        </div>
    }
}

/// A name without the mark that leads to its figure.
fn bare(name: &str) -> String {
    name.trim_end_matches([':', ' ', '\u{a0}', '\u{202f}']).to_owned()
}

/// Where the charts of that record are as one picture.
fn picture_address(record: &str) -> String {
    match record.strip_suffix("/record") {
        Some(run) => format!("{run}/export/svg"),
        None => format!("{}.svg", record.trim_end_matches(".json")),
    }
}
