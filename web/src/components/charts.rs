//! The charts of a run that goes on, one below the other over one time axis with one crosshair, moved by pointer,
//! touch or the slider.

mod figures;
mod strip;

use std::rc::Rc;

use pairperf_shared::chart::plot::{cross, shaded};
use pairperf_shared::chart::run::{Chart, LineKey, Reading, Run, Words, readings};
use pairperf_shared::report::charts::{Named, words};
use pairperf_shared::units::{self, Quantity};
use yew::prelude::*;

use self::figures::Tables;
use self::strip::{Strip, strip};
use super::drawn::drawn;
use crate::browser;
use crate::pages::run::Watched;
use crate::state::charts::Stack;
use crate::state::look::Look;
use crate::text::{Text, use_text};

#[derive(Properties, PartialEq)]
pub(crate) struct ChartsProps {
    /// The run; drawn anew with each version.
    pub(crate) watched: Watched,
    /// Changes when what takes longer to draw, or to read, is to be drawn anew.
    pub(crate) slow: u64,
    /// What is looked at.
    #[prop_or_default]
    pub(crate) look: Look,
    /// A part was marked, in shares of what is looked at; nothing is to be marked where nobody listens.
    #[prop_or_default]
    pub(crate) part: Option<Callback<(f64, f64)>>,
}

/// A mark shorter than this share of the width was meant as a click.
const CLICK: f64 = 0.01;

/// A chart as it was drawn last, and what it was drawn from.
type Kept = Option<(Vec<u64>, AttrValue)>;

/// The stack of charts.
#[component]
pub(crate) fn Charts(props: &ChartsProps) -> Html {
    let text = use_text();
    let picked = use_state_eq(|| None::<f64>);
    let marked = use_state_eq(|| None::<f64>);
    let look = &props.look;
    let kept = use_mut_ref(<[Kept; Chart::ALL.len()]>::default);
    let heat = strip::use_strip(&props.watched, props.slow);
    let live = props.watched.run.borrow();
    let Some(stack) = Stack::of(&live) else { return Html::default() };
    let run = stack.run();
    let words = words(&stack.named, text.catalogue());
    let onpointermove = {
        let picked = picked.setter();
        Callback::from(move |event: PointerEvent| picked.set(browser::pointer_share(&event)))
    };
    let onpointerleave = {
        let (picked, marked) = (picked.setter(), marked.setter());
        // A finger that is lifted leaves what it pointed at.
        Callback::from(move |event: PointerEvent| {
            marked.set(None);
            if event.pointer_type() == "mouse" {
                picked.set(None);
            }
        })
    };
    let onpointerdown = {
        let (marked, moved, marks) = (marked.setter(), onpointermove.clone(), props.part.is_some());
        Callback::from(move |event: PointerEvent| {
            // A finger that is drawn along reads; it may also be about to scroll.
            marked.set(browser::pointer_share(&event).filter(|_| marks && event.pointer_type() != "touch"));
            moved.emit(event);
        })
    };
    let onpointerup = {
        let (marked, part) = (marked.clone(), props.part.clone());
        Callback::from(move |event: PointerEvent| {
            if let (Some(from), Some(to), Some(part)) = (*marked, browser::pointer_share(&event), &part)
                && (to - from).abs() > CLICK
            {
                part.emit((from, to));
            }
            marked.set(None);
        })
    };
    let onslide = {
        let picked = picked.setter();
        Callback::from(move |event: InputEvent| {
            picked.set(browser::field_value(&event).parse::<f64>().ok().map(|value| value / 1000.0));
        })
    };
    let across = run.across(&look.view(Chart::Rate));
    let at = picked.map(|share| across.value(share));
    let place = Place { text, words: &words, look, share: *picked, marked: *marked, at };
    let room = |content: Html| {
        html! {
            <div class="chart__room"><div class="chart__plot" onpointerdown={onpointerdown.clone()}
                onpointermove={onpointermove.clone()} onpointerup={onpointerup.clone()} onpointerleave={onpointerleave.clone()}>{ content }</div></div>
        }
    };
    let spoken = spoken(&place, &run);
    html! {
        <div class="charts">
            { for Chart::ALL.into_iter().filter(|chart| stack.has(*chart)).map(|chart| {
                let svg = redrawn(&mut kept.borrow_mut()[chart as usize], &stack, &run, chart, &place);
                one(&place, &run, chart, &stack.named, room(html! { <>{ drawn(svg) }{ crossed(&place, &run, chart) }</> }))
            }) }
            if let Some(heat) = heat.filter(|_| look.window.is_none()) {
                { strip(&Strip { text, heat: &heat, named: &stack.named, across: &across, share: *picked, at }, room) }
            }
            <div class="chart__room">
                <input class="chart__slider" type="range" min="0" max="1000" step="5" aria-label={text.say("chart-slider")}
                    value={(picked.unwrap_or(0.0) * 1000.0).round().to_string()} oninput={onslide}
                    aria-valuetext={spoken} />
                <p class="note">{ text.say("chart-how") }</p>
            </div>
            <Tables watched={Watched { version: props.slow, ..props.watched.clone() }} />
        </div>
    }
}

