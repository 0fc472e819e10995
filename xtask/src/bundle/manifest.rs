//! `manifest.json` in the bundle: what is in it, and what it was made from.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::pack::Packed;
use crate::workspace::write;

const FILE: &str = "manifest.json";

/// The bundle's table of contents.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The digest of the sources and the compiler.
    inputs: String,
    /// From the names that sources use to the names in the bundle.
    assets: BTreeMap<String, String>,
}

impl Manifest {
    pub(super) fn new(inputs: String, packed: &[Packed]) -> Self {
        let names = |item: &Packed| (item.asset.name.clone(), item.asset.file.clone());
        Self { inputs, assets: packed.iter().map(names).collect() }
    }

    /// The manifest in `folder`; one that is absent or broken is none.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        let content = std::fs::read(folder.join(FILE)).ok()?;
        serde_json::from_slice(&content).ok()
    }

    /// Whether `folder` holds all of it, made from `inputs`.
    pub(super) fn holds(&self, folder: &Path, inputs: &str) -> bool {
        self.inputs == inputs && self.assets.values().all(|file| folder.join(file).exists())
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("writing the bundle's manifest")?;
        write(&folder.join(FILE), text + "\n")
    }
}
