//! Takes back what a task started, however the task ends: well, with an error, by Ctrl-C or killed.
//!
//! A shell gathers commands from a pipe and runs them, the last one first, when the pipe closes. The kernel closes it
//! when this program is gone, so nothing needs to be caught here.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use crate::process;

const GATHER: &str = r#"
trap '' HUP INT TERM
steps=
while IFS= read -r step; do
    steps="$step
$steps"
done
eval "$steps"
"#;

/// What is to be taken back when this value is dropped.
#[derive(Debug)]
pub(super) struct Undo(Child);

impl Undo {
    /// Nothing so far.
    pub(super) fn start() -> Result<Self> {
        Command::new("sh")
            .args(["-c", GATHER])
            .stdin(Stdio::piped())
            .stdout(std::io::stderr())
            // A Ctrl-C goes to the whole group of the terminal, and this one must outlive it.
            .process_group(0)
            .spawn()
            .map(Self)
            .context("starting a shell that cleans up in the end")
    }

    /// Runs `command` in the end, with the variables that were set for it.
    pub(super) fn later(&mut self, command: &Command) -> Result<()> {
        let doing = "telling the shell that cleans up what to do";
        let pipe = self.0.stdin.as_mut().context(doing)?;
        writeln!(pipe, "{}", line(command)).context(doing)
    }
}

impl Drop for Undo {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        if let Err(error) = self.0.wait() {
            eprintln!("xtask: waiting for what was started to be taken down: {error}");
        }
    }
}

/// The command as a line of shell.
fn line(command: &Command) -> String {
    let mut words = vec!["env".to_owned()];
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            words.push(process::quoted(&format!("{}={}", name.to_string_lossy(), value.to_string_lossy())));
        }
    }
    let command = std::iter::once(command.get_program()).chain(command.get_args());
    words.extend(command.map(|word| process::quoted(&word.to_string_lossy())));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command that appends a word to a file.
    fn append(word: &str, file: &std::path::Path) -> Command {
        let mut command = Command::new("sh");
        command.env("WORD", word).args(["-c", "echo \"$WORD\" >> \"$1\"", "sh"]).arg(file);
        command
    }

    #[test]
    fn the_last_is_taken_back_first_and_only_in_the_end() {
        let file = std::env::temp_dir().join(format!("pairperf-undo-{}", std::process::id()));
        let mut undo = Undo::start().unwrap();
        undo.later(&append("it's the first", &file)).unwrap();
        undo.later(&append("$second", &file)).unwrap();
        assert!(!file.exists());
        drop(undo);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(text, "$second\nit's the first\n");
    }
}
