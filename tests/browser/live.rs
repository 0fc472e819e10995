//! A run that goes on, read: by keyboard, by pointer, paused.

use serde_json::{Value, json};

use super::{assert_quiet, log_in};
use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::live::Live;
use crate::harness::net::Hosts;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

const RIGHT: &str = "\u{E014}";

/// Opens the page of a run of eight streams that is being measured.
fn watch(browser: &Browser, pair: &Pair) -> String {
    log_in(browser, &pair.a);
    let config = json!({"duration_ms": 30_000, "warm_up_ms": 0, "streams": 8});
    let run = pair.a.api().start_run(&pair.at_a, &config);
    browser.open(&format!("http://{}/runs/{run}", pair.a.address));
    Live::run(&pair.a.api(), &run, None).until_counting("measure", SOON);
    browser.find(".streams tbody tr:nth-child(8)");
    run
}

/// What the readings of all charts show.
fn readings(browser: &Browser) -> Vec<Value> {
    let script = "return [...document.querySelectorAll('.chart__reading--now')].map(it => it.innerText);";
    browser.script(script, Vec::new()).as_array().cloned().unwrap_or_default()
}

#[test]
fn every_chart_is_read_at_one_time_by_keyboard_and_by_pointer() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let browser = Browser::start();
    watch(&browser, &pair);
    browser.script("document.querySelector('.chart__slider').focus();", Vec::new());
    for _ in 0..4 {
        browser.keys(RIGHT);
    }
    until("the charts tell what stands at the slider", SOON, || {
        let shown = readings(&browser);
        if shown.len() >= 4 && text(&shown[0]).contains("received") { Ok(()) } else { Err(format!("{shown:?}")) }
    });
    let spoken = browser.script("return document.activeElement.getAttribute('aria-valuetext');", Vec::new());
    assert!(text(&spoken).contains("received") && text(&spoken).contains("bit/s"), "{spoken}");
    // One line through all of them, where the pointer is.
    let crossed = browser.script(
        "const plot = document.querySelectorAll('.chart__plot')[1], room = plot.getBoundingClientRect();
         const where = {clientX: room.left + room.width / 2, clientY: room.top + 5, bubbles: true, pointerType: 'mouse'};
         plot.firstElementChild.dispatchEvent(new PointerEvent('pointermove', where));
         return null;",
        Vec::new(),
    );
    assert!(crossed.is_null());
    until("the crosshair is in the middle of every chart", SOON, || {
        let script = "return [...document.querySelectorAll('.plot--over .cross')].map(it => it.getAttribute('x1'));";
        let places = browser.script(script, Vec::new());
        let places = places.as_array().cloned().unwrap_or_default();
        let middle =
            |place: &Value| text(place).trim_end_matches('%').parse::<f64>().is_ok_and(|x| (x - 50.0).abs() < 0.5);
        if places.len() >= 5 && places.iter().all(middle) { Ok(()) } else { Err(format!("{places:?}")) }
    });
    assert_quiet(&browser);
}

#[test]
fn streams_are_painted_listed_and_sorted_and_drawing_can_be_paused() {
    let hosts = Hosts::limited("100mbit");
    let pair = Pair::on(&hosts);
    let browser = Browser::start();
    let run = watch(&browser, &pair);
    browser.find("canvas.strip");
    until("the strip is painted", SOON, || {
        let script = "const strip = document.querySelector('canvas.strip');
            const data = strip.getContext('2d').getImageData(0, 0, strip.width, strip.height).data;
            return data.filter((value, index) => index % 4 === 3 && value > 0).length;";
        let painted = browser.script(script, Vec::new());
        if painted.as_u64() > Some(50) { Ok(()) } else { Err(painted.to_string()) }
    });
    let first = || browser.text(".streams tbody tr th");
    // By the element and not by its place: what happens above the table moves it.
    let sort = || browser.script("document.querySelector('.streams thead th:first-child button').click();", Vec::new());
    sort();
    until("the table is sorted by number", SOON, || if first() == "0" { Ok(()) } else { Err(first()) });
    sort();
    until("and the other way round", SOON, || if first() == "7" { Ok(()) } else { Err(first()) });

    browser.click("button[aria-pressed]");
    browser.says("Drawing is paused", SOON);
    let line = || browser.script("return document.querySelector('path.ln-r').getAttribute('d').length;", Vec::new());
    let (paused, number) = (line(), browser.text(".big"));
    until("the number goes on", SOON, || if browser.text(".big") == number { Err("it stands") } else { Ok(()) });
    assert_eq!(line(), paused, "the line is drawn although drawing is paused");

    browser.click("button.btn--stop");
    assert_eq!(pair.a.api().ended(&run, SOON)["outcome"]["state"], "cancelled");
    // The same address is the report now.
    browser.find("main[data-page='report']");
    assert_quiet(&browser);
}
