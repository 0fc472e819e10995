//! Lists of runs: filtered, ordered and counted by the database.

use pairperf_shared::api::{Ending, Order, RunQuery, RunSort, spelled};
use sqlx::AssertSqlSafe;
use sqlx::query::{Query, QueryScalar};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};

use super::index::key;
use super::{KeptHead, Store, StoreError, apart, rows};

/// What a list leaves out whatever it is asked for: deleted runs, and rows that can't be read. The index `runs_listed` is
/// of just these rows.
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

/// A statement or its conditions, and the values they name as `$1`, `$2`, ….
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
        for (column, wanted) in [("protocol", query.protocol.map(spelled)), ("direction", query.direction.map(spelled))]
        {
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

    /// The statement that reads a page of the runs that pass. Which these are is found in the index `runs_listed` alone;
    /// only then are rows read, which take kilobytes.
    fn page(mut self, query: &RunQuery, place: &Place<'_>) -> Self {
        let limit = self.value(Value::Number(i64::from(place.limit)));
        let offset = self.value(Value::Number(i64::from(place.offset)));
        let order = order(query);
        // Nothing in it but names of columns and numbers of values.
        let ids = format!("SELECT id FROM runs{}{order} LIMIT {limit} OFFSET {offset}", self.sql);
        Self { sql: format!("SELECT {} FROM runs WHERE id IN ({ids}){order}", rows::COLUMNS), ..self }
    }
}

/// The run of a row; one that can't be read is left out and reported.
pub(super) fn readable(row: &SqliteRow) -> Option<KeptHead> {
    rows::kept(row).inspect_err(|error| tracing::warn!(%error, "listing the kept runs")).ok()
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
        let select = wanted.page(query, place);
        let rows = select.values.into_iter().fold(sqlx::query(AssertSqlSafe(select.sql)), bind);
        let rows = rows.fetch_all(&self.pool).await?;
        let runs = apart(move || Ok(rows.iter().filter_map(readable).collect())).await?;
        Ok(Page { runs, matched, total })
    }

    async fn count(&self, conditions: &Conditions) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM runs{}", conditions.sql);
        let count = conditions.values.iter().cloned().fold(sqlx::query_scalar(AssertSqlSafe(sql)), bind_scalar);
        Ok(count.fetch_one(&self.pool).await?.unsigned_abs())
    }

    /// How many runs there are in each state.
    pub async fn count_by_state(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = format!("SELECT state, COUNT(*) FROM runs WHERE {LISTED} GROUP BY state ORDER BY state");
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(&self.pool).await?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_reads_no_row_that_it_does_not_show() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let (filtered, issues) = RunQuery::from_query(
            "text=lab&host=anna&protocol=tcp&direction=to_peer&outcome=done&since_days=1&until=2026-11-30",
        );
        assert!(issues.is_empty(), "{issues:?}");
        let without = ["0".repeat(32)];
        let place = Place { offset: 50, limit: 50, without: &without, now_ms: 0 };
        for (filters, sort) in
            [RunQuery::default(), filtered].iter().flat_map(|query| RunSort::ALL.map(|sort| (query, sort)))
        {
            let query = RunQuery { sort: Some(sort), ..filters.clone() };
            let mut wanted = Conditions::listed(&place);
            wanted.filter(&query, place.now_ms);
            let Conditions { sql, values } = wanted.page(&query, &place);
            let explain = sqlx::query_as(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
            let explain = values.into_iter().fold(explain, |explain, value| match value {
                Value::Text(text) => explain.bind(text),
                Value::Number(number) => explain.bind(number),
            });
            let steps: Vec<(i64, i64, i64, String)> = explain.fetch_all(&store.pool).await.unwrap();
            let read: Vec<&str> =
                steps.iter().map(|step| step.3.as_str()).filter(|step| step.contains("runs")).collect();
            assert!(
                matches!(read.as_slice(), [rows, found] if rows.ends_with("sqlite_autoindex_runs_1 (id=?)")
                    && found.contains("USING COVERING INDEX runs_listed")),
                "{query:?}: {read:?}"
            );
        }
    }
}
