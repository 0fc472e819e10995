//! The command line: what is printed where, and the exit codes that scripts rely on.

mod check;
mod run;
mod serve;
mod small;
