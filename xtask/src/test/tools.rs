//! What the checks need of the machine, installed where it is missing.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{apt, process};

/// Programs that tests start, and the packages that bring them.
const PROGRAMS: [(&str, &str); 6] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("ip", "iproute2"),
    ("tc", "iproute2"),
    ("nft", "nftables"),
    ("unshare", "util-linux"),
];
/// What pairperf is measured against, and what keeps each to its processor.
const RIVALS: [(&str, &str); 5] =
    [("iperf3", "iperf3"), ("iperf", "iperf"), ("nuttcp", "nuttcp"), ("taskset", "util-linux"), ("chrt", "util-linux")];
/// Parts of the Rust toolchain that a minimal installation leaves out.
const COMPONENTS: [&str; 2] = ["rustfmt", "clippy"];

/// Installs the programs that are missing.
pub(super) fn ensure_programs() -> Result<()> {
    ensure(&PROGRAMS, "testing with a browser and with hosts of their own")
}

/// Installs the tools to measure against that are missing.
pub(super) fn ensure_rivals() -> Result<()> {
    ensure(&RIVALS, "measuring against other tools")
}

fn ensure(programs: &[(&str, &'static str)], purpose: &str) -> Result<()> {
    let packages = missing(programs, |program| process::find(program).is_some());
    if packages.is_empty() { Ok(()) } else { apt::install(&packages, purpose) }
}

fn missing(programs: &[(&str, &'static str)], is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut packages: Vec<_> =
        programs.iter().filter(|(program, _)| !is_there(program)).map(|&(_, package)| package).collect();
    packages.dedup();
    packages
}

/// Installs rustfmt and clippy where they are missing.
pub(super) fn ensure_components() -> Result<()> {
    for component in COMPONENTS {
        let command = component.trim_start_matches("rust");
        if process::succeeds(process::cargo().args([command, "--version"])) {
            continue;
        }
        if process::find("rustup").is_none() {
            bail!("checking the code needs `cargo {command}`: install {component} for the Rust toolchain in use");
        }
        eprintln!("xtask: adding {component} with rustup");
        process::run(Command::new("rustup").args(["component", "add", component]), &format!("adding {component}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_installed_once_for_all_its_programs() {
        assert_eq!(missing(&PROGRAMS, |_| true), [""; 0]);
        assert_eq!(missing(&PROGRAMS, |program| program != "tc"), ["iproute2"]);
        assert_eq!(
            missing(&PROGRAMS, |program| program == "unshare"),
            ["chromium", "chromium-driver", "iproute2", "nftables"]
        );
    }
}
