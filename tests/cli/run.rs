//! `pairperf run` and `pairperf demo`: a result on standard output, and nothing else there.

use std::process::Command;
use std::time::Duration;

use pairperf_shared::JoinCode;
use serde_json::Value;

use crate::harness::api::text;
use crate::harness::binary::pairperf;
use crate::harness::live::Live;
use crate::harness::machine::noise;
use crate::harness::node::Node;
use crate::harness::pair::{Pair, long};
use crate::harness::program::{Running, run};
use crate::harness::wait::{SOON, until};

/// `pairperf run` against a node that invites.
fn short_run(node: &Node, arguments: &[&str]) -> Command {
    let mut command = pairperf(None);
    command
        .args([
            "run",
            &format!("{}/{}", node.address, node.api().invite()),
            "--duration",
            "500ms",
            "--warm-up",
            "100ms",
        ])
        .args(arguments);
    command
}

#[test]
fn the_record_is_all_that_is_on_standard_output() {
    let a = Node::new("anna");
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("record.json");
    let mut command =
        short_run(&a, &["--output", "json", "--name", "carl", "--streams", "2", "--label", "from a script"]);
    let ended = run(command.arg("--save").arg(&saved)).expect(0);
    let record = ended.json();
    assert_eq!(record["outcome"]["state"], "done");
    assert_eq!((&record["config"]["duration_ms"], &record["config"]["streams"]), (&500.into(), &2.into()));
    assert_eq!(record["config"]["label"], "from a script");
    assert_eq!(record["ends"][0]["host"]["name"], "carl");
    // The same record at the other node, and in the file.
    assert_eq!(a.api().record(&text(&record["id"])), record);
    assert_eq!(serde_json::from_str::<Value>(&std::fs::read_to_string(&saved).unwrap()).unwrap(), record);
    // Progress went to standard error.
    for phase in ["warm_up", "measure"] {
        assert!(ended.err.contains(phase), "{}", ended.err);
    }
}

#[test]
fn a_run_from_the_peer_to_a_script_in_each_format() {
    let a = Node::new("anna");
    let csv = run(&mut short_run(&a, &["--output", "csv", "--direction", "from-peer"])).expect(0);
    assert!(csv.out.starts_with("role,t_seconds,"), "{}", csv.out);
    assert!(csv.out.lines().skip(1).all(|row| row.starts_with("receiver,")), "{}", csv.out);
    let csv = run(&mut short_run(&a, &["--output", "csv", "--end", "sender"])).expect(0);
    assert!(csv.out.lines().skip(1).all(|row| row.starts_with("sender,")), "{}", csv.out);
    let jsonl = run(&mut short_run(&a, &["--output", "jsonl"])).expect(0);
    let lines: Vec<Value> = jsonl.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "record");
    let report = run(&mut short_run(&a, &[])).expect(0);
    assert!(report.out.contains("bit/s") && report.out.contains("anna"), "{}", report.out);
}

#[test]
fn a_bad_command_line_is_2_and_touches_nothing() {
    let a = Node::new("anna");
    let ticket = format!("{}/{}", a.address, a.api().invite());
    for arguments in [
        vec!["--duration", "soon"],
        vec!["--duration", "0"],
        vec!["--streams", "0"],
        vec!["--threads", "3"],
        vec!["--direction", "sideways"],
        vec!["--direction", "both", "--protocol", "udp", "--unlimited"],
        vec!["--mode", "request-response", "--protocol", "udp"],
        vec!["--peer", "streams=2"],
        vec!["--mappings", "4,*,10.0.0.5"],
        vec!["--output", "xlsx"],
        vec!["--output", "pdf"],
        vec!["--end", "middle"],
        vec!["--protocol", "sctp"],
        vec!["--datagram", "1472", "--protocol", "tcp"],
        vec!["--no-such-flag"],
    ] {
        let ended = run(pairperf(None).args(["run", &ticket]).args(&arguments)).expect(2);
        assert!(ended.out.is_empty() && ended.err.contains(arguments[0]), "{arguments:?}: {ended:?}");
    }
    // A rate has to be said, in so many words.
    let ended = run(pairperf(None).args(["run", &ticket, "--protocol", "udp"])).expect(2);
    assert!(ended.out.is_empty() && ended.err.contains("--rate: "), "{ended:?}");
    for ticket in ["", "127.0.0.1", "127.0.0.1:7575/7K3F", "7K3F-Q9RM"] {
        run(pairperf(None).args(["run", ticket])).expect(2);
    }
    run(&mut pairperf(None)).expect(2);
    run(pairperf(None).arg("measure")).expect(2);
    run(pairperf(None).args(["serve", "--listen", "nowhere"])).expect(2);
    assert_eq!(a.api().node()["invitation"]["tries_left"], 20);
}

