//! `pairperf serve`: its two lines, and why it may not start.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use crate::harness::api::{Api, text};
use crate::harness::binary::pairperf;
use crate::harness::node::{Node, Setup};
use crate::harness::program::{Ended, run, signal};
use crate::harness::wait::{SOON, until};

/// A start that must fail with one line that names those words.
#[track_caller]
fn refused(arguments: &[&str], words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = pairperf(None);
    command.arg("serve").args(arguments);
    if !arguments.contains(&"--data") {
        command.arg("--data").arg(folder.path().join("data"));
    }
    let Ended { out, err, .. } = run(&mut command).expect(1);
    assert!(out.is_empty(), "{out}");
    assert_eq!(err.lines().count(), 1, "{err}");
    for word in words {
        assert!(err.contains(word), "no {word} in: {err}");
    }
}

#[test]
fn it_prints_exactly_two_lines_and_ends_well() {
    let mut node = Node::new("anna");
    let [listening, login] = node.printed.clone();
    assert_eq!(listening, format!("listening on http://{}", node.address));
    assert_eq!(login, format!("log in at http://{}/login#{}", node.address, node.token()));
    assert_ne!(node.port(), 0);
    assert_eq!(node.terminate(Duration::from_secs(5)).code(), Some(0));
    assert!(node.rest_of_output().is_empty());
}

#[test]
fn ctrl_c_ends_it_well_too() {
    let mut node = Node::new("anna");
    signal(node.id(), "INT");
    assert_eq!(node.ended(Duration::from_secs(5)).code(), Some(0));
}

#[test]
fn it_ends_well_while_it_still_joins() {
    // Something that takes the connection and never says a word.
    let mute = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let ticket = format!("{}/0000-0000", mute.local_addr().unwrap());
    let mut node = Setup::named("anna").with(&["--join", &ticket]).start();
    mute.accept().unwrap();
    assert_eq!(node.terminate(Duration::from_secs(5)).code(), Some(0));
}

#[test]
fn all_addresses_are_ipv4_too_and_printed_as_they_are_bound() {
    let node = Setup { listen: Some("[::]:0".to_owned()), ..Setup::named("anna") }.start();
    assert_eq!(node.printed[0], format!("listening on http://[::]:{}", node.port()));
    for address in ["127.0.0.1", "[::1]"] {
        let api = Api::new(&format!("{address}:{}", node.port()), &node.token());
        assert_eq!(api.node()["name"], "anna", "at {address}");
    }
    // Nobody else could use a loopback or a link-local address; only where there is nothing else it is better than nothing.
    let offered = Api::new(&format!("127.0.0.1:{}", node.port()), &node.token()).node()["addresses"].clone();
    let offered: Vec<String> = offered.as_array().unwrap().iter().map(text).collect();
    let useless =
        |address: &&String| ["127.", "[::1]", "169.254.", "[fe80:"].iter().any(|start| address.starts_with(start));
    assert!(
        !offered.is_empty() && (offered.len() == 1 || !offered.iter().any(|address| useless(&address))),
        "{offered:?}"
    );
}

#[test]
fn a_token_that_a_person_supplied_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "my own token\n").unwrap();
    let node = Setup::named("anna").with(&["--token-file", file.to_str().unwrap()]).start();
    assert_eq!(node.printed[1], format!("log in at http://{}/login", node.address));
    assert!(!node.log().contains("my own token"));
    let api = Api::new(&node.address, "my own token");
    assert_eq!(api.node()["name"], "anna");
    assert!(!node.data().join("token").exists());
}

#[test]
fn without_login_everybody_comes_in_and_it_says_so() {
    let node = Setup::named("anna").with(&["--no-login"]).start();
    assert!(node.printed[1].contains("login is off"), "{}", node.printed[1]);
    until("its log says it too", SOON, || if node.log().contains("login is off") { Ok(()) } else { Err(node.log()) });
    assert_eq!(Api::new(&node.address, "").node()["name"], "anna");
}

#[test]
fn what_is_kept_is_private() {
    let node = Node::new("anna");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&node.data().join("token")), 0o600);
    assert_eq!(mode(&node.data()), 0o700);
    assert!(node.token().len() >= 32, "a token is hard to guess");
}

#[test]
fn a_port_in_use_is_named_with_the_way_out() {
    let node = Node::new("anna");
    refused(&["--listen", &node.address], &[&node.port().to_string(), "in use", "--listen"]);
}

#[test]
fn an_address_of_another_machine_is_named() {
    refused(&["--listen", "192.0.2.7:0"], &["192.0.2.7", "--listen"]);
}

#[test]
fn a_data_folder_that_can_not_be_made_is_named() {
    refused(&["--listen", "127.0.0.1:0", "--data", "/proc/nowhere/data"], &["/proc/nowhere/data", "--data"]);
}

#[test]
fn a_second_node_on_the_same_data_is_refused() {
    let node = Node::new("anna");
    let data = node.data();
    let data = data.to_str().unwrap();
    refused(&["--listen", "127.0.0.1:0", "--data", data], &[data, "in use"]);
    // It did no harm to the first.
    assert_eq!(node.api().node()["name"], "anna");
}

#[test]
fn a_certificate_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    refused(&["--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key], &[certificate, "--tls-cert"]);
    std::fs::write(certificate, "not a certificate").unwrap();
    refused(&["--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key], &[certificate, "--tls-cert"]);
    std::fs::write(certificate, include_str!("../fixtures/cert.pem")).unwrap();
    refused(&["--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key], &[key, "--tls-key"]);
}

#[test]
fn a_token_file_that_holds_nothing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let file = file.to_str().unwrap();
    refused(&["--listen", "127.0.0.1:0", "--token-file", file], &[file]);
    std::fs::write(file, "\n").unwrap();
    refused(&["--listen", "127.0.0.1:0", "--token-file", file], &[file, "empty"]);
}

#[test]
fn what_is_advertised_is_what_is_offered() {
    let node = Setup::named("anna").with(&["--advertise", "vm.example", "--advertise", "10.9.8.7:80"]).start();
    let invitation = node.api().post("/api/v1/invitations", &serde_json::json!({})).expect(200);
    assert_eq!(invitation["addresses"], serde_json::json!([format!("vm.example:{}", node.port()), "10.9.8.7:80"]));
    assert!(node.printed[1].contains("http://vm.example:"), "{}", node.printed[1]);
}
