//! A disk without room: what is asked then fails and says so, and everything works once there is room again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pairperf_shared::api::RunPatch;

use super::super::pool::MOST;
use super::*;

/// Lets the database grow to so many pages of 4 KiB at most.
async fn bound(store: &Store, pages: u32) {
    let mut connections = Vec::new();
    for _ in 0..MOST {
        let mut connection = store.pool.acquire().await.unwrap();
        let sql = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(sql).execute(&mut *connection).await.unwrap();
        connections.push(connection);
    }
}

fn ended(at: u32) -> RunParts {
    let mut run = parts(&format!("run {at}"));
    run.outcome.state = State::Done;
    run.coordinator.samples = (0..400).map(sample).collect();
    run
}

fn note(text: &str) -> RunPatch {
    RunPatch { label: None, note: Some(Some(text.repeat(500))) }
}

/// Whether a write failed for want of room, which its error says.
fn refused<T: std::fmt::Debug>(written: Result<T, StoreError>) -> bool {
    let Err(error) = written else { return false };
    assert!(error.to_string().contains("full") && error.remedy().contains("make room on the disk"), "{error}");
    true
}

#[tokio::test]
async fn a_full_disk_is_said_and_leaves_nothing_behind_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let going = parts("going on");
    store.insert(&going, Side::Coordinator).await.unwrap();
    store.insert(&parts("going on too"), Side::Coordinator).await.unwrap();
    bound(&store, 60).await;
    let mut kept = 0;
    while !refused(store.import(ended(kept), Side::Coordinator).await) {
        kept += 1;
    }
    assert!(kept > 2, "{kept}");
    // In and outside of transactions, more than once and at the same time.
    let mut long = going.clone();
    long.outcome.state = State::Done;
    long.peer.samples = (0..5_000).map(sample).collect();
    for _ in 0..3 {
        let writes = (0..8).map(|at| {
            let (store, long) = (store.clone(), long.clone());
            async move {
                refused(match at % 4 {
                    0 => store.finish(&long).await,
                    1 => store.append("going on", Side::Peer, at, &long.peer.samples).await,
                    2 => store.import(RunParts { id: format!("long {at}"), ..long }, Side::Peer).await.map(drop),
                    _ => store.relabel("run 0", &note("long")).await.map(drop),
                })
            }
        });
        let refused = futures_util::future::join_all(writes).await;
        assert!(refused.iter().filter(|refused| **refused).count() >= 6, "{refused:?}");
        assert_eq!(all(&store).await.len() as u32, kept + 2, "what is here can be read all the time");
        assert_eq!(store.get("run 1").await.unwrap().unwrap().parts.coordinator.samples.len(), 400);
    }

    bound(&store, 100_000).await;
    // On every connection.
    for round in 0..MOST {
        let note = note("room");
        let writes = (0..MOST).map(|at| store.relabel(if at % 2 == 0 { "run 1" } else { "run 2" }, &note));
        for written in futures_util::future::join_all(writes).await {
            assert!(written.unwrap());
        }
        assert!(store.import(ended(1000 + round), Side::Peer).await.unwrap());
    }
    assert!(store.delete("run 2", 1).await.unwrap());
    store.finish(&long).await.unwrap();
    store.append("going on too", Side::Peer, 0, &[sample(1)]).await.unwrap();
    store.close().await;

    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(all(&store).await.len() as u32, kept + 2 + MOST - 1);
    assert_eq!(store.get("run 1").await.unwrap().unwrap().parts.config.note, Some("room".repeat(500)));
    assert_eq!(store.get("going on").await.unwrap().unwrap().parts, long);
    assert_eq!(store.get("going on too").await.unwrap().unwrap().parts.peer.samples.len(), 1);
}

#[tokio::test]
async fn a_commit_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for at in 0..3 {
        assert!(store.import(ended(at), Side::Coordinator).await.unwrap());
    }
    // What a full disk does to a commit: it fails, and SQLite has undone the transaction by itself.
    let full = Arc::new(AtomicBool::new(true));
    let mut connections = Vec::new();
    for _ in 0..MOST {
        let mut connection = store.pool.acquire().await.unwrap();
        let full = Arc::clone(&full);
        connection.lock_handle().await.unwrap().set_commit_hook(move || !full.load(Ordering::Relaxed));
        connections.push(connection);
    }
    drop(connections);
    for at in 0..3 * MOST {
        let mut again = ended(0);
        again.peer.samples = vec![sample(1)];
        assert!(store.import(ended(100 + at), Side::Peer).await.is_err());
        assert!(store.relabel("run 1", &note("lost")).await.is_err());
        assert!(store.finish(&again).await.is_err());
        assert!(store.delete("run 2", 1).await.is_err());
        assert_eq!(all(&store).await.len(), 3);
    }

    full.store(false, Ordering::Relaxed);
    let note = note("room");
    let writes = (0..3 * MOST).map(|at| {
        let (store, note) = (&store, &note);
        async move {
            assert!(store.relabel("run 1", note).await.unwrap());
            assert!(store.import(ended(200 + at), Side::Peer).await.unwrap());
        }
    });
    futures_util::future::join_all(writes).await;
    assert!(store.delete("run 2", 1).await.unwrap());
    store.close().await;
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(all(&store).await.len() as u32, 2 + 3 * MOST);
    assert_eq!(store.get("run 1").await.unwrap().unwrap().parts.config.note, note.note.unwrap());
    assert_eq!(store.get("run 0").await.unwrap().unwrap().parts, ended(0));
}

#[tokio::test]
async fn a_lock_is_not_said_to_be_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let mut writer = store.pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let mut other = store.pool.acquire().await.unwrap();
    sqlx::query("PRAGMA busy_timeout = 1").execute(&mut *other).await.unwrap();
    let error = sqlx::query("DELETE FROM runs").execute(&mut *other).await.unwrap_err();
    let remedy = StoreError::from(error).remedy();
    assert!(remedy.contains("try again") && !remedy.contains("disk"), "{remedy}");
    sqlx::query("DELETE FROM runs").execute(&mut *writer).await.unwrap();
}
