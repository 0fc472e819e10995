//! One flag for each setting of a run, made from the table in `shared::command`.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pairperf_shared::command::{KNOBS, Kind, Knob, end_key, from_pairs, split_end};
use pairperf_shared::config::{Problem, RunConfig, side_key};
use pairperf_shared::plan::Side;

use super::Exit;

/// The two ends, each with a flag of its name for what it has otherwise.
const SIDES: [Side; 2] = [Side::Coordinator, Side::Peer];

/// The settings that were given, as typed, by key.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigFlags {
    /// Of both ends, or of one.
    pairs: Vec<(String, String)>,
    /// What was given for one end and is not `KEY=VALUE` of a setting that may differ: the flag and the reason.
    wrong: Vec<String>,
}

impl ConfigFlags {
    /// The config they make.
    pub(super) fn config(&self) -> Result<RunConfig, Exit> {
        if !self.wrong.is_empty() {
            return Err(Exit::usage(self.wrong.join("; ")));
        }
        from_pairs(self.pairs.iter().map(|(key, text)| (key.as_str(), text.as_str()))).map_err(|issues| {
            let says = |problem: &Problem| match problem {
                // As the words are typed here, not as they stand in JSON.
                Problem::Choice { .. } | Problem::Mode { .. } | Problem::ModeProtocol { .. } => {
                    problem.to_string().replace('_', "-")
                }
                problem => problem.to_string(),
            };
            let issues = issues.iter().map(|issue| format!("{}: {}", flag(&issue.field), says(&issue.problem)));
            Exit::usage(issues.collect::<Vec<_>>().join("; "))
        })
    }

    /// Adds what was given for one end alone.
    fn at(&mut self, side: Side, given: &str) {
        let (name, text) = given.split_once('=').unwrap_or((given, ""));
        let wrong = match KNOBS.iter().find(|knob| knob.flag == name.trim()) {
            Some(_) if text.trim().is_empty() => "a value is needed".to_owned(),
            Some(knob) if knob.per_end => {
                self.pairs.push((end_key(side, knob.key), text.to_owned()));
                return;
            }
            Some(_) => "is the same at both ends; give the flag of its own".to_owned(),
            None => format!("no such setting; those that may differ are {}", per_end()),
        };
        let name = pairperf_shared::host::clean_text(name.trim());
        self.wrong.push(format!("--{} {name}: {wrong}", side_key(side)));
    }
}

/// How a setting is given here.
fn flag(key: &str) -> String {
    let (side, bare) = split_end(key);
    match (side, KNOBS.iter().find(|knob| knob.key == bare)) {
        (Some(side), Some(knob)) => format!("--{} {}", side_key(side), knob.flag),
        (None, Some(knob)) => format!("--{}", knob.flag),
        (_, None) => key.to_owned(),
    }
}

/// The flags of settings that may differ, comma-separated.
fn per_end() -> String {
    KNOBS.iter().filter(|knob| knob.per_end).map(|knob| knob.flag).collect::<Vec<_>>().join(", ")
}

fn side_arg(side: Side) -> Arg {
    let help = match side {
        Side::Coordinator => format!(
            "What this node has otherwise than the flags say, for example cpus=0-3; may be given again. Of {}",
            per_end()
        ),
        Side::Peer => "What the other node has otherwise, for example threads=4; may be given again".to_owned(),
    };
    Arg::new(side_key(side))
        .long(side_key(side))
        .value_name("KEY=VALUE")
        .help_heading(HEADING)
        .help(help)
        .action(ArgAction::Append)
}

/// Under which `--help` has them.
const HEADING: &str = "Settings of the run";

