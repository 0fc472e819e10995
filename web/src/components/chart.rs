//! The main chart: what left one machine and what reached the other, over one time axis.
//!
//! Positions across are percentages and lines stand in a nested drawing that stretches, so that nothing is redrawn
//! when the window changes and text is never scaled. A slider below moves the crosshair: by keyboard, pointer or touch.

use pairperf_shared::RunConfig;
use pairperf_shared::chart::line::{self, Frame};
use pairperf_shared::chart::{Axis, Track};
use pairperf_shared::phase::Phase;
use pairperf_shared::units;
use yew::prelude::*;

use super::phases::span;
use crate::browser;
use crate::text::{Text, use_text};

/// Height of the plot in pixels.
const HEIGHT: f64 = 280.0;
/// Units of the stretched drawing across.
const WIDTH: f64 = 1000.0;
/// A silence longer than so many seconds breaks a line.
const GAP_SECONDS: f64 = 1.5;
/// Rows of the table at most.
const MOST_ROWS: usize = 60;
/// A link this much faster than the traffic is left out: its line would flatten all others.
const MOST_HEADROOM: f64 = 2.5;
/// Ends of lines nearer than this get their words pushed apart, in pixels.
const APART: f64 = 16.0;

/// Everything that is drawn, made ready once for all parts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plot {
    across: Axis,
    up: Axis,
    ceiling: Option<f64>,
    shades: Vec<(f64, f64, &'static str)>,
    lines: [AttrValue; 2],
    ends: [Option<(f64, f64)>; 2],
}

/// The names of both lines and what they are drawn from: what was sent, then what was received.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lines {
    pub(crate) sent: Track,
    pub(crate) received: Track,
}

