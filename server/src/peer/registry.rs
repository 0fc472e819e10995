//! The pairings of this node: how each came about, how it stands, how it ended.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::dial::{Attempt, Target};
use super::error::{PeerError, Who};
use super::handshake::Step;
use super::identity::{Identity, PairingId};
use super::link::{ByeReason, Link, LinkEnd};

/// Pairings that a node keeps at once.
pub const MAX_PAIRINGS: usize = 16;

/// Dials under way at once.
const MAX_DIALS: usize = 16;

/// Failed and ended pairings that can still be asked about.
const PAST: usize = 16;

/// A pairing as it stands.
#[derive(Debug, Clone)]
pub struct Pairing {
    /// The same at both nodes.
    pub id: PairingId,
    /// What was typed, where this node dialled.
    pub target: Option<Target>,
    /// How far it is.
    pub state: PairingState,
}

/// How far a pairing is.
#[derive(Debug, Clone)]
pub enum PairingState {
    /// This node dials.
    Connecting(Progress),
    /// Both nodes have proven the code and introduced themselves.
    Paired(Arc<Paired>),
    /// It came to nothing.
    Failed(Arc<PeerError>),
    /// It is over.
    Ended(Arc<Paired>, LinkEnd),
}

/// How far a dial is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub step: Step,
    /// The addresses tried; only this node's own page sees them.
    pub attempts: Vec<Attempt>,
}

/// Which end of the link this node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRole {
    /// This node went to the other. It also opens the test streams.
    Dialler,
    /// The other node came.
    Inviter,
}

/// A live pairing.
#[derive(Debug)]
pub struct Paired {
    /// The same at both nodes.
    pub id: PairingId,
    /// What the other node says of itself.
    pub peer: Identity,
    /// Which end this node is.
    pub role: LinkRole,
    /// The other node as this one sees it. At the dialler: exactly where it dialled, hence where
    /// test streams go. At the inviter: where the first connection came from.
    pub address: SocketAddr,
    /// This node's own address on the way to the other, as the socket of the link had it. Where this node listens at all
    /// addresses, the other reaches it at this one; the port is that of the socket.
    pub local: SocketAddr,
    /// What the other node sent when the link came up, for the layer above to read.
    pub introduction: Vec<u8>,
    /// The channel.
    pub link: Link,
}

/// A pairing handed to the layer above, with the one receiver of its messages.
#[derive(Debug)]
pub struct NewLink {
    /// The pairing.
    pub paired: Arc<Paired>,
    /// Messages of the other node after its introduction; closed when the link is over.
    pub messages: mpsc::Receiver<Vec<u8>>,
}

#[derive(Debug)]
struct Entry {
    pairing: Pairing,
    dialling: Option<AbortHandle>,
}

/// All pairings, oldest first.
#[derive(Debug, Default)]
pub(super) struct Registry(Vec<Entry>);

impl Registry {
    pub(super) fn list(&self) -> Vec<Pairing> {
        self.0.iter().map(|entry| entry.pairing.clone()).collect()
    }

    pub(super) fn get(&self, id: PairingId) -> Option<Pairing> {
        self.0.iter().find(|entry| entry.pairing.id == id).map(|entry| entry.pairing.clone())
    }

    fn entry(&mut self, id: PairingId) -> Option<&mut Entry> {
        self.0.iter_mut().find(|entry| entry.pairing.id == id)
    }

    pub(super) fn live(&self) -> impl Iterator<Item = &Arc<Paired>> {
        self.0.iter().filter_map(|entry| match &entry.pairing.state {
            PairingState::Paired(paired) => Some(paired),
            _ => None,
        })
    }

    pub(super) fn begin(&mut self, id: PairingId, target: Target) -> Result<(), PeerError> {
        let dials = self.0.iter().filter(|entry| matches!(entry.pairing.state, PairingState::Connecting(_)));
        if dials.count() >= MAX_DIALS {
            return Err(PeerError::TooManyPairings(Who::ThisNode));
        }
        let state = PairingState::Connecting(Progress { step: Step::Reach, attempts: Vec::new() });
        self.0.push(Entry { pairing: Pairing { id, target: Some(target), state }, dialling: None });
        Ok(())
    }

    pub(super) fn dialled_by(&mut self, id: PairingId, task: AbortHandle) {
        if let Some(entry) = self.entry(id) {
            entry.dialling = Some(task);
        } else {
            task.abort();
        }
    }

    /// Changes how far a dial is; says how far it is then.
    pub(super) fn progress(&mut self, id: PairingId, change: impl FnOnce(&mut Progress)) -> Option<Progress> {
        match &mut self.entry(id)?.pairing.state {
            PairingState::Connecting(progress) => {
                change(progress);
                Some(progress.clone())
            }
            _ => None,
        }
    }

    pub(super) fn fail(&mut self, id: PairingId, error: Arc<PeerError>) {
        if let Some(entry) = self.entry(id) {
            entry.pairing.state = PairingState::Failed(error);
            entry.dialling = None;
        }
        self.forget_old();
    }

    /// Whether a pairing with this node may count: it replaces an older one, or there is room.
    pub(super) fn room_for(&self, node: &str) -> Result<(), ByeReason> {
        let others = self.live().filter(|other| other.peer.node != node);
        if others.count() >= MAX_PAIRINGS { Err(ByeReason::Full) } else { Ok(()) }
    }

    /// Counts a pairing as paired. An older one with the same node gives way; the others do not.
    pub(super) fn pair(&mut self, paired: &Arc<Paired>) -> Result<(), ByeReason> {
        let connecting = self.0.iter().position(|entry| entry.pairing.id == paired.id);
        // The other node draws the id of a pairing that it dials; it must not be one of ours.
        if connecting.is_some() != (paired.role == LinkRole::Dialler) {
            return Err(ByeReason::Violation);
        }
        self.room_for(&paired.peer.node)?;
        for older in self.live().filter(|other| other.peer.node == paired.peer.node) {
            older.link.close(ByeReason::Replaced);
        }
        let target = connecting.and_then(|index| self.0.remove(index).pairing.target);
        let pairing = Pairing { id: paired.id, target, state: PairingState::Paired(Arc::clone(paired)) };
        self.0.push(Entry { pairing, dialling: None });
        Ok(())
    }

    pub(super) fn ended(&mut self, id: PairingId, end: LinkEnd) {
        if let Some(entry) = self.entry(id)
            && let PairingState::Paired(paired) = &entry.pairing.state
        {
            entry.pairing.state = PairingState::Ended(Arc::clone(paired), end);
        }
        self.forget_old();
    }

    /// Ends a live pairing, stops a dial, forgets one that is over. False if there is none.
    pub(super) fn end(&mut self, id: PairingId) -> bool {
        let Some(index) = self.0.iter().position(|entry| entry.pairing.id == id) else { return false };
        if let PairingState::Paired(paired) = &self.0[index].pairing.state {
            paired.link.close(ByeReason::Unpaired);
            return true;
        }
        if let Some(task) = self.0.remove(index).dialling {
            task.abort();
        }
        true
    }

    fn forget_old(&mut self) {
        let is_past = |entry: &Entry| matches!(entry.pairing.state, PairingState::Failed(_) | PairingState::Ended(..));
        while self.0.iter().filter(|entry| is_past(entry)).count() > PAST {
            let Some(oldest) = self.0.iter().position(is_past) else { return };
            self.0.remove(oldest);
        }
    }
}
