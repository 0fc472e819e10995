//! The strip of streams: its cells on a canvas, its words and what stood still in a drawing over it.

use std::rc::Rc;

use pairperf_shared::chart::plot::cross;
use pairperf_shared::chart::strip::{Levels, Order, levels};
use pairperf_shared::chart::{Axis, run::View};
use pairperf_shared::plan::Role;
use pairperf_shared::report::charts::{Named, strip_words};
use yew::prelude::*;

use super::{Heat, over};
use crate::browser::{Cells, Listening, Painter};
use crate::components::drawn::drawn;
use crate::pages::run::Watched;
use crate::state::charts::Stack;
use crate::text::Text;

/// A strip whose cells may be as many as a canvas takes without effort.
const MOST_CELLS: usize = 80_000;

/// The strip as it stands, and where it is painted.
pub(super) struct Painted {
    levels: Heat,
    canvas: NodeRef,
    legend: NodeRef,
}

/// Keeps the strip of that run, painted anew with each `slow` and when the page looks different.
#[hook]
pub(super) fn use_strip(watched: &Watched, slow: u64) -> Option<Painted> {
    let (canvas, legend) = (use_node_ref(), use_node_ref());
    let painter = use_mut_ref(Painter::default);
    let looks = use_state_eq(|| 0_u32);
    {
        let (looks, painter) = (looks.clone(), painter.clone());
        // Theme, width or density changed: colours and sizes are read anew.
        use_effect_with(*looks, move |&seen| {
            *painter.borrow_mut() = Painter::default();
            let listening = Listening::to_look(move || looks.set(seen.wrapping_add(1)));
            move || drop(listening)
        });
    }
    let heat = use_memo((watched.run.as_ptr() as usize, slow), |_| {
        let live = watched.run.borrow();
        let stack = Stack::of(&live)?;
        let levels = levels(&stack.run().receiver.strip, Order::SlowestFirst, MOST_CELLS);
        let across = stack.run().across(&View::default());
        let shares = shares(&levels, &across)?;
        (!levels.rows.is_empty() && levels.columns > 0).then(|| (Rc::new(levels), shares))
    });
    {
        let (heat, canvas, legend) = (heat.clone(), canvas.clone(), legend.clone());
        use_effect_with((slow, *looks, heat.is_some()), move |_| {
            if let Some((levels, (left, width))) = &*heat {
                painter.borrow_mut().paint(&canvas, &legend, &cells(levels, *left, *width));
            }
        });
    }
    heat.as_ref().as_ref().map(|(levels, _)| Painted { levels: levels.clone(), canvas, legend })
}

/// Where the cells begin and how wide all of them are, in shares of the time axis.
fn shares(levels: &Levels, across: &Axis) -> Option<(f64, f64)> {
    let from = across.at(levels.from)?;
    Some((from, across.at(levels.from + levels.cell * levels.columns as f64)? - from))
}

fn cells(levels: &Levels, left: f64, width: f64) -> Cells<'_> {
    Cells {
        levels: &levels.cells,
        columns: levels.columns,
        rows: levels.rows.len(),
        pitch: levels.pitch(),
        gap: levels.gap(),
        left,
        width,
    }
}

/// What the strip shows.
pub(super) struct Strip<'a> {
    pub(super) text: Text,
    pub(super) heat: &'a Painted,
    pub(super) named: &'a Named,
    pub(super) across: &'a Axis,
    /// Where the crosshair is.
    pub(super) share: Option<f64>,
    /// The same in seconds.
    pub(super) at: Option<f64>,
}

/// The strip with its heading and its legend; `room` puts it over the time axis.
pub(super) fn strip(props: &Strip<'_>, room: impl Fn(Html) -> Html) -> Html {
    let Strip { text, heat, .. } = props;
    let words = strip_words(props.named, text.catalogue());
    let levels = &heat.levels;
    // The cells are on the canvas; the drawing has all the rest.
    let frame = Levels { cells: Vec::new(), rows: levels.rows.clone(), stopped: levels.stopped.clone(), ..**levels };
    let content = html! { <>
        <canvas class="strip" ref={heat.canvas.clone()} aria-hidden="true"></canvas>
        { drawn(frame.svg(props.across, Role::Receiver, &words)) }
        if let (Some(share), Some(_)) = (props.share, props.at) {
            { over(&cross(share, levels.height(), &[]), levels.height()) }
        }
    </> };
    html! {
        <figure class="chart">
            <figcaption class="chart__head"><b>{ text.say("strip") }</b><span class="chart__unit">{ levels.axis().unit }{ " " }{ text.say("strip-what") }</span></figcaption>
            { room(content) }
            <div class="chart__room" ref={heat.legend.clone()}>{ drawn(levels.legend(Role::Receiver, &words)) }</div>
            if levels.left_out > 0 {
                <p class="note">{ text.tell("strip-left-out", &[("count", levels.left_out.into())]) }</p>
            }
        </figure>
    }
}
