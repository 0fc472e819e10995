//! Getting in.

use super::log_in;
use crate::harness::browser::Browser;
use crate::harness::node::{Node, Setup};
use crate::harness::wait::SOON;

#[test]
fn a_deep_link_survives_the_login() {
    let node = Node::new("anna");
    let browser = Browser::start();
    browser.open(&format!("http://{}/runs/0123", node.address));
    browser.fill("#token", &node.token());
    browser.click("form button");
    browser.says("no such run", SOON);
    assert!(browser.url().ends_with("/runs/0123"), "{}", browser.url());
}

#[test]
fn a_wrong_token_can_be_corrected() {
    let node = Node::new("anna");
    let browser = Browser::start();
    browser.open(&format!("http://{}/", node.address));
    browser.fill("#token", "wrong");
    browser.click("form button");
    browser.says("That token is not right", SOON);
    browser.fill("#token", &node.token());
    browser.click("form button");
    browser.says("this machine anna", SOON);
}

#[test]
fn two_nodes_on_one_host_do_not_log_each_other_out() {
    let (a, b) = (Node::new("anna"), Node::new("bert"));
    let browser = Browser::start();
    for node in [&a, &b] {
        log_in(&browser, node);
    }
    // Without a link: the cookies of both are there.
    for node in [&a, &b] {
        browser.open(&format!("http://{}/", node.address));
        browser.says(&format!("this machine {}", node.name()), SOON);
    }
}

#[test]
fn without_a_login_the_page_is_simply_there() {
    let node = Setup::named("anna").with(&["--no-login"]).start();
    let browser = Browser::start();
    browser.open(&format!("http://{}/", node.address));
    browser.says("this machine anna", SOON);
    super::assert_quiet(&browser);
}
