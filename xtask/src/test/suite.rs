//! Which test commands are run, in which order, and what their exit codes mean together.
//!
//! cargo-nextest is used where it is installed, since it bounds the time of each test (`.config/nextest.toml`); cargo's
//! own runner does otherwise. Their output is theirs: nothing is printed after the last line of the last one.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use super::hosts::Hosts;
use crate::process;
use crate::workspace::Workspace;

/// The crate whose tests make hosts.
const HOST_TESTS: &str = "pairperf-tests";
/// cargo-nextest's exit code when no test matched.
const NOTHING_MATCHED: u8 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Runner {
    Nextest,
    Cargo,
}

/// One command of the suite.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    arguments: Vec<String>,
    hosts: Hosts,
}

/// Runs the tests and returns the exit code of the first failure.
pub(super) fn run(workspace: &Workspace, hosts: Hosts, axe: &Path, filters: &[String]) -> Result<ExitCode> {
    let runner = if process::succeeds(workspace.cargo().args(["nextest", "--version"])) {
        Runner::Nextest
    } else {
        Runner::Cargo
    };
    let mut codes = Vec::new();
    let parts = parts(runner, hosts, filters);
    for (place, part) in parts.iter().enumerate() {
        let mut plain = process::cargo();
        plain.args(&part.arguments);
        let mut command = part.hosts.wrap(&plain);
        command
            .current_dir(&workspace.root)
            .env("PATH", process::search_path()?)
            .env("PAIRPERF_BIN", workspace.server("debug"))
            .env("PAIRPERF_AXE", axe);
        let status = process::status(&mut command, "running the tests")?;
        let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
        if is_failure(code) && place + 1 < parts.len() {
            eprintln!("xtask: this part failed; going on with the next");
        }
        codes.push(code);
    }
    Ok(ExitCode::from(verdict(&codes)))
}

/// The commands, with doc tests first so that the runner's summary closes the output.
fn parts(runner: Runner, hosts: Hosts, filters: &[String]) -> Vec<Part> {
    let part = |words: &str, hosts| {
        let mut arguments: Vec<String> = words.split(' ').map(str::to_owned).collect();
        arguments.extend_from_slice(filters);
        Part { arguments, hosts }
    };
    let expression = |expression: String| {
        let mut part = part("nextest run --workspace", Hosts::Directly);
        part.arguments.extend(["--filterset".to_owned(), expression]);
        part
    };
    match runner {
        Runner::Nextest => {
            let docs = part("test --workspace --quiet --doc --", Hosts::Directly);
            if hosts == Hosts::Directly {
                return vec![docs, part("nextest run --workspace", hosts)];
            }
            let alone = expression(format!("not package({HOST_TESTS})"));
            let with_hosts = expression(format!("package({HOST_TESTS})"));
            vec![docs, alone, Part { hosts, ..with_hosts }]
        }
        Runner::Cargo => vec![
            part(&format!("test --workspace --exclude {HOST_TESTS} --no-fail-fast --"), Hosts::Directly),
            // Each of these starts servers and browsers: two at a time are enough.
            part("test --workspace --test e2e -- --test-threads=2", hosts),
        ],
    }
}

fn is_failure(code: u8) -> bool {
    code != 0 && code != NOTHING_MATCHED
}

/// The first failure's code. That nothing matched is a failure only when it is true of every part that tells.
fn verdict(codes: &[u8]) -> u8 {
    let failure = codes.iter().copied().find(|&code| is_failure(code));
    let told = codes.iter().skip(1);
    match failure {
        Some(code) => code,
        None if told.clone().count() > 0 && told.copied().all(|code| code == NOTHING_MATCHED) => NOTHING_MATCHED,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(runner: Runner, hosts: Hosts, filters: &[&str]) -> Vec<String> {
        let filters: Vec<String> = filters.iter().copied().map(str::to_owned).collect();
        parts(runner, hosts, &filters)
            .iter()
            .map(|part| {
                let place = if part.hosts == Hosts::Directly { "" } else { "inside: " };
                format!("{place}{}", part.arguments.join(" "))
            })
            .collect()
    }

    #[test]
    fn root_runs_everything_under_one_summary() {
        assert_eq!(
            lines(Runner::Nextest, Hosts::Directly, &["join"]),
            ["test --workspace --quiet --doc -- join", "nextest run --workspace join"]
        );
    }

    #[test]
    fn without_root_only_the_tests_with_hosts_run_in_a_namespace() {
        assert_eq!(
            lines(Runner::Nextest, Hosts::InNamespace, &[])[1..],
            [
                "nextest run --workspace --filterset not package(pairperf-tests)",
                "inside: nextest run --workspace --filterset package(pairperf-tests)",
            ]
        );
        assert_eq!(
            lines(Runner::Cargo, Hosts::InNamespace, &["join"]),
            [
                "test --workspace --exclude pairperf-tests --no-fail-fast -- join",
                "inside: test --workspace --test e2e -- --test-threads=2 join",
            ]
        );
    }

    #[test]
    fn a_failure_counts_and_an_empty_part_does_not() {
        for (codes, expected) in [
            (&[0, 0][..], 0),
            (&[0, 100], 100),
            (&[101, 0], 101),
            (&[0, 4, 0], 0),
            (&[0, 4, 100], 100),
            (&[0, 4], 4),
            (&[0, 4, 4], 4),
        ] {
            assert_eq!(verdict(codes), expected, "for {codes:?}");
        }
    }
}
