//! Runs other programs, and turns their failures into errors which name the step and the command.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context as _, Result, bail};

/// Where Debian keeps tools that an ordinary user's `PATH` leaves out, `ip` and `tc` among them.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/sbin"];

/// Runs `command` with this program's own input and output; an error says what was being done.
pub(crate) fn run(command: &mut Command, doing: &str) -> Result<()> {
    let status = status(command, doing)?;
    if !status.success() {
        bail!("{doing}: `{}` ended with {status}", line(command));
    }
    Ok(())
}

/// Like [`run`], but leaves the judgement of the exit status to the caller.
pub(crate) fn status(command: &mut Command, doing: &str) -> Result<ExitStatus> {
    command.status().with_context(|| format!("{doing}: could not start `{}`", line(command)))
}

/// Runs `command` and returns what it printed on standard output, without the last line break.
pub(crate) fn capture(command: &mut Command, doing: &str) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{doing}: could not start `{}`", line(command)))?;
    if !output.status.success() {
        bail!("{doing}: `{}` ended with {}", line(command), output.status);
    }
    let text =
        String::from_utf8(output.stdout).with_context(|| format!("{doing}: `{}` printed no text", line(command)))?;
    Ok(text.trim_end().to_owned())
}

/// Whether `command` starts and ends well; it runs unseen.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Whether this is a run of the continuous integration.
pub(crate) fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Whether this user is root.
pub(crate) fn is_root() -> bool {
    capture(Command::new("id").arg("-u"), "asking who runs this").is_ok_and(|id| id == "0")
}

/// The search path with the system's folders at its end.
pub(crate) fn search_path() -> Result<std::ffi::OsString> {
    std::env::join_paths(search_folders()).context("a folder in PATH has a colon in its name; take it out of PATH")
}

/// Where `program` is found on [`search_path`].
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    search_folders().map(|folder| folder.join(program)).find(|file| is_executable(file))
}

fn search_folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter().chain(SYSTEM_FOLDERS.iter().map(PathBuf::from))
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// A text as one word of the shell.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The command as a person would type it.
fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_step_and_the_command() {
        let error = run(Command::new("false").arg("--now"), "closing the door").unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("closing the door"), "{text}");
        assert!(text.contains("`false --now`"), "{text}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = capture(&mut Command::new("no-such-program-here"), "looking").unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("could not start `no-such-program-here`"), "{text}");
    }

    #[test]
    fn a_quoted_text_is_one_word() {
        assert_eq!(quoted("/tmp/a b"), "'/tmp/a b'");
        assert_eq!(quoted("/tmp/o'clock"), r"'/tmp/o'\''clock'");
    }

    #[test]
    fn programs_are_found_by_name() {
        assert!(find("sh").is_some());
        assert!(find("no-such-program-here").is_none());
    }
}
