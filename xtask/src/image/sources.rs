//! Where this machine gets the packages that a stand-in is made from.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process;

/// The release that is stood in for.
pub(super) const RELEASE: &str = "bookworm";

/// Sources of the packages of [`RELEASE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sources {
    /// One that has the release itself.
    pub(super) mirror: String,
    /// All of them, as apt reads them.
    pub(super) list: String,
}

/// Asks apt.
pub(super) fn sources() -> Result<Sources> {
    let format = "$(REPO_URI) $(RELEASE) $(COMPONENT)";
    let doing = "asking apt where packages come from";
    let targets = process::capture(
        Command::new("apt-get").args(["indextargets", "--format", format, "Created-By: Packages"]),
        doing,
    )?;
    read_sources(&targets).with_context(|| {
        format!(
            "{doing}: a stand-in is made from the packages of Debian {RELEASE}, and this machine has no source of them: \
             see that the registry can be reached, then run this again"
        )
    })
}

/// From lines of address, release and component.
fn read_sources(targets: &str) -> Option<Sources> {
    let mut mirror = None;
    let mut list = String::new();
    for line in targets.lines() {
        let [address, release, component] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        if release == RELEASE && component == "main" {
            mirror.get_or_insert(address);
        }
        if release.starts_with(RELEASE) {
            list.push_str(&format!("deb {address} {release} {component}\n"));
        }
    }
    Some(Sources { mirror: mirror?.to_owned(), list })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_those_of_the_release() {
        let targets = "http://deb.example/debian/ trixie main\nhttp://deb.example/debian/ bookworm main\n\
                       http://deb.example/security/ bookworm-security main\n";
        let sources = read_sources(targets).unwrap();
        assert_eq!(sources.mirror, "http://deb.example/debian/");
        assert_eq!(
            sources.list,
            "deb http://deb.example/debian/ bookworm main\ndeb http://deb.example/security/ bookworm-security main\n"
        );
        assert_eq!(read_sources("http://ports.example/ubuntu noble main"), None);
    }
}
