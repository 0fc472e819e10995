//! A machine drawn as its cores.

use std::rc::Rc;

use pairperf_shared::chart::machine as drawing;
use pairperf_shared::plan::Role;
use yew::prelude::*;

/// Where the bars stand inside the drawing of 136 by 112.
const LEFT: f64 = 12.0;
const TOP: f64 = 33.0;
const WIDTH: f64 = 112.0;
const HEIGHT: f64 = 58.0;

/// What is drawn of a machine.
#[derive(Default)]
pub(crate) struct Machine {
    /// Cores; none for a machine that is not there yet.
    pub(crate) cores: Option<u32>,
    /// The busy share of each.
    pub(crate) percent: Option<Rc<Vec<f64>>>,
    /// Whose colour the bars have; without it the sender's.
    pub(crate) role: Option<Role>,
    /// What it shows, for those who don't see it; without it the drawing says nothing.
    pub(crate) label: Option<AttrValue>,
}

/// Draws the machine.
pub(crate) fn machine(props: &Machine) -> Html {
    let side = if props.role == Some(Role::Receiver) { "machine__b" } else { "machine__a" };
    let ghost = props.cores.is_none().then_some("machine--ghost");
    let bars = props.cores.map(|cores| drawing::bars(cores as usize, props.percent.as_ref().map(|p| p.as_slice())));
    let number = |value: f64| format!("{value:.1}");
    html! {
        <svg class={classes!("machine", side, ghost)} viewBox="0 0 136 112" role={props.label.as_ref().map(|_| "img")}
            aria-label={props.label.clone()} aria-hidden={props.label.is_none().then_some("true")}>
            <rect class="machine__case" x="2" y="6" width="132" height="94" rx="4" />
            <path class="machine__rail" d="M20 107h24M92 107h24" />
            <circle class="machine__led" cx="15" cy="19" r="3" />
            <circle class="machine__led" cx="25" cy="19" r="3" />
            <path class="machine__rail machine__rail--thin" d="M78 19h44" />
            { for bars.into_iter().flatten().map(|bar| {
                let (x, width) = (LEFT + bar.left * WIDTH, bar.width * WIDTH);
                let height = bar.height * HEIGHT;
                let mark = bar.hottest.then(|| format!("M{:.1} 25h8l-4 5.5z", x + width / 2.0 - 4.0));
                html! { <>
                    <rect class="machine__slot" x={number(x)} y={number(TOP)} width={number(width)} height={number(HEIGHT)} />
                    <rect class="machine__bar" x={number(x)} y={number(TOP + HEIGHT - height)} width={number(width)} height={number(height)} />
                    if let Some(mark) = mark { <path class="machine__hot" d={mark} /> }
                </> }
            }) }
        </svg>
    }
}
