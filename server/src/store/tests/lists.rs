//! Lists: what the database filters, orders and counts, held against the same done by hand.

use pairperf_shared::api::{Ending, Order, RunQuery, RunSort, RunView};
use pairperf_shared::config::Direction;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;

/// 2026-11-30T00:00:00Z.
const DAY: i64 = 1_795_996_800_000;

/// A run of the lot: every filter and every order tells some of them apart.
fn run(at: usize) -> RunParts {
    let labels = [None, Some("Lab 7"), Some("100 % of it"), Some("ÄRGER"), Some("under_score"), Some("lab 7")];
    let mut parts = parts(&format!("{at:032x}"));
    let second = DAY / 1000 + (at as i64 % 7) * 43_200;
    parts.started_at = jiff::Timestamp::from_second(second).unwrap().to_string();
    parts.config.label = labels[at % labels.len()].map(str::to_owned);
    parts.config.note = (at % 4 == 1).then(|| "switch replaced".to_owned());
    parts.config.streams = 1 + (at as u32 * 5) % 9;
    parts.config.direction = if at.is_multiple_of(3) { Direction::FromPeer } else { Direction::ToPeer };
    parts.coordinator.host.name = ["anna", "Bert", "web-a"][at % 3].to_owned();
    parts.peer.host.name = ["Anna", "db"][at % 2].to_owned();
    parts.outcome.state = [State::Done, State::Failed, State::Cancelled, State::Interrupted, State::Measure][at % 5];
    if at.is_multiple_of(2) {
        let rate = 1_000_000 * (1 + at as u64 % 6);
        parts.coordinator.samples = measured(rate);
        parts.peer.samples = measured(rate);
    }
    parts
}

fn measured(bytes: u64) -> Vec<Sample> {
    let at = |t_ns, mark, bytes| Sample { mark, bytes, ..sample(t_ns) };
    vec![
        at(0, Some(pairperf_shared::sample::Mark::MeasureStart), 0),
        at(1_000_000_000, Some(pairperf_shared::sample::Mark::MeasureEnd), bytes),
    ]
}

async fn lot() -> (tempfile::TempDir, Store, Vec<RunView>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let mut views = Vec::new();
    for at in 0..30 {
        let parts = run(at);
        store.insert(&parts, Side::Coordinator).await.unwrap();
        if parts.outcome.state.is_final() {
            store.finish(&parts).await.unwrap();
        }
        let KeptHead { summary, .. } = store.head(&parts.id).await.unwrap().unwrap();
        views.push(RunView {
            id: parts.id,
            started_at: parts.started_at,
            outcome: parts.outcome,
            config: parts.config,
            coordinator: parts.coordinator.host.name,
            peer: parts.peer.host.name,
            side: Side::Coordinator,
            summary,
            imported: false,
            spark: Vec::new(),
        });
    }
    (folder, store, views)
}

