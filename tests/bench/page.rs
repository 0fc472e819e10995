//! How long the live page computes for each frame, and how soon a page is there.
#![expect(clippy::print_stdout, reason = "figures are what a measurement is for")]

use serde_json::{Value, json};

use crate::harness::browser::Browser;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

/// Seconds that are watched.
const WATCHED: u64 = 10;

/// The middle and the 90th percentile of some times, in milliseconds.
fn spread(mut times: Vec<f64>) -> (usize, f64, f64) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    (times.len(), at(0.5), at(0.9))
}

/// The time in which script ran, for each frame in which any did, in milliseconds: from Chromium's own trace.
///
/// Everything that runs script counts: callbacks of frames, messages of the socket, timers, and the tasks after each.
fn script_of_frames(events: &[Value]) -> Vec<f64> {
    let time = |event: &Value, key: &str| event[key].as_f64().unwrap_or_default() / 1000.0;
    let named = |event: &&Value, names: &[&str]| names.contains(&event["name"].as_str().unwrap_or_default());
    let mut frames: Vec<f64> =
        events.iter().filter(|event| named(event, &["FireAnimationFrame"])).map(|event| time(event, "ts")).collect();
    frames.sort_by(f64::total_cmp);
    let mut scripts: Vec<(f64, f64)> = events
        .iter()
        .filter(|event| event["ph"] == "X" && named(event, &["FunctionCall", "RunMicrotasks", "EvaluateScript"]))
        .map(|event| (time(event, "ts"), time(event, "dur")))
        .collect();
    scripts.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut spent = vec![0.0; frames.len() + 1];
    let mut until = f64::NEG_INFINITY;
    for (from, length) in scripts {
        // A call inside of another is in the other's time already.
        let (begin, end) = (from.max(until), from + length);
        if end > begin {
            spent[frames.partition_point(|frame| *frame <= from)] += end - begin;
            until = end;
        }
    }
    spent.into_iter().filter(|spent| *spent > 0.0).collect()
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn script_of_each_live_frame() {
    // Without a limit the traffic itself takes the processors, and what a page takes is measured while it waits.
    let hosts = Hosts::limited("400mbit");
    measure_frames(&Pair::on(&hosts), "at 400 Mbit/s");
    measure_frames(&Pair::on_loopback(), "on loopback");
}

/// Watches runs of few and of many streams on one node's page.
fn measure_frames(pair: &Pair, how: &str) {
    let browser = Browser::start();
    browser.open(pair.a.printed[1].strip_prefix("log in at ").unwrap());
    browser.find("main a.btn--main");
    for streams in [1, 8, 64] {
        let config = json!({"duration_ms": 60_000, "warm_up_ms": 0, "streams": streams});
        let run = pair.a.api().start_run(&pair.at_a, &config);
        Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
        browser.open(&format!("http://{}/runs/{run}", pair.a.address));
        browser.find(".plot");
        let trace = browser.trace();
        browser.script_later(&format!("setTimeout(arguments[0], {});", WATCHED * 1000), Vec::new());
        let (frames, middle, most) = spread(script_of_frames(&trace.end()));
        println!(
            "live page {how}, {streams} streams: {frames} frames, script a frame: median {middle:.2} ms, p90 {most:.2} ms"
        );
        assert!(frames > 10, "the trace holds {frames} frames: the page did not draw, or was not traced");
        pair.a.api().cancel(&run);
        pair.until_free();
    }
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn first_view_of_each_page() {
    let pair = Pair::on_loopback();
    let run = pair.run_from_a(&json!({"duration_ms": 2_000, "warm_up_ms": 0, "streams": 8}));
    let browser = Browser::start();
    browser.open(pair.a.printed[1].strip_prefix("log in at ").unwrap());
    browser.find("main a.btn--main");
    browser.devtools("Network.enable", &json!({}));
    for (page, path, ready) in [
        ("home", "/".to_owned(), "main a.btn--main"),
        ("form", format!("/new?pairing={}", pair.at_a), ".startbar button"),
        ("report", format!("/runs/{}", run["id"].as_str().unwrap()), ".findings"),
        ("history", "/runs".to_owned(), ".history"),
    ] {
        for (cache, off) in [("nothing cached", true), ("cached", false)] {
            let mut times = Vec::new();
            for _ in 0..7 {
                browser.devtools("Network.setCacheDisabled", &json!({"cacheDisabled": off}));
                browser.open(&format!("http://{}{path}", pair.a.address));
                browser.find(ready);
                // When the page's own content stood, on the clock that began with the request.
                let script = "const paints = performance.getEntriesByType('paint').map(({startTime}) => startTime);
                     const ready = performance.getEntriesByName('pairperf-ready').map(({startTime}) => startTime);
                     return paints.length && ready.length ? Math.max(...paints, ...ready) : null;";
                times.push(until("the page stands", SOON, || {
                    browser.script(script, Vec::new()).as_f64().ok_or("it does not")
                }));
            }
            let (_, middle, most) = spread(times);
            println!("first view of {page}, {cache}: median {middle:.0} ms, p90 {most:.0} ms");
        }
    }
}
