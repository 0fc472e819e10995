//! The commands that ask a running node, and help.

use std::net::TcpListener;

use crate::harness::binary::pairperf;
use crate::harness::node::Node;
use crate::harness::program::run;

#[test]
fn health_is_0_where_a_node_answers_and_1_elsewhere() {
    let node = Node::new("anna");
    run(pairperf(None).args(["health", "--server", &format!("http://{}", node.address)])).expect(0);
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let ended = run(pairperf(None).args(["health", "--server", &format!("http://{free}")])).expect(1);
    assert!(ended.err.contains(&free.to_string()), "{}", ended.err);
}

#[test]
fn a_command_without_a_node_says_how_to_start_one() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for arguments in [vec!["invite"], vec!["join", "127.0.0.1/0000-0000"]] {
        let mut command = pairperf(None);
        command.args(&arguments).args(["--server", &format!("http://{free}"), "--data"]).arg(folder.path());
        let ended = run(&mut command).expect(1);
        assert!(ended.err.contains("pairperf serve") && ended.out.is_empty(), "{ended:?}");
    }
}

#[test]
fn a_command_with_the_wrong_token_is_told_so() {
    let node = Node::new("anna");
    let mut command = pairperf(None);
    command.args(["invite", "--server", &format!("http://{}", node.address)]).env("PAIRPERF_TOKEN", "wrong");
    let ended = run(&mut command).expect(1);
    assert!(ended.err.contains("token") && ended.err.contains("PAIRPERF_TOKEN"), "{}", ended.err);
}

#[test]
fn help_names_every_command_and_version_is_a_line() {
    let help = run(pairperf(None).arg("--help")).expect(0).out;
    for command in ["serve", "invite", "join", "check", "run", "demo", "health"] {
        assert!(help.contains(&format!("  {command} ")), "no {command} in {help}");
        assert!(!run(pairperf(None).args([command, "--help"])).expect(0).out.is_empty());
    }
    let version = run(pairperf(None).arg("--version")).expect(0).out;
    assert_eq!(version, format!("pairperf {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_setting_of_a_run_is_a_flag_of_the_command() {
    let help = run(pairperf(None).args(["run", "--help"])).expect(0).out;
    for knob in pairperf_shared::command::KNOBS {
        assert!(help.contains(&format!("--{}", knob.flag)), "no --{} in {help}", knob.flag);
    }
}
