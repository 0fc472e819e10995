//! The whole way: log in, pair, start a run, watch it from both nodes, read the result, take it away.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::{assert_quiet, log_in, shown_code};
use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::node::{Node, Setup};
use crate::harness::pair::{Pair, short};
use crate::harness::wait::{SOON, until};

const A: usize = 0;
const B: usize = 1;

/// Where a chart's line of the receiver begins, in seconds of its time axis or whatever its own unit is.
fn line_begins(browser: &Browser) -> Option<f64> {
    let script = "const line = document.querySelector('.chart path.ln-r'); return line ? line.getAttribute('d') : '';";
    let drawn = text(&browser.script(script, Vec::new()));
    drawn.strip_prefix('M')?.split([',', ' ', 'L']).find(|number| !number.is_empty())?.parse().ok()
}

#[test]
fn two_people_pair_run_and_read_one_result() {
    let hosts = Hosts::limited("200mbit");
    let (a, b) = (Setup::named("anna").on(&hosts.a).start(), Setup::named("bert").on(&hosts.b).start());
    let browser = Browser::start();
    pair_by_page(&browser, &a, &b);

    // B starts a run of four seconds with the form.
    browser.tab(B);
    browser.click("main a.btn--main");
    browser.fill("#f-duration", "4s");
    browser.click(".startbar button");
    let run = until("the page of the run", SOON, || {
        let url = browser.url();
        url.split_once("/runs/").map(|(_, run)| run.to_owned()).ok_or(url)
    });
    let config = b.api().record(&run)["config"].clone();
    assert_eq!((&config["duration_ms"], &config["warm_up_ms"]), (&json!(4_000), &json!(1_000)));
    watch(&browser, &a, &run);

    // At the end both pages say the same.
    assert_eq!(a.api().ended(&run, SOON)["outcome"]["state"], "done");
    let record = b.api().ended(&run, SOON);
    let headlines = [B, A].map(|tab| {
        browser.tab(tab);
        browser.find("ul.files-list");
        browser.text("h1")
    });
    assert_eq!(headlines[0], headlines[1]);
    assert!(headlines[0].contains("bit/s"), "{headlines:?}");
    for tab in [A, B] {
        browser.tab(tab);
        result(&browser, &run, &record);
        assert_quiet(&browser);
    }
}

fn pair_by_page(browser: &Browser, a: &Node, b: &Node) {
    log_in(browser, a);
    assert!(!browser.url().contains('#'), "the token is still in {}", browser.url());
    let code = shown_code(browser, a);
    assert!(browser.page().contains(&a.address), "the page does not say where it is");

    browser.new_tab();
    log_in(browser, b);
    // Typed as people type: small, without the dash.
    browser.fill("#join-code", &code.to_lowercase().replace('-', ""));
    browser.fill("#join-address", &a.address);
    browser.click("form.join button");
    browser.says("bert and anna are paired", SOON);
    browser.tab(A);
    browser.says("anna and bert are paired", SOON);
}

/// Both pages show one run, also after one of them was loaded anew.
fn watch(browser: &Browser, a: &Node, run: &str) {
    // The number moves.
    let mut shown = BTreeSet::new();
    until("the number moves", SOON, || {
        let number = browser.text(".big");
        if number.contains("bit/s") {
            shown.insert(number);
        }
        if shown.len() >= 4 { Ok(()) } else { Err(format!("{shown:?}")) }
    });
    Live::run(&a.api(), run, None).until_counting("measure", SOON);
    let before = until("the chart has a line", SOON, || line_begins(browser).ok_or("no line"));
    browser.reload();
    // Everything so far is there again, from the first sample on.
    let after = until("the chart has its line again", SOON, || line_begins(browser).ok_or("no line"));
    assert!((after - before).abs() < 1.0, "the line began at {before}, after the reload at {after}");

    // The page of the other node knows of it and shows it.
    browser.tab(A);
    browser.click(&format!("header a[href$='/runs/{run}']"));
    until("the other page shows the number", SOON, || {
        let number = browser.text(".big");
        if number.contains("bit/s") { Ok(()) } else { Err(number) }
    });
    let state = text(&a.api().record(run)["outcome"]["state"]);
    assert_eq!(state, "measure", "it was over before the second page was there");
}

