//! Traffic between the machines, drawn to scale. Its lanes move, so they are changed in place and not drawn anew as
//! text.

use pairperf_shared::chart::{Lane, Link};
use yew::prelude::*;

/// From wall to wall, in pixels.
const HEIGHT: f64 = 84.0;
/// A lane that carries anything is never thinner than this.
const THINNEST: f64 = 1.2;

/// Traffic, each lane a stream as thick as it is fast; the lanes of payload that flows are `moving`.
pub(crate) fn live_pipe(link: &Link, moving: bool) -> Html {
    let Link { walls, sent, received, .. } = link;
    let half = HEIGHT / 2.0;
    let wall = |y: f64| html! { <line class="pipe__wall" x1="0" x2="100%" y1={number(y)} y2={number(y)} /> };
    let flows = received.iter().chain(sent).any(|lane| lane.thickness > 0.0);
    html! {
        <svg class={classes!("pipe", moving.then_some("pipe--moving"))} aria-hidden="true">
            <svg y="50%" overflow="visible"><g class="pipe__g">
                if *walls { { wall(-half) }{ wall(half) } }
                { for sent.iter().enumerate().map(|(index, lane)| sending(index, lane)) }
                { for received.iter().enumerate().map(|(index, lane)| arriving(index, lane)) }
                if flows {
                    <svg x="50%" overflow="visible">
                        <path class="pipe__turn" d="M-30 -38H-6L24 0L-6 38H-30z" />
                        <path class="pipe__edge" d="M-3 -38L27 0L-3 38" />
                    </svg>
                }
            </g></svg>
        </svg>
    }
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}

fn place(lane: &Lane) -> (String, String) {
    let thickness = if lane.thickness > 0.0 { (lane.thickness * (HEIGHT - 4.0)).max(THINNEST) } else { 0.0 };
    (number((lane.middle - 0.5) * (HEIGHT - 4.0)), number(thickness))
}

/// Neighbouring lanes start their dashes at different points, so that they are told apart.
fn lag(index: usize) -> &'static str {
    ["pipe__lag-0", "pipe__lag-3", "pipe__lag-2", "pipe__lag-1"][index % 4]
}

fn sending(index: usize, lane: &Lane) -> Html {
    let (y, thickness) = place(lane);
    let offset = ["0", "-30", "-20", "-10"][index % 4];
    html! {
        <line class={classes!("pipe__lane-s", lag(index))} x1="0" x2="50%" y1={y.clone()} y2={y}
            stroke-width={thickness} stroke-dasharray="34 6" stroke-dashoffset={offset} />
    }
}

fn arriving(index: usize, lane: &Lane) -> Html {
    let (y, thickness) = place(lane);
    html! { <>
        <line class="pipe__lane-r" x1="50%" x2="100%" y1={y.clone()} y2={y.clone()} stroke-width={thickness} />
        if lane.thickness * HEIGHT > 4.0 {
            <line class={classes!("pipe__tick", lag(index))} x1="52%" x2="100%" y1={y.clone()} y2={y} />
        }
    </> }
}
