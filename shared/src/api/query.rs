//! What a list of runs is asked for: filters, order and place. The URL of the History page is exactly this.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Day, RunView};
use crate::config::{ConfigIssue, Direction, Problem, Protocol};
use crate::host::{MAX_TEXT, clean_text};
use crate::phase::State;
use crate::query;

/// The keys of a query, comma-separated.
const KEYS: &str = "text, host, protocol, direction, outcome, since_days, since, until, sort, order, limit, offset";

/// Filter, order and place of a list of runs. All keys are optional; an empty value is an absent one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct RunQuery {
    /// Words that label, note and host names together must hold, in any case.
    pub text: Option<String>,
    /// Name of either machine, in any case.
    pub host: Option<String>,
    /// Transport protocol.
    pub protocol: Option<Protocol>,
    /// Which way the payload flowed, as the coordinator saw it.
    pub direction: Option<Direction>,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Started within so many days of 24 hours, 1 to 36500.
    pub since_days: Option<u32>,
    /// Started on this day (UTC) or later.
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>, format = Date))]
    pub since: Option<Day>,
    /// Started on this day (UTC) or earlier.
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>, format = Date))]
    pub until: Option<Day>,
    /// What the list is ordered by; absent = `started`.
    pub sort: Option<RunSort>,
    /// Which way; absent = the latest, fastest or most first, texts from A.
    pub order: Option<Order>,
    /// Runs in the answer at most, 1 to 200; absent = 200.
    pub limit: Option<u32>,
    /// Runs to leave out from the beginning of the list; absent = 0.
    pub offset: Option<u32>,
}

/// How a run ended, as a filter names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// See [`State::Done`].
    Done,
    /// See [`State::Failed`].
    Failed,
    /// See [`State::Cancelled`].
    Cancelled,
    /// See [`State::Interrupted`].
    Interrupted,
    /// Not yet: it waits or goes on.
    Running,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Done, Self::Failed, Self::Cancelled, Self::Interrupted, Self::Running];

    /// The word of the query.
    pub fn key(self) -> &'static str {
        match self {
            Self::Done => State::Done.key(),
            Self::Failed => State::Failed.key(),
            Self::Cancelled => State::Cancelled.key(),
            Self::Interrupted => State::Interrupted.key(),
            Self::Running => "running",
        }
    }

    /// Whether a run in that state is meant.
    pub fn admits(self, state: State) -> bool {
        if state.is_final() { state.key() == self.key() } else { self == Self::Running }
    }
}

/// What a list of runs is ordered by. Unknown values come last, whichever way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunSort {
    /// When it started.
    #[default]
    Started,
    /// The receiver's rate.
    Rate,
    /// Streams asked for.
    Streams,
    /// The label, in any case.
    Label,
    /// How it ended, by the word for it.
    Outcome,
    /// The coordinator's name, then the peer's.
    Host,
}

impl RunSort {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Started, Self::Rate, Self::Streams, Self::Label, Self::Outcome, Self::Host];

    /// The word of the query.
    pub fn key(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Rate => "rate",
            Self::Streams => "streams",
            Self::Label => "label",
            Self::Outcome => "outcome",
            Self::Host => "host",
        }
    }

    /// The order that is meant where none is named.
    pub fn natural(self) -> Order {
        match self {
            Self::Started | Self::Rate | Self::Streams => Order::Desc,
            Self::Label | Self::Outcome | Self::Host => Order::Asc,
        }
    }
}

/// Which way a list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The least first.
    Asc,
    /// The most first.
    Desc,
}

impl Order {
    /// The word of the query.
    pub fn key(self) -> &'static str {
        match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        }
    }

    /// The other way.
    pub fn reversed(self) -> Self {
        match self {
            Self::Asc => Self::Desc,
            Self::Desc => Self::Asc,
        }
    }
}

impl RunQuery {
    /// Most runs in one answer.
    pub const MOST: u32 = 200;
    /// Most words that [`RunQuery::text`] is looked at for.
    pub const MOST_WORDS: usize = 8;

