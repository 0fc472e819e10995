//! Reads the command line into a [`Task`]. Does nothing itself.

use crate::image::Aim;

/// What `cargo xtask --help` prints.
pub(crate) const USAGE: &str = "\
The tasks of this project. Each one installs what it lacks and says so.

Usage: cargo xtask <TASK>

Tasks:
  demo [ARGS]...    Build everything, then run `pairperf demo ARGS`: two nodes on this machine and one real run
  test [FILTER]...  Check format, lints and docs, then run every test; with a filter only the tests it matches
  bundle            Build the page into static/pkg, where the server finds it
  image [--check]   Build the container image; with --check also start two nodes of it, pair them and run a real test
  bench [FILTER]... Measure the product and print the figures; never fails for being slow
  pictures          Take the pictures of the README into docs/pictures, of real nodes
  help              Print this";

/// A task with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Print the usage.
    Help,
    /// Build the page.
    Bundle,
    /// Build the container image, and try it if so told.
    Image(Aim),
    /// Build all and run the demo with these arguments.
    Demo(Vec<String>),
    /// Run the checks and the tests whose names contain one of these.
    Test(Vec<String>),
    /// Measure what has one of these in its name.
    Bench(Vec<String>),
    /// Take the pictures of the README.
    Pictures,
}

/// Turns the arguments after `cargo xtask` into a task, or says what is wrong with them.
pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Task, String> {
    let mut arguments = arguments.into_iter();
    let Some(name) = arguments.next() else {
        return Err("no task given".to_owned());
    };
    let rest: Vec<String> = arguments.collect();
    match name.as_str() {
        "help" | "--help" | "-h" => Ok(Task::Help),
        "demo" => Ok(Task::Demo(rest)),
        "bench" | "bundle" | "image" | "pictures" | "test"
            if rest.iter().any(|word| word == "--help" || word == "-h") =>
        {
            Ok(Task::Help)
        }
        "bundle" | "pictures" => match rest.first() {
            None if name == "bundle" => Ok(Task::Bundle),
            None => Ok(Task::Pictures),
            Some(word) => Err(format!("{name} takes no arguments, but was given `{word}`")),
        },
        "image" => match rest.iter().find(|word| *word != "--check") {
            None if rest.is_empty() => Ok(Task::Image(Aim::Build)),
            None => Ok(Task::Image(Aim::Check)),
            Some(word) => Err(format!("image takes --check or nothing, but was given `{word}`")),
        },
        "bench" | "test" => match rest.iter().find(|word| word.starts_with('-')) {
            None if name == "test" => Ok(Task::Test(rest)),
            None => Ok(Task::Bench(rest)),
            Some(word) => Err(format!("{name} takes parts of test names, but was given `{word}`")),
        },
        _ => Err(format!("there is no task `{name}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Task, &str>) {
        let task = parse(line.split_whitespace().map(str::to_owned));
        assert_eq!(task, expected.map_err(str::to_owned), "for `{line}`");
    }

    #[test]
    fn tasks_keep_their_arguments() {
        check("bundle", Ok(Task::Bundle));
        check("image", Ok(Task::Image(Aim::Build)));
        check("image --check", Ok(Task::Image(Aim::Check)));
        check("image --check --help", Ok(Task::Help));
        check("test", Ok(Task::Test(vec![])));
        check("test join", Ok(Task::Test(vec!["join".to_owned()])));
        check("demo --headless", Ok(Task::Demo(vec!["--headless".to_owned()])));
        check("demo --help", Ok(Task::Demo(vec!["--help".to_owned()])));
        check("test --help", Ok(Task::Help));
        check("bench page", Ok(Task::Bench(vec!["page".to_owned()])));
        check("pictures", Ok(Task::Pictures));
    }

    #[test]
    fn a_wrong_line_is_refused_by_name() {
        check("", Err("no task given"));
        check("ship", Err("there is no task `ship`"));
        check("pictures big", Err("pictures takes no arguments, but was given `big`"));
        check("bundle fast", Err("bundle takes no arguments, but was given `fast`"));
        check("image --push", Err("image takes --check or nothing, but was given `--push`"));
        check("test --release", Err("test takes parts of test names, but was given `--release`"));
    }
}
