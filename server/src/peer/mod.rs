//! Two nodes: how they find and trust each other, and the channel between them.
//!
//! [`Peers`] is the whole of it for the rest of the server. Below, from the person to the wire:
//! `code` keeps the invitation, `dial` finds the other node, `handshake` proves the code (`hello`,
//! `keys`, `noise` are its parts, `door` what it knows of this node), `link` is the message channel,
//! `transport` one connection of it, `wire` its frames, `duplex` the socket. Knows nothing of runs:
//! what is sent over a link is opaque here. Secrets are never logged.

mod code;
mod dial;
mod door;
mod duplex;
mod error;
mod handshake;
mod hello;
mod identity;
mod keys;
mod link;
mod noise;
mod peers;
mod registry;
mod transport;
mod wire;

pub use code::{InvitationEnd, InvitationLimits, InvitationView, OpenInvitation};
pub use dial::{Attempt, AttemptOutcome, DEFAULT_PORT, Target, knock};
pub use duplex::bounded;
pub use error::{PeerError, Who};
pub use handshake::Step;
pub use hello::PROTOCOL;
pub use identity::{Identity, NoRandomness, NotAPairingId, PairingId};
pub use link::{ByeReason, Hold, Link, LinkEnd, LinkState, LinkTiming, MAX_LINK_MESSAGE, SendError};
pub use peers::{LinkEnds, PeerEvent, Peers, PeersSetup};
pub use registry::{LinkRole, MAX_PAIRINGS, NewLink, Paired, Pairing, PairingState, Progress};

#[cfg(test)]
mod tests;
