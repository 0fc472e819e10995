//! What uses the tests' nodes and browser but is no test: measuring, and taking pictures.

use std::process::ExitCode;

use anyhow::Result;

use super::hosts::Hosts;
use super::{step, tools};
use crate::workspace::{Workspace, create_folder};
use crate::{benchmarks, bundle, process};

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByHand {
    /// Measure and print.
    Bench,
    /// Take the pictures of the README.
    Pictures,
}

/// Does it, with the release build where speed matters; `filters` are parts of names.
pub(crate) fn by_hand(workspace: &Workspace, what: ByHand, filters: &[String]) -> Result<ExitCode> {
    tools::ensure_programs()?;
    if what == ByHand::Bench {
        tools::ensure_rivals()?;
    }
    let hosts = Hosts::allowed()?;
    bundle::bundle(workspace)?;
    let (name, profile) = match what {
        ByHand::Bench => ("bench::", "release"),
        ByHand::Pictures => ("pictures::", "debug"),
    };
    let mut build = vec!["build", "--package", "pairperf"];
    build.extend((profile == "release").then_some("--release"));
    step(workspace, "building the server", &build)?;
    let pictures = workspace.root.join("docs/pictures");
    if what == ByHand::Pictures {
        create_folder(&pictures)?;
    }
    let mut plain = process::cargo();
    plain.args(["test", "--package", "pairperf-tests", "--test", "e2e", "--", "--ignored", "--nocapture"]);
    plain.arg("--test-threads=1");
    // The runner takes what has any of the names in it.
    let chosen: Vec<String> = filters.iter().map(|filter| format!("{name}{filter}")).collect();
    plain.args(if chosen.is_empty() { vec![name.to_owned()] } else { chosen });
    let mut command = hosts.wrap(&plain);
    command
        .current_dir(&workspace.root)
        .env("PATH", process::search_path()?)
        .env("PAIRPERF_BIN", workspace.server(profile))
        .env("PAIRPERF_BENCH", workspace.target.join("bench"))
        .env("PAIRPERF_PICTURES", &pictures);
    let status = process::status(&mut command, "running it")?;
    if what == ByHand::Bench {
        benchmarks::write(&workspace.target.join("bench"), &workspace.root.join("BENCHMARKS.md"))?;
    }
    Ok(ExitCode::from(u8::from(!status.success())))
}
