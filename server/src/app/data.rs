//! The data folder: the node's id, its token, its records, and a lock so that one node has it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::http::Token;
use crate::ids;

/// A folder that this process alone has, for as long as the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
    temporary: bool,
}

/// Why a data folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Something in it can't be read or written.
    #[error("{doing} {path}: {source}; pass a folder you can write to with --data")]
    File {
        /// What was being done.
        doing: &'static str,
        /// To which file or folder.
        path: String,
        /// Why it failed.
        source: io::Error,
    },
    /// Another node has it.
    #[error("the data folder {0} is in use by another pairperf; stop it or pass another with --data")]
    InUse(String),
    /// A file in it holds something else than it should.
    #[error("{0} does not hold what pairperf wrote there; move it away to start afresh")]
    Content(String),
    /// No randomness.
    #[error(transparent)]
    Random(#[from] ids::NoRandomness),
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DataError {
    let path = path.display().to_string();
    move |source| DataError::File { doing, path, source }
}

impl DataFolder {
    /// Opens a folder, making it where it is missing, and locks it.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(failed("making the data folder", path))?;
        let file = path.join("lock");
        let lock = private()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&file)
            .map_err(failed("opening", &file))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock, temporary: false }),
            Err(TryLockError::WouldBlock) => Err(DataError::InUse(path.display().to_string())),
            Err(TryLockError::Error(source)) => Err(failed("locking", &file)(source)),
        }
    }

    /// Makes a folder that vanishes with the value.
    pub fn temporary(parent: &Path) -> Result<Self, DataError> {
        let path = parent.join(format!("pairperf-{}", ids::random_hex::<8>()?));
        let mut folder = Self::open(&path)?;
        folder.temporary = true;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The node's id: made once, then kept.
    pub fn node_id(&self) -> Result<String, DataError> {
        let file = self.path.join("node-id");
        let id = kept(&file, || Ok(ids::random_hex::<16>()?))?;
        let well_formed = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if well_formed { Ok(id) } else { Err(DataError::Content(file.display().to_string())) }
    }

    /// The token to log in with: made once, then kept.
    pub fn token(&self) -> Result<Token, DataError> {
        let file = self.path.join("token");
        let token = kept(&file, || Ok(ids::random_hex::<16>()?))?;
        if token.is_empty() { Err(DataError::Content(file.display().to_string())) } else { Ok(Token::new(token)) }
    }
}

/// The content of a file that is made where it is missing.
fn kept(file: &Path, make: impl FnOnce() -> Result<String, DataError>) -> Result<String, DataError> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = make()?;
            let mut out = private().write(true).create_new(true).open(file).map_err(failed("writing", file))?;
            out.write_all(format!("{text}\n").as_bytes())
                .and_then(|()| out.sync_all())
                .map_err(failed("writing", file))?;
            Ok(text)
        }
        Err(error) => Err(failed("reading", file)(error)),
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        if self.temporary {
            // The operating system clears its temporary folder if this does not succeed.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn id_and_token_are_made_once_and_are_private() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("new/folder");
        let folder = DataFolder::open(&path).unwrap();
        let (id, token) = (folder.node_id().unwrap(), folder.token().unwrap());
        assert_eq!(std::fs::metadata(path.join("token")).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(matches!(DataFolder::open(&path), Err(DataError::InUse(_))));
        drop(folder);
        let again = DataFolder::open(&path).unwrap();
        assert_eq!(
            (again.node_id().unwrap(), again.token().unwrap().reveal().to_owned()),
            (id, token.reveal().to_owned())
        );
    }

    #[test]
    fn a_broken_file_is_named() {
        let folder = DataFolder::temporary(&std::env::temp_dir()).unwrap();
        std::fs::write(folder.path().join("node-id"), "nonsense").unwrap();
        assert!(folder.node_id().unwrap_err().to_string().contains("node-id"));
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_that_can_not_be_made_is_named_with_the_remedy() {
        let error = DataFolder::open(Path::new("/proc/nothing/here")).unwrap_err().to_string();
        assert!(error.contains("/proc/nothing/here") && error.contains("--data"), "{error}");
    }
}
