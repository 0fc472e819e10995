//! `cargo xtask image`: the container image of a node; with `--check` also two nodes of it, paired, and a real run.
//!
//! The docker engine is installed and started where there is none ([`engine`]), and the images that the Dockerfile
//! builds on are pulled ([`bases`]). A check goes on where no registry can be reached, on bases made from Debian's
//! packages ([`stand_in`]); then compose.yaml is tried as a person would ([`check`]). What was started is taken down
//! again, however this ends ([`undo`]).

mod bases;
mod check;
mod compose;
mod engine;
mod node;
mod sources;
mod stand_in;
mod undo;
mod wait;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::process;
use crate::workspace::{Workspace, create_folder};
use bases::Bases;
use engine::Engine;
use undo::Undo;

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Build the image.
    Build,
    /// Build it, and try it with two nodes.
    Check,
}

/// The image as built.
#[derive(Debug)]
struct Image {
    name: &'static str,
    took: Duration,
    bytes: f64,
}

/// Builds the image, and tries it if that is the aim; returns what to tell about it.
pub(crate) fn image(workspace: &Workspace, aim: Aim) -> Result<String> {
    create_folder(&scratch(workspace))?;
    let mut undo = Undo::start()?;
    let engine = Engine::ready(workspace, &mut undo)?;
    let bases = bases::ensure(&engine, workspace, aim, &mut undo)?;
    let image = build(&engine, workspace, bases)?;
    let mut lines = vec![format!("{}: {:.1} MB, built in {}", image.name, image.bytes / 1e6, seconds(image.took))];
    if bases == Bases::StandIn {
        lines.push("built on stand-ins for the official images: good for this check, not for use".to_owned());
    }
    if aim == Aim::Check {
        lines.extend(check::check(&engine, workspace, &mut undo)?);
    }
    Ok(lines.join("\n"))
}

fn build(engine: &Engine, workspace: &Workspace, bases: Bases) -> Result<Image> {
    let name = bases.image_name();
    eprintln!("xtask: building the image {name}; without a cache this takes minutes");
    let start = Instant::now();
    process::run(engine.docker().args(["build", "--tag", name]).arg(&workspace.root), "building the image")?;
    let took = start.elapsed();
    let doing = "asking for the image's size";
    let size = engine.ask(&["image", "inspect", "--format", "{{.Size}}", name], doing)?;
    let bytes = size.parse().with_context(|| format!("{doing}: `{size}` is no number"))?;
    Ok(Image { name, took, bytes })
}

/// Where what is needed on the way lies.
fn scratch(workspace: &Workspace) -> PathBuf {
    workspace.target.join("pairperf-image")
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}
