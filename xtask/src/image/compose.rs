//! The two nodes of compose.yaml: brought up, watched, taken down.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::engine::Engine;
use super::undo::Undo;
use super::wait::until;
use crate::workspace::Workspace;
use crate::{apt, process};

/// The project of a check, so that nobody's own nodes and records are touched.
const PROJECT: &str = "pairperf-check";
/// Health is looked at every ten seconds, and the third look decides.
const HEALTHY: Duration = Duration::from_mins(1);

/// Compose, as a program and its first arguments, with what compose.yaml reads from the environment.
#[derive(Debug)]
pub(super) struct Compose {
    words: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Compose {
    /// Finds or installs it.
    pub(super) fn ready(engine: &Engine, workspace: &Workspace, variables: Vec<(String, String)>) -> Result<Self> {
        let mut words = if let Some(words) = program(engine) {
            words
        } else {
            apt::install(&["docker-compose"], "starting two nodes with one command")?;
            program(engine).context("the package docker-compose brought no docker-compose")?
        };
        let folder = workspace.root.display().to_string();
        words.extend(["--project-name".to_owned(), PROJECT.to_owned(), "--project-directory".to_owned(), folder]);
        let file = workspace.root.join("compose.yaml").display().to_string();
        words.extend(["--file".to_owned(), file]);
        Ok(Self { words, variables })
    }

    /// Starts the nodes, and sees to it that nothing of them stays.
    pub(super) fn up(&self, undo: &mut Undo) -> Result<()> {
        undo.later(&self.command(&["down", "--volumes", "--rmi", "local"]))?;
        process::run(&mut self.command(&["up", "--detach", "--build"]), "starting two nodes with compose")
    }

    /// Stops and removes the nodes.
    pub(super) fn down(&self) -> Result<()> {
        process::run(&mut self.command(&["down"]), "stopping two nodes with compose")
    }

    /// The container of a service.
    pub(super) fn container(&self, service: &str) -> Result<String> {
        let doing = format!("asking compose for the container of {service}");
        let mut command = self.command(&["ps", "--quiet", service]);
        let id = process::capture(command.stdout(std::process::Stdio::piped()), &doing)?;
        if id.is_empty() {
            bail!("{doing}: there is none");
        }
        Ok(id)
    }

    /// What the nodes have said, for whoever looks for a cause.
    pub(super) fn show_logs(&self) {
        // Already in trouble: that the logs can't be shown either changes nothing.
        let _ = process::run(&mut self.command(&["logs", "--tail", "50"]), "showing what the nodes said");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let (program, first) = self.words.split_first().expect("compose has a name");
        let mut command = Command::new(program);
        command.args(first).args(arguments).stdout(std::io::stderr());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// The plugin of docker, or the older program of its own.
fn program(engine: &Engine) -> Option<Vec<String>> {
    let docker = engine.docker();
    if process::succeeds(engine.docker().args(["compose", "version"])) {
        return Some(vec![docker.get_program().to_string_lossy().into_owned(), "compose".to_owned()]);
    }
    process::find("docker-compose").map(|program| vec![program.display().to_string()])
}

/// Waits until a container's own health check says that it is well.
pub(super) fn wait_until_healthy(engine: &Engine, container: &str) -> Result<()> {
    let format = "{{.State.Status}} {{.State.Health.Status}}";
    until(HEALTHY, &format!("waiting for the container {container} to be healthy"), || {
        let state = engine.ask(&["inspect", "--format", format, container], "asking for a container's health")?;
        match state.as_str() {
            "running healthy" => Ok(Some(())),
            "running starting" => Ok(None),
            _ => bail!("the container {container} is not well: {state}"),
        }
    })
}
