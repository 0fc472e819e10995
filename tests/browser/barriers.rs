//! What keeps people out: axe-core finds nothing serious on any screen, in either theme, and nothing overflows a phone.

use serde_json::{Value, json};

use super::{assert_quiet, log_in};
use crate::harness::api::{Api, text};
use crate::harness::browser::Browser;
use crate::harness::live::Live;
use crate::harness::node::{Node, Setup};
use crate::harness::pair::{Pair, short};
use crate::harness::wait::SOON;

/// How wide a phone, a tablet and a desk are.
const WIDTHS: [u32; 3] = [320, 768, 1440];

/// Looks at the screen that is open, narrow and wide, light and dark.
#[track_caller]
fn look(browser: &Browser, screen: &str) {
    for width in WIDTHS {
        browser.size(width, 900);
        let script = "return document.documentElement.scrollWidth - document.documentElement.clientWidth;";
        let over = browser.script(script, Vec::new());
        assert_eq!(over, 0, "{screen} is {over} pixels wider than a screen of {width}");
    }
    for theme in ["light", "dark"] {
        browser.theme(theme);
        let barriers = browser.barriers();
        assert!(barriers.is_empty(), "{screen}, {theme}: {barriers:#?}");
    }
}

fn open(browser: &Browser, node: &Node, path: &str, wait_for: &str) {
    browser.open(&format!("http://{}{path}", node.address));
    browser.find(wait_for);
}

#[test]
fn nothing_keeps_people_out_before_a_run() {
    let node = Setup::named("anna").start();
    let browser = Browser::start();
    open(&browser, &node, "/login", "#token");
    look(&browser, "the login");
    open(&browser, &node, "/join", "main h1");
    look(&browser, "a join link without its code");
    open(&browser, &node, "/join#7K3F-Q9RN", "form.join");
    look(&browser, "a join link");
    log_in(&browser, &node);
    browser.find(".code");
    look(&browser, "home, alone");
    open(&browser, &node, "/runs", "main h1");
    look(&browser, "the history, empty");
    open(&browser, &node, "/help", "main h1");
    look(&browser, "the help");
    open(&browser, &node, "/nowhere", "main h1");
    look(&browser, "an address with nothing at it");
}

#[test]
fn nothing_keeps_people_out_once_there_is_a_run() {
    let pair = Pair::on_loopback();
    let config = json!({"duration_ms": 600, "warm_up_ms": 200, "streams": 3, "label": "after the MTU change"});
    let run = text(&pair.run_from_a(&config)["id"]);
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.find("main a.btn--main");
    look(&browser, "home, paired");
    open(&browser, &pair.a, &format!("/new?pairing={}", pair.at_a), ".startbar button");
    look(&browser, "the form");
    open(&browser, &pair.a, "/runs", ".history");
    look(&browser, "the history");
    open(&browser, &pair.a, &format!("/runs/{run}"), ".findings");
    look(&browser, "the report");
    let share = pair.a.api().post(&format!("/api/v1/runs/{run}/share"), &json!({})).expect(201);
    assert_quiet(&browser);

    let guest = Browser::start();
    open(&guest, &pair.a, &format!("/r/{}", text(&share["id"])), ".findings");
    look(&guest, "the report behind a link");
    assert_quiet(&guest);
}

#[test]
fn nothing_keeps_people_out_while_a_run_goes_on() {
    let pair = Pair::on_loopback();
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    let long = json!({"duration_ms": 60_000, "warm_up_ms": 0, "streams": 4});
    let run = pair.a.api().start_run(&pair.at_a, &long);
    Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
    open(&browser, &pair.a, &format!("/runs/{run}"), ".plot");
    look(&browser, "the live page");
    pair.a.api().cancel(&run);
    browser.find("[data-page=report]");
    look(&browser, "the report of a run that was stopped");
    assert_quiet(&browser);
}

#[test]
fn no_language_overflows_a_phone() {
    let pair = Pair::on_loopback();
    let run = text(&pair.run_from_a(&short())["id"]);
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.size(320, 800);
    let form = format!("/new?pairing={}&", pair.at_a);
    for lang in ["en", "fr", "ru", "ko"] {
        for (path, wait_for) in [
            ("/?", "main a.btn--main"),
            (form.as_str(), ".startbar button"),
            ("/runs?", ".history"),
            (&format!("/runs/{run}?"), ".findings"),
            ("/help?", "main h1"),
        ] {
            open(&browser, &pair.a, &format!("{path}lang={lang}"), wait_for);
            assert_eq!(browser.script("return document.documentElement.lang;", Vec::new()), lang);
            let script = "const wide = document.documentElement.clientWidth;
                return [...document.querySelectorAll('main *, header *')]
                  .filter(e => e.getBoundingClientRect().right > wide + 1 && !e.closest('.scroll, svg, pre, .hidden'))
                  .slice(0, 3).map(e => e.outerHTML.slice(0, 120));";
            let over = browser.script(script, Vec::new());
            assert_eq!(over, Value::Array(Vec::new()), "{path} in {lang}");
        }
    }
    // A guest can choose too.
    let guest = Api::new(&pair.a.address, "");
    assert!(guest.page("/help?lang=ko").text.contains("lang=\"ko\""));
    assert_quiet(&browser);
}
