//! A report comes to life: it is shared, named, deleted and taken back, and its charts are explored.

use serde_json::{Value, json};

use super::{assert_quiet, log_in};
use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

/// The button of that name, which is clicked as soon as it takes a click.
#[track_caller]
fn press(browser: &Browser, name: &str) {
    let script = "const button = [...document.querySelectorAll('main button')].find(it => it.textContent.trim() === arguments[0]);
        if (!button || button.disabled) return false;
        button.click();
        return true;";
    until(&format!("the button `{name}`"), SOON, || {
        if browser.script(script, vec![json!(name)]) == true { Ok(()) } else { Err(browser.page()) }
    });
}

fn opened() -> (Pair, Browser, String) {
    let pair = Pair::on_loopback();
    let config = json!({"duration_ms": 1_500, "warm_up_ms": 300, "streams": 3, "label": "before"});
    let run = text(&pair.run_from_a(&config)["id"]);
    let browser = Browser::start();
    log_in(&browser, &pair.a);
    browser.open(&format!("http://{}/runs/{run}", pair.a.address));
    browser.find(".actions__row");
    (pair, browser, run)
}

#[test]
fn a_run_is_shared_named_and_asked_for_again() {
    let (pair, browser, run) = opened();
    press(&browser, "Share…");
    press(&browser, "Make a link");
    browser.says("the link is made", SOON);
    let link = browser.text(".panel .copy code");
    assert!(link.contains("/r/"), "{link}");
    // Names are hidden unless told.
    let guest = Browser::start();
    guest.open(&link);
    guest.find(".explore");
    for name in ["before", pair.a.name(), pair.b.name()] {
        assert!(!guest.page().contains(name), "{name} is not hidden");
    }
    assert_quiet(&guest);
    press(&browser, "Withdraw");
    browser.says("finds nothing", SOON);
    assert_eq!(pair.a.api().get("/api/v1/shares").json()["shares"], json!([]));

    press(&browser, "Label and note");
    browser.fill("#run-label", "after the change");
    let place = browser.script("scrollTo(0, 150); return scrollY;", Vec::new());
    assert_eq!(place, 150);
    press(&browser, "Save");
    until("the document has the new name", SOON, || {
        let label = browser.text(".kicker__label");
        if label.contains("after the change") { Ok(()) } else { Err(label) }
    });
    assert_eq!(pair.a.api().record(&run)["config"]["label"], "after the change");
    until("the place in it is kept", SOON, || {
        let now = browser.script("return scrollY;", Vec::new());
        if now == place { Ok(()) } else { Err(now) }
    });

    browser.find(".actions__row");
    browser.click(".actions__row a.btn");
    browser.find("#f-streams");
    let value = |css: &str| browser.script("return document.querySelector(arguments[0]).value;", vec![json!(css)]);
    assert_eq!((value("#f-streams"), value("#f-duration")), (json!("3"), json!("1500ms")));
    assert_eq!(value("#f-label"), "", "its name was for that run");
    assert_quiet(&browser);
}

#[test]
fn a_deleted_run_is_taken_back_or_left() {
    let (pair, browser, run) = opened();
    press(&browser, "Delete");
    browser.says("deleted here", SOON);
    let focused = || text(&browser.script("return document.activeElement.id;", Vec::new()));
    until("the keyboard is at the way back", SOON, || if focused() == "run-undo" { Ok(()) } else { Err(focused()) });
    pair.a.api().get(&format!("/api/v1/runs/{run}")).refused(404, "no_run");
    press(&browser, "Undo");
    browser.says("is here again", SOON);
    pair.a.api().get(&format!("/api/v1/runs/{run}")).expect(200);
    press(&browser, "Delete");
    until("the document is left", SOON, || {
        let url = browser.url();
        if url.ends_with("/runs") { Ok(()) } else { Err(url) }
    });
    // The console says that the record was not there, when it was asked for: nothing else.
}

#[test]
fn a_part_of_the_time_is_looked_at_and_stays_in_the_address() {
    let (_pair, browser, _run) = opened();
    browser.find(".explore");
    let shown = |css: &str| {
        let script = "return [...document.querySelectorAll(arguments[0])].filter(it => it.checkVisibility()).length;";
        browser.script(script, vec![json!(css)]).as_u64().unwrap_or_default()
    };
    let charts = shown("figure.chart");
    assert!((2..=5).contains(&charts), "{charts} charts: the document's own went when these came");
    let sent = shown(".line-name--s");
    press(&browser, "Closer");
    press(&browser, "sent");
    until("the address holds what is looked at", SOON, || {
        let url = browser.url();
        if url.contains("from=") && url.ends_with("hide=sent") { Ok(()) } else { Err(url) }
    });
    browser.reload();
    browser.find(".explore");
    assert_eq!(shown(".line-name--s") + 1, sent, "the line is left out after a reload too");
    press(&browser, "Whole run");
    until("the whole is looked at again", SOON, || {
        let url = browser.url();
        if url.contains("from=") { Err(url) } else { Ok(()) }
    });
    let picture = browser.script_later(
        "const done = arguments[arguments.length - 1];
         const click = HTMLAnchorElement.prototype.click;
         HTMLAnchorElement.prototype.click = function () { done({name: this.download, begins: this.href.slice(0, 22)}); };
         [...document.querySelectorAll('main button')].find(it => it.textContent.trim() === 'Save as PNG').click();
         setTimeout(() => done('no picture'), 8000);",
        Vec::<Value>::new(),
    );
    assert_eq!(picture["begins"], "data:image/png;base64,", "{picture}");
    assert!(text(&picture["name"]).strip_suffix(".png").is_some(), "{picture}");
    assert_quiet(&browser);
}
