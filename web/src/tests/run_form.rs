//! The form of a run in its states, drawn without a browser.

use pairperf_shared::ApiError;
use pairperf_shared::api::{BusyView, NodeView};
use yew::Callback;

use super::fixture;
use super::screens::{holds, markup, no_answer, paired, ready};
use crate::pages::run_form::{RunFormView, run_form_view};
use crate::state::form::{Form, Part};
use crate::state::node::NodeState;

fn form(state: NodeState, query: &str) -> RunFormView {
    RunFormView {
        state,
        form: Form::from_query(query),
        folds: [false; Part::FOLDED],
        failure: None,
        starting: false,
        now_ms: 1_000.0,
        change: Callback::noop(),
        fold: Callback::noop(),
        start: Callback::noop(),
        retry: Callback::noop(),
    }
}

fn filled(query: &str) -> RunFormView {
    form(ready(paired()), query)
}

async fn shows(view: RunFormView, parts: &[&str]) -> String {
    let markup = markup(move |text| run_form_view(text, &view)).await;
    holds(&markup, parts);
    markup
}

#[tokio::test(flavor = "current_thread")]
async fn it_waits_fails_and_says_what_to_do_without_a_peer() {
    shows(form(NodeState::Loading, ""), &["aria-busy"]).await;
    shows(form(NodeState::Failed(no_answer()), ""), &["does not answer", "Try again"]).await;
    let alone = form(ready(fixture::node()), "?pairing=p1");
    shows(alone, &["needs two machines", "Pair the second machine", "href=\"/\""]).await;
    let mut parted = paired();
    parted.pairings[0].link_up = false;
    shows(form(ready(parted), ""), &["see each other"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn each_question_says_what_it_takes() {
    let shown = shows(
        filled("?pairing=p1"),
        &["Is this link healthy?", "11 s, up to 12.8 GiB", "60 s, up to 69.8 GiB", "10 min 5 s", "fieldset"],
    )
    .await;
    assert_eq!(shown.matches("name=\"preset\"").count(), pairperf_shared::preset::PRESETS.len());
    assert_eq!(shown.matches("class=\"pipe__lane-plan\"").count(), 8);
    let mut blind = paired();
    blind.host.interfaces.clear();
    shows(form(ready(blind), ""), &["11 s, amount of data unknown", "does not say its speed"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn the_plan_says_who_does_what() {
    shows(
        filled("?preset=one"),
        &[
            "web-a → db-b",
            "web-a: one thread, blocking",
            "web-a opens 1 TCP stream to 10.0.0.5:7575",
            "up to 12.8 GiB, at 10.0 Gbit/s",
            "1.00 MiB at either end",
            "web-a 9000, db-b 1500",
            "Nothing is running",
            ">Start<",
        ],
    )
    .await;
    let mut invited = paired();
    invited.pairings[0].dialled = false;
    shows(
        form(ready(invited), "?preset=thousands"),
        &["db-b opens 4,096 TCP streams to this machine", "over epoll", "pipe__band-plan"],
    )
    .await;
    shows(filled("?preset=back"), &["db-b: 8 threads", "M24 -32L0 0L24 32z"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn what_was_changed_is_marked_and_can_be_taken_back() {
    let shown = shows(
        filled("?preset=ntttcp&streams=8&buffer_bytes=64K&no_delay=true&label=lab"),
        &[
            "Changed, the question has 64",
            "Changed, the question leaves it open",
            "has it off",
            "2 changed",
            "Back to what",
        ],
    )
    .await;
    assert_eq!(shown.matches("field__changed").count(), 3, "a label is no change");
    assert_eq!(shown.matches("Back to what").count(), 1);
    assert!(!shown.contains("<details open="));
    let open = RunFormView {
        folds: Part::folded().map(|part| part == Part::Ends).collect::<Vec<_>>().try_into().unwrap(),
        ..filled("?no_delay=true")
    };
    shows(open, &["<details open="]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn what_is_wrong_is_said_at_its_field() {
    let wrong = ["Between 1 and 10000", "aria-invalid=\"true\"", "f-streams-says", "once every field can be read"];
    shows(filled("?streams=0"), &wrong).await;
    let shown = shows(filled("?congestion_control=bbr"), &["does not offer", "cubic, reno", "<details open="]).await;
    assert_eq!(shown.matches("<details open=").count(), 1, "the fold with the problem");
    let refused = ApiError::new("limit", "db-b allows 100 streams").field("streams");
    let shown = shows(RunFormView { failure: Some(refused), ..filled("") }, &["db-b allows 100 streams"]).await;
    assert!(!shown.contains("class=\"notice\""), "it stands at the field alone");
    let refused = ApiError::new("not_allowed", "db-b does not allow it").field("pairing");
    shows(RunFormView { failure: Some(refused), ..filled("") }, &["class=\"notice\"", "db-b does not allow it"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn warnings_stand_at_the_field_and_in_the_plan_and_block_nothing() {
    let shown = shows(
        filled("?receive_socket_buffer_bytes=16MiB&streams=20&threads=20"),
        &["db-b allows 208KiB", "20 threads will take turns"],
    )
    .await;
    assert_eq!(shown.matches("net.core.rmem_max").count(), 2);
    assert!(!shown.contains("disabled"));
}

#[tokio::test(flavor = "current_thread")]
async fn a_busy_node_says_whose_run_it_is_and_offers_the_next_turn() {
    let busy = BusyView { owner: "db-b".to_owned(), remaining_ms: 9_500 };
    let busy = NodeView { running: Some("r1".to_owned()), busy: Some(busy), ..paired() };
    shows(
        form(ready(busy), ""),
        &["A run of db-b is going on here, for 9 s more", "/runs/r1", "Start when it is over"],
    )
    .await;
    let message = "a run of carl is going on here, for 9 s still at most";
    let failure =
        ApiError { owner: Some("carl".to_owned()), remaining_ms: Some(9000), ..ApiError::new("busy", message) };
    let parts = [
        "A run is going on already",
        "Start when it is over",
        "A run of carl is going on at db-b, for 9 s more at most",
    ];
    let shown = shows(RunFormView { failure: Some(failure.clone()), ..filled("") }, &parts).await;
    assert!(!shown.contains(message) && !shown.contains("Nothing is running"), "it is said once: {shown}");
    let both = NodeView { running: Some("r1".to_owned()), ..paired() };
    let shown = shows(RunFormView { failure: Some(failure), ..form(ready(both), "") }, &["/runs/r1"]).await;
    assert!(!shown.contains("class=\"notice\""), "it is said below: {shown}");
    shows(RunFormView { starting: true, ..filled("") }, &["Starting…", "disabled"]).await;
    let mut unwilling = paired();
    if let Some(peer) = &mut unwilling.pairings[0].peer {
        peer.may_start = false;
    }
    shows(form(ready(unwilling), ""), &["does not allow runs", "disabled"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn udp_asks_for_a_rate_and_has_fields_of_its_own() {
    let asks = ["a rate is needed", "f-rate-says", "Datagrams", "f-pace", "once every field can be read"];
    let shown = shows(filled("?protocol=udp"), &asks).await;
    assert!(!shown.contains("f-no-delay") && !shown.contains("id=\"f-buffer\""), "{shown}");
    let rated = [
        "web-a opens 2 UDP streams to 10.0.0.5:7575",
        "1,452 bytes of payload",
        "50.0 Mbit/s each stream, in short bursts",
        "up to 64 datagrams at once",
        "up to 131 MiB, at 100 Mbit/s",
    ];
    let shown = shows(filled("?protocol=udp&streams=2&rate_bits_per_second=100M"), &rated).await;
    assert!(!shown.contains("a rate is needed"));
    let shown = shows(filled("?protocol=udp&unlimited=true"), &["cut up and joined by the kernels"]).await;
    assert_eq!(shown.matches("11 s, up to 12.8 GiB").count(), 6, "four questions, the switch and the bar: {shown}");
    let tcp = shows(filled(""), &["f-no-delay"]).await;
    assert!(!tcp.contains("f-unlimited") && !tcp.contains("f-pace"));
}

#[tokio::test(flavor = "current_thread")]
async fn two_directions_and_exchanges_are_planned() {
    let both = shows(filled("?preset=both"), &["web-a: 8 threads", "db-b: 8 threads", "11 s, up to 25.6 GiB"]).await;
    assert_eq!(both.matches(">Sends<").count(), 2, "{both}");
    let asks = ["Asks", "one request at a time", " there, 1", "f-request", "f-spin", "as much as is asked"];
    let shown = shows(filled("?preset=answers"), &asks).await;
    assert!(!shown.contains("f-payload") && !shown.contains("id=\"f-buffer\""), "{shown}");
    let shown = shows(filled("?mode=connections"), &["f-response"]).await;
    assert!(!shown.contains("f-spin"));
    shows(filled("?mode=connections&protocol=udp"), &["This works with TCP alone", "f-mode-says"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn the_ends_may_differ_and_each_field_says_what_is_wrong() {
    let parts = ["Where the two ends differ", "f-here-threads", "f-there-threads", "<option value=\"true\" selected"];
    let shown = shows(filled("?ends.peer.no_delay=true&ends.coordinator.threads=9"), &parts).await;
    assert!(shown.contains("9 threads for 8 streams"), "{shown}");
    assert_eq!(shown.matches("<details open=").count(), 1, "the fold with the problem");
}

#[tokio::test(flavor = "current_thread")]
async fn a_way_that_was_found_closed_is_said_before_the_run() {
    let mut shut = paired();
    shut.pairings[0].reach = Some(fixture::reach());
    let shown = shows(
        form(ready(shut.clone()), "?protocol=udp&unlimited=true"),
        &["UDP from web-a to port 7575 of db-b: ", "start page", "f-protocol-says"],
    )
    .await;
    assert!(!shown.contains("UDP streams to"), "{shown}");
    shows(
        form(ready(shut), "?protocol=udp&unlimited=true&connect=inviter"),
        &["db-b opens 8 UDP streams to this machine", "db-b, which invited"],
    )
    .await;
}
