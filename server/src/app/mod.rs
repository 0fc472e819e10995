//! Puts a node together and takes it apart again: the one place that knows the order.

pub mod addresses;
mod data;
mod ports;
mod tls;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use pairperf_shared::api::ApiError;
use pairperf_shared::join::{JoinCode, JoinError};
use tokio::task::JoinHandle;

pub use data::{DataError, DataFolder};
pub use tls::TlsError;

use crate::http::{self, Edge, Node, NodeParts, Token};
use crate::peer::{Identity, Peers, PeersSetup};
use crate::reach::Doors;
use crate::runs::{Arrivals, Introduction, NewPairing, RunLimits, Runs, RunsSetup};
use crate::store::{Store, StoreError};

/// A node that ends waits for nothing longer than this.
const SHUT_DOWN: Duration = Duration::from_secs(4);
/// The last words to the peers take no longer than this.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a node is to be.
#[derive(Debug)]
pub struct AppSettings {
    /// Its name.
    pub name: String,
    /// Where it keeps things.
    pub data: DataFolder,
    /// Bounds of its runs.
    pub limits: RunLimits,
    /// Where it listens; none for a node that only dials.
    pub listen: Option<Listen>,
    /// Whether it only looks at the ways to other nodes and makes no runs.
    pub only_checks: bool,
}

/// How a node is reached.
#[derive(Debug)]
pub struct Listen {
    /// Addresses to listen at, tried in order: the second serves where the first can't be.
    pub at: Vec<SocketAddr>,
    /// The token to log in with; none with `--no-login`.
    pub token: Option<Token>,
    /// Addresses to offer instead of those bound.
    pub advertise: Vec<String>,
    /// Further names a browser may call it by.
    pub public_hosts: Vec<String>,
    /// Certificate and key.
    pub tls: Option<(PathBuf, PathBuf)>,
}

