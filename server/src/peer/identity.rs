//! Who speaks, and which pairing is meant. Nothing here is secret; nothing here proves anything.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER_PERMISSIVE as HEX;
use serde::{Deserialize, Serialize};

/// What a node says of itself before anything is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The node's id: 1 to 64 letters, digits and dashes.
    pub node: String,
    /// Version of the product, as a person knows it.
    pub version: String,
}

impl Identity {
    /// Whether both parts are short and plain enough to be shown and logged.
    pub(super) fn is_well_formed(&self) -> bool {
        let plain = |text: &str, also: &[char]| {
            (1..=64).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || also.contains(&c))
        };
        plain(&self.node, &['-']) && plain(&self.version, &['-', '.', '+', '_'])
    }
}

/// Names a pairing at both nodes: the dialler draws it. Knowing it opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PairingId([u8; 16]);

/// The text is not a pairing's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a pairing id")]
pub struct NotAPairingId;

impl PairingId {
    /// The id of these random bytes.
    pub const fn from_random(random: [u8; 16]) -> Self {
        Self(random)
    }
}

impl fmt::Display for PairingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEX.encode(&self.0))
    }
}

impl fmt::Debug for PairingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PairingId({self})")
    }
}

impl FromStr for PairingId {
    type Err = NotAPairingId;

    fn from_str(text: &str) -> Result<Self, NotAPairingId> {
        if text.len() != 32 {
            return Err(NotAPairingId);
        }
        let bytes = HEX.decode(text.as_bytes()).map_err(|_| NotAPairingId)?;
        bytes.try_into().map(Self).map_err(|_| NotAPairingId)
    }
}

impl TryFrom<String> for PairingId {
    type Error = NotAPairingId;

    fn try_from(text: String) -> Result<Self, NotAPairingId> {
        text.parse()
    }
}

impl From<PairingId> for String {
    fn from(id: PairingId) -> Self {
        id.to_string()
    }
}

/// The operating system gave no random bytes: nothing can be trusted from here on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gave no random bytes")]
pub struct NoRandomness;

pub(super) fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_written_and_read_alike() {
        let id = PairingId::from_random([0xa5; 16]);
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in ["", "a5", &"g".repeat(32), &"a".repeat(33), &"ä".repeat(16)] {
            assert_eq!(wrong.parse::<PairingId>(), Err(NotAPairingId), "{wrong}");
        }
    }

    #[test]
    fn only_short_plain_identities_pass() {
        let of = |node: &str, version: &str| {
            Identity { node: node.to_owned(), version: version.to_owned() }.is_well_formed()
        };
        assert!(of("0a1b-2c", "0.1.0-rc.1+x86_64"));
        for (node, version) in [("", "1"), ("a", ""), ("a\n", "1"), ("a", "1\u{1b}[0m"), (&"a".repeat(65), "1")] {
            assert!(!of(node, version), "{node:?} {version:?}");
        }
    }
}
