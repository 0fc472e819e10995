//! What the commands that are a node of their own have in common.

use std::path::{Path, PathBuf};

use super::{Exit, settings};
use crate::app::{App, AppSettings, DataFolder, Listen};
use crate::runs::RunLimits;

/// The data folder: as told, or one that vanishes.
pub(super) fn data(told: Option<&Path>) -> Result<DataFolder, Exit> {
    let opened = match told {
        Some(path) => DataFolder::open(path),
        None => DataFolder::temporary(&std::env::temp_dir()),
    };
    opened.map_err(|error| Exit::failed(error.to_string()))
}

/// The data folder of a server: as told, or the person's own.
pub(super) fn kept_data(told: Option<PathBuf>) -> Result<PathBuf, Exit> {
    told.or_else(settings::data)
        .ok_or_else(|| Exit::usage("there is no home folder to keep data in; name one with --data"))
}

/// Begins a node.
pub(super) async fn start(
    name: &str,
    data: DataFolder,
    limits: RunLimits,
    listen: Option<Listen>,
) -> Result<App, Exit> {
    let settings = AppSettings { name: name.to_owned(), data, limits, listen, only_checks: false };
    App::start(settings).await.map_err(|error| Exit::failed(error.to_string()))
}

/// Begins a node that only looks at the ways to another, and leaves nothing behind.
pub(super) async fn only_checks(name: &str) -> Result<App, Exit> {
    let limits = RunLimits::default();
    let settings = AppSettings { name: name.to_owned(), data: data(None)?, limits, listen: None, only_checks: true };
    App::start(settings).await.map_err(|error| Exit::failed(error.to_string()))
}

/// The name of this machine: as told, or its own.
pub(super) fn name(told: Option<&str>) -> Result<String, Exit> {
    let name = told.map_or_else(|| crate::app::host_name().unwrap_or_else(|| "this machine".to_owned()), str::to_owned);
    let name = pairperf_shared::host::clean_text(name.trim());
    if name.is_empty() { Err(Exit::usage("--name: a machine needs a name that can be read")) } else { Ok(name) }
}
