//! `cargo xtask demo`: everything built, then the product's own demo. Knows nothing of what the demo does.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;
use crate::{bundle, process};

/// Builds the page and the server, then becomes `pairperf demo` with `arguments`.
pub(crate) fn demo(workspace: &Workspace, arguments: &[String]) -> Result<ExitCode> {
    bundle::bundle(workspace)?;
    process::run(workspace.cargo().args(["build", "--release", "--package", "pairperf"]), "building the server")?;
    let server = workspace.server("release");
    // Taking this process's place hands over the terminal, the signals and the exit code without a go-between.
    let failure = Command::new(&server).arg("demo").args(arguments).exec();
    Err(failure).with_context(|| format!("starting {}", server.display()))
}
