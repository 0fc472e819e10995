//! The page as a person has it: Chromium against real nodes.
//!
//! Over two hosts of their own, because there the page has what it has in a real network: an address that is not
//! localhost, and a second machine.

mod barriers;
mod configure;
mod history;
mod journey;
mod keyboard;
mod live;
mod login;
mod report;
mod trouble;

use crate::harness::api::text;
use crate::harness::browser::Browser;
use crate::harness::node::Node;
use crate::harness::wait::{SOON, until};

/// Opens the login link that a node printed and waits until its page is there.
#[track_caller]
fn log_in(browser: &Browser, node: &Node) {
    let link = node.printed[1].strip_prefix("log in at ").unwrap();
    browser.open(link);
    browser.says(&format!("this machine {}", node.name()), SOON);
}

/// The code that a page shows.
#[track_caller]
fn shown_code(browser: &Browser, node: &Node) -> String {
    until("the page shows the code", SOON, || {
        let code = text(&node.api().node()["invitation"]["code"]);
        let shown = browser.text(".code");
        if !code.is_empty() && shown.contains(&code) { Ok(code) } else { Err(shown) }
    })
}

/// Fails the test if the console said anything, a violation of the policy for one.
#[track_caller]
fn assert_quiet(browser: &Browser) {
    let said = browser.console();
    assert!(said.is_empty(), "the console said {said:#?}");
}
