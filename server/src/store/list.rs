//! Lists of runs: filtered, ordered and counted by the database.

use pairperf_shared::api::{Ending, Order, RunQuery, RunSort};
use sqlx::AssertSqlSafe;
use sqlx::query::{Query, QueryScalar};
use sqlx::sqlite::{Sqlite, SqliteArguments};

use super::index::{key, word};
use super::{KeptHead, Store, StoreError, rows};

/// What a list leaves out whatever it is asked for: deleted runs, and rows that can't be read.
const LISTED: &str = "deleted_ms IS NULL AND started_ms IS NOT NULL";

/// A part of the list of runs.
#[derive(Debug, Clone)]
pub struct Page {
    /// Those asked for, in the order asked for.
    pub runs: Vec<KeptHead>,
    /// Runs that pass the filters.
    pub matched: u64,
    /// Runs there are.
    pub total: u64,
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// Runs to leave out from its beginning.
    pub offset: u32,
    /// Runs at most.
    pub limit: u32,
    /// Ids of runs that are not meant, because they are shown from elsewhere.
    pub without: &'a [String],
    /// The time of day, in milliseconds since 1970.
    pub now_ms: i64,
}

/// A value in a statement.
#[derive(Debug, Clone)]
enum Value {
    Text(String),
    Number(i64),
}

/// Conditions and the values they name as `$1`, `$2`, ….
#[derive(Debug, Default)]
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn text(&mut self, text: impl Into<String>) -> String {
        self.value(Value::Text(text.into()))
    }

    fn and(&mut self, condition: &str) {
        self.sql.push_str(if self.sql.is_empty() { " WHERE " } else { " AND " });
        self.sql.push_str(condition);
    }

    /// Every run that may be listed at all.
    fn listed(place: &Place<'_>) -> Self {
        let mut all = Self::default();
        all.and(LISTED);
        if !place.without.is_empty() {
            let ids: Vec<String> = place.without.iter().map(|id| all.text(id)).collect();
            all.and(&format!("id NOT IN ({})", ids.join(", ")));
        }
        all
    }

    /// The filters of a query; they mean the same as [`RunQuery::admits`].
    fn filter(&mut self, query: &RunQuery, now_ms: i64) {
        for word in query.words() {
            let like = self.text(format!("%{}%", escaped(&word)));
            let columns = ["label_key", "note_key", "coordinator_key", "peer_key"];
            let any = columns.map(|column| format!("{column} LIKE {like} ESCAPE '\\'")).join(" OR ");
            self.and(&format!("({any})"));
        }
        if let Some(host) = &query.host {
            let host = self.text(key(host));
            self.and(&format!("(coordinator_key = {host} OR peer_key = {host})"));
        }
        for (column, wanted) in [("protocol", query.protocol.map(word)), ("direction", query.direction.map(word))] {
            if let Some(wanted) = wanted {
                let wanted = self.text(wanted);
                self.and(&format!("{column} = {wanted}"));
            }
        }
        match query.outcome {
            None => {}
            Some(Ending::Running) => {
                let ended = Ending::ALL.into_iter().filter(|ending| *ending != Ending::Running);
                let ended: Vec<String> = ended.map(|ending| self.text(ending.key())).collect();
                self.and(&format!("state NOT IN ({})", ended.join(", ")));
            }
            Some(ending) => {
                let state = self.text(ending.key());
                self.and(&format!("state = {state}"));
            }
        }
        let (from, before) = query.window_ms(now_ms);
        for (comparison, bound) in [(">=", from), ("<", before)] {
            if let Some(bound) = bound {
                let bound = self.value(Value::Number(bound));
                self.and(&format!("started_ms {comparison} {bound}"));
            }
        }
    }
}

/// A text that `LIKE` takes as it stands.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c])).collect()
}

/// The order, unknown values last whichever way, and always the same among equals.
fn order(query: &RunQuery) -> String {
    let way = match query.order() {
        Order::Asc => "ASC",
        Order::Desc => "DESC",
    };
    let by = match query.sort.unwrap_or_default() {
        RunSort::Started => format!("started_ms {way}"),
        RunSort::Rate => format!("(bits_per_second IS NULL), bits_per_second {way}, started_ms DESC"),
        RunSort::Streams => format!("streams {way}, started_ms DESC"),
        RunSort::Label => format!("(label_key IS NULL), label_key {way}, started_ms DESC"),
        RunSort::Outcome => format!("state {way}, started_ms DESC"),
        RunSort::Host => format!("coordinator_key {way}, peer_key {way}, started_ms DESC"),
    };
    format!(" ORDER BY {by}, id")
}

impl Store {
    /// A part of the list of runs. One that can't be read is left out.
    pub async fn list(&self, query: &RunQuery, place: &Place<'_>) -> Result<Page, StoreError> {
        let all = Conditions::listed(place);
        let total = self.count(&all).await?;
        let mut wanted = all;
        wanted.filter(query, place.now_ms);
        let matched = if query.filters() { self.count(&wanted).await? } else { total };
        let limit = wanted.value(Value::Number(i64::from(place.limit)));
        let offset = wanted.value(Value::Number(i64::from(place.offset)));
        // Nothing in it but names of columns and numbers of values.
        let sql =
            format!("SELECT {} FROM runs{}{} LIMIT {limit} OFFSET {offset}", rows::COLUMNS, wanted.sql, order(query));
        let mut select = sqlx::query(AssertSqlSafe(sql));
        for value in wanted.values {
            select = bind(select, value);
        }
        let rows = select.fetch_all(&self.pool).await?;
        let readable = |row| rows::kept(row).inspect_err(|error| tracing::warn!(%error, "listing the kept runs")).ok();
        Ok(Page { runs: rows.iter().filter_map(readable).collect(), matched, total })
    }

    async fn count(&self, conditions: &Conditions) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM runs{}", conditions.sql);
        let mut select = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql));
        for value in conditions.values.clone() {
            select = bind_scalar(select, value);
        }
        Ok(select.fetch_one(&self.pool).await?.unsigned_abs())
    }

    /// How many runs there are in each state.
    pub async fn count_by_state(&self) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(sqlx::query_as("SELECT state, COUNT(*) FROM runs WHERE deleted_ms IS NULL GROUP BY state ORDER BY state")
            .fetch_all(&self.pool)
            .await?)
    }
}

type Select<'q> = Query<'q, Sqlite, SqliteArguments>;
type Count<'q> = QueryScalar<'q, Sqlite, i64, SqliteArguments>;

fn bind(query: Select<'_>, value: Value) -> Select<'_> {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Number(number) => query.bind(number),
    }
}

fn bind_scalar(query: Count<'_>, value: Value) -> Count<'_> {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Number(number) => query.bind(number),
    }
}
