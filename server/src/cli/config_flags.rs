//! One flag for each setting of a run, made from the table in `shared::command`.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pairperf_shared::command::{KNOBS, Kind, Knob, from_pairs};
use pairperf_shared::config::{Problem, RunConfig};

use super::Exit;

/// The settings that were given, as typed.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigFlags(Vec<(&'static str, String)>);

impl ConfigFlags {
    /// The config they make.
    pub(super) fn config(&self) -> Result<RunConfig, Exit> {
        from_pairs(self.0.iter().map(|(key, text)| (*key, text.as_str()))).map_err(|issues| {
            let flag = |key: &str| {
                KNOBS.iter().find(|knob| knob.key == key).map_or(key.to_owned(), |knob| format!("--{}", knob.flag))
            };
            let says = |problem: &Problem| match problem {
                // As the words are typed here, not as they stand in JSON.
                Problem::Choice { .. } => problem.to_string().replace('_', "-"),
                problem => problem.to_string(),
            };
            Exit::usage(
                issues
                    .iter()
                    .map(|issue| format!("{}: {}", flag(&issue.field), says(&issue.problem)))
                    .collect::<Vec<_>>()
                    .join("; "),
            )
        })
    }
}

fn arg(knob: &'static Knob) -> Arg {
    let arg = Arg::new(knob.key).long(knob.flag).help_heading("Settings of the run").help(help(knob));
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
        KNOBS.iter().fold(command, |command, knob| command.arg(arg(knob)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = KNOBS.iter().filter_map(|knob| Some((knob.key, matches.get_one::<String>(knob.key)?.clone())));
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