#[test]
fn a_peer_that_refuses_or_is_not_there_is_3() {
    let a = Node::new("anna");
    a.api().invite();
    let wrong = JoinCode::from_random([3; 7]);
    let ended = run(pairperf(None).args(["run", &format!("{}/{wrong}", a.address)])).expect(3);
    assert!(ended.out.is_empty() && ended.err.contains("join code"), "{ended:?}");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let ended = run(pairperf(None).args(["run", &format!("{free}/{wrong}")])).expect(3);
    assert!(ended.err.contains(&free.to_string()), "{ended:?}");
}

#[test]
fn a_busy_peer_is_4() {
    let pair = Pair::on_loopback();
    let going = pair.a.api().start_run(&pair.at_a, &long());
    let ended = run(&mut short_run(&pair.a, &[])).expect(4);
    assert!(ended.out.is_empty() && ended.err.contains("anna"), "{ended:?}");
    pair.a.api().cancel(&going);
}

#[test]
fn a_run_that_the_other_end_cancels_is_130_and_its_result_is_printed() {
    let a = Node::new("anna");
    let mut command = pairperf(None);
    command.args([
        "run",
        &format!("{}/{}", a.address, a.api().invite()),
        "--duration",
        "20s",
        "--warm-up",
        "100ms",
        "--output",
        "json",
    ]);
    let running = Running::start(&mut command);
    let id = until("the run is known", SOON, || text_or(&a.api().node()["running"]));
    Live::run(&a.api(), &id, None).until_counting("measure", SOON);
    a.api().cancel(&id);
    let ended = running.end(SOON).expect(130);
    assert_eq!(ended.json()["outcome"]["state"], "cancelled");
}

#[test]
fn a_run_stopped_at_its_own_terminal_is_130_at_both_ends() {
    let a = Node::new("anna");
    let mut command = pairperf(None);
    command.args(["run", &format!("{}/{}", a.address, a.api().invite()), "--duration", "20s", "--warm-up", "100ms"]);
    let running = Running::start(&mut command);
    let id = until("the run is known", SOON, || text_or(&a.api().node()["running"]));
    Live::run(&a.api(), &id, None).until_counting("measure", SOON);
    crate::harness::program::signal(running.id(), "INT");
    running.end(Duration::from_secs(10)).expect(130);
    assert_eq!(a.api().ended(&id, SOON)["outcome"]["state"], "cancelled");
}

fn text_or(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| value.to_string())
}

#[test]
fn the_demo_prints_one_record_and_ends() {
    let _noise = noise();
    let ended = run(pairperf(None).args(["demo", "--headless", "--json", "--duration", "1s"])).expect(0);
    let record = ended.json();
    assert_eq!((&record["outcome"]["state"], &record["config"]["duration_ms"]), (&"done".into(), &1_000.into()));
    assert!(record["summary"]["bits_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_demo_of_a_person_says_where_to_look_and_stays_up() {
    let _noise = noise();
    let running = Running::start(pairperf(None).args(["demo", "--headless", "--duration", "1s"]));
    let ended = running.end(SOON).expect(0);
    assert!(ended.out.contains("http://127.0.0.1:") && ended.out.contains("bit/s"), "{}", ended.out);
}
