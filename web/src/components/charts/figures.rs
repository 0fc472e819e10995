//! The same figures as tables, made when they are opened.

use pairperf_shared::chart::run::{Chart, Run, Words, table};
use pairperf_shared::report::charts::words;
use yew::prelude::*;

use crate::browser;
use crate::pages::run::Watched;
use crate::state::charts::Stack;
use crate::state::look::Look;
use crate::text::{Text, use_text};

/// Rows of a table at most.
const MOST_ROWS: usize = 60;

#[derive(Properties, PartialEq)]
pub(super) struct TablesProps {
    pub(super) watched: Watched,
}

/// The tables of all charts.
#[component]
pub(super) fn Tables(props: &TablesProps) -> Html {
    let text = use_text();
    let open = use_state_eq(|| false);
    let ontoggle = {
        let open = open.setter();
        Callback::from(move |event: Event| open.set(browser::is_open(&event)))
    };
    let live = props.watched.run.borrow();
    let Some(stack) = Stack::of(&live).filter(|_| *open) else {
        return html! { <details class="fold" {ontoggle}><summary>{ text.say("chart-table") }</summary></details> };
    };
    let (run, words) = (stack.run(), words(&stack.named, text.catalogue()));
    html! {
        <details class="fold" {ontoggle} open=true>
            <summary>{ text.say("chart-table") }</summary>
            <div class="fold__body stackup">
                { for Chart::ALL.into_iter().filter(|chart| stack.has(*chart)).map(|chart| one(text, &run, chart, &words)) }
            </div>
        </details>
    }
}

fn one(text: Text, run: &Run<'_>, chart: Chart, words: &Words) -> Html {
    let table = table(run, chart, &Look::default().view(chart), words, MOST_ROWS);
    let title = words.titles[chart as usize].clone();
    let column = |name: &str| {
        let key = if table.unit.is_empty() { "chart-column-count" } else { "chart-column" };
        text.tell(key, &[("line", name.into()), ("unit", table.unit.into())])
    };
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={title.clone()}>
            <table>
                <caption>{ title.clone() }</caption>
                <thead><tr>
                    <th scope="col" class="n">{ text.say("chart-time") }</th>
                    { for table.columns.iter().map(|line| html! { <th scope="col" class="n">{ column(&words.names[*line as usize]) }</th> }) }
                </tr></thead>
                <tbody>
                    { for table.rows.iter().map(|row| html! {
                        <tr><th scope="row" class="n">{ &row.until }</th>{ for row.cells.iter().map(|cell| html! { <td class="n">{ cell }</td> }) }</tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
