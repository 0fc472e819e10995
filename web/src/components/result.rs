//! What a run came to: findings, tables, what happened, files.

use std::rc::Rc;

use pairperf_shared::record::Event;
use pairperf_shared::report::{Cell, Message, Report, Section};
use pairperf_shared::text::Arg;
use pairperf_shared::units;
use yew::prelude::*;

use crate::api;
use crate::text::{Text, use_text};

/// More rows than this are folded.
const MOST_ROWS: usize = 16;

#[derive(Properties, PartialEq)]
pub(crate) struct FindingsProps {
    pub(crate) findings: Vec<(Message, Option<String>)>,
}

/// What limited or disturbed the run, numbered, with what to try.
#[component]
pub(crate) fn Findings(props: &FindingsProps) -> Html {
    let text = use_text();
    if props.findings.is_empty() {
        return html! { <p class="note">{ text.say("findings-none") }</p> };
    }
    html! {
        <ol class="findings">
            { for props.findings.iter().map(|(message, advice)| html! {
                <li><div><h3>{ text.message(message) }</h3>
                    if let Some(advice) = advice { <p>{ text.tell("advice", &[("advice", advice.as_str().into())]) }</p> }
                </div></li>
            }) }
        </ol>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct TablesProps {
    pub(crate) sections: Vec<Section>,
}

/// The tables of the report.
#[component]
pub(crate) fn Tables(props: &TablesProps) -> Html {
    let text = use_text();
    html! {
        <div class="tables">
            { for props.sections.iter().filter(|section| !section.rows.is_empty()).map(|section| {
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
                            { for cells.iter().map(|cell| html! { <td class="n" title={raw(cell)}>{ text.cell(cell) }</td> }) }
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

#[derive(Properties, PartialEq)]
pub(crate) struct LogProps {
    /// In the order of time.
    pub(crate) events: Rc<Vec<Event>>,
}

/// What happened, the newest first.
#[component]
pub(crate) fn Log(props: &LogProps) -> Html {
    let text = use_text();
    html! {
        <ol class="log">
            { for props.events.iter().rev().map(|event| {
                let args: Vec<(&str, Arg<'_>)> = event.args.iter().map(|(name, value)| (name.as_str(), Arg::from(value))).collect();
                let key = event.message_key();
                // An event of a newer node still shows its word.
                let sentence = if text.has(&key) { text.tell(&key, &args) } else { event.code.clone().into() };
                let time = event.t_ns.map_or_else(|| "–".to_owned(), |t_ns| units::seconds(t_ns as f64 / 1e9).to_string());
                html! { <li><span class="log__time">{ time }</span><span>{ sentence }</span></li> }
            }) }
        </ol>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct FilesProps {
    pub(crate) id: AttrValue,
}

/// The run as files.
#[component]
pub(crate) fn Files(props: &FilesProps) -> Html {
    let text = use_text();
    let files = [
        ("file-json", "json", None, "json"),
        ("file-jsonl", "jsonl", None, "jsonl"),
        ("file-csv-receiver", "csv", Some("receiver"), "csv"),
        ("file-csv-sender", "csv", Some("sender"), "csv"),
        ("file-text", "text", None, "txt"),
    ];
    html! {
        <ul class="files">
            { for files.map(|(key, format, end, extension)| {
                let end_name = end.map(|end| format!("-{end}")).unwrap_or_default();
                let name = format!("pairperf-{}{end_name}.{extension}", props.id);
                html! { <li><a class="btn" href={api::export_path(&props.id, format, end)} download={name}>{ text.say(key) }</a></li> }
            }) }
        </ul>
    }
}

/// The report's headline and, where the run did not end well, why.
#[derive(Properties, PartialEq)]
pub(crate) struct HeadlineProps {
    pub(crate) report: Rc<Report>,
}

#[component]
pub(crate) fn Headline(props: &HeadlineProps) -> Html {
    let text = use_text();
    html! {
        <div class="head">
            <h1>{ text.message(&props.report.headline) }</h1>
            if let Some(outcome) = &props.report.outcome { <p class="lead lead--bad">{ text.message(outcome) }</p> }
        </div>
    }
}
