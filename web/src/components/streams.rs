//! All streams of a run that goes on, the slowest first.

use pairperf_shared::plan::Role;
use pairperf_shared::summary::live::{StreamSoFar, streams};
use pairperf_shared::units;
use yew::prelude::*;

use crate::pages::run::Watched;
use crate::state::streams::{Column, MOST_SHOWN, Order};
use crate::text::{Text, use_text};

#[derive(Properties, PartialEq)]
pub(crate) struct StreamsProps {
    pub(crate) watched: Watched,
}

/// The table with its order.
#[component]
pub(crate) fn Streams(props: &StreamsProps) -> Html {
    let text = use_text();
    let order = use_state_eq(Order::default);
    let all = use_state_eq(|| false);
    let live = props.watched.run.borrow();
    let [Some(sender), Some(receiver)] = [live.end(Role::Sender), live.end(Role::Receiver)] else {
        return Html::default();
    };
    let mut rows = streams(&sender.progress, &receiver.progress, &receiver.streams);
    order.sort(&mut rows);
    let count = rows.len();
    let columns = Column::of(live.record.config.protocol);
    if !*all {
        rows.truncate(MOST_SHOWN);
    }
    let sort = {
        let order = order.clone();
        move |by: Column| {
            let order = order.clone();
            Callback::from(move |_: MouseEvent| order.set(order.clicked(by)))
        }
    };
    let onall = {
        let all = all.setter();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    let title = text.tell("streams-all", &[("count", count.into())]);
    html! {
        <section class="sec" aria-labelledby="streams">
            <h2 id="streams">{ title.clone() }</h2>
            <p class="note">{ text.tell("streams-how", &[("to", receiver.host.name.as_str().into())]) }</p>
            <div class="scroll" tabindex="0" role="region" aria-label={title.clone()}>
                <table class="streams">
                    <caption class="hidden">{ title }</caption>
                    <thead><tr>{ for columns.iter().map(|&column| head(text, *order, column, sort(column))) }</tr></thead>
                    <tbody>{ for rows.iter().map(|stream| row(text, stream, columns, &scale(&rows, count))) }</tbody>
                </table>
            </div>
            if rows.len() < count {
                <p><button type="button" class="btn btn--slim" onclick={onall}>{ text.tell("streams-show-all", &[("count", count.into())]) }</button></p>
            }
        </section>
    }
}

fn head(text: Text, order: Order, column: Column, onclick: Callback<MouseEvent>) -> Html {
    let sorted = (order.by == column).then_some(if order.descending { "descending" } else { "ascending" });
    let mark = sorted.map(|_| if order.descending { " ▾" } else { " ▴" });
    let class =
        classes!((column != Column::Stream).then_some("n"), (column == Column::Share).then_some("streams__share"));
    html! {
        <th scope="col" {class} aria-sort={sorted}>
            <button type="button" class="sort" {onclick}>{ text.say(column.key()) }<span aria-hidden="true">{ mark }</span></button>
        </th>
    }
}

/// How long bars are: the share of the largest, and the even one.
struct Scale {
    top: f64,
    even: f64,
}

fn scale(rows: &[StreamSoFar], count: usize) -> Scale {
    let even = 100.0 / count.max(1) as f64;
    // The even share stands in the bar even where all are below it.
    let top = rows.iter().filter_map(|row| row.share_percent).fold(even, f64::max);
    Scale { top, even }
}

fn row(text: Text, stream: &StreamSoFar, columns: &[Column], scale: &Scale) -> Html {
    let cell = |&column: &Column| {
        let shown = column.value(stream).map_or_else(|| "–".into(), |value| figure(text, column, value));
        match column {
            Column::Stream => html! { <th scope="row">{ stream.stream }</th> },
            Column::Share => html! { <td class="n streams__share">{ bar(stream.share_percent, scale) }{ shown }</td> },
            _ => html! { <td class="n">{ shown }</td> },
        }
    };
    html! { <tr key={stream.stream}>{ for columns.iter().map(cell) }</tr> }
}

fn figure(text: Text, column: Column, value: f64) -> AttrValue {
    text.figure(&match column {
        Column::Mean | Column::Now | Column::Lowest => units::rate(value),
        Column::Share | Column::Lost => units::percent(value),
        Column::RoundTrip | Column::Jitter => units::seconds(value),
        Column::Stream | Column::Resent | Column::Reordered => return text.count(value as u64),
    })
}

/// A share as a bar, with a tick at the even share.
fn bar(share: Option<f64>, scale: &Scale) -> Html {
    let Some(share) = share else { return Html::default() };
    let across = |value: f64| format!("{:.1}%", value / scale.top * 100.0);
    html! {
        <svg class="bar" aria-hidden="true">
            <rect class="bar__all" width="100%" height="100%" /><rect class="bar__part" width={across(share)} height="100%" />
            <line class="bar__even" x1={across(scale.even)} x2={across(scale.even)} y1="0" y2="100%" />
        </svg>
    }
}