impl Plot {
    /// Draws both lines. `ended` lets the axis end with the data instead of the plan.
    pub(crate) fn of(lines: &Lines, config: &RunConfig, carries: Option<f64>, ended: bool) -> Self {
        let tracks = [&lines.sent, &lines.received];
        let last = tracks
            .iter()
            .filter_map(|track| track.rates().last())
            .map(|rate| rate.to_ns as f64 / 1e9)
            .fold(0.0, f64::max);
        let first = tracks
            .iter()
            .filter_map(|track| track.rates().first())
            .map(|rate| rate.from_ns as f64 / 1e9)
            .fold(0.0, f64::min);
        let planned = config.traffic_ms() as f64 / 1e3;
        let to = if ended && last > 0.0 { last } else { last.max(planned) };
        let across = Axis::seconds(first, to, 8);
        let highest = tracks.iter().filter_map(|track| track.highest()).fold(0.0, f64::max);
        let ceiling = carries.filter(|carries| highest > 0.0 && *carries <= highest * MOST_HEADROOM);
        let up = Axis::rates(highest.max(ceiling.unwrap_or(0.0)), 5);
        let shade = |phase, key| {
            let (begin, length) = span(config, phase)?;
            let from = across.at(begin as f64 / 1e3)?.clamp(0.0, 1.0);
            let to = across.at((begin + length) as f64 / 1e3)?.clamp(0.0, 1.0);
            (to > from).then_some((from, to, key))
        };
        let frame = Frame { from: across.from, to: across.to, top: up.to, width: WIDTH, height: HEIGHT };
        let drawn =
            tracks.map(|track| line::thin(&line::of_rates(track.rates(), GAP_SECONDS), across.from, across.to, 600));
        let ends = [0, 1].map(|index| {
            let point = drawn[index].iter().rev().find(|point| point.y.is_finite())?;
            Some((across.at(point.x)?, up.at(point.y)?))
        });
        Self {
            shades: [shade(Phase::WarmUp, "phase-warm-up"), shade(Phase::CoolDown, "phase-cool-down")]
                .into_iter()
                .flatten()
                .collect(),
            lines: drawn.map(|points| line::path(&points, frame).into()),
            ceiling: ceiling.and_then(|ceiling| up.at(ceiling)),
            across,
            up,
            ends,
        }
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ChartProps {
    /// Changes whenever the lines do.
    pub(crate) version: u64,
    /// Draws the chart of this version; asked once for each.
    pub(crate) lines: Callback<(), Lines>,
    pub(crate) config: RunConfig,
    /// The slower card's speed in bits per second, where it is known.
    pub(crate) carries: Option<f64>,
    /// The receiver's mean in `measure`, in bits per second.
    pub(crate) mean: Option<f64>,
    pub(crate) from: AttrValue,
    pub(crate) to: AttrValue,
    pub(crate) ended: bool,
}

/// The chart with its crosshair and its table.
#[component]
pub(crate) fn RateChart(props: &ChartProps) -> Html {
    let text = use_text();
    let picked = use_state_eq(|| None::<f64>);
    let lines = use_memo(props.version, |_| props.lines.emit(()));
    let plot = use_memo((props.version, props.ended), |_| Plot::of(&lines, &props.config, props.carries, props.ended));
    let pick = picked.setter();
    let onpointermove = {
        let pick = pick.clone();
        Callback::from(move |event: PointerEvent| pick.set(browser::pointer_share(&event)))
    };
    let onpointerleave = {
        let pick = pick.clone();
        Callback::from(move |_: PointerEvent| pick.set(None))
    };
    let onslide = Callback::from(move |event: InputEvent| {
        let share = browser::field_value(&event).parse::<f64>().ok().map(|value| value / 1000.0);
        pick.set(share);
    });
    let reading = picked.map(|share| read(text, &lines, &plot, share));
    let unit = plot.up.unit;
    let label = text.tell(
        "chart-label",
        &[
            ("from", props.from.as_str().into()),
            ("to", props.to.as_str().into()),
            ("mean", props.mean.map_or_else(|| "–".to_owned(), |mean| units::rate(mean).to_string()).into()),
            (
                "highest",
                lines
                    .received
                    .highest()
                    .map_or_else(|| "–".to_owned(), |highest| units::rate(highest).to_string())
                    .into(),
            ),
        ],
    );
    html! {
        <figure class="chart">
            <figcaption class="chart__head">
                <b>{ text.say("chart-rate") }</b>{ " " }<span class="chart__unit">{ unit }</span>
                <span class="chart__key">{ key("s") }{ text.tell("chart-sent", &[("host", props.from.as_str().into())]) }</span>
                <span class="chart__key">{ key("r") }{ text.tell("chart-received", &[("host", props.to.as_str().into())]) }</span>
                <output class={if reading.is_some() { "chart__reading chart__reading--now" } else { "chart__reading" }}>
                    { reading.clone().unwrap_or_else(|| text.say("chart-how")) }
                </output>
            </figcaption>
            <div class="chart__room">
                <svg class="plot" height={(HEIGHT + 26.0).to_string()} role="img" aria-label={label} {onpointermove} {onpointerleave}>
                    { drawing(text, &plot, props.mean.and_then(|mean| plot.up.at(mean))) }
                    if let Some(share) = *picked {
                        <line class="cross" x1={percent(share)} x2={percent(share)} y1="0" y2={HEIGHT.to_string()} />
                        { dots(&lines, &plot, share) }
                    }
                    <rect class="plot__ground" x="0" y="0" width="100%" height={HEIGHT.to_string()} />
                </svg>
                <input class="chart__slider" type="range" min="0" max="1000" step="5" aria-label={text.say("chart-slider")}
                    value={picked.map_or(0.0, |share| share * 1000.0).round().to_string()} oninput={onslide}
                    aria-valuetext={reading.unwrap_or_else(|| text.say("chart-how"))} />
            </div>
            <Figures lines={props.lines.clone()} version={props.version} unit_top={plot.up.to} />
        </figure>
    }
}

/// The line of a legend.
pub(crate) fn key(role: &str) -> Html {
    html! { <svg class={classes!("key", format!("key--{role}"))} viewBox="0 0 26 10" aria-hidden="true"><line x1="0" x2="26" y1="5" y2="5" /></svg> }
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

fn down(share: f64) -> f64 {
    HEIGHT * (1.0 - share)
}

/// What stands at a place of the time axis, in a sentence.
fn read(text: Text, lines: &Lines, plot: &Plot, share: f64) -> AttrValue {
    let seconds = plot.across.from + share * (plot.across.to - plot.across.from);
    let show =
        |track: &Track| track.at(seconds).map_or_else(|| "–".to_owned(), |rate| plot.up.show(rate.bits_per_second));
    text.tell(
        "chart-reading",
        &[
            ("time", units::three_figures(seconds).into()),
            ("sent", show(&lines.sent).into()),
            ("received", show(&lines.received).into()),
            ("unit", plot.up.unit.into()),
        ],
    )
}

fn dots(lines: &Lines, plot: &Plot, share: f64) -> Html {
    let seconds = plot.across.from + share * (plot.across.to - plot.across.from);
    let dot = |track: &Track, class: &'static str| {
        let y = down(plot.up.at(track.at(seconds)?.bits_per_second)?);
        Some(html! { <circle {class} cx={percent(share)} cy={format!("{y:.1}")} r="4.5" /> })
    };
    html! { <>{ dot(&lines.sent, "cross__dot cross__dot--s") }{ dot(&lines.received, "cross__dot cross__dot--r") }</> }
}

/// Everything of the plot that the crosshair does not change.
fn drawing(text: Text, plot: &Plot, mean: Option<f64>) -> Html {
    let height = HEIGHT.to_string();
    let number = |value: f64| format!("{value:.1}");
    html! { <>
        { for plot.shades.iter().map(|(from, to, key)| html! { <>
            <rect class="shade" x={percent(*from)} y="0" width={percent(to - from)} height={height.clone()} />
            if to - from > 0.04 { <text class="shade__name" x={percent(*from)} y={number(HEIGHT - 8.0)} dx="4">{ text.say(key) }</text> }
        </> }) }
        { for plot.up.ticks.iter().map(|tick| {
            let y = number(down(tick.at));
            let class = if tick.at > 0.0 { "grid" } else { "base" };
            html! { <>
                <line {class} x1="0" x2="100%" y1={y.clone()} y2={y.clone()} />
                <text class="axis-y" x="-8" y={y} dy="4">{ &tick.label }</text>
            </> }
        }) }
        { for plot.across.ticks.iter().map(|tick| html! { <>
            <line class="base" x1={percent(tick.at)} x2={percent(tick.at)} y1={height.clone()} y2={number(HEIGHT + 5.0)} />
            <text class="axis-x" x={percent(tick.at)} y={number(HEIGHT + 20.0)}>{ &tick.label }</text>
        </> }) }
        if let Some(ceiling) = plot.ceiling {
            <line class="ceiling" x1="0" x2="100%" y1={number(down(ceiling))} y2={number(down(ceiling))} />
            <text class="ceiling__name" x="100%" y={number(down(ceiling))} dy="-6">{ text.say("chart-ceiling") }</text>
        }
        if let Some(mean) = mean.filter(|mean| (0.0..=1.0).contains(mean)) {
            <line class="mean" x1="0" x2="100%" y1={number(down(mean))} y2={number(down(mean))} />
        }
        <svg width="100%" height={height.clone()} viewBox={format!("0 0 {WIDTH} {HEIGHT}")} preserveAspectRatio="none">
            <path class="ln ln-r" d={plot.lines[1].clone()} />
            <path class="ln ln-s" d={plot.lines[0].clone()} />
        </svg>
        { names(text, plot) }
    </> }
}

/// The names of the lines at their ends, pushed apart where they meet.
fn names(text: Text, plot: &Plot) -> Html {
    let [sent, received] = plot.ends;
    let mut ys = [sent.map(|end| down(end.1)), received.map(|end| down(end.1))];
    if let [Some(s), Some(r)] = ys
        && (s - r).abs() < APART
    {
        let middle = f64::midpoint(s, r).clamp(APART, HEIGHT - APART);
        let sign = if s <= r { -0.5 } else { 0.5 };
        ys = [Some(middle + sign * APART), Some(middle - sign * APART)];
    }
    let name = |index: usize, key: &str, class: &'static str| {
        let (x, y) = (plot.ends[index]?.0, ys[index]?);
        Some(
            html! { <text class={classes!("line-name", class)} x={percent(x)} y={format!("{y:.1}")} dx="8" dy="4">{ text.say(key) }</text> },
        )
    };
    html! { <>{ name(0, "line-sent", "line-name--s") }{ name(1, "line-received", "line-name--r") }</> }
}

#[derive(Properties, PartialEq)]
struct FiguresProps {
    lines: Callback<(), Lines>,
    version: u64,
    /// The top of the axis: it chooses the unit.
    unit_top: f64,
}

/// The same figures as a table, made when it is opened.
#[component]
fn Figures(props: &FiguresProps) -> Html {
    let text = use_text();
    let open = use_state_eq(|| false);
    let ontoggle = {
        let open = open.setter();
        Callback::from(move |event: Event| open.set(browser::is_open(&event)))
    };
    html! {
        <details class="fold" {ontoggle}>
            <summary>{ text.say("chart-table") }</summary>
            <div class="fold__body">
                if *open { { table(text, &props.lines.emit(()), props.unit_top) } }
            </div>
        </details>
    }
}

fn table(text: Text, lines: &Lines, unit_top: f64) -> Html {
    let axis = Axis::rates(unit_top, 5);
    let (sent, received) = (lines.sent.rows(MOST_ROWS), lines.received.rows(MOST_ROWS));
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={text.say("chart-table")}>
            <table>
                <caption class="hidden">{ text.say("chart-table") }</caption>
                <thead><tr>
                    <th scope="col" class="n">{ text.say("chart-time") }</th>
                    <th scope="col" class="n">{ text.tell("chart-sent-in", &[("unit", axis.unit.into())]) }</th>
                    <th scope="col" class="n">{ text.tell("chart-received-in", &[("unit", axis.unit.into())]) }</th>
                </tr></thead>
                <tbody>
                    { for received.iter().map(|row| {
                        let middle = i64::midpoint(row.from_ns, row.to_ns);
                        let of_sent = sent.iter().find(|sent| sent.from_ns <= middle && middle <= sent.to_ns);
                        html! { <tr>
                            <th scope="row" class="n">{ format!("{:.1}", row.to_ns as f64 / 1e9) }</th>
                            <td class="n">{ of_sent.map_or_else(|| "–".to_owned(), |sent| axis.show(sent.bits_per_second)) }</td>
                            <td class="n">{ axis.show(row.bits_per_second) }</td>
                        </tr> }
                    }) }
                </tbody>
            </table>
        </div>
    }
}
