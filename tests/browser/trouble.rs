//! What the page says when something is wrong.

use std::time::Duration;

use pairperf_shared::JoinCode;

use super::log_in;
use crate::harness::browser::Browser;
use crate::harness::net::Hosts;
use crate::harness::node::{Node, Setup};
use crate::harness::pair::Pair;
use crate::harness::wait::{SOON, until};

#[test]
fn a_node_that_is_gone_for_a_while_is_said_to_be_and_comes_back() {
    let mut node = Node::new("anna");
    let browser = Browser::start();
    log_in(&browser, &node);
    // The document alone could not notice.
    browser.find(".code");
    node.kill();
    browser.says("does not answer", SOON);
    node.restart();
    // The session outlives the restart, so the page goes on by itself.
    until("the page goes on", Duration::from_secs(40), || {
        let page = browser.page();
        if page.contains("does not answer") { Err(page) } else { Ok(()) }
    });
    browser.says("this machine anna", SOON);
}

#[test]
fn a_cable_that_is_pulled_is_noticed_without_a_word_from_the_network() {
    let hosts = Hosts::new();
    let node = Setup::named("anna").on(&hosts.a).start();
    let browser = Browser::start();
    log_in(&browser, &node);
    browser.find(".code");
    hosts.cut(&hosts.a);
    browser.says("does not answer", Duration::from_secs(40));
    hosts.heal(&hosts.a);
    until("the page goes on", Duration::from_secs(40), || {
        let page = browser.page();
        if page.contains("does not answer") { Err(page) } else { Ok(()) }
    });
}

#[test]
fn a_wrong_code_is_explained_on_the_page_that_typed_it() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    a.api().invite();
    let browser = Browser::start();
    log_in(&browser, &b);
    // A slip is found while it is typed.
    browser.fill("#join-code", "7K3FQ9R");
    browser.fill("#join-code", "00000001");
    browser.says("One symbol is off", SOON);
    let wrong = JoinCode::from_random([2; 7]);
    browser.fill("#join-code", &format!("{}/{wrong}", a.address));
    browser.click("form.join button");
    browser.says("did not work", SOON);
    browser.says("wrong, expired or used", SOON);
}

#[test]
fn a_peer_that_started_anew_is_said_to_need_a_new_code() {
    let mut pair = Pair::on_loopback();
    let browser = Browser::start();
    log_in(&browser, &pair.b);
    browser.says("bert and anna are paired", SOON);
    pair.a.kill();
    pair.a.restart();
    browser.says("anna restarted, pair again", SOON);
}

#[test]
fn a_page_that_does_not_exist_says_so() {
    let node = Node::new("anna");
    let browser = Browser::start();
    log_in(&browser, &node);
    browser.open(&format!("http://{}/runs/{}", node.address, "0".repeat(32)));
    browser.says("There is no such run", SOON);
}
