//! What every handler can see of the node.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::security::Token;
use crate::peer::Peers;
use crate::runs::Runs;

/// The node as its edge sees it. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Node(pub(super) Arc<NodeParts>);

/// What a node is made of.
#[derive(Debug)]
pub struct NodeParts {
    /// Its id, 32 hexadecimal digits.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The token to log in with; none with `--no-login`.
    pub token: Option<Token>,
    /// The addresses it offers, most likely first, with ports.
    pub addresses: Vec<String>,
    /// Host names a browser may call it by, lower case; IP literals always pass.
    pub hosts: HashSet<String>,
    /// Whether the page is served over TLS.
    pub tls: bool,
    /// Its peers.
    pub peers: Peers,
    /// Its runs.
    pub runs: Runs,
    /// Browsers that watch, bounded.
    pub viewers: Arc<AtomicUsize>,
    /// Whether a record is being imported: one at a time, because it may be large.
    pub importing: Arc<AtomicBool>,
}

impl Node {
    /// The edge of a node made of these parts.
    pub fn new(parts: NodeParts) -> Self {
        Self(Arc::new(parts))
    }

    /// Name of the session cookie. Cookies ignore ports, so two nodes on one host need two names.
    pub(super) fn cookie(&self) -> String {
        format!("pairperf_{}", &self.0.id[..8])
    }
}

/// What is known of the connection a request came over.
#[derive(Debug, Clone, Copy)]
pub struct Connection {
    /// Where it came from.
    pub remote: std::net::SocketAddr,
    /// Where it came to.
    pub local: std::net::SocketAddr,
    /// Whether it is TLS.
    pub tls: bool,
}