    /// Reads the query of a URL, with or without its `?`. What is wrong with a key is said and the key left
    /// at its default: the API refuses, a page goes on without it.
    pub fn from_query(query: &str) -> (Self, Vec<ConfigIssue>) {
        let pairs = query::pairs(query);
        Self::from_pairs(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())))
    }

    /// Reads pairs of key and value; see [`RunQuery::from_query`].
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<ConfigIssue>) {
        let (mut query, mut issues) = (Self::default(), Vec::new());
        for (key, value) in pairs {
            if let Err(problem) = query.set(key, value.trim()) {
                issues.push(ConfigIssue::new(&clean_text(key), problem));
            }
        }
        (query, issues)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let value = Some(value).filter(|value| !value.is_empty());
        match key {
            "text" => self.text = value.map(text).transpose()?,
            "host" => self.host = value.map(text).transpose()?,
            "protocol" => self.protocol = value.map(|value| word(value, "tcp")).transpose()?,
            "direction" => self.direction = value.map(|value| word(value, "to_peer, from_peer")).transpose()?,
            "outcome" => {
                self.outcome = value.map(|value| word(value, &keys(Ending::ALL.map(Ending::key)))).transpose()?;
            }
            "since_days" => self.since_days = value.map(|value| number(value, 1, 36_500)).transpose()?,
            "since" => self.since = value.map(day).transpose()?,
            "until" => self.until = value.map(day).transpose()?,
            "sort" => self.sort = value.map(|value| word(value, &keys(RunSort::ALL.map(RunSort::key)))).transpose()?,
            "order" => self.order = value.map(|value| word(value, "asc, desc")).transpose()?,
            "limit" => self.limit = value.map(|value| number(value, 1, Self::MOST)).transpose()?,
            "offset" => self.offset = value.map(|value| number(value, 0, u32::MAX)).transpose()?,
            _ => return Err(Problem::Unknown { known: KEYS.to_owned() }),
        }
        Ok(())
    }

    /// The query as a URL has it, with its `?`; empty where nothing is asked for.
    pub fn to_query(&self) -> String {
        let pairs = [
            ("text", self.text.clone()),
            ("host", self.host.clone()),
            ("protocol", self.protocol.map(spelled)),
            ("direction", self.direction.map(spelled)),
            ("outcome", self.outcome.map(|ending| ending.key().to_owned())),
            ("since_days", self.since_days.map(|days| days.to_string())),
            ("since", self.since.map(|day| day.to_string())),
            ("until", self.until.map(|day| day.to_string())),
            ("sort", self.sort.map(|sort| sort.key().to_owned())),
            ("order", self.order.map(|order| order.key().to_owned())),
            ("limit", self.limit.map(|limit| limit.to_string())),
            ("offset", self.offset.map(|offset| offset.to_string())),
        ];
        query::write(pairs.iter().filter_map(|(key, value)| Some((*key, value.as_deref()?))))
    }

    /// Whether any run is left out, place apart.
    pub fn filters(&self) -> bool {
        let Self { text, host, protocol, direction, outcome, since_days, since, until, .. } = self;
        text.is_some()
            || host.is_some()
            || protocol.is_some()
            || direction.is_some()
            || outcome.is_some()
            || since_days.is_some()
            || since.is_some()
            || until.is_some()
    }

    /// The order in effect.
    pub fn order(&self) -> Order {
        self.order.unwrap_or(self.sort.unwrap_or_default().natural())
    }

    /// The words of [`RunQuery::text`] in lower case, [`RunQuery::MOST_WORDS`] at most.
    pub fn words(&self) -> Vec<String> {
        let text = self.text.as_deref().unwrap_or_default().to_lowercase();
        text.split_whitespace().take(Self::MOST_WORDS).map(str::to_owned).collect()
    }

    /// When a run must have started, in milliseconds since 1970: from, and before.
    pub fn window_ms(&self, now_ms: i64) -> (Option<i64>, Option<i64>) {
        let days = self.since_days.map(|days| now_ms.saturating_sub(i64::from(days) * 86_400_000));
        (days.max(self.since.map(Day::start_ms)), self.until.map(Day::end_ms))
    }

    /// Whether a run that started then passes the filters.
    pub fn admits(&self, run: &RunView, started_ms: i64, now_ms: i64) -> bool {
        let lower = |text: Option<&str>| text.unwrap_or_default().to_lowercase();
        let (coordinator, peer) = (run.coordinator.to_lowercase(), run.peer.to_lowercase());
        let texts =
            [lower(run.config.label.as_deref()), lower(run.config.note.as_deref()), coordinator.clone(), peer.clone()];
        let (from, before) = self.window_ms(now_ms);
        let host = self.host.as_ref().map(|host| host.to_lowercase());
        self.words().iter().all(|word| texts.iter().any(|text| text.contains(word)))
            && host.is_none_or(|host| host == coordinator || host == peer)
            && self.protocol.is_none_or(|protocol| protocol == run.config.protocol)
            && self.direction.is_none_or(|direction| direction == run.config.direction)
            && self.outcome.is_none_or(|ending| ending.admits(run.outcome.state))
            && from.is_none_or(|from| started_ms >= from)
            && before.is_none_or(|before| started_ms < before)
    }
}