/// Where the crosshair is, and the words around it.
struct Place<'a> {
    text: Text,
    words: &'a Words,
    look: &'a Look,
    share: Option<f64>,
    /// Where a mark began.
    marked: Option<f64>,
    /// In seconds.
    at: Option<f64>,
}

/// The drawing of a chart, made anew only where its lines or its axis changed.
fn redrawn(kept: &mut Kept, stack: &Stack<'_>, run: &Run<'_>, chart: Chart, place: &Place<'_>) -> AttrValue {
    let view = place.look.view(chart);
    let mut signature = stack.signature(chart);
    signature.extend(view.window.map_or([0; 2], |(from, to)| [from.to_bits(), to.to_bits()]));
    signature.extend(view.hidden.iter().map(|line| *line as u64));
    match kept {
        Some((of, svg)) if *of == signature => svg.clone(),
        _ => {
            let svg = AttrValue::from(run.plot(chart, &view, place.words).svg());
            *kept = Some((signature, svg.clone()));
            svg
        }
    }
}

/// One chart with its heading and what stands at the crosshair.
fn one(place: &Place<'_>, run: &Run<'_>, chart: Chart, named: &Named, room: Html) -> Html {
    let title = &place.words.titles[chart as usize];
    let what = &place.words.subtitles[chart as usize];
    let unit = run.up(chart, &place.look.view(chart)).unit;
    html! {
        <figure class="chart">
            <figcaption class="chart__head">
                <b>{ title.clone() }</b><span class="chart__unit">{ unit }{ " " }{ what.clone() }</span>
                if chart == Chart::Rate {
                    <span class="chart__key">{ key("s") }{ place.text.tell("chart-sent", &[("host", named.from.as_str().into())]) }</span>
                    <span class="chart__key">{ key("r") }{ place.text.tell("chart-received", &[("host", named.to.as_str().into())]) }</span>
                }
                { reading(place, run, chart) }
            </figcaption>
            { room }
        </figure>
    }
}

/// The figures of a chart at the crosshair, each with the name of its line.
fn reading(place: &Place<'_>, run: &Run<'_>, chart: Chart) -> Html {
    let Some(at) = place.at else { return Html::default() };
    let read = readings(run, chart, &place.look.view(chart), place.words, at);
    html! {
        <span class="chart__reading chart__reading--now" aria-hidden="true">
            if chart == Chart::Rate { <b>{ moment(place.text, at) }</b> }
            { for read.iter().filter(|read| read.value.is_some()).map(|read| html! {
                <span class={format!("read read--{}", read.key.class())}>{ name(place, read) }{ " " }<b>{ &read.text }</b></span>
            }) }
        </span>
    }
}

fn name(place: &Place<'_>, read: &Reading) -> AttrValue {
    match read.core {
        Some(core) => place.text.tell("read-core", &[("core", core.into())]),
        None => place.words.names[read.key as usize].clone().into(),
    }
}

/// A number whose unit is in the sentence around it.
fn plain(value: f64) -> Quantity {
    Quantity { number: units::three_figures(value), unit: "" }
}

/// A time of the axis.
fn moment(text: Text, seconds: f64) -> AttrValue {
    text.tell("at-seconds", &[("seconds", plain(seconds).into())])
}

fn crossed(place: &Place<'_>, run: &Run<'_>, chart: Chart) -> Html {
    let (Some(share), Some(at)) = (place.share, place.at) else { return Html::default() };
    let read = readings(run, chart, &place.look.view(chart), place.words, at);
    let dots: Vec<_> = read.iter().filter_map(|read| Some((read.key.class(), read.down?))).collect();
    let mut content = cross(share, chart.height(), &dots);
    if let Some(from) = place.marked {
        content += &shaded(from, share, chart.height());
    }
    over(&content, chart.height())
}

/// What lies over a drawing of that height.
fn over(content: &str, height: f64) -> Html {
    drawn(format!(r#"<svg class="plot plot--over" width="100%" height="{height}" aria-hidden="true">{content}</svg>"#))
}

/// What the slider says: the rates where it stands.
fn spoken(place: &Place<'_>, run: &Run<'_>) -> AttrValue {
    let Some(at) = place.at else { return place.text.say("chart-how") };
    let read = readings(run, Chart::Rate, &place.look.view(Chart::Rate), place.words, at);
    let of = |key: LineKey| read.iter().find(|read| read.key == key).map(|read| read.text.clone()).unwrap_or_default();
    let unit = read.first().map_or("", |read| read.unit);
    place.text.tell(
        "chart-reading",
        &[
            ("time", plain(at).into()),
            ("sent", of(LineKey::Sent).into()),
            ("received", of(LineKey::Received).into()),
            ("unit", unit.into()),
        ],
    )
}

/// The line of a legend.
pub(crate) fn key(role: &str) -> Html {
    html! { <svg class={classes!("key", format!("key--{role}"))} viewBox="0 0 26 10" aria-hidden="true"><line x1="0" x2="26" y1="5" y2="5" /></svg> }
}

/// The levels of the strip, shared between drawing and painting.
type Heat = Rc<pairperf_shared::chart::strip::Levels>;
