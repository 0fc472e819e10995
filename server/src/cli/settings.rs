//! The environment, read here and nowhere else.
#![expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]

use std::path::PathBuf;

use crate::app::default_data;
use crate::http::Token;

/// The token that a person supplied.
pub(super) fn token() -> Option<Token> {
    std::env::var("PAIRPERF_TOKEN")
        .ok()
        .map(|token| token.trim().to_owned())
        .filter(|token| !token.is_empty())
        .map(Token::new)
}

/// The data folder to use where none was named.
pub(super) fn data() -> Option<PathBuf> {
    let folder = |name| std::env::var(name).ok().filter(|value| !value.is_empty()).map(PathBuf::from);
    default_data(folder("XDG_DATA_HOME").as_deref(), folder("HOME").as_deref())
}