/// The result on the page is that of the record, and can be taken away.
fn result(browser: &Browser, run: &str, record: &Value) {
    let page = browser.page();
    for name in ["anna", "bert"] {
        assert!(page.contains(name), "no {name} on the page:\n{page}");
    }
    // Raw figures stand behind the cells: those of both ends are there.
    let raw = browser.script("return [...document.querySelectorAll('td[title]')].map(cell => cell.title);", Vec::new());
    let raw: Vec<f64> = raw.as_array().unwrap().iter().filter_map(|value| text(value).parse().ok()).collect();
    for end in record["ends"].as_array().unwrap() {
        let rate = end["bits_per_second"].as_f64().unwrap();
        assert!(raw.iter().any(|shown| (shown - rate).abs() < 1.0), "{rate} of the {} is not on the page", end["role"]);
    }
    let fetched = browser.script_later(
        "const done = arguments[arguments.length - 1];
         Promise.all([...document.querySelectorAll('ul.files-list a')].map(async link => {
           const answer = await fetch(link.href);
           return {href: link.getAttribute('href'), status: answer.status, length: (await answer.text()).length};
         })).then(done, error => done(String(error)));",
        Vec::new(),
    );
    let files = fetched.as_array().unwrap_or_else(|| panic!("{fetched}"));
    assert!(files.len() >= 4, "{fetched}");
    for file in files {
        assert!(text(&file["href"]).contains(run), "{file}");
        assert!(file["status"] == 200 && file["length"].as_u64() > Some(100), "{file}");
    }
}

#[test]
fn a_join_link_leads_to_the_other_machine_with_the_code_filled_in() {
    let hosts = Hosts::new();
    let (a, b) = (Setup::named("anna").on(&hosts.a).start(), Setup::named("bert").on(&hosts.b).start());
    let browser = Browser::start();
    let code = a.api().invite();
    log_in(&browser, &b);
    // Nobody is logged in at `a`: the link has to work for whoever gets it.
    browser.open(&format!("http://{}/join#{code}", a.address));
    browser.fill("#other-page", &b.address);
    browser.click("form.join button");
    browser.says("this machine bert", SOON);
    until("the code is filled in", SOON, || {
        let typed = browser.script("return document.querySelector('#join-code')?.value ?? null;", Vec::new());
        if text(&typed).contains(&code) { Ok(()) } else { Err(typed.to_string()) }
    });
    // Nothing happens until a person says so.
    assert!(b.api().pairings().is_empty());
    browser.click("form.join button");
    browser.says("bert and anna are paired", SOON);
    assert_quiet(&browser);
}

#[test]
fn a_run_is_stopped_on_the_page_and_found_again_in_the_list() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let done = text(&pair.run_from_a(&short())["id"]);
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    let run = pair.a.api().start_run(&pair.at_a, &json!({"duration_ms": 30_000, "warm_up_ms": 0}));
    // The page hears of it by itself.
    browser.click(&format!("header a[href$='/runs/{run}']"));
    Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
    browser.click("button.btn--stop");
    let record = pair.a.api().ended(&run, SOON);
    assert_eq!(record["outcome"]["state"], "cancelled");
    browser.says("stopped", SOON);
    browser.click("nav a");
    for id in [&done, &run] {
        browser.find(&format!("main a[href$='/runs/{id}']"));
    }
    browser.click(&format!("main a[href$='/runs/{done}']"));
    browser.find("ul.files-list");
    assert_quiet(&browser);
}

#[test]
fn a_config_in_the_address_fills_the_form_and_its_problems_are_said() {
    let pair = Pair::on_loopback();
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.click("main a.btn--main");
    browser.fill("#f-streams", "0");
    until("the problem is said at the field", SOON, || {
        let says = browser.text("#f-streams-says");
        if says.is_empty() { Err("nothing is said") } else { Ok(()) }
    });
    browser.fill("#f-streams", "3");
    // A set-up can be sent to someone: it is all in the address.
    until("the address holds the form", Duration::from_secs(5), || {
        let url = browser.url();
        if url.contains("streams=3") { Ok(()) } else { Err(url) }
    });
    browser.reload();
    browser.find("#f-streams");
    assert_eq!(browser.script("return document.querySelector('#f-streams').value;", Vec::new()), "3");
    assert_quiet(&browser);
}
