//! The Dockerfile and compose.yaml agree with the program, with each other and with the README.

use std::path::Path;

use crate::harness::binary::pairperf;
use crate::harness::program::run;

fn file(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What follows `key` on the lines that begin with it.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.trim().strip_prefix(key)).map(str::trim).collect()
}

/// The only one of [`values`].
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let found = values(text, key);
    assert_eq!(found.len(), 1, "not one `{key}`: {found:?}");
    found[0]
}

/// The words of `["a", "b"]`.
fn words(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap_or_else(|error| panic!("{list}: {error}"))
}

/// Fails unless the program has that command with these flags.
fn exists(command: &[String]) {
    let help = run(pairperf(None).args([command[0].as_str(), "--help"])).expect(0).out;
    for flag in command.iter().filter(|word| word.starts_with("--")) {
        assert!(help.contains(&format!("{flag} <")), "`pairperf {}` has no {flag}", command[0]);
    }
}

/// The port that a node listens at unless told.
fn default_port() -> u16 {
    let help = run(pairperf(None).args(["serve", "--help"])).expect(0).out;
    help.split_once("[default: [::]:").unwrap().1.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn the_image_starts_and_asks_the_program_as_it_is() {
    let dockerfile = file("Dockerfile");
    assert_eq!(words(value(&dockerfile, "ENTRYPOINT ")), ["pairperf"]);
    exists(&words(value(&dockerfile, "CMD ")));
    let health = words(value(&dockerfile, "HEALTHCHECK ").split_once("CMD ").unwrap().1);
    assert_eq!(health[0], "pairperf");
    exists(&health[1..]);

    let port = default_port();
    assert_eq!(value(&dockerfile, "EXPOSE "), format!("{port}/tcp {port}/udp"));
    let user: u32 = value(&dockerfile, "USER ").split(':').next().unwrap().parse().unwrap();
    assert_ne!(user, 0, "the node would run as root");
    let data = format!("{}/pairperf", value(&dockerfile, "ENV XDG_DATA_HOME="));
    assert_eq!(value(&dockerfile, "VOLUME "), data);
}

#[test]
fn the_two_nodes_are_started_as_the_program_allows_and_seen_from_this_machine_alone() {
    let compose = file("compose.yaml");
    let port = default_port();
    let commands = values(&compose, "command: ");
    assert_eq!(commands.len(), 2);
    for (command, node) in commands.iter().zip(["a", "b"]) {
        let command = words(command);
        exists(&command);
        let advertised = command.iter().position(|word| word == "--advertise").unwrap() + 1;
        assert_eq!(command[advertised], format!("{node}:{port}"));
    }
    let ports = values(&compose, "- \"");
    assert_eq!(ports.len(), 4, "{ports:?}");
    for published in ports {
        assert!(published.starts_with("127.0.0.1:"), "{published} is open to others");
        assert!(published.contains(&format!("}}:{port}/")), "{published} leads elsewhere");
    }
    for volume in values(&compose, "- ").iter().filter(|item| item.contains(":/")) {
        assert_eq!(volume.split_once(':').unwrap().1, value(&file("Dockerfile"), "VOLUME "));
    }
}

#[test]
fn the_readme_names_the_addresses_that_the_two_nodes_have() {
    let (compose, readme) = (file("compose.yaml"), file("README.md"));
    let section = readme.split_once("\n## In containers\n").unwrap().1.split("\n## ").next().unwrap();
    for variable in ["PAIRPERF_PORT_A", "PAIRPERF_PORT_B"] {
        let port = compose.split_once(&format!("${{{variable}:-")).unwrap().1.split('}').next().unwrap();
        assert!(section.contains(&format!("http://localhost:{port}")), "README.md does not name port {port}");
        assert!(section.contains(variable), "README.md does not name {variable}");
    }
}
