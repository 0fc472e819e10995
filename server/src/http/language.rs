//! Which language a reader gets.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use pairperf_shared::text::Catalogue;
use pairperf_shared::{Lang, query};

/// The cookie in which the page keeps the choice.
const CHOICE: &str = "lang";

/// The language of a document: what the address asks for, what was chosen, what the browser prefers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader(pub(super) Lang);

/// The language of a file: what the address asks for, else English, so that scripts always get the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked(pub(super) Lang);

impl Reader {
    /// Its messages.
    pub(super) fn catalogue(self) -> &'static Catalogue {
        Catalogue::of(self.0)
    }
}

fn asked(parts: &Parts) -> Option<String> {
    let pairs = query::pairs(parts.uri.query().unwrap_or_default());
    pairs.into_iter().find(|(name, _)| name == CHOICE).map(|(_, value)| value)
}

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let stored = text(COOKIE).split(';').filter_map(|cookie| cookie.trim().split_once('='));
        let stored = stored.into_iter().find(|(name, _)| *name == CHOICE).map(|(_, value)| value);
        Ok(Self(Lang::choose(asked(parts).as_deref(), stored, text(ACCEPT_LANGUAGE))))
    }
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(asked(parts).as_deref().and_then(Lang::of).unwrap_or_default()))
    }
}
