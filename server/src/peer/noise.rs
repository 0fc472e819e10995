//! The encrypted channel under the link: Noise with a pre-shared key, nothing else negotiated.
//! Messages are opened in the order they were sealed; a gap or a repeat is a failure.

use std::sync::Arc;

use snow::{Builder, HandshakeState, StatelessTransportState};

use super::keys::{Key, Transcript};

const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_SHA256";

/// Bytes that sealing adds.
pub(super) const SEAL: usize = 16;

/// Longest handshake message: an ephemeral key and a tag.
const HANDSHAKE_MESSAGE: usize = 64;

/// The other end holds another key, or the bytes were changed on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sealed message does not open")]
pub(super) struct Unsealed;

/// The dialler's side before the inviter has answered.
pub(super) struct Opening(HandshakeState);

/// An established channel.
pub(super) struct Session(StatelessTransportState);

/// The sending half.
pub(super) struct Sealer {
    state: Arc<StatelessTransportState>,
    next: u64,
}

/// The receiving half.
pub(super) struct Opener {
    state: Arc<StatelessTransportState>,
    next: u64,
}

fn builder<'a>(psk: &'a Key, said: &'a [u8]) -> Result<Builder<'a>, snow::Error> {
    Builder::new(PATTERN.parse()?).psk(0, psk.as_bytes())?.prologue(said)
}

/// Begins as the dialler; the message is the first to send.
pub(super) fn open(psk: &Key, said: &Transcript) -> Result<(Opening, Vec<u8>), Unsealed> {
    let attempt = || {
        let mut state = builder(psk, &said.digest())?.build_initiator()?;
        let mut message = [0; HANDSHAKE_MESSAGE];
        let length = state.write_message(&[], &mut message)?;
        Ok::<_, snow::Error>((Opening(state), message[..length].to_vec()))
    };
    attempt().map_err(|_| Unsealed)
}

impl Opening {
    /// Finishes with the inviter's message.
    pub(super) fn finish(mut self, message: &[u8]) -> Result<Session, Unsealed> {
        let mut nothing = [0; HANDSHAKE_MESSAGE];
        self.0.read_message(message, &mut nothing).map_err(|_| Unsealed)?;
        self.0.into_stateless_transport_mode().map(Session).map_err(|_| Unsealed)
    }
}

/// Answers as the inviter; the message is the one to send back.
pub(super) fn accept(psk: &Key, said: &Transcript, opening: &[u8]) -> Result<(Session, Vec<u8>), Unsealed> {
    let attempt = || {
        let mut state = builder(psk, &said.digest())?.build_responder()?;
        let mut message = [0; HANDSHAKE_MESSAGE];
        state.read_message(opening, &mut message)?;
        let length = state.write_message(&[], &mut message)?;
        Ok::<_, snow::Error>((Session(state.into_stateless_transport_mode()?), message[..length].to_vec()))
    };
    attempt().map_err(|_| Unsealed)
}

impl Session {
    pub(super) fn split(self) -> (Sealer, Opener) {
        let state = Arc::new(self.0);
        (Sealer { state: Arc::clone(&state), next: 0 }, Opener { state, next: 0 })
    }
}

impl Sealer {
    pub(super) fn seal(&mut self, plain: &[u8]) -> Result<Vec<u8>, Unsealed> {
        let mut sealed = vec![0; plain.len() + SEAL];
        let length = self.state.write_message(self.next, plain, &mut sealed).map_err(|_| Unsealed)?;
        self.next += 1;
        sealed.truncate(length);
        Ok(sealed)
    }
}

impl Opener {
    pub(super) fn open(&mut self, sealed: &[u8]) -> Result<Vec<u8>, Unsealed> {
        let mut plain = vec![0; sealed.len()];
        let length = self.state.read_message(self.next, sealed, &mut plain).map_err(|_| Unsealed)?;
        self.next += 1;
        plain.truncate(length);
        Ok(plain)
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(dialler: u8, inviter: u8) -> Result<(Session, Session), Unsealed> {
        let said = Transcript::new("test");
        let (opening, first) = open(&Key::from_bytes([dialler; 32]), &said)?;
        let (accepted, second) = accept(&Key::from_bytes([inviter; 32]), &said, &first)?;
        Ok((opening.finish(&second)?, accepted))
    }

    #[test]
    fn what_is_sealed_opens_at_the_other_end_in_order_and_once() {
        let (dialler, inviter) = channel(1, 1).unwrap();
        let ((mut seal, _), (_, mut open)) = (dialler.split(), inviter.split());
        let sealed: Vec<_> = (0..3u8).map(|byte| seal.seal(&[byte; 5]).unwrap()).collect();
        assert_eq!(open.open(&sealed[0]).unwrap(), [0; 5]);
        assert_eq!(open.open(&sealed[0]), Err(Unsealed));
        assert_eq!(open.open(&sealed[2]), Err(Unsealed));
        assert_eq!(open.open(&sealed[1]).unwrap(), [1; 5]);
    }

    #[test]
    fn another_key_or_changed_bytes_do_not_open() {
        assert!(channel(1, 2).is_err());
        let (dialler, inviter) = channel(1, 1).unwrap();
        let ((mut seal, _), (_, mut open)) = (dialler.split(), inviter.split());
        let mut sealed = seal.seal(b"bytes").unwrap();
        sealed[2] ^= 1;
        assert_eq!(open.open(&sealed), Err(Unsealed));
        assert_eq!(open.open(b""), Err(Unsealed));
    }
}
