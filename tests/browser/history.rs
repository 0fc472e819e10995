//! The list of runs: some are deleted and taken back, one comes from a file, links are withdrawn.

use serde_json::{Value, json};

use super::{assert_quiet, log_in};
use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::node::Setup;
use crate::harness::pair::{Pair, short};
use crate::harness::wait::{SOON, until};

fn rows(browser: &Browser) -> Value {
    let script = "return [...document.querySelectorAll('tr[data-run]')].filter(it => it.checkVisibility()).map(it => it.dataset.run);";
    browser.script(script, Vec::new())
}

#[test]
fn ticked_runs_go_and_come_back() {
    let pair = Pair::on_loopback();
    let runs = [(); 2].map(|()| text(&pair.run_from_a(&short())["id"]));
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.open(&format!("http://{}/runs", pair.a.address));
    browser.find("#import");
    for run in &runs {
        browser.click(&format!("input[value='{run}']"));
    }
    browser.says("2 runs selected.", SOON);
    assert!(browser.text(".basket").contains("bit/s"), "{}", browser.text(".basket"));
    browser.click(".basket button");
    browser.says("Deleted lately", SOON);
    assert_eq!(rows(&browser), json!([]));
    assert_eq!(pair.a.api().get("/api/v1/runs").json()["runs"], json!([]));
    for back in 1..=runs.len() {
        browser.click("section[aria-labelledby='deleted'] button");
        until("the row is there again", SOON, || {
            let rows = rows(&browser);
            if rows.as_array().map(Vec::len) == Some(back) { Ok(()) } else { Err(rows) }
        });
    }
    assert_eq!(rows(&browser), json!([runs[1], runs[0]]));
    until("nothing is left to take back", SOON, || {
        let page = browser.page();
        if page.contains("Deleted lately") { Err(page) } else { Ok(()) }
    });
    assert_quiet(&browser);
}

#[test]
fn a_record_is_imported_and_what_is_none_is_named() {
    let pair = Pair::on_loopback();
    let run = text(&pair.run_from_a(&short())["id"]);
    let record = pair.a.api().get(&format!("/api/v1/runs/{run}/export/json")).json().to_string();
    let elsewhere = Setup::named("carl").start();
    let browser = Browser::start();
    log_in(&browser, &elsewhere);
    let give = |name: &str, content: &str| {
        browser.find("#import");
        browser.script(
            "const files = new DataTransfer();
             files.items.add(new File([arguments[1]], arguments[0], {type: 'application/json'}));
             const field = document.querySelector('#import');
             field.files = files.files;
             field.dispatchEvent(new Event('change', {bubbles: true}));",
            vec![json!(name), json!(content)],
        );
    };
    browser.open(&format!("http://{}/runs", elsewhere.address));
    give("shopping.json", "{\"milk\": 2}");
    browser.says("shopping.json was not imported", SOON);
    let _ = browser.console();
    give("kept.json", &record);
    until("the imported run is opened", SOON, || {
        let url = browser.url();
        if url.ends_with(&format!("/runs/{run}")) { Ok(()) } else { Err(format!("{url}\n{}", browser.page())) }
    });
    browser.find(".explore");
    assert_quiet(&browser);
}

#[test]
fn all_links_stand_below_the_list_and_are_withdrawn_there() {
    let pair = Pair::on_loopback();
    let run = text(&pair.run_from_a(&short())["id"]);
    pair.a.api().post(&format!("/api/v1/runs/{run}/share"), &json!({}));
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.open(&format!("http://{}/runs", pair.a.address));
    browser.says("links that work", SOON);
    browser.click(".links button");
    until("the link is gone", SOON, || {
        let list = pair.a.api().get("/api/v1/shares").json()["shares"].clone();
        if list == json!([]) { Ok(()) } else { Err(list) }
    });
    assert_quiet(&browser);
}
