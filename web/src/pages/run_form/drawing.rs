//! The link as it will be used: a line a stream from sender to receiver, a band where there are many.

use pairperf_shared::chart::link::even_lanes;
use yew::prelude::*;

/// From wall to wall, in pixels.
const HEIGHT: f64 = 72.0;
/// What lanes may take of it.
const ROOM: f64 = 64.0;

/// So many streams, `forwards` where they flow from left to right; walls where the link's speed is known.
pub(super) fn planned_pipe(streams: u32, forwards: bool, walls: bool) -> Html {
    let wall = |y: f64| html! { <line class="pipe__wall" x1="0" x2="100%" y1={y.to_string()} y2={y.to_string()} /> };
    let lanes = even_lanes(streams);
    let lane = |middle: &f64| {
        let y = format!("{:.1}", (middle - 0.5) * ROOM);
        html! { <line class="pipe__lane-plan" x1="0" x2="100%" y1={y.clone()} y2={y} /> }
    };
    let (end, blank, head) = if forwards {
        ("100%", "M-24 -34H2V34H-24z", "M-24 -32L0 0L-24 32z")
    } else {
        ("0", "M24 -34H-2V34H24z", "M24 -32L0 0L24 32z")
    };
    html! {
        <svg class="pipe" aria-hidden="true"><svg y="50%" overflow="visible"><g class="pipe__g">
            if walls { { wall(-HEIGHT / 2.0) }{ wall(HEIGHT / 2.0) } }
            if lanes.is_empty() { <rect class="pipe__band-plan" x="0" y="-32" width="100%" height="64" /> }
            { for lanes.iter().map(lane) }
            <svg x={end} overflow="visible"><path class="pipe__blank" d={blank} /><path class="pipe__head-plan" d={head} /></svg>
        </g></svg></svg>
    }
}
