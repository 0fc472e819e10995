//! `cargo xtask`: the project's own tasks. It builds the page and the image, starts the demo and runs every
//! check.
//!
//! A layout in a line each: [`cli`] reads the command line, [`bundle`], [`mod@image`], [`demo`] and [`mod@test`] are the tasks,
//! [`compiler`] finds or makes a compiler for the browser, [`apt`], [`process`] and [`workspace`] are the hands they use.
//! Knows nothing of what the product does.

mod apt;
mod benchmarks;
mod bundle;
mod cli;
mod compiler;
mod demo;
mod image;
mod process;
mod test;
mod workspace;

use std::process::ExitCode;

use cli::Task;
use workspace::Workspace;

fn main() -> ExitCode {
    let task = match cli::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{}", cli::USAGE);
            return ExitCode::from(2);
        }
    };
    perform(&task).unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

fn perform(task: &Task) -> anyhow::Result<ExitCode> {
    match task {
        Task::Help => {
            print_result(cli::USAGE);
            Ok(ExitCode::SUCCESS)
        }
        Task::Bundle => {
            print_result(&bundle::bundle(&Workspace::find()?)?);
            Ok(ExitCode::SUCCESS)
        }
        Task::Image(aim) => {
            print_result(&image::image(&Workspace::find()?, *aim)?);
            Ok(ExitCode::SUCCESS)
        }
        Task::Demo(arguments) => demo::demo(&Workspace::find()?, arguments),
        Task::Test(filters) => test::test(&Workspace::find()?, filters),
        Task::Bench(filters) => test::by_hand(&Workspace::find()?, test::ByHand::Bench, filters),
        Task::Pictures => test::by_hand(&Workspace::find()?, test::ByHand::Pictures, &[]),
    }
}

/// What was asked for goes to standard output; everything said on the way there goes to standard error.
#[expect(clippy::print_stdout, reason = "the one place where a task's result is printed")]
fn print_result(result: &str) {
    println!("{result}");
}
