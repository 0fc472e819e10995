//! Each screen in its four states and more, drawn without a browser.

use pairperf_shared::ApiError;
use pairperf_shared::api::{InvitationView, NodeView, PairingState, PairingView, QrView};
use pairperf_shared::phase::State;
use yew::LocalServerRenderer;
use yew::prelude::*;

use super::fixture;
use crate::islands::{banner, state};
use crate::live::Line;
use crate::pages::home::{HomeView, Prefill, home_view};
use crate::state::listed::Listed;
use crate::state::node::NodeState;
use crate::text::Text;

#[derive(Properties, PartialEq)]
struct DrawnProps {
    draw: Callback<(), Html>,
}

#[component]
fn Drawn(props: &DrawnProps) -> Html {
    props.draw.emit(())
}

/// The markup of a drawing.
pub(super) async fn markup(draw: impl Fn(Text) -> Html + 'static) -> String {
    let draw = Callback::from(move |()| draw(Text::english()));
    LocalServerRenderer::<Drawn>::with_props(DrawnProps { draw })
        .hydratable(false)
        .render()
        .await
        .replace('\u{a0}', " ")
}

pub(super) fn ready(view: NodeView) -> NodeState {
    NodeState::Ready { view: view.into(), at_ms: 0.0 }
}

pub(super) fn no_answer() -> ApiError {
    ApiError::new("no_answer", "")
}

fn home(state: NodeState) -> HomeView {
    HomeView {
        state,
        prefill: Prefill::default(),
        failure: None,
        renewing: false,
        runs: Some(Ok(Vec::new())),
        join: Callback::noop(),
        acted: Callback::noop(),
        renew: Callback::noop(),
        retry: Callback::noop(),
    }
}

fn alone() -> NodeView {
    let invitation = InvitationView {
        code: "7K3F-Q9RN".to_owned(),
        addresses: vec!["10.0.0.4:7575".to_owned(), "192.168.7.20:7575".to_owned()],
        expires_at: String::new(),
        expires_in_ms: 532_000,
        tries_left: 20,
        link: "http://10.0.0.4:7575/join#7K3F-Q9RN".to_owned(),
        qr: Some(QrView { size: 25, path: "M0 0h7v1h-7z".to_owned() }),
    };
    NodeView { invitation: Some(invitation), ..fixture::node() }
}

pub(super) fn paired() -> NodeView {
    NodeView { pairings: vec![fixture::pairing()], ..fixture::node() }
}

pub(super) fn holds(markup: &str, parts: &[&str]) {
    for part in parts {
        assert!(markup.contains(part), "{part} is not in {markup}");
    }
    assert_eq!(markup.matches("<h1").count(), 1, "one heading a page");
    assert!(!markup.contains("style=") && !markup.contains("NaN"), "{markup}");
}

async fn shows_home(view: HomeView, parts: &[&str]) -> String {
    let markup = markup(move |text| home_view(text, &view)).await;
    holds(&markup, parts);
    markup
}

