//! Where the program under test is, and how it is called.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::net::Host;

/// The server's binary: `PAIRPERF_BIN`, else the one that was built beside these tests.
pub(crate) fn binary() -> PathBuf {
    let told = std::env::var_os("PAIRPERF_BIN").map(PathBuf::from);
    let binary = told.unwrap_or_else(|| {
        let this = std::env::current_exe().unwrap();
        // target/debug/deps/e2e-… → target/debug/pairperf
        let folder = this.parent().and_then(Path::parent).unwrap();
        folder.join("pairperf")
    });
    assert!(
        binary.is_file(),
        "there is no program to test at {}: run `cargo xtask test`, which builds it first",
        binary.display()
    );
    binary
}

/// A call of the program on this machine, or on one of the test's own hosts.
pub(crate) fn pairperf(host: Option<&Host>) -> Command {
    let mut command = match host {
        Some(host) => host.command(&binary()),
        None => Command::new(binary()),
    };
    // What the person who runs the tests has set must not matter.
    for name in ["PAIRPERF_TOKEN", "PAIRPERF_LOG", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    command
}
