//! What people do with kept runs: naming, deleting, importing, sharing; and a database of an older version.

use pairperf_shared::api::RunPatch;

use super::*;

const MINUTE: i64 = 60_000;

fn done(id: &str) -> RunParts {
    let mut parts = parts(id);
    parts.outcome.state = State::Done;
    parts.config.label = Some("first".to_owned());
    parts.peer.samples = (0..600).map(|at| sample(at * 1_000_000)).collect();
    parts
}

async fn with_run(id: &str) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.insert(&done(id), Side::Coordinator).await.unwrap();
    store.finish(&done(id)).await.unwrap();
    (folder, store)
}

async fn rows(store: &Store, table: &'static str) -> i64 {
    let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
    sqlx::query_scalar(sql).fetch_one(&store.pool).await.unwrap()
}

#[tokio::test]
async fn a_name_given_later_stays_whatever_the_run_writes() {
    let (_folder, store) = with_run("one").await;
    let label = |text: Option<&str>| RunPatch { label: Some(text.map(str::to_owned)), note: None };
    assert!(store.relabel("one", &label(Some("Second"))).await.unwrap());
    assert!(!store.relabel("two", &label(None)).await.unwrap());
    // Its final form comes after the name, and knows the first one only.
    store.finish(&done("one")).await.unwrap();
    let kept = store.get("one").await.unwrap().unwrap();
    assert_eq!((kept.parts.config.label.as_deref(), kept.parts.config.note), (Some("Second"), None));
    assert!(store.relabel("one", &RunPatch { label: None, note: Some(Some("n".to_owned())) }).await.unwrap());
    assert!(store.relabel("one", &label(None)).await.unwrap());
    let config = store.head("one").await.unwrap().unwrap().parts.config;
    assert_eq!((config.label, config.note.as_deref()), (None, Some("n")));
    assert!(store.relabel("one", &RunPatch::default()).await.unwrap());
}

#[tokio::test]
async fn a_deleted_run_is_gone_at_once_comes_back_and_then_goes_for_good() {
    let (_folder, store) = with_run("one").await;
    assert!(store.delete("one", 5 * MINUTE).await.unwrap());
    assert!(!store.delete("one", 6 * MINUTE).await.unwrap());
    assert!(store.get("one").await.unwrap().is_none() && store.head("one").await.unwrap().is_none());
    assert!(all(&store).await.is_empty() && store.count_by_state().await.unwrap().is_empty());
    assert!(!store.relabel("one", &RunPatch::default()).await.unwrap());
    assert!(store.contains("one").await.unwrap() && store.is_deleted("one").await.unwrap());

    let deleted = async |now_ms| store.deleted(now_ms).await.unwrap().len();
    assert_eq!((deleted(14 * MINUTE).await, deleted(15 * MINUTE).await), (1, 0));
    assert!(store.restore("one", 14 * MINUTE).await.unwrap());
    assert_eq!(deleted(14 * MINUTE).await, 0);
    assert!(!store.restore("one", 14 * MINUTE).await.unwrap());
    assert_eq!(store.get("one").await.unwrap().unwrap().parts, done("one"));

    store.delete("one", 20 * MINUTE).await.unwrap();
    assert_eq!(store.purge(29 * MINUTE).await.unwrap(), 1);
    assert!(!store.restore("one", 30 * MINUTE).await.unwrap());
    assert_eq!(store.purge(30 * MINUTE).await.unwrap(), 0);
    assert!(!store.contains("one").await.unwrap());
    assert_eq!((rows(&store, "runs").await, rows(&store, "samples").await), (0, 0));
}

#[tokio::test]
async fn a_run_that_goes_on_can_not_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.insert(&parts("one"), Side::Coordinator).await.unwrap();
    assert!(!store.delete("one", 0).await.unwrap());
    assert_eq!(all(&store).await.len(), 1);
}

#[tokio::test]
async fn what_is_here_is_never_replaced_by_a_file() {
    let (_folder, store) = with_run("one").await;
    let other = RunParts { started_at: "2020-01-01T00:00:00Z".to_owned(), ..done("one") };
    assert!(!store.import(other.clone(), Side::Peer).await.unwrap());
    assert_eq!(store.get("one").await.unwrap().unwrap().parts, done("one"));
    store.delete("one", 0).await.unwrap();
    assert!(!store.import(other.clone(), Side::Peer).await.unwrap(), "it can be taken back still");
    assert!(store.restore("one", 1).await.unwrap());

    assert!(store.import(done("two"), Side::Peer).await.unwrap());
    let head = store.head("two").await.unwrap().unwrap();
    assert_eq!((head.imported, head.side, head.summary.is_some()), (true, Side::Peer, true));
    assert!(!head.spark.is_empty() && head.spark.len() <= 60, "{:?}", head.spark);
    assert_eq!(store.get("two").await.unwrap().unwrap().parts, done("two"));
    assert!(!store.head("one").await.unwrap().unwrap().imported);
    assert!(matches!(store.insert(&done("two"), Side::Peer).await, Err(StoreError::Taken(id)) if id == "two"));
}

