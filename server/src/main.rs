//! The `pairperf` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    pairperf_server::cli::main()
}
