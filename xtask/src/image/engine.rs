//! The docker engine: installed and started where there is none, and asked.

use std::fs::File;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::undo::Undo;
use super::wait::until;
use crate::workspace::Workspace;
use crate::{apt, process};

/// An engine is up within this, also on a busy machine.
const START: Duration = Duration::from_mins(1);
/// Whether the kernel forwards packets.
const FORWARDING: &str = "/proc/sys/net/ipv4/ip_forward";
/// Ends an engine and waits until it is gone; containers get ten seconds of it.
const END: &str = "kill $1; for i in $(seq 300); do kill -0 $1 2>/dev/null || break; sleep 0.1; done";

/// A docker engine that answers.
#[derive(Debug)]
pub(super) struct Engine {
    docker: PathBuf,
}

impl Engine {
    /// The engine that runs, or one started for this task and stopped with it.
    pub(super) fn ready(workspace: &Workspace, undo: &mut Undo) -> Result<Self> {
        if let Some(engine) = Self::running() {
            return Ok(engine);
        }
        let installed = process::find("docker").is_some() && process::find("dockerd").is_some();
        if !installed {
            apt::install(&["docker.io"], "building and running images")?;
        }
        if let Some(engine) = Self::running() {
            return Ok(engine);
        }
        if !process::is_root() {
            bail!(
                "no docker engine answers this user: run `sudo systemctl start docker` if none runs, and \
                 `sudo usermod --append --groups docker $USER` if this user may not use it; then log in anew and run \
                 this again"
            );
        }
        start(&super::scratch(workspace).join("dockerd.log"), undo)
    }

    fn running() -> Option<Self> {
        let engine = Self { docker: process::find("docker")? };
        process::succeeds(engine.docker().arg("info")).then_some(engine)
    }

    /// A docker command; its chatter goes to standard error.
    pub(super) fn docker(&self) -> Command {
        let mut command = Command::new(&self.docker);
        command.stdout(std::io::stderr());
        command
    }

    /// What a docker command prints.
    pub(super) fn ask(&self, arguments: &[&str], doing: &str) -> Result<String> {
        process::capture(Command::new(&self.docker).args(arguments), doing)
    }

    /// Whether the engine holds an image of that name.
    pub(super) fn has(&self, image: &str) -> bool {
        process::succeeds(self.docker().args(["image", "inspect", image]))
    }
}

fn start(log: &Path, undo: &mut Undo) -> Result<Engine> {
    keep_forwarding(undo)?;
    eprintln!("xtask: starting a docker engine for the time of this task; its log is {}", log.display());
    let file = File::create(log).with_context(|| format!("creating {}", log.display()))?;
    let errors = file.try_clone().with_context(|| format!("opening {} again", log.display()))?;
    let child = Command::new("dockerd")
        .env("PATH", process::search_path()?)
        .stdout(file)
        .stderr(errors)
        // A Ctrl-C must not end it before the containers are taken down.
        .process_group(0)
        .spawn()
        .context("starting dockerd")?;
    undo.later(Command::new("sh").args(["-c", END, "sh", &child.id().to_string()]))?;
    let ended = reap(child);
    until(START, "waiting for the docker engine to answer", || {
        if let Ok(how) = ended.try_recv() {
            bail!("the docker engine ended at once ({how}): {} says why", log.display());
        }
        Ok(Engine::running())
    })
}

/// An engine lets the kernel forward packets and forbids it for all but its own; both are put back.
fn keep_forwarding(undo: &mut Undo) -> Result<()> {
    let before = std::fs::read_to_string(FORWARDING).with_context(|| format!("reading {FORWARDING}"))?;
    if before.trim() != "0" {
        // It leaves alone what is forwarded already.
        return Ok(());
    }
    let path = process::search_path()?;
    let mut rules = Command::new("iptables");
    rules.args(["--list-rules", "FORWARD"]).env("PATH", &path);
    let rules = process::capture(&mut rules, "asking for the rules of forwarding")?;
    if rules.lines().any(|rule| rule == "-P FORWARD ACCEPT") {
        undo.later(Command::new("iptables").args(["--policy", "FORWARD", "ACCEPT"]).env("PATH", &path))?;
    }
    undo.later(Command::new("sh").args(["-c", &format!("echo 0 > {FORWARDING}")]))
}

/// Takes note of the engine's end as it comes, so that it can be seen to be gone.
fn reap(mut child: Child) -> Receiver<String> {
    let (tell, ended) = mpsc::channel();
    std::thread::spawn(move || {
        let how = child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        // Nobody listens any more once the engine answers.
        let _ = tell.send(how);
    });
    ended
}
