//! `cargo xtask test`: every check there is, from the quick ones to the slow ones.
//!
//! Format first, because it takes a second; then what the tests need is installed ([`tools`]) and the page is bundled;
//! then lints and docs; then all tests ([`suite`]), those with hosts of their own as root or, where that is not to be
//! had, in a user namespace ([`hosts`]).

mod axe;
mod by_hand;
mod hosts;
mod suite;
mod tools;

use std::process::ExitCode;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{bundle, process};
use hosts::Hosts;

pub(crate) use by_hand::{ByHand, by_hand};

/// Runs all checks and tests; with `filters` only the tests whose names contain one of them.
pub(crate) fn test(workspace: &Workspace, filters: &[String]) -> Result<ExitCode> {
    let whole = filters.is_empty();
    if whole {
        tools::ensure_components()?;
        step(workspace, "checking the format", &["fmt", "--all", "--check"])?;
    }
    tools::ensure_programs()?;
    let hosts = Hosts::allowed()?;
    bundle::bundle(workspace)?;
    if whole {
        step(workspace, "checking the lints", &["clippy", "--workspace", "--all-targets", "--", "--deny=warnings"])?;
        document(workspace)?;
    }
    // All at once, so that the server which the tests start shares its dependencies with the tests.
    step(workspace, "building the server and the tests", &["build", "--workspace", "--all-targets"])?;
    suite::run(workspace, hosts, &axe::script()?, filters)
}

fn document(workspace: &Workspace) -> Result<()> {
    eprintln!("xtask: checking the docs");
    process::run(
        workspace.cargo().args(["doc", "--no-deps", "--workspace"]).env("RUSTDOCFLAGS", "--deny=warnings"),
        "checking the docs",
    )
}

fn step(workspace: &Workspace, doing: &str, arguments: &[&str]) -> Result<()> {
    eprintln!("xtask: {doing}");
    process::run(workspace.cargo().args(arguments), doing)
}
