use pairperf_shared::api::RunQuery;
use pairperf_shared::config::RunConfig;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::record::{EndParts, Outcome, RunParts};
use pairperf_shared::sample::Sample;

use super::*;

mod full;
mod kept;
mod lists;

fn parts(id: &str) -> RunParts {
    let end = |node: &str| EndParts {
        node: node.to_owned(),
        host: HostFacts::default(),
        counter_names: Vec::new(),
        samples: Vec::new(),
    };
    RunParts {
        reach: None,
        id: id.to_owned(),
        started_at: format!("2026-11-30T10:00:0{}Z", id.len() % 10),
        redacted: false,
        outcome: Outcome { state: State::Measure, reason: None },
        config: RunConfig::default(),
        plan: None,
        in_effect: None,
        coordinator: end("a"),
        peer: end("b"),
        events: Vec::new(),
        findings: Vec::new(),
    }
}

/// Everything, the latest first.
async fn all(store: &Store) -> Vec<KeptHead> {
    let place = Place { offset: 0, limit: 200, without: &[], now_ms: 0 };
    store.list(&RunQuery::default(), &place).await.unwrap().runs
}

fn sample(t_ns: i64) -> Sample {
    Sample {
        leg: 0,
        counters: None,
        exchange: None,
        t_ns,
        phase: Phase::Measure,
        mark: None,
        bytes: 7,
        operations: 1,
        cores: None,
        streams: None,
        udp: None,
    }
}

#[tokio::test]
async fn a_run_in_progress_reads_interrupted_after_a_restart_with_its_samples() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.insert(&parts("one"), Side::Coordinator).await.unwrap();
    store.append("one", Side::Coordinator, 0, &[sample(1), sample(2)]).await.unwrap();
    store.append("one", Side::Peer, 0, &[sample(3)]).await.unwrap();
    store.close().await;
    let kept = Store::open(folder.path()).await.unwrap().get("one").await.unwrap().unwrap();
    assert_eq!(kept.parts.outcome.state, State::Interrupted);
    assert_eq!((kept.parts.coordinator.samples.len(), kept.parts.peer.samples.len()), (2, 1));
}

#[tokio::test]
async fn a_finished_run_keeps_its_final_form_only() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let mut run = parts("one");
    store.insert(&run, Side::Peer).await.unwrap();
    store.append("one", Side::Peer, 0, &[sample(1)]).await.unwrap();
    run.outcome.state = State::Done;
    run.peer.samples = (0..1500).map(sample).collect();
    let summary = run.clone().record().summary;
    store.finish(&run).await.unwrap();
    let kept = store.get("one").await.unwrap().unwrap();
    assert_eq!((kept.parts, kept.side), (run, Side::Peer));
    let listed = all(&store).await;
    assert_eq!(listed[0].summary, Some(summary));
    assert_eq!(store.head("one").await.unwrap().unwrap().summary, listed[0].summary);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_named() {
    let error = Store::open(Path::new("/nonexistent/folder")).await.unwrap_err();
    assert!(error.to_string().contains("/nonexistent/folder/records.sqlite"));
}

#[tokio::test]
async fn a_damaged_run_keeps_neither_the_node_from_starting_nor_the_others_from_being_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for id in ["good", "bad"] {
        store.insert(&parts(id), Side::Coordinator).await.unwrap();
    }
    sqlx::query("UPDATE runs SET head = '{' WHERE id = 'bad'").execute(&store.pool).await.unwrap();
    store.close().await;
    let store = Store::open(folder.path()).await.unwrap();
    let listed = all(&store).await;
    assert_eq!((listed.len(), listed[0].parts.outcome.state), (1, State::Interrupted));
    assert!(store.contains("bad").await.unwrap() && !store.contains("worse").await.unwrap());
}
