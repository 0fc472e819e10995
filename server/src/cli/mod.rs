//! The command line: what was asked of the program, and how it ended.

mod ask;
mod check;
mod client;
mod config_flags;
mod demo;
mod exit;
mod node;
mod progress;
mod run;
mod serve;
mod settings;
mod signals;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::Exit;

/// Measures the network between two machines: a server on each, paired by a code, watched live.
#[derive(Debug, Parser)]
#[command(name = "pairperf", version, about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run this machine's server: page, API and test streams on one port.
    Serve(serve::Serve),
    /// Make (or return) a running server's invitation.
    Invite(ask::Invite),
    /// Let a running server join the one that made an invitation.
    Join(ask::Join),
    /// Tell which ways to another machine are open.
    Check(check::Check),
    /// Join an inviting server, make one run, print its result.
    Run(run::Run),
    /// Show the whole on this machine alone: two servers, one real run between them.
    Demo(demo::Demo),
    /// Tell whether a server answers: exit 0 or 1.
    Health(ask::Health),
}

/// Does what the command line asks.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    // A server tells what happens to it; a command says its own result and nothing beside it.
    let usual = if matches!(cli.command, Command::Serve(_)) { "warn,pairperf_server=info" } else { "warn" };
    let filter = tracing_subscriber::EnvFilter::try_from_env("PAIRPERF_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(usual));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .init();
    let outcome = match cli.command {
        Command::Serve(serve) => block_on(serve.go()),
        Command::Check(check) => block_on(check.go()),
        Command::Run(run) => block_on(run.go()),
        Command::Demo(demo) => block_on(demo.go()),
        Command::Invite(invite) => invite.go(),
        Command::Join(join) => join.go(),
        Command::Health(health) => health.go(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(exit) => exit.report(),
    }
}

fn block_on(task: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Exit::failed(format!("starting: {error}")))?;
    let outcome = runtime.block_on(task);
    // A blocking task that hangs must not hold up the end.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