fn keys<const N: usize>(keys: [&str; N]) -> String {
    keys.join(", ")
}

fn text(value: &str) -> Result<String, Problem> {
    let clean = clean_text(value);
    if clean == value { Ok(clean) } else { Err(Problem::Text { max: MAX_TEXT as u64 }) }
}

fn day(value: &str) -> Result<Day, Problem> {
    value.parse().map_err(|error: super::NoDay| Problem::Unreadable { why: error.to_string() })
}

fn word<T: DeserializeOwned>(value: &str, known: &str) -> Result<T, Problem> {
    serde_json::from_value(Value::from(value))
        .map_err(|_| Problem::Choice { value: clean_text(value), known: known.to_owned() })
}

/// The word that a value of an enum is in JSON.
pub fn spelled<T: Serialize>(value: T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn number(value: &str, min: u32, max: u32) -> Result<u32, Problem> {
    let number: u64 = value.parse().map_err(|_| Problem::Unreadable { why: "expected a whole number".to_owned() })?;
    let within = u32::try_from(number).ok().filter(|number| (min..=max).contains(number));
    within.ok_or_else(|| Problem::Range { value: number.to_string(), min: min.to_string(), max: max.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn issues(query: &str) -> Vec<String> {
        RunQuery::from_query(query).1.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_form_that_was_left_empty_asks_for_nothing() {
        let (query, issues) = RunQuery::from_query("text=&host=+&protocol=&sort=&since=&limit=&");
        assert_eq!((query.clone(), issues), (RunQuery::default(), Vec::new()));
        assert_eq!((query.to_query(), query.filters(), query.order()), (String::new(), false, Order::Desc));
    }

    #[test]
    fn what_is_wrong_is_named_and_left_out() {
        for (query, key) in [
            ("sorted=rate", "sorted: no such"),
            ("sort=speed", "sort: `speed` is not one of started, rate"),
            ("order=up", "order: "),
            ("limit=0", "limit: 0 is outside 1 to 200"),
            ("limit=201", "limit: 201 is outside"),
            ("offset=-1", "offset: expected a whole number"),
            ("since=yesterday", "since: expected a day"),
            ("since_days=99999", "since_days: 99999 is outside"),
            ("outcome=ok", "outcome: `ok`"),
            ("protocol=sctp", "protocol: `sctp`"),
            ("text=%00", "text: "),
        ] {
            let (read, _) = RunQuery::from_query(query);
            assert_eq!(read, RunQuery::default(), "{query}");
            let issues = issues(query);
            assert!(issues.len() == 1 && issues[0].starts_with(key), "{query}: {issues:?}");
        }
        let (query, issues) = RunQuery::from_query("bad=1&sort=rate&limit=x&text=web+a%26b%zz");
        assert_eq!((issues.len(), query.sort, query.text.as_deref()), (2, Some(RunSort::Rate), Some("web a&b%zz")));
    }

    #[test]
    fn the_window_is_the_narrower_of_days_and_dates() {
        let now = "2026-11-30".parse::<Day>().unwrap().start_ms();
        let (query, _) = RunQuery::from_query("since_days=1&since=2026-11-01&until=2026-11-29");
        assert_eq!(query.window_ms(now), (Some(now - 86_400_000), Some(now)));
    }

    proptest! {
        #[test]
        fn a_query_is_read_back(
            text in proptest::option::of("[a-zA-Z0-9&=%+ é/?#]{1,20}"), host in proptest::option::of("[a-z.-]{1,9}"),
            ending in proptest::option::of(0usize..5), sort in proptest::option::of(0usize..6), asc: Option<bool>,
            days in proptest::option::of(1u32..=36_500), limit in proptest::option::of(1u32..=200), offset: Option<u32>,
        ) {
            let query = RunQuery {
                text: text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
                host,
                protocol: Some(Protocol::Tcp),
                direction: Some(Direction::FromPeer),
                outcome: ending.map(|at| Ending::ALL[at]),
                since_days: days,
                since: "2026-02-28".parse().ok(),
                until: None,
                sort: sort.map(|at| RunSort::ALL[at]),
                order: asc.map(|asc| if asc { Order::Asc } else { Order::Desc }),
                limit,
                offset,
            };
            prop_assert_eq!(RunQuery::from_query(&query.to_query()), (query, Vec::new()));
        }

        #[test]
        fn no_query_is_too_odd_to_be_read(text in ".{0,60}") {
            let _ = RunQuery::from_query(&text);
        }
    }
}
