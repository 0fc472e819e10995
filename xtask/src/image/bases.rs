//! The images that the Dockerfile builds on: held already, pulled, or for a check stood in for.

use anyhow::{Context as _, Result, bail};

use super::engine::Engine;
use super::undo::Undo;
use super::{Aim, stand_in};
use crate::process;
use crate::workspace::{Workspace, read};

/// What an image was built on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bases {
    /// The images that the Dockerfile names.
    Official,
    /// At least one that only goes by its name.
    StandIn,
}

impl Bases {
    /// What an image built on them is called, so that none is taken for the other.
    pub(super) fn image_name(self) -> &'static str {
        match self {
            Self::Official => "pairperf:latest",
            Self::StandIn => "pairperf:stand-in",
        }
    }
}

/// Brings every base there.
pub(super) fn ensure(engine: &Engine, workspace: &Workspace, aim: Aim, undo: &mut Undo) -> Result<Bases> {
    let file = workspace.root.join("Dockerfile");
    let text = String::from_utf8(read(&file)?).with_context(|| format!("reading {}", file.display()))?;
    let mut bases = Bases::Official;
    for base in named(&text) {
        // One that was interrupted badly may have left a stand-in under an official name.
        if engine.has(base) && !stand_in::is_one(base, engine)? {
            continue;
        }
        let doing = format!("pulling {base}");
        eprintln!("xtask: {doing}");
        let Err(error) = process::run(engine.docker().args(["pull", "--quiet", base]), &doing) else {
            continue;
        };
        if aim == Aim::Build {
            bail!(
                "{error:#}: see that its registry can be reached, then run this again \
                 (`cargo xtask image --check` makes do with stand-ins, but the image is for the check alone)"
            );
        }
        eprintln!("xtask: {error:#}; a stand-in made from Debian's packages takes its place");
        stand_in::provide(base, engine, workspace, undo)?;
        bases = Bases::StandIn;
    }
    Ok(bases)
}

/// The images that a Dockerfile starts from, apart from its own stages.
fn named(dockerfile: &str) -> Vec<&str> {
    let (mut stages, mut found) = (Vec::new(), Vec::new());
    for line in dockerfile.lines() {
        let mut words = line.split_whitespace().filter(|word| !word.starts_with("--"));
        if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("from")) {
            continue;
        }
        let Some(image) = words.next() else { continue };
        if !stages.contains(&image) && !found.contains(&image) {
            found.push(image);
        }
        stages.extend(words.nth(1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_what_no_stage_is_called() {
        let text = "# FROM nothing\nFROM --platform=amd64 rust:1 AS build\nRUN x FROM y\nfrom debian:12\n\
                    FROM build AS more\nFROM debian:12\nCOPY --from=build /a /b\n";
        assert_eq!(named(text), ["rust:1", "debian:12"]);
    }

    #[test]
    fn each_base_of_our_image_can_be_stood_in_for() {
        let bases = named(include_str!("../../../Dockerfile"));
        assert_eq!(bases, ["rust:1-bookworm", "debian:bookworm-slim"]);
        assert!(bases.iter().all(|base| stand_in::kind(base).is_some()));
    }

    #[test]
    fn an_image_on_stand_ins_has_a_name_of_its_own() {
        assert_ne!(Bases::Official.image_name(), Bases::StandIn.image_name());
    }
}
