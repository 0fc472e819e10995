//! Installs Debian packages, saying which and why; where that is not possible, names the command to run.

use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Result, bail};

use crate::process;

/// How this user may install packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    Root,
    Sudo,
    /// There is an apt-get, but this user may not use it.
    Forbidden,
    /// No apt-get: not a Debian.
    Absent,
}

/// Installs `packages`, which are needed for `purpose`.
pub(crate) fn install(packages: &[&str], purpose: &str) -> Result<()> {
    let names = packages.join(" ");
    let means = means();
    match means {
        Means::Absent => bail!(
            "{purpose} needs {names} (Debian's names), and this machine has no apt-get: \
             install them with its own package manager, then run this again"
        ),
        Means::Forbidden => bail!(
            "{purpose} needs packages that only root can install: run `apt-get install \
             --no-install-recommends {names}` as root, then run this again"
        ),
        Means::Root | Means::Sudo => {}
    }
    update_once(means);
    eprintln!("xtask: installing {names}: {purpose} needs it");
    // --no-remove: rather fail than take another compiler away from this machine.
    let arguments = ["install", "--yes", "--no-install-recommends", "--no-remove"];
    process::run(apt_get(means).args(arguments).args(packages), &format!("installing {names}"))
}

/// Refreshes the package lists, once in a process. A mirror that fails is no reason to stop: the install tells.
fn update_once(means: Means) {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        eprintln!("xtask: refreshing the package lists");
        if let Err(error) = process::run(apt_get(means).arg("update"), "refreshing the package lists") {
            eprintln!("xtask: {error:#}; going on with the lists that are there");
        }
    });
}

fn means() -> Means {
    if process::find("apt-get").is_none() {
        Means::Absent
    } else if process::is_root() {
        Means::Root
    } else if process::find("sudo").is_some() {
        Means::Sudo
    } else {
        Means::Forbidden
    }
}

fn apt_get(means: Means) -> Command {
    let mut command = if means == Means::Sudo {
        let mut sudo = Command::new("sudo");
        if process::in_ci() {
            sudo.arg("--non-interactive");
        }
        sudo.arg("env");
        sudo
    } else {
        Command::new("env")
    };
    command.args([
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "--quiet=2",
        "--option=DPkg::Lock::Timeout=300",
        "--option=Acquire::Retries=3",
        "--option=Dpkg::Use-Pty=0",
    ]);
    // Its chatter goes to standard error: standard output is for results.
    command.stdout(std::io::stderr());
    command
}
