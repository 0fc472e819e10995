//! The pictures of the README, taken of real nodes: `cargo xtask pictures` runs this.

use std::path::PathBuf;

use serde_json::json;

use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::node::Setup;
use crate::harness::pair::Pair;
use crate::harness::wait::SOON;

/// Where they go.
fn folder() -> PathBuf {
    std::env::var_os("PAIRPERF_PICTURES").map(PathBuf::from).expect("PAIRPERF_PICTURES names a folder")
}

fn take(browser: &Browser, name: &str) {
    std::fs::write(folder().join(name), browser.picture(false)).unwrap();
}

#[test]
#[ignore = "writes pictures; run by `cargo xtask pictures`"]
fn pictures_of_pairing_a_run_and_its_report() {
    // As fast as a common card, so that the pictures show a network and not this machine's memory.
    let hosts = Hosts::limited("1gbit");
    let a = Setup::named("web-a").on(&hosts.a).start();
    let b = Setup::named("db-b").on(&hosts.b).start();
    let browser = Browser::start();
    browser.size(1200, 800);
    browser.open(a.printed[1].strip_prefix("log in at ").unwrap());
    let code = a.api().invite();
    browser.says(&code, SOON);
    take(&browser, "pair.png");

    let pair = Pair::of(a, b);
    let config = json!({"duration_ms": 20_000, "warm_up_ms": 2_000, "streams": 8});
    let run = pair.a.api().start_run(&pair.at_a, &config);
    browser.open(&format!("http://{}/runs/{run}", pair.a.address));
    browser.size(1200, 1500);
    let mut live = Live::run(&pair.a.api(), &run, None);
    live.until_counting("measure", SOON);
    browser.script_later("setTimeout(arguments[0], 12000);", Vec::new());
    take(&browser, "live.png");

    pair.a.api().ended(&run, std::time::Duration::from_mins(1));
    browser.find("[data-page=report] .findings");
    let label = json!({"label": "after the MTU change"});
    pair.a.api().patch(&format!("/api/v1/runs/{run}"), &label).expect(200);
    browser.reload();
    browser.find("[data-page=report] .plot");
    browser.script("scrollTo(0, 0);", Vec::new());
    take(&browser, "report.png");
    assert_eq!(text(&pair.a.api().record(&run)["outcome"]["state"]), "done");
}
