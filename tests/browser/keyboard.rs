//! The same without a mouse.

use super::{assert_quiet, log_in, shown_code};
use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::node::Node;
use crate::harness::wait::{SOON, until};

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
/// More steps than any page has places to stop at.
const STEPS: usize = 60;

/// Presses Tab until what a CSS selector means has the focus.
#[track_caller]
fn tab_to(browser: &Browser, css: &str) {
    browser.find(css);
    for _ in 0..STEPS {
        browser.keys(TAB);
        let there = browser.script("return document.activeElement.matches(arguments[0]);", vec![css.into()]);
        if there == true {
            let outline = browser.script("return getComputedStyle(document.activeElement).outlineStyle;", Vec::new());
            assert_ne!(outline, "none", "{css} does not show that it has the focus");
            return;
        }
    }
    panic!("{css} can't be reached with the Tab key");
}

#[test]
fn pairing_a_run_and_sharing_it_need_no_mouse() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let browser = Browser::start();
    log_in(&browser, &a);
    let code = shown_code(&browser, &a);
    browser.new_tab();
    log_in(&browser, &b);
    tab_to(&browser, "#join-code");
    // Address and code in one string, as the first page offers it for copying.
    browser.keys(&format!("{}/{code}", a.address));
    browser.keys(ENTER);
    browser.says("bert and anna are paired", SOON);
    tab_to(&browser, "main a.btn--main");
    browser.keys(ENTER);
    tab_to(&browser, "#f-duration");
    browser.script("document.activeElement.select();", Vec::new());
    browser.keys("1s");
    browser.keys(ENTER);
    let run = until("the page of the run", SOON, || {
        let url = browser.url();
        url.split_once("/runs/").map(|(_, run)| run.to_owned()).ok_or(url)
    });
    let record = b.api().ended(&run, SOON);
    assert_eq!((&record["outcome"]["state"], &record["config"]["duration_ms"]), (&"done".into(), &1_000.into()));
    tab_to(&browser, ".actions__row button.btn--main");
    browser.keys(ENTER);
    at(&browser, "share-hide");
    browser.keys(ESCAPE);
    at(&browser, "run-share");
    browser.keys(ENTER);
    at(&browser, "share-hide");
    tab_to(&browser, ".actions .panel button:not([disabled])");
    browser.keys(ENTER);
    let shares = until("the link is made", SOON, || {
        let shares = b.api().get("/api/v1/shares").json()["shares"].clone();
        if shares.as_array().is_some_and(|shares| shares.len() == 1) { Ok(shares) } else { Err(shares.to_string()) }
    });
    browser.says(&text(&shares[0]["url"]), SOON);
    at(&browser, "run-link");
    tab_to(&browser, "ul.files-list a");
    assert_quiet(&browser);
}

/// Waits until the element of that id has the focus.
#[track_caller]
fn at(browser: &Browser, id: &str) {
    until(&format!("the keyboard is at {id}"), SOON, || {
        let focused = text(&browser.script("return document.activeElement.id;", Vec::new()));
        if focused == id { Ok(()) } else { Err(focused) }
    });
}

#[test]
fn a_code_alone_asks_for_the_address_and_says_that_it_is_missing() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let code = a.api().invite();
    let browser = Browser::start();
    log_in(&browser, &b);
    tab_to(&browser, "#join-code");
    browser.keys(&format!("{code}{ENTER}"));
    at(&browser, "join-address");
    browser.keys(ENTER);
    browser.says("The address is missing", SOON);
    at(&browser, "join-address");
    browser.keys(&format!("{}{ENTER}", a.address));
    browser.says("bert and anna are paired", SOON);
    at(&browser, "main");
    tab_to(&browser, "[id^='unpair-']");
    let unpair = text(&browser.script("return document.activeElement.id;", Vec::new()));
    for answer in [ESCAPE, ENTER] {
        browser.keys(ENTER);
        browser.says("Really unpair?", SOON);
        at(&browser, &unpair);
        assert_eq!(b.api().pairings().len(), 1);
        browser.keys(answer);
    }
    browser.says("this machine bert, not paired", SOON);
    at(&browser, "main");
    assert_quiet(&browser);
}
