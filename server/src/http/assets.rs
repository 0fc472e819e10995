//! The page's files, embedded in the binary (read from disk in a debug build), sent as they were
//! compressed when the bundle was made.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use pairperf_shared::{ApiError, Lang};
use rust_embed::Embed;
use serde::Deserialize;

use crate::views::Assets;

#[derive(Embed)]
#[folder = "../static/pkg"]
struct Bundle;

/// The bundle's table of contents.
#[derive(Deserialize)]
struct Manifest {
    assets: BTreeMap<String, String>,
}

fn manifest() -> Option<Manifest> {
    Bundle::get("manifest.json").and_then(|file| serde_json::from_slice(&file.data).ok())
}

/// The address of an asset by the name it has in the sources.
fn url(manifest: Option<&Manifest>, name: &str) -> String {
    let hashed = manifest.and_then(|manifest| manifest.assets.get(name));
    format!("/assets/{}", hashed.map_or(name, String::as_str))
}

/// The addresses that a document in that language refers to.
pub(super) fn addresses(lang: Lang) -> Assets {
    let manifest = manifest();
    let url = |name: &str| url(manifest.as_ref(), name);
    Assets {
        css: url("app.css"),
        documents: url("documents.css"),
        theme: url("theme.js"),
        login: url("login.js"),
        boot: url("boot.js"),
        icon: url("icon.svg"),
        catalogue: url(&format!("locales/{lang}.ftl")),
    }
}

/// One file of the bundle.
pub(super) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let cache = if is_hashed(&path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let compressed = [".br", ".gz"].iter().any(|suffix| path.ends_with(suffix));
    if path == "manifest.json" || compressed {
        return nothing();
    }
    match send(&path, &headers, cache) {
        Some(response) => response,
        None => nothing(),
    }
}

/// Whether a name holds a hash of the content, `app-1a2b3c4d.css`, so that it never changes.
fn is_hashed(path: &str) -> bool {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    stem.rsplit_once('-').is_some_and(|(_, hash)| hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn send(path: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |encoding: &str| {
        accepted.split(',').any(|item| item.split(';').next().is_some_and(|name| name.trim() == encoding))
    };
    let mut variants = [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(encoding, _)| accepts(encoding));
    let (encoding, file) = variants
        .find_map(|(encoding, suffix)| Some((Some(encoding), Bundle::get(&format!("{path}{suffix}"))?)))
        .or_else(|| Some((None, Bundle::get(path)?)))?;
    let kind = match path.rsplit_once('.').map(|(_, extension)| extension) {
        // Fluent has no registered type.
        Some("ftl") => "text/plain; charset=utf-8".to_owned(),
        _ => mime_guess::from_path(path).first_or_octet_stream().to_string(),
    };
    let mut response = file.data.into_owned().into_response();
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_str(&kind).ok()?);
    out.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        out.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, axum::Json(ApiError::new("not_found", "there is nothing at this address"))).into_response()
}

/// The address is right, the method is not.
pub(super) async fn wrong_method() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(ApiError::new("bad_method", "this address does not take that method")))
        .into_response()
}
