//! Whether tests may make hosts of their own (network namespaces), and how.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// Root of its own namespaces: network, mounts, and a user that is root inside.
const UNSHARE: [&str; 3] = ["unshare", "-Urnm", "--propagation=private"];
/// `ip netns` keeps its names below /run, which only the real root may write.
const PREPARE: &str = "mount -t tmpfs tmpfs /run && ip link set lo up && exec \"$@\"";

/// The way in which tests may make hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hosts {
    /// This user simply may.
    Directly,
    /// This user may inside a user namespace of its own.
    InNamespace,
}

impl Hosts {
    /// Tries what this user may do; an error names the way out.
    pub(super) fn allowed() -> Result<Self> {
        if process::succeeds(Command::new("unshare").args(["--net", "--mount", "true"])) {
            return Ok(Self::Directly);
        }
        let mut inside = Self::InNamespace.wrap(&Command::new("true"));
        if process::succeeds(inside.env("PATH", process::search_path()?)) {
            return Ok(Self::InNamespace);
        }
        bail!(
            "the tests make hosts of their own, which this user may not do, and user namespaces are refused too: \
             run `sudo --preserve-env=PATH cargo xtask test`, or in a container add the capabilities NET_ADMIN and SYS_ADMIN"
        )
    }

    /// `command` as it must be started for its tests to make hosts.
    pub(super) fn wrap(self, command: &Command) -> Command {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        match self {
            Self::Directly => {
                let mut same = Command::new(command.get_program());
                same.args(command.get_args());
                same
            }
            Self::InNamespace => {
                let mut inside = Command::new(UNSHARE[0]);
                inside.args(&UNSHARE[1..]).args(["sh", "-c", PREPARE, "sh"]).args(words);
                inside
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_keeps_its_words_inside_a_namespace() {
        let mut command = Command::new("cargo");
        command.args(["test", "a b"]);
        let inside = Hosts::InNamespace.wrap(&command);
        let words: Vec<_> = inside.get_args().collect();
        assert_eq!(inside.get_program(), "unshare");
        assert!(words.ends_with(&["sh".as_ref(), "cargo".as_ref(), "test".as_ref(), "a b".as_ref()]));
    }
}
