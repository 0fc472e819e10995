//! Every run this node keeps: filtered and ordered by the address, readable without a script.

use askama::Template;
use pairperf_shared::api::{Ending, Order, RunList, RunQuery, RunSort, RunView};
use pairperf_shared::chart::spark;
use pairperf_shared::config::Direction;
use pairperf_shared::phase::State;
use pairperf_shared::plan::Side;
use pairperf_shared::report::html::whole_names;
use pairperf_shared::report::universal_time;
use pairperf_shared::units;

use super::Frame;

/// Spans of time to choose from, in days.
const DAYS: [u32; 4] = [1, 7, 30, 365];

/// What the list shows.
#[derive(Debug)]
pub struct History<'a> {
    /// What was asked for.
    pub query: &'a RunQuery,
    /// What there is of it.
    pub list: &'a RunList,
}

impl History<'_> {
    /// Runs on one page.
    pub const PAGE: u32 = 50;
}

#[derive(Template)]
#[template(path = "history.html")]
struct Page {
    frame: Frame,
    /// Markup.
    heading: String,
    lead: String,
    /// Whether there is no run at all.
    empty: bool,
    filtered: bool,
    count: String,
    text: String,
    host: String,
    directions: Vec<Choice>,
    outcomes: Vec<Choice>,
    spans: Vec<Choice>,
    sort: &'static str,
    order: &'static str,
    heads: Vec<Head>,
    rows: Vec<Row>,
    newer: Option<String>,
    older: Option<String>,
    list_csv: String,
}

struct Choice {
    value: String,
    name: String,
    chosen: bool,
}

struct Head {
    name: String,
    class: &'static str,
    /// Where a click on it leads; none for a column that nothing is ordered by.
    href: Option<String>,
    /// `aria-sort` of the column the list is ordered by.
    sorted: Option<&'static str>,
}

struct Row {
    id: String,
    started: String,
    when: String,
    /// Markup.
    what: String,
    label: Option<String>,
    protocol: &'static str,
    streams: String,
    spark: String,
    mean: String,
    tone: &'static str,
    outcome: String,
    imported: bool,
}

/// The list.
pub fn history(frame: &Frame, shown: &History<'_>) -> String {
    let History { query, list } = shown;
    let say = |key: &str| frame.say(key);
    let choice = |value: &str, name: String, chosen: bool| Choice { value: value.to_owned(), name, chosen };
    let any = |chosen: bool| choice("", say("history-any"), chosen);
    let name = frame.node.as_ref().map(|node| node.name.clone()).unwrap_or_default();
    let title = frame.catalogue.say("history-title", &[("name", name.into())]);
    let number = |count: u64| frame.catalogue.lang().number(&count.to_string());
    let moved = |offset: u32| {
        format!("/runs{}", RunQuery { offset: (offset > 0).then_some(offset), ..(*query).clone() }.to_query())
    };
    let offset = query.offset.unwrap_or(0);
    let page = Page {
        heading: whole_names(&title),
        lead: frame.catalogue.say("history-lead", &[("count", (list.total as f64).into())]),
        empty: list.total == 0 && list.runs.is_empty(),
        filtered: query.filters(),
        count: frame
            .catalogue
            .say("history-count", &[("shown", number(list.matched).into()), ("total", number(list.total).into())]),
        text: query.text.clone().unwrap_or_default(),
        host: query.host.clone().unwrap_or_default(),
        directions: std::iter::once(any(query.direction.is_none()))
            .chain([(Direction::ToPeer, "to_peer"), (Direction::FromPeer, "from_peer")].map(|(direction, key)| {
                let name = say(&format!("history-{}", key.replace('_', "-")));
                choice(key, name, query.direction == Some(direction))
            }))
            .collect(),
        outcomes: std::iter::once(any(query.outcome.is_none()))
            .chain(Ending::ALL.map(|ending| {
                let key = if ending == Ending::Running {
                    "history-running".to_owned()
                } else {
                    format!("state-{}", ending.key())
                };
                choice(ending.key(), say(&key), query.outcome == Some(ending))
            }))
            .collect(),
        spans: std::iter::once(any(query.since_days.is_none()))
            .chain(DAYS.map(|days| {
                let name = frame.catalogue.say("history-days", &[("days", days.into())]);
                choice(&days.to_string(), name, query.since_days == Some(days))
            }))
            .collect(),
        sort: query.sort.map(RunSort::key).unwrap_or_default(),
        order: query.order.map(Order::key).unwrap_or_default(),
        heads: heads(frame, query),
        rows: list.runs.iter().map(|run| Row::of(run, frame)).collect(),
        newer: (offset > 0).then(|| moved(offset.saturating_sub(History::PAGE))),
        older: (u64::from(offset) + u64::from(History::PAGE) < list.matched).then(|| moved(offset + History::PAGE)),
        list_csv: format!("/api/v1/runs/export/csv{}", query.to_query()),
        frame: frame.clone().of("runs", &title),
    };
    page.render().unwrap_or_default()
}

fn heads(frame: &Frame, query: &RunQuery) -> Vec<Head> {
    let current = query.sort.unwrap_or_default();
    [
        ("runs-when", "", Some(RunSort::Started)),
        ("history-what", "", Some(RunSort::Host)),
        ("row-protocol", "opt", None),
        ("row-streams", "n opt", Some(RunSort::Streams)),
        ("history-spark", "opt", None),
        ("history-mean", "n", Some(RunSort::Rate)),
        ("runs-outcome", "r-out", Some(RunSort::Outcome)),
    ]
    .into_iter()
    .map(|(key, class, sort)| {
        let chosen = sort == Some(current);
        let order = sort.map(|sort| if chosen { query.order().reversed() } else { sort.natural() });
        Head {
            name: frame.say(key),
            class,
            href: sort.map(|sort| {
                let asked = RunQuery { sort: Some(sort), order, offset: None, ..query.clone() };
                format!("/runs{}", asked.to_query())
            }),
            sorted: chosen.then(|| if query.order() == Order::Asc { "ascending" } else { "descending" }),
        }
    })
    .collect()
}

impl Row {
    fn of(run: &RunView, frame: &Frame) -> Self {
        let (from, to) = match run.config.direction.sender() {
            Side::Coordinator => (&run.coordinator, &run.peer),
            Side::Peer => (&run.peer, &run.coordinator),
        };
        let state = run.outcome.state;
        let mean = run.summary.as_ref().and_then(|summary| summary.bits_per_second);
        Self {
            id: run.id.clone(),
            started: run.started_at.clone(),
            when: universal_time(&run.started_at),
            what: whole_names(
                &frame.catalogue.say("history-machines", &[("from", from.as_str().into()), ("to", to.as_str().into())]),
            ),
            label: run.config.label.clone(),
            protocol: run.config.protocol.name(),
            streams: frame.catalogue.lang().number(&run.config.streams.to_string()),
            spark: if run.spark.is_empty() { String::new() } else { spark::svg(&run.spark, state == State::Done) },
            mean: mean.map_or_else(|| "–".to_owned(), |rate| frame.catalogue.figure(&units::rate(rate))),
            tone: match state {
                State::Done => "tag--good",
                State::Failed | State::Interrupted => "tag--bad",
                _ => "tag--note",
            },
            outcome: frame.say(&format!("state-{}", state.key().replace('_', "-"))),
            imported: run.imported,
        }
    }
}