#[tokio::test(flavor = "current_thread")]
async fn home_waits_fails_and_shows_its_code() {
    shows_home(home(NodeState::Loading), &["aria-busy"]).await;
    shows_home(home(NodeState::Failed(no_answer())), &["does not answer", "Try again"]).await;
    shows_home(
        home(ready(alone())),
        &[
            "7K3F-Q9RN",
            "8 min 52 s",
            "10.0.0.4:7575/7K3F-Q9RN",
            "pairperf join 10.0.0.4:7575/7K3F-Q9RN",
            "pairperf serve --join 10.0.0.4:7575/7K3F-Q9RN",
            "192.168.7.20:7575",
            "class=\"qr\"",
            "Nothing was run here yet",
        ],
    )
    .await;
    shows_home(home(ready(fixture::node())), &["No code is open", "New code"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn home_says_why_joining_failed_and_fills_in_what_a_link_brought() {
    let mut view = alone();
    view.pairings = vec![fixture::failed_attempt()];
    let shown = shows_home(home(ready(view)), &["different versions", "use the same version", "is-bad"]).await;
    assert_eq!(shown.matches("is-done").count(), 1, "reached");
    let prefill = Prefill { address: "10.0.0.5:7575".into(), code: "7K3F-Q9RN".into() };
    let shown =
        shows_home(HomeView { prefill, ..home(ready(alone())) }, &["Nothing happens until you choose Join"]).await;
    assert!(shown.find("id=\"have\"") < shown.find("id=\"ways\""), "the form comes first");
}

#[tokio::test(flavor = "current_thread")]
async fn home_shows_both_machines_and_what_differs() {
    let record = fixture::record(State::Done);
    let list = serde_json::json!({"runs": [{
        "id": record.id, "started_at": record.started_at, "outcome": record.outcome, "config": record.config,
        "coordinator": "web-a", "peer": "db-b", "summary": record.summary,
    }]});
    let runs = Listed::all(list);
    assert_eq!(runs.len(), 1);
    let view = HomeView { runs: Some(Ok(runs)), ..home(ready(paired())) };
    let shown =
        shows_home(view, &["are paired", "/new?pairing=p1", "db-b may start runs here", "9.36 Gbit/s", "/runs/a1b2c3"])
            .await;
    assert_eq!(shown.matches("differs__mark").count(), 2, "kernel and MTU");
    assert!(shown.contains("Unpair") && !shown.contains("Really unpair?"), "it is asked first");
    let runs = Some(Err(no_answer()));
    shows_home(HomeView { runs, ..home(ready(paired())) }, &["does not answer"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn home_looks_at_the_ways_and_tells_of_a_node_that_only_did_that() {
    let mut view = paired();
    let parts = ["Ways between the two machines", "Looking at the ways", "Look again"];
    shows_home(home(ready(view.clone())), &parts).await;
    view.pairings[0].link_up = false;
    shows_home(home(ready(view.clone())), &["Nobody has looked at the ways yet"]).await;
    for state in [PairingState::Paired, PairingState::Failed] {
        view.pairings[0] = PairingView { only_checks: true, state, ..fixture::pairing() };
        let shown = shows_home(home(ready(view.clone())), &["db-b only looked at the ways", "New code"]).await;
        assert!(!shown.contains("are paired") && !shown.contains("/new?pairing"), "no run can follow: {shown}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_run_is_watched_from_one_place() {
    let mut one = NodeView { running: Some("r1".to_owned()), ..paired() };
    let shown = shows_home(home(ready(one.clone())), &["Watch the run"]).await;
    assert!(!shown.contains("New run"));
    one.pairings.push(PairingView { id: "p2".to_owned(), ..fixture::pairing() });
    let view = home(ready(one));
    let shown = markup(move |text| home_view(text, &view)).await;
    for part in ["A run is going on.", "/new?pairing=p1", "/new?pairing=p2"] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    assert_eq!(shown.matches("Watch the run").count(), 1, "which pairing it is over is not known");
}

#[tokio::test(flavor = "current_thread")]
async fn the_frame_leads_only_where_something_is() {
    let bare = markup(|text| state(text, &ready(fixture::node()))).await;
    assert!(bare.contains("not paired") && !bare.contains("href"));
    let full = NodeView { running: Some("r1".to_owned()), ..paired() };
    let full = markup(move |text| state(text, &ready(full.clone()))).await;
    assert!(full.contains("paired with db-b") && full.contains("/runs/r1"));
    let mut parted = paired();
    parted.pairings[0].link_up = false;
    let parted = markup(move |text| state(text, &ready(parted.clone()))).await;
    assert!(parted.contains("out of touch with db-b"));
    let lost = markup(|text| banner(text, Line::Lost(3), true, &Callback::noop())).await;
    assert!(lost.contains("Trying again in 3 s") && lost.contains("Retry now"));
    let up = markup(|text| banner(text, Line::Up, false, &Callback::noop())).await;
    assert!(!up.contains("button"));
    let updated = markup(|text| banner(text, Line::Up, true, &Callback::noop())).await;
    assert!(updated.contains("was updated") && updated.contains("Reload"));
}
