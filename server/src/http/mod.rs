//! The edge: HTTP and WebSocket on the node's one port.
//!
//! Translates between the API's types and the layers below; decides nothing about runs.

mod accept;
mod assets;
mod body;
mod drain;
mod error;
mod files;
mod health;
mod language;
mod live;
mod login;
mod metrics;
mod node;
mod openapi;
mod pages;
mod pairings;
mod peer;
mod places;
mod qr;
mod records;
mod router;
mod runs;
mod security;
mod shared;
mod shares;
mod state;

pub use accept::{Edge, serve};
pub use router::router;
pub use security::Token;
pub use state::{Connection, Node, NodeParts};

#[cfg(test)]
mod tests;
