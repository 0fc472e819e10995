//! The islands of documents in their states, drawn without a browser.

use std::cell::RefCell;
use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::ShareView;
use pairperf_shared::phase::State;
use yew::{Callback, Html, Reducible};

use super::fixture;
use super::screens::{markup, no_answer};
use crate::browser::Pick;
use crate::islands::{Basket, Importing, actions, deleted, explore, history, import, shares};
use crate::pages::run::Watched;
use crate::state::acting::{Act, Acting, Going, Panel};
use crate::state::listed::Listed;
use crate::state::live::LiveRun;
use crate::state::look::Look;
use crate::text::Text;

async fn shows(draw: impl Fn(Text) -> Html + 'static, parts: &[&str]) -> String {
    let markup = markup(draw).await;
    for part in parts {
        assert!(markup.contains(part), "{part} is not in {markup}");
    }
    assert!(!markup.contains("style="), "{markup}");
    markup
}

async fn shows_actions(acts: Vec<Act>, parts: &[&str]) -> String {
    let acting = acts.into_iter().fold(Rc::new(Acting::new("lab", "")), Reducible::reduce);
    shows(move |text| actions(text, &acting, &"/new?preset=one".into(), &Callback::noop()), parts).await
}

fn link() -> ShareView {
    ShareView {
        id: "4T9K".to_owned(),
        url: "http://10.0.0.4:7575/r/4T9K".to_owned(),
        run: "a1b2c3".to_owned(),
        hidden: true,
        created_at: "2026-11-30T14:31:00Z".to_owned(),
        expires_at: None,
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_report_offers_what_can_be_done_with_it() {
    let idle =
        shows_actions(vec![], &["Share…", "Label and note", "href=\"/new?preset=one\"", "Print", "Delete"]).await;
    assert!(!idle.contains("class=\"panel\"") && !idle.contains("disabled"));
    let working = shows_actions(vec![Act::Asked], &["One moment", "disabled"]).await;
    assert!(!working.contains("Undo"));
    shows_actions(vec![Act::Failed(no_answer())], &["does not answer", "role=\"alert\""]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn a_link_hides_names_unless_told_and_can_be_withdrawn() {
    let open = vec![Act::Toggle(Panel::Share)];
    shows_actions(open, &["aria-expanded=\"true\"", "<input checked type=\"checkbox\"", "for 30 days", "Make a link"])
        .await;
    let made = vec![Act::Toggle(Panel::Share), Act::Made(link())];
    let parts =
        ["The link is made", "<code>http://10.0.0.4:7575/r/4T9K</code>", "without a login", "Withdraw", "names hidden"];
    shows_actions(made, &parts).await;
    let gone = vec![Act::Toggle(Panel::Share), Act::Made(link()), Act::Withdrawn("4T9K".to_owned())];
    let gone = shows_actions(gone, &["finds nothing"]).await;
    assert!(!gone.contains("/r/4T9K"));
}

#[tokio::test(flavor = "current_thread")]
async fn words_are_kept_as_typed_where_the_node_does_not_answer() {
    let acts = vec![
        Act::Toggle(Panel::Words),
        Act::Note("second try".to_owned()),
        Act::Asked,
        Act::Failed(ApiError::new("store", "the disk is full")),
    ];
    let shown = shows_actions(acts, &["value=\"lab\"", "second try", "maxlength=\"120\"", "the disk is full"]).await;
    assert!(!shown.contains("disabled"), "it can be tried again");
}

#[tokio::test(flavor = "current_thread")]
async fn a_deleted_run_can_be_taken_back_at_once() {
    let gone =
        shows_actions(vec![Act::Deleted, Act::Tick], &["Deleted here", "in 9 s", "Undo", "href=\"/runs\""]).await;
    assert!(!gone.contains("Share…"));
    let said = gone.split_once("role=\"status\"").and_then(|(_, rest)| rest.split_once("</p>")).map(|(said, _)| said);
    assert!(said.is_some_and(|said| said.ends_with(">1 run deleted.")), "what is heard changes each second: {gone}");
    shows_actions(vec![Act::Deleted, Act::Restored], &["is here again", "Share…"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn ticked_runs_are_counted_and_can_be_deleted() {
    let draw = |basket: Basket| move |text: Text| history(text, &basket, &Callback::noop());
    let bare = shows(draw(Basket::default()), &["role=\"status\""]).await;
    assert!(!bare.contains("basket") && !bare.contains("button"));
    let pick = |run: &str, mean: &str| Pick { run: run.to_owned(), mean: mean.to_owned() };
    let picks = vec![pick("a", "9.41 Gbit/s"), pick("b", "6.87 Gbit/s"), pick("c", "")];
    let parts = ["3 runs selected. 9.41 Gbit/s · 6.87 Gbit/s", "Delete", "Clear"];
    shows(draw(Basket { picks, ..Basket::default() }), &parts).await;
    let failure = Some(no_answer());
    shows(draw(Basket { failure, ..Basket::default() }), &["does not answer"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn what_was_deleted_lately_can_be_taken_back() {
    let record = fixture::record(State::Done);
    let list = Listed::all(serde_json::json!({"runs": [{
        "id": record.id, "started_at": record.started_at, "outcome": record.outcome, "config": record.config,
        "coordinator": "web-a", "peer": "db-b", "summary": record.summary,
    }]}));
    let draw = |known: Vec<Listed>, going: Going| move |text: Text| deleted(text, &known, &going, &Callback::noop());
    let parts =
        ["Deleted lately", "2026-11-30T14:31:00Z", "web-a → db-b", "after the MTU change", "Undo", "ten minutes"];
    shows(draw(list.clone(), Going::Idle("")), &parts).await;
    shows(draw(list, Going::Working), &["One moment", "disabled"]).await;
    let none = shows(draw(Vec::new(), Going::Idle("")), &[]).await;
    assert!(!none.contains("Deleted lately"));
    shows(draw(Vec::new(), Going::Failed(no_answer())), &["does not answer"]).await;
}

#[tokio::test(flavor = "current_thread")]
async fn a_file_that_is_no_record_is_named() {
    let draw = |state: Importing| move |text: Text| import(text, &state, &Callback::noop());
    shows(draw(Importing::Idle), &["type=\"file\"", "import-hint", "drop it here"]).await;
    shows(draw(Importing::Sending("a.json".to_owned())), &["Reading a.json", "disabled"]).await;
    let error = ApiError::new("bad_record", "it is no JSON").hint("import something else");
    let parts = ["a.json was not imported", "it is no JSON", "Choose the file that “JSON” downloads"];
    let shown = shows(draw(Importing::Failed("a.json".to_owned(), error)), &parts).await;
    assert!(!shown.contains("something else"));
    let here = ApiError { run: Some("a1b2c3".to_owned()), ..ApiError::new("exists", "it is here already") };
    let parts = ["it is here already", "href=\"/runs/a1b2c3\"", "Open the run"];
    shows(draw(Importing::Failed("a.json".to_owned(), here)), &parts).await;
}

#[tokio::test(flavor = "current_thread")]
async fn links_of_all_runs_lead_to_their_run() {
    let draw = |known: Vec<ShareView>, going: Going| move |text: Text| shares(text, &known, &going, &Callback::noop());
    let parts = ["Links that work", "/r/4T9K", "/runs/a1b2c3", "until it is withdrawn"];
    shows(draw(vec![link()], Going::Idle("")), &parts).await;
    let none = shows(draw(Vec::new(), Going::Idle("")), &[]).await;
    assert!(!none.contains("Links that work"));
    shows(draw(vec![link()], Going::Working), &["One moment", "disabled"]).await;
    shows(draw(Vec::new(), Going::Idle("share-withdrawn")), &["Links that work", "finds nothing"]).await;
    shows(draw(vec![link()], Going::Failed(no_answer())), &["/r/4T9K", "does not answer"]).await;
}

async fn shows_charts(record: &'static str, query: &'static str, parts: &[&str]) -> String {
    let run = LiveRun::new(fixture::record(State::Done).into(), None, 0.0);
    let watched = Watched { run: Rc::new(RefCell::new(run)), version: 0 };
    let look = Look::from_query(query);
    shows(move |text| explore(text, &watched, &look, record, |_| {}), parts).await
}

#[tokio::test(flavor = "current_thread")]
async fn charts_of_a_kept_run_are_explored() {
    let whole = shows_charts(
        "/api/v1/runs/a1b2c3/record",
        "",
        &[
            "received 9.36",
            "Closer",
            "Wider",
            "Whole run",
            "aria-pressed=\"true\"",
            "/api/v1/runs/a1b2c3/export/svg",
            "ln-r",
            "type=\"range\"",
        ],
    )
    .await;
    assert_eq!(whole.matches(" disabled=").count(), 2, "there is nothing wider than the whole");
    assert!(!whole.contains("class=\"now\""), "it has ended");
    let part = shows_charts("/r/4T9K.json", "?from=3&to=5&hide=sent", &["/r/4T9K.svg", "aria-pressed=\"false\""]).await;
    assert!(!part.contains("disabled"));
    let sent = |shown: &str| shown.matches("line-name--s\"").count();
    assert_eq!(sent(&part) + 1, sent(&whole), "a line that is left out has no name either");
}
