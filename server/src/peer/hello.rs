//! The plain-text opening: each node says who it is and which versions it speaks, and the inviter
//! says at once what needs no secret to say. Both texts go into the transcript byte by byte.

use serde::{Deserialize, Serialize};

use super::identity::{Identity, PairingId};

/// Version of everything that two nodes say to each other. Nodes pair only if theirs are equal.
pub const PROTOCOL: u32 = 3;

/// What the dialler wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Intent {
    /// To prove the code of an invitation.
    Pair,
    /// To go on with a pairing whose connection broke.
    Resume,
}

/// What any version of pairperf can read of any other's opening.
#[derive(Debug, Serialize, Deserialize)]
struct Preamble {
    pairperf: u32,
    version: String,
    node: String,
}

/// The dialler's opening.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    #[serde(flatten)]
    preamble: Preamble,
    pub(super) intent: Intent,
    pub(super) pairing: PairingId,
    /// Fresh random hexadecimal digits.
    nonce: String,
}

/// The inviter's answer to it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    preamble: Preamble,
    #[serde(rename = "answer")]
    verdict: Verdict,
    nonce: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Proceed,
    VersionMismatch,
    SelfPairing,
    NotInviting,
    UnknownPairing,
    EndedPairing,
    Busy,
    /// Said by a version after this one.
    #[serde(other)]
    Other,
}

/// What a node says before any secret is involved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    VersionMismatch,
    SelfPairing,
    NotInviting,
    /// No such pairing, though there may have been one before a restart.
    UnknownPairing,
    /// The pairing was ended while the connection was down.
    EndedPairing,
    /// Too many half-open handshakes.
    Busy,
}

/// Both openings are said; these are the words and what was understood.
#[derive(Debug)]
pub(super) struct Understood<T> {
    pub(super) said: T,
    pub(super) peer: Identity,
}

/// What the other node said is no opening of a pairperf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misunderstood {
    /// Not ours at all.
    Foreign,
    /// A pairperf of another protocol version.
    Version { peer: Identity, protocol: u32 },
}

impl Preamble {
    fn of(identity: &Identity) -> Self {
        Self { pairperf: PROTOCOL, version: identity.version.clone(), node: identity.node.clone() }
    }

    /// Reads only the preamble first, so that a later version is told from a stranger.
    fn read(bytes: &[u8]) -> Result<Identity, Misunderstood> {
        let preamble: Self = serde_json::from_slice(bytes).map_err(|_| Misunderstood::Foreign)?;
        let peer = Identity { node: preamble.node, version: preamble.version };
        if !peer.is_well_formed() {
            return Err(Misunderstood::Foreign);
        }
        if preamble.pairperf != PROTOCOL {
            return Err(Misunderstood::Version { peer, protocol: preamble.pairperf });
        }
        Ok(peer)
    }
}

fn read<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<Understood<T>, Misunderstood> {
    let peer = Preamble::read(bytes)?;
    let said = serde_json::from_slice(bytes).map_err(|_| Misunderstood::Foreign)?;
    Ok(Understood { said, peer })
}

fn written<T: Serialize>(said: &T) -> Vec<u8> {
    // Writing plain structs of strings and numbers cannot fail.
    serde_json::to_vec(said).unwrap_or_default()
}

impl Hello {
    pub(super) fn write(identity: &Identity, intent: Intent, pairing: PairingId, nonce: [u8; 16]) -> Vec<u8> {
        let nonce = data_encoding::HEXLOWER.encode(&nonce);
        written(&Self { preamble: Preamble::of(identity), intent, pairing, nonce })
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Understood<Self>, Misunderstood> {
        read(bytes)
    }
}

impl Answer {
    pub(super) fn proceed(identity: &Identity, nonce: [u8; 16]) -> Vec<u8> {
        let nonce = data_encoding::HEXLOWER.encode(&nonce);
        written(&Self { preamble: Preamble::of(identity), verdict: Verdict::Proceed, nonce })
    }

    pub(super) fn refuse(identity: &Identity, refusal: Refusal) -> Vec<u8> {
        let verdict = match refusal {
            Refusal::VersionMismatch => Verdict::VersionMismatch,
            Refusal::SelfPairing => Verdict::SelfPairing,
            Refusal::NotInviting => Verdict::NotInviting,
            Refusal::UnknownPairing => Verdict::UnknownPairing,
            Refusal::EndedPairing => Verdict::EndedPairing,
            Refusal::Busy => Verdict::Busy,
        };
        written(&Self { preamble: Preamble::of(identity), verdict, nonce: String::new() })
    }

    /// The peer, and what it refused if it did.
    pub(super) fn read(bytes: &[u8]) -> Result<(Identity, Option<Refusal>), Misunderstood> {
        let Understood { said: Self { verdict, .. }, peer } = read(bytes)?;
        let refusal = match verdict {
            Verdict::Proceed => None,
            Verdict::VersionMismatch => Some(Refusal::VersionMismatch),
            Verdict::SelfPairing => Some(Refusal::SelfPairing),
            Verdict::NotInviting => Some(Refusal::NotInviting),
            Verdict::UnknownPairing => Some(Refusal::UnknownPairing),
            Verdict::EndedPairing => Some(Refusal::EndedPairing),
            Verdict::Busy => Some(Refusal::Busy),
            Verdict::Other => return Err(Misunderstood::Foreign),
        };
        Ok((peer, refusal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identity() -> Identity {
        Identity { node: "0a1b".to_owned(), version: "0.1.0".to_owned() }
    }

    #[test]
    fn an_opening_is_read_as_written() {
        let pairing = PairingId::from_random([7; 16]);
        let understood = Hello::read(&Hello::write(&identity(), Intent::Resume, pairing, [1; 16])).unwrap();
        assert_eq!((understood.said.intent, understood.said.pairing), (Intent::Resume, pairing));
        assert_eq!(understood.peer, identity());
    }

    #[test]
    fn refusals_are_read_as_written() {
        for refusal in [
            Refusal::VersionMismatch,
            Refusal::SelfPairing,
            Refusal::NotInviting,
            Refusal::UnknownPairing,
            Refusal::EndedPairing,
            Refusal::Busy,
        ] {
            assert_eq!(Answer::read(&Answer::refuse(&identity(), refusal)), Ok((identity(), Some(refusal))));
        }
        assert_eq!(Answer::read(&Answer::proceed(&identity(), [1; 16])), Ok((identity(), None)));
    }

    #[test]
    fn another_version_is_told_from_a_stranger() {
        let later = br#"{"pairperf":9,"version":"3.0.0","node":"ff","intent":"merge"}"#;
        let expected = Identity { node: "ff".to_owned(), version: "3.0.0".to_owned() };
        assert_eq!(Hello::read(later).unwrap_err(), Misunderstood::Version { peer: expected, protocol: 9 });
        for foreign in [&b"SSH-2.0-x\r\n"[..], b"", b"{}", br#"{"pairperf":3,"version":"1","node":"a"}"#] {
            assert_eq!(Hello::read(foreign).unwrap_err(), Misunderstood::Foreign);
        }
    }

    proptest! {
        #[test]
        fn foreign_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in ".{0,200}") {
            let _ = Hello::read(&bytes);
            let _ = Answer::read(&bytes);
            let _ = Answer::read(text.as_bytes());
        }
    }
}
