//! A run that goes on, in all its states, drawn without a browser.

use std::cell::RefCell;
use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::LiveBody;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::Role;
use pairperf_shared::record::Event;
use pairperf_shared::sample::Sample;
use yew::prelude::*;

use super::fixture;
use super::screens::{holds, markup};
use crate::pages::run::Watched;
use crate::pages::run_view::{Known, RunView, Stop, run_view};
use crate::state::live::LiveRun;

fn screen(known: Known) -> RunView {
    RunView {
        known,
        now_ms: 6_000.0,
        stopping: Stop::NotAsked,
        frozen: None,
        address: "http://10.0.0.4:7575/runs/a1b2c3".into(),
        stop: Callback::noop(),
        pause: Callback::noop(),
        retry: Callback::noop(),
    }
}

fn watched(run: LiveRun) -> Watched {
    Watched { run: Rc::new(RefCell::new(run)), version: 1 }
}

fn live(run: LiveRun) -> RunView {
    screen(Known::Live(watched(run)))
}

fn measuring() -> LiveRun {
    LiveRun::new(fixture::record(State::Measure).into(), Some(6_000), 6_000.0)
}

fn told(code: &str) -> LiveBody {
    LiveBody::Event { event: Event::new(None, code) }
}

async fn shows(view: RunView, parts: &[&str]) -> String {
    let markup = markup(move |text| run_view(text, &view)).await;
    holds(&markup, parts);
    markup
}

#[tokio::test(flavor = "current_thread")]
async fn a_run_is_waited_for_missed_lost_or_over() {
    shows(screen(Known::Loading), &["aria-busy"]).await;
    shows(screen(Known::Failed(ApiError::new("no_answer", ""))), &["could not be loaded", "Try again"]).await;
    shows(screen(Known::Failed(ApiError::new("no_run", ""))), &["no such run"]).await;
    shows(screen(Known::Ended), &["The run has ended", "aria-busy"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn it_shows_where_it_stands_and_everything_over_time() {
    let shown = shows(
        live(measuring()),
        &[
            "Measure, 5 s left",
            "<h1 class=\"livebar__what\">web-a to db-b, TCP, 4 streams, 10.0 s</h1>",
            "after the MTU change",
            "Stop and keep",
            "Copy the link",
            "aria-pressed=\"false\"",
            "9.36",
            "Gbit/s",
            "pipe__wall",
            "machine__hot",
            "role=\"status\"",
            "round trip",
            "ln ln-r",
            "CPU busy",
            "spikes spikes-s",
            "<canvas ",
            "heat-key",
            "type=\"range\"",
        ],
    )
    .await;
    assert_eq!(shown.matches("pipe__lane-s").count(), 4);
    assert_eq!(shown.matches("machine__slot").count(), 32);
    assert_eq!(shown.matches("role=\"img\"").count(), 7, "two machines, four charts, the strip");
}

#[tokio::test(flavor = "current_thread")]
async fn each_stream_has_a_row_the_slowest_first() {
    let shown = shows(live(measuring()), &["The 4 streams", "aria-sort=\"ascending\"", "bar__even"]).await;
    let row = |stream: u32| shown.find(&format!("<th scope=\"row\">{stream}</th>")).unwrap();
    assert!(row(3) < row(2) && row(2) < row(0), "the fixture's later streams are slower");
    assert!(!shown.contains("Show all"));
    for name in ["Busiest core", "Of it soft interrupts", "Socket buffer granted", "Payload so far"] {
        assert!(shown.contains(name), "{name}");
    }
    assert!(!shown.contains("hypervisor"), "nothing was taken by it");
}

#[tokio::test(flavor = "current_thread")]
async fn what_keeps_it_from_going_on_is_said() {
    let mut opening = LiveRun::new(fixture::record(State::Prepare).into(), None, 0.0);
    opening.opening = Some((3, 4));
    let shown = shows(live(opening), &["3 of 4 up"]).await;
    assert!(!shown.contains("Over time"), "there is nothing to draw yet");

    let mut waiting = LiveRun::new(fixture::record(State::Check).into(), None, 0.0);
    let event = Event::new(None, "queued").with("owner", "db-b").with("position", 1);
    waiting.learn(LiveBody::Event { event }, 0.0);
    shows(live(waiting), &["Waiting until the run of db-b has ended"]).await;

    let mut lost = measuring();
    lost.learn(told("link_lost"), 4_000.0);
    shows(live(lost.clone()), &["given up in 8 seconds"]).await;
    lost.learn(told("link_back"), 5_000.0);
    let shown = shows(live(lost), &["see each other again"]).await;
    assert!(!shown.contains("given up"));

    let mut stalled = measuring();
    let end = stalled.end(Role::Receiver).unwrap();
    let (side, last) = (end.side, fixture::record(State::Measure).ends[1].samples.last().unwrap().clone());
    stalled.learn(LiveBody::Sample { side, sample: Sample { t_ns: last.t_ns + 2_100_000_000, ..last } }, 6_000.0);
    stalled.measure();
    let shown = shows(live(stalled), &["web-a sends, but nothing has reached db-b"]).await;
    assert!(!shown.contains("pipe--moving"));

    let stopping = RunView { stopping: Stop::Asked, ..live(measuring()) };
    shows(stopping, &["Stopping…", "disabled"]).await;
    let refused = RunView { stopping: Stop::Refused(ApiError::new("no_answer", "")), ..live(measuring()) };
    shows(refused, &["does not answer"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn a_paused_drawing_stands_still_while_the_run_goes_on() {
    let frozen = watched(measuring());
    let mut run = measuring();
    run.learn(LiveBody::Phase { phase: Phase::CoolDown, t_ns: None }, 6_000.0);
    let view = RunView { frozen: Some(frozen), ..live(run) };
    shows(view, &["aria-pressed=\"true\"", "Drawing is paused", "cooling down"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn an_event_of_a_newer_node_shows_its_word() {
    let mut run = measuring();
    run.learn(told("brand_new"), 6_000.0);
    shows(live(run), &["brand_new"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn a_run_of_datagrams_shows_what_was_lost_in_place_of_what_was_sent_again() {
    let run = LiveRun::new(fixture::datagrams(State::Measure).into(), Some(6_000), 6_000.0);
    let shown = shows(
        live(run),
        &[
            "web-a to db-b, UDP, 4 streams, 10.0 s",
            "<dt>lost</dt><dd>1.00 %</dd>",
            "<dt>jitter</dt><dd>30.0 µs</dd>",
            "Lost: at the receiving socket",
            "Received out of order",
            "Out of order",
        ],
    )
    .await;
    for absent in ["Sent again", "Congestion control", "<dt>min</dt>"] {
        assert!(!shown.contains(absent), "{absent} is in {shown}");
    }
}
