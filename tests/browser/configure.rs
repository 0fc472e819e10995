//! The form of a run: a question fills it in, what is changed stands in the address, and a busy node is waited for.

use serde_json::json;

use super::{assert_quiet, log_in};
use crate::harness::browser::Browser;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

#[track_caller]
fn address_holds(browser: &Browser, parts: &[&str]) {
    until("the address holds the form", SOON, || {
        let url = browser.url();
        if parts.iter().all(|part| url.contains(part)) { Ok(()) } else { Err(url) }
    });
}

#[test]
fn a_question_fills_the_form_and_changes_are_marked() {
    let pair = Pair::on_loopback();
    let browser = Browser::start();
    browser.size(1280, 900);
    log_in(&browser, &pair.a);
    browser.open(&format!("http://{}/new", pair.a.address));
    browser.click("input[value=ntttcp]");
    let value = |css: &str| browser.script("return document.querySelector(arguments[0]).value;", vec![json!(css)]);
    until(
        "the question's streams",
        SOON,
        || if value("#f-streams") == "64" { Ok(()) } else { Err(value("#f-streams")) },
    );
    address_holds(&browser, &["preset=ntttcp"]);
    // The arrow keys go through the questions.
    browser.script("document.querySelector('input[value=ntttcp]').focus();", Vec::new());
    browser.keys("\u{e015}");
    address_holds(&browser, &["preset=one"]);
    browser.fill("#f-streams", "2");
    browser.says("Changed, the question has 1", SOON);
    address_holds(&browser, &["preset=one", "streams=2"]);
    browser.reload();
    browser.find("#f-streams");
    assert_eq!(value("#f-streams"), "2");
    assert!(browser.text(".plan").contains("2 TCP streams"), "{}", browser.text(".plan"));
    assert_quiet(&browser);
}

#[test]
fn enter_starts_and_a_busy_node_is_waited_for() {
    let pair = Pair::on_loopback();
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    let first = pair.a.api().start_run(&pair.at_a, &json!({"duration_ms": 4_000, "warm_up_ms": 0}));
    browser.open(&format!("http://{}/new?preset=one&duration_ms=1s", pair.a.address));
    browser.says("is going on here, for", SOON);
    assert!(browser.text(".startbar").contains("Start when it is over"));
    browser.find("#f-label");
    browser.fill("#f-label", "the second");
    browser.keys("\u{e007}");
    let second = until("the page of the waiting run", SOON, || {
        let url = browser.url();
        url.split_once("/runs/").map(|(_, run)| run.to_owned()).filter(|run| *run != first).ok_or(url)
    });
    assert_eq!(pair.a.api().ended(&second, SOON)["outcome"]["state"], "done");
    assert_eq!(pair.a.api().record(&second)["config"]["label"], "the second");
}

#[test]
fn udp_asks_for_a_rate_and_shows_what_was_lost() {
    let pair = Pair::on_loopback();
    let browser = Browser::start();
    browser.size(1280, 900);
    log_in(&browser, &pair.a);
    // What was found of the ways stands on the first page, as the node wrote it.
    until("the ways", SOON, || {
        let ways = browser.text(".reach");
        if ways.contains("UDP IPv4") && ways.contains("open") { Ok(()) } else { Err(ways) }
    });
    browser.open(&format!("http://{}/new?preset=one&no_delay=true", pair.a.address));
    browser.click("input[name=f-protocol][value=udp]");
    browser.says("a rate is needed", SOON);
    address_holds(&browser, &["protocol=udp"]);
    assert!(!browser.url().contains("no_delay"), "{}", browser.url());
    // Without a limit is a choice of its own, and says what it takes.
    browser.click("#f-unlimited");
    browser.says("amount of data unknown", SOON);
    address_holds(&browser, &["unlimited=true"]);
    browser.fill("#f-rate", "20M");
    address_holds(&browser, &["rate_bits_per_second=20M"]);
    assert!(!browser.url().contains("unlimited"), "one rate takes the place of the other: {}", browser.url());
    until("the plan", SOON, || {
        let plan = browser.text(".plan").replace('\u{a0}', " ");
        if plan.contains("20.0 Mbit/s each stream") && plan.contains("UDP stream") { Ok(()) } else { Err(plan) }
    });
    browser.fill("#f-duration", "4s");
    browser.click(".startbar button");
    let run = until("the page of the run", SOON, || {
        let url = browser.url();
        url.split_once("/runs/").map(|(_, run)| run.to_owned()).ok_or(url)
    });
    until("the loss", SOON, || {
        let page = browser.text("main");
        if page.contains("Share lost") && page.contains("Jitter") { Ok(()) } else { Err(page) }
    });
    assert_eq!(pair.a.api().ended(&run, SOON)["outcome"]["state"], "done");
    browser.find("ul.files-list");
    assert!(browser.text("h1").contains("UDP"), "{}", browser.text("h1"));
    assert_quiet(&browser);
}