#[tokio::test]
async fn a_link_ends_with_its_time_its_run_or_its_owner() {
    let (_folder, store) = with_run("one").await;
    let share = |id: &str, created_ms, expires_ms| Share {
        id: id.to_owned(),
        run: "one".to_owned(),
        hidden: created_ms == 1,
        created_ms,
        expires_ms,
    };
    let (first, second, third) = (share("A", 1, Some(10)), share("B", 2, None), share("C", 3, Some(100)));
    for share in [&first, &second, &third] {
        store.add_share(share).await.unwrap();
    }
    assert_eq!(store.share("A", 9).await.unwrap(), Some(first.clone()));
    assert_eq!(store.share("A", 10).await.unwrap(), None, "it has ended");
    assert_eq!(store.share("D", 0).await.unwrap(), None);
    assert_eq!(store.shares_of("one", 9).await.unwrap(), [third.clone(), second.clone(), first]);
    assert_eq!(store.shares(50).await.unwrap(), [third.clone(), second.clone()]);
    assert!(!store.withdraw_share("A", 10).await.unwrap());

    store.delete("one", 50).await.unwrap();
    assert_eq!((store.share("B", 50).await.unwrap(), store.shares(50).await.unwrap()), (None, Vec::new()));
    store.restore("one", 51).await.unwrap();
    assert_eq!(store.share("B", 51).await.unwrap(), Some(second));

    assert!(store.withdraw_share("B", 51).await.unwrap() && !store.withdraw_share("B", 51).await.unwrap());
    store.purge(100).await.unwrap();
    assert_eq!(rows(&store, "shares").await, 0, "ended ones are removed");
    store.add_share(&share("E", 60, None)).await.unwrap();
    store.withdraw_shares("one").await.unwrap();
    assert_eq!(store.shares_of("one", 60).await.unwrap(), []);
    store.add_share(&share("F", 60, None)).await.unwrap();
    store.delete("one", 60).await.unwrap();
    store.purge(60 + 10 * MINUTE).await.unwrap();
    assert_eq!(rows(&store, "shares").await, 0, "links go with their run");
    assert!(store.add_share(&share("G", 60, None)).await.is_err(), "a link of no run");
}

#[tokio::test]
async fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let mut first = sqlx::migrate!("migrations/sqlite");
    first.migrations = first.migrations.iter().filter(|migration| migration.version == 1).cloned().collect();
    first.run(&pool).await.unwrap();
    for (id, state, head) in [
        ("one", "done", rows::head(&done("one")).unwrap()),
        ("two", "measure", rows::head(&parts("two")).unwrap()),
        ("bad", "done", "{".to_owned()),
    ] {
        sqlx::query("INSERT INTO runs (id, started_at, state, side, head) VALUES ($1, $2, $3, 'peer', $4)")
            .bind(id)
            .bind("2026-11-30T10:00:03Z")
            .bind(state)
            .bind(head)
            .execute(&pool)
            .await
            .unwrap();
    }
    let samples: Vec<Sample> = done("one").peer.samples;
    sqlx::query("INSERT INTO samples (run_id, side, chunk, body) VALUES ('one', 'peer', 0, $1)")
        .bind(chunk::pack(&samples).unwrap())
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;

    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.get("one").await.unwrap().unwrap().parts, done("one"));
    let (query, _) = RunQuery::from_query("text=FIRST&outcome=done");
    let place = Place { offset: 0, limit: 10, without: &[], now_ms: 0 };
    let page = store.list(&query, &place).await.unwrap();
    assert_eq!((page.runs.len(), page.matched, page.total), (1, 1, 2), "the damaged one is not listed");
    assert!(!page.runs[0].spark.is_empty() && page.runs[0].side == Side::Peer);
    assert_eq!(store.head("two").await.unwrap().unwrap().parts.outcome.state, State::Interrupted);
    // Once is enough.
    store.close().await;
    assert_eq!(all(&Store::open(folder.path()).await.unwrap()).await.len(), 2);
}
