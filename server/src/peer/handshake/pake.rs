//! The password-authenticated key exchange: the one place that knows which.
//!
//! SPAKE2 with roles, so that a message sent back to its sender is refused. A message that is no
//! point of the curve counts as a wrong code: it yields a key that nobody else has.

use pairperf_shared::join::JoinCode;
use spake2::{Ed25519Group, Identity as Name, Password, Spake2};

use crate::peer::identity::{Identity, NoRandomness, random};
use crate::peer::keys::Key;

/// Begun, with our message sent or to be sent.
pub(super) struct Exchange(Spake2<Ed25519Group>);

/// The two nodes in their roles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Roles<'a> {
    pub(super) dialler: &'a Identity,
    pub(super) inviter: &'a Identity,
}

impl Roles<'_> {
    fn names(&self) -> [Name; 2] {
        [("dialler", self.dialler), ("inviter", self.inviter)]
            .map(|(role, who)| Name::new(format!("{role} {} {}", who.node, who.version).as_bytes()))
    }
}

/// Begins as the dialler.
pub(super) fn dial(code: &JoinCode, roles: Roles<'_>) -> (Exchange, Vec<u8>) {
    let [dialler, inviter] = roles.names();
    let (state, message) = Spake2::start_a(&Password::new(code.symbols()), &dialler, &inviter);
    (Exchange(state), message)
}

/// Begins as the inviter.
pub(super) fn invite(code: &JoinCode, roles: Roles<'_>) -> (Exchange, Vec<u8>) {
    let [dialler, inviter] = roles.names();
    let (state, message) = Spake2::start_b(&Password::new(code.symbols()), &dialler, &inviter);
    (Exchange(state), message)
}

impl Exchange {
    /// The exchanged key; it equals the other node's only if both hold the same code.
    pub(super) fn finish(self, message: &[u8]) -> Result<Key, NoRandomness> {
        let nobodys = random()?;
        let exchanged = self.0.finish(message).ok().and_then(|key| <[u8; 32]>::try_from(key).ok());
        Ok(Key::from_bytes(exchanged.unwrap_or(nobodys)))
    }
}
