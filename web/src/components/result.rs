//! What a run came to: findings, tables, what happened, files.

use pairperf_shared::record::Event;
use pairperf_shared::report::{Cell, Message, Report, Section};
use pairperf_shared::text::Arg;
use yew::prelude::*;

use crate::api;
use crate::text::{Text, whole_names};

/// More rows than this are folded.
const MOST_ROWS: usize = 16;

/// What limited or disturbed the run, numbered, with what to try.
pub(crate) fn findings(text: Text, findings: &[(Message, Option<String>)]) -> Html {
    if findings.is_empty() {
        return html! { <p class="note">{ text.say("findings-none") }</p> };
    }
    html! {
        <ol class="findings">
            { for findings.iter().map(|(message, advice)| html! {
                <li><div><h3>{ text.message(message) }</h3>
                    if let Some(advice) = advice { <p>{ text.tell("advice", &[("advice", advice.as_str().into())]) }</p> }
                </div></li>
            }) }
        </ol>
    }
}

/// The tables of the report.
pub(crate) fn tables(text: Text, sections: &[Section]) -> Html {
    html! {
        <div class="tables">
            { for sections.iter().filter(|section| !section.rows.is_empty()).map(|section| {
                let title = text.say(section.title);
                let table = table(text, section);
                if section.rows.len() > MOST_ROWS {
                    html! { <details class="fold"><summary>{ title }{ " " }<span>{ section.rows.len() }</span></summary><div class="fold__body">{ table }</div></details> }
                } else {
                    html! { <section class="sec" aria-label={title.clone()}><h2>{ title }</h2>{ table }</section> }
                }
            }) }
        </div>
    }
}

fn table(text: Text, section: &Section) -> Html {
    let title = text.say(section.title);
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={title.clone()}>
            <table class="ends-table">
                <caption class="hidden">{ title }</caption>
                <thead><tr>
                    <th scope="col"><span class="hidden">{ text.say("facts-what") }</span></th>
                    { for section.columns.iter().map(|column| html! { <th scope="col" class="n">{ text.cell(column) }</th> }) }
                </tr></thead>
                <tbody>
                    { for section.rows.iter().map(|(name, cells)| html! {
                        <tr>
                            <th scope="row">{ text.message(name) }</th>
                            { for cells.iter().map(|cell| html! { <td class={if matches!(cell, Cell::Figure { .. }) { "n figure" } else { "n" }} title={raw(cell)}>{ text.cell(cell) }</td> }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// The figure as it was computed.
fn raw(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Figure { raw, .. } => Some(raw.to_string()),
        _ => None,
    }
}

/// What happened, the newest first.
pub(crate) fn log(text: Text, events: &[Event]) -> Html {
    html! {
        <ol class="log">
            { for events.iter().rev().map(|event| {
                let args: Vec<(&str, Arg<'_>)> = event.args.iter().map(|(name, value)| (name.as_str(), Arg::from(value))).collect();
                let key = event.message_key();
                // An event of a newer node still shows its word.
                let sentence = if text.has(&key) { text.tell(&key, &args) } else { event.code.clone().into() };
                let time = event.t_ns.map_or_else(|| "–".to_owned(), |t_ns| format!("{:.2} s", t_ns as f64 / 1e9));
                html! { <li><span class="log__time">{ time }</span><span>{ sentence }</span></li> }
            }) }
        </ol>
    }
}

/// The run as files.
pub(crate) fn files(text: Text, id: &str) -> Html {
    let formats = [
        ("file-json", "json", None, "json"),
        ("file-jsonl", "jsonl", None, "jsonl"),
        ("file-csv-receiver", "csv", Some("receiver"), "csv"),
        ("file-csv-sender", "csv", Some("sender"), "csv"),
        ("file-text", "text", None, "txt"),
    ];
    html! {
        <ul class="files">
            { for formats.map(|(key, format, end, extension)| {
                let end_name = end.map(|end| format!("-{end}")).unwrap_or_default();
                let name = format!("pairperf-{id}{end_name}.{extension}");
                html! { <li><a class="btn" href={api::export_path(id, format, end)} download={name}>{ text.say(key) }</a></li> }
            }) }
        </ul>
    }
}

/// The report's headline and, where the run did not end well, why.
pub(crate) fn headline(text: Text, report: &Report) -> Html {
    html! {
        <div class="head">
            <h1>{ whole_names(&text.message(&report.headline)) }</h1>
            if let Some(outcome) = &report.outcome { <p class="lead lead--bad">{ text.message(outcome) }</p> }
        </div>
    }
}