/// Why a node could not begin.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The port is taken.
    #[error("port {} on {} is in use by another process; stop it or pass --listen", .0.port(), .0.ip())]
    PortInUse(SocketAddr),
    /// The UDP port is taken.
    #[error("UDP port {} on {} is in use by another process; stop it or pass --listen", .0.port(), .0.ip())]
    UdpPortInUse(SocketAddr),
    /// The UDP port can't be had for another reason.
    #[error("listening on {address} for UDP: {source}; pass another address with --listen")]
    ListenUdp {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// The port can't be had for another reason.
    #[error("listening on {address}: {source}; pass another address with --listen")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// The data folder.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// A node that runs.
#[derive(Debug)]
pub struct App {
    /// Its id.
    pub id: String,
    /// Its peers.
    pub peers: Peers,
    /// Its runs.
    pub runs: Runs,
    /// Where it is bound; none for a node that only dials.
    pub bound: Option<SocketAddr>,
    /// The addresses it offers, most likely first, with ports.
    pub addresses: Vec<String>,
    /// Whether its page is served over TLS.
    pub tls: bool,
    store: Store,
    tasks: Vec<JoinHandle<()>>,
    _data: DataFolder,
}

impl App {
    /// Begins a node: data, port, peers, runs, edge, in this order, so that nothing is left
    /// behind where one of them fails.
    pub async fn start(settings: AppSettings) -> Result<Self, AppError> {
        let AppSettings { name, data, limits, listen, only_checks } = settings;
        pairperf_engine::probe::raise_open_files();
        let id = data.node_id()?;
        let tls = match listen.as_ref().and_then(|listen| listen.tls.as_ref()) {
            Some((certificate, key)) => Some(tls::acceptor(certificate, key)?),
            None => None,
        };
        let ports = listen.as_ref().map(ports::open).transpose()?;
        let bound = ports.as_ref().map(|ports| ports.bound);
        let doors = ports.as_ref().map_or_else(Doors::closed, |ports| ports.doors.clone());
        let store = Store::open(data.path()).await?;
        let arrivals = Arrivals::default();
        let runs = Runs::new(RunsSetup {
            store: store.clone(),
            arrivals: arrivals.clone(),
            node: id.clone(),
            name: name.clone(),
            limits,
            doors: doors.clone(),
        });
        runs.tidy().await?;
        let (links, mut linked) = tokio::sync::mpsc::channel(16);
        let identity = Identity { node: id.clone(), version: env!("CARGO_PKG_VERSION").to_owned() };
        let introduced = runs.clone();
        let introduction = move || {
            let may_start = introduced.may_start() && !only_checks;
            Introduction { host: introduced.facts(), may_start, only_checks }.write()
        };
        let peers = Peers::new(PeersSetup::new(identity, introduction, links));
        let paired = runs.clone();
        let mut tasks = vec![tokio::spawn(async move {
            while let Some(link) = linked.recv().await {
                paired.paired(NewPairing::new(link));
            }
        })];
        let mut addresses = Vec::new();
        let with_tls = tls.is_some();
        if let (Some(listen), Some(ports)) = (listen, ports) {
            addresses = ports.addresses;
            let parts = NodeParts {
                id: id.clone(),
                name: name.clone(),
                token: listen.token,
                addresses: addresses.clone(),
                hosts: host_names(&listen.advertise, &listen.public_hosts),
                tls: with_tls,
                peers: peers.clone(),
                runs: runs.clone(),
                viewers: Arc::default(),
                importing: Arc::default(),
            };
            let edge = Edge { router: http::router(Node::new(parts)), arrivals, doors, tls };
            tasks.push(tokio::spawn(http::serve(ports.listener, edge)));
        }
        Ok(Self { id, peers, runs, bound, addresses, tls: with_tls, store, tasks, _data: data })
    }

    /// The address of the node's page: the likeliest, with the login token if it may be shown.
    pub fn url(&self, path: &str) -> String {
        let scheme = if self.tls { "https" } else { "http" };
        let host = self.addresses.first().cloned().unwrap_or_default();
        format!("{scheme}://{host}{path}")
    }

    /// Pairs with the node at an address and waits for the outcome.
    pub async fn pair(&self, address: &str, code: &str) -> Result<String, ApiError> {
        let code: JoinCode = code.parse().map_err(|error: JoinError| ApiError::new("bad_code", error.to_string()))?;
        let id = self.peers.pair(address, code).map_err(|error| error.to_api())?;
        let mut changes = self.runs.changes();
        let mut events = self.peers.events();
        loop {
            match self.peers.get(id).map(|pairing| pairing.state) {
                Some(crate::peer::PairingState::Paired(_))
                    if self.runs.peer_may_be_started(&id.to_string()).is_some() =>
                {
                    return Ok(id.to_string());
                }
                Some(crate::peer::PairingState::Connecting(_) | crate::peer::PairingState::Paired(_)) => {}
                Some(crate::peer::PairingState::Failed(error)) => return Err(error.to_api()),
                Some(crate::peer::PairingState::Ended(_, end)) => {
                    return Err(ApiError::new(end.code(), end.to_string()));
                }
                None => return Err(ApiError::new("ended", "the pairing was ended")),
            }
            tokio::select! {
                _ = events.recv() => {}
                _ = changes.changed() => {}
            }
        }
    }

    /// Waits until runs may go over a pairing of this node.
    pub async fn settled(&self, pairing: &str) {
        let mut changes = self.runs.changes();
        while self.runs.peer_may_be_started(pairing).is_none() {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Ends the node within five seconds: a run in progress is cancelled and kept.
    pub async fn shut_down(self) {
        if tokio::time::timeout(SHUT_DOWN, self.runs.shut_down()).await.is_err() {
            tracing::warn!("the run in progress did not end in time; it will read interrupted");
        }
        // Beyond this the peers find out by themselves.
        let _ = tokio::time::timeout(FAREWELL, self.peers.shut_down()).await;
        for task in self.tasks {
            task.abort();
        }
        // A disk that hangs must not hold up the end.
        let _ = tokio::time::timeout(FAREWELL, self.store.close()).await;
    }
}

fn host_names(advertise: &[String], public: &[String]) -> HashSet<String> {
    let name = |text: &String| match text.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name.to_ascii_lowercase(),
        _ => text.to_ascii_lowercase(),
    };
    let mut hosts: HashSet<String> = advertise.iter().chain(public).map(name).collect();
    hosts.extend(host_name().map(|name| name.to_ascii_lowercase()));
    hosts
}

/// The name of this machine, as the kernel has it.
pub fn host_name() -> Option<String> {
    nix::unistd::gethostname().ok()?.into_string().ok()
}

/// The folder where a node keeps its things unless told otherwise.
pub fn default_data(xdg: Option<&Path>, home: Option<&Path>) -> Option<PathBuf> {
    match xdg {
        Some(xdg) if xdg.is_absolute() => Some(xdg.join("pairperf")),
        _ => home.map(|home| home.join(".local/share/pairperf")),
    }
}

#[cfg(test)]
mod tests;