fn started_ms(run: &RunView) -> i64 {
    run.started_at.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// The list by hand: the same filters, the same order, unknown values last.
fn by_hand(views: &[RunView], query: &RunQuery, now_ms: i64) -> Vec<String> {
    let mut runs: Vec<&RunView> = views.iter().filter(|run| query.admits(run, started_ms(run), now_ms)).collect();
    let rate = |run: &RunView| run.summary.as_ref().and_then(|summary| summary.bits_per_second).map(|rate| rate as i64);
    let label = |run: &RunView| run.config.label.as_ref().map(|label| label.to_lowercase());
    let hosts = |run: &RunView| (run.coordinator.to_lowercase(), run.peer.to_lowercase());
    runs.sort_by(|a, b| {
        let way = |order: std::cmp::Ordering| if query.order() == Order::Asc { order } else { order.reverse() };
        let by = match query.sort.unwrap_or_default() {
            RunSort::Started => way(started_ms(a).cmp(&started_ms(b))),
            RunSort::Rate => rate(a).is_none().cmp(&rate(b).is_none()).then(way(rate(a).cmp(&rate(b)))),
            RunSort::Streams => way(a.config.streams.cmp(&b.config.streams)),
            RunSort::Label => label(a).is_none().cmp(&label(b).is_none()).then(way(label(a).cmp(&label(b)))),
            RunSort::Outcome => way(a.outcome.state.key().cmp(b.outcome.state.key())),
            RunSort::Host => way(hosts(a).cmp(&hosts(b))),
        };
        by.then(started_ms(b).cmp(&started_ms(a))).then(a.id.cmp(&b.id))
    });
    runs.into_iter().map(|run| run.id.clone()).collect()
}

fn queries() -> impl Strategy<Value = RunQuery> {
    // Few at once: all of them together leave nothing.
    fn of<S: Strategy>(given: S) -> impl Strategy<Value = Option<S::Value>> {
        proptest::option::weighted(0.2, given)
    }
    let text =
        proptest::sample::select(vec!["lab", "LAB 7", "%", "_", "ärger", "anna", "switch anna", "\\", "nowhere"]);
    let host = proptest::sample::select(vec!["anna", "bert", "WEB-A", "ann"]);
    let day = proptest::sample::select(vec!["2026-11-30", "2026-12-02", "2026-12-04"]);
    let filters = (of(text), of(host), of(0usize..5), of(any::<bool>()), of(0u32..6), of(day.clone()), of(day));
    let place = (of(0usize..6), of(any::<bool>()), 1u32..40, 0u32..40);
    (filters, place).prop_map(|((text, host, ending, to, days, since, until), (sort, asc, limit, offset))| RunQuery {
        text: text.map(str::to_owned),
        host: host.map(str::to_owned),
        protocol: None,
        direction: to.map(|to| if to { Direction::ToPeer } else { Direction::FromPeer }),
        outcome: ending.map(|at| Ending::ALL[at]),
        since_days: days,
        since: since.map(|day| day.parse().unwrap()),
        until: until.map(|day| day.parse().unwrap()),
        sort: sort.map(|at| RunSort::ALL[at]),
        order: asc.map(|asc| if asc { Order::Asc } else { Order::Desc }),
        limit: Some(limit),
        offset: Some(offset),
    })
}

#[tokio::test]
async fn the_database_lists_what_a_person_would() {
    let (_folder, store, views) = lot().await;
    let now_ms = DAY + 4 * 86_400_000;
    let mut runner = TestRunner::deterministic();
    let mut lengths = Vec::new();
    for _ in 0..600 {
        let query = queries().new_tree(&mut runner).unwrap().current();
        let without = [views[3].id.clone(), views[4].id.clone()];
        let place = Place { offset: query.offset.unwrap(), limit: query.limit.unwrap(), without: &without, now_ms };
        let page = store.list(&query, &place).await.unwrap();
        let wanted = by_hand(&views, &query, now_ms);
        let wanted: Vec<String> = wanted.into_iter().filter(|id| !without.contains(id)).collect();
        assert_eq!((page.matched, page.total), (wanted.len() as u64, 28), "{query:?}");
        let place = wanted.into_iter().skip(place.offset as usize).take(place.limit as usize);
        let listed: Vec<String> = page.runs.into_iter().map(|run| run.parts.id).collect();
        assert_eq!(listed, place.collect::<Vec<_>>(), "{query:?}");
        lengths.push(listed.len());
    }
    assert!(lengths.iter().filter(|&&length| length > 1).count() > 100, "the filters leave nothing: {lengths:?}");
}

#[tokio::test]
async fn runs_of_one_second_are_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    // As texts they would stand the other way round.
    for (id, started_at) in
        [("a", "2026-11-30T10:00:00Z"), ("b", "2026-11-30T10:00:00.5Z"), ("c", "2026-11-30T12:00:00+02:00")]
    {
        let parts = RunParts { started_at: started_at.to_owned(), ..parts(id) };
        store.insert(&parts, Side::Coordinator).await.unwrap();
    }
    let ids: Vec<_> = all(&store).await.into_iter().map(|run| run.parts.id).collect();
    assert_eq!(ids, ["b", "a", "c"]);
}