fn arg(knob: &'static Knob) -> Arg {
    let arg = Arg::new(knob.key).long(knob.flag).help_heading(HEADING).help(help(knob));
    match knob.kind {
        Kind::Switch => arg
            .num_args(0..=1)
            .default_missing_value("true")
            .value_name("BOOL")
            .require_equals(true)
            .action(ArgAction::Set),
        Kind::Millis { .. } => arg.value_name("DURATION"),
        Kind::Bytes { .. } => arg.value_name("BYTES"),
        Kind::Rate { .. } => arg.value_name("RATE"),
        Kind::Count { .. } | Kind::Dscp => arg.value_name("N"),
        Kind::Mappings => arg.value_name("SESSIONS"),
        Kind::Cpus => arg.value_name("CPUS"),
        Kind::Address => arg.value_name("ADDR"),
        Kind::Choice(_) => arg.value_name("WORD").hide_possible_values(true),
        Kind::Word { .. } => arg.value_name("NAME"),
        Kind::Text { .. } => arg.value_name("TEXT"),
    }
}

fn help(knob: &Knob) -> String {
    let words = match knob.kind {
        Kind::Choice(words) => format!(": {}", words.join(" or ").replace('_', "-")),
        _ => String::new(),
    };
    match knob.show(&knob.default_value()).replace('_', "-") {
        default if default.is_empty() => format!("{}{words}", knob.help),
        default => format!("{}{words} [default: {default}]", knob.help),
    }
}

impl Args for ConfigFlags {
    fn augment_args(command: Command) -> Command {
        command.args(KNOBS.iter().map(arg)).args(SIDES.map(side_arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |knob: &Knob| Some((knob.key.to_owned(), matches.get_one::<String>(knob.key)?.clone()));
        let mut flags = Self { pairs: KNOBS.iter().filter_map(given).collect(), wrong: Vec::new() };
        for side in SIDES {
            for given in matches.get_many::<String>(side_key(side)).into_iter().flatten() {
                flags.at(side, given);
            }
        }
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &[&str]) -> Result<RunConfig, Exit> {
        let command = ConfigFlags::augment_args(Command::new("run").no_binary_name(true));
        let matches = command.try_get_matches_from(typed).unwrap();
        ConfigFlags::from_arg_matches(&matches).unwrap().config()
    }

    fn refused(typed: &[&str]) -> String {
        format!("{:?}", read(typed).unwrap_err())
    }

    #[test]
    fn one_end_may_have_settings_of_its_own() {
        let config =
            read(&["--streams", "4", "--peer", "threads=4", "--coordinator", "cpus=0-3", "--peer", "no-delay=on"]);
        let config = config.unwrap();
        let (here, there) = (config.at(Side::Coordinator), config.at(Side::Peer));
        assert_eq!((here.threads, there.threads), (None, Some(4)));
        assert_eq!((here.cpus.is_some(), there.cpus.is_some()), (true, false));
        assert!(there.no_delay && !here.no_delay);
    }

    #[test]
    fn what_is_wrong_is_said_of_its_flag() {
        for (typed, says) in [
            (&["--peer", "threads=many"][..], "--peer threads: `many` is not a whole number"),
            (&["--peer", "threads"], "--peer threads: a value is needed"),
            (&["--coordinator", "streams=4"], "--coordinator streams: is the same at both ends"),
            (&["--coordinator", "x=4"], "--coordinator x: no such setting; those that may differ are rate"),
            (&["--mode", "connections", "--spin"], "--spin: has no meaning with mode `connections`"),
            (&["--mode", "answers"], "--mode: `answers` is not one of throughput, request-response, connections"),
            (&["--dscp", "64"], "--dscp: 64 is outside 0 to 63"),
        ] {
            let found = refused(typed);
            assert!(found.contains(says), "{found}");
        }
    }

    #[test]
    fn help_names_every_setting() {
        let help = ConfigFlags::augment_args(Command::new("run")).render_long_help().to_string();
        for flag in KNOBS.iter().map(|knob| knob.flag).chain(["coordinator", "peer"]) {
            assert!(help.contains(&format!("--{flag}")), "{flag} is not in {help}");
        }
    }
}
