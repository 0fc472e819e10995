//! Messages of the handshake after the plain-text opening, and a deadline for each.

use std::time::Duration;

use tokio::time::timeout;

use super::{HandshakeError, Step};
use crate::peer::duplex::{Duplex, PipeError};

/// What a message of the handshake is; its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pake = 1,
    Confirm = 2,
    Noise = 3,
    Refused = 4,
}

/// A duplex on which every step has to be quick.
pub(super) struct Steps {
    duplex: Duplex,
    deadline: Duration,
}

impl Steps {
    pub(super) fn new(duplex: Duplex, deadline: Duration) -> Self {
        Self { duplex, deadline }
    }

    pub(super) async fn send(&mut self, step: Step, message: Vec<u8>) -> Result<(), HandshakeError> {
        let sent = timeout(self.deadline, self.duplex.send(message)).await;
        settle(step, sent)
    }

    pub(super) async fn recv(&mut self, step: Step) -> Result<Vec<u8>, HandshakeError> {
        let received = timeout(self.deadline, self.duplex.recv()).await;
        settle(step, received)
    }

    pub(super) async fn send_kind(&mut self, kind: Kind, body: &[u8]) -> Result<(), HandshakeError> {
        let mut message = vec![kind as u8];
        message.extend(body);
        self.send(Step::Verify, message).await
    }

    /// The next message, which has to be of this kind; a refusal becomes `refused`.
    pub(super) async fn recv_kind(
        &mut self,
        kind: Kind,
        refused: fn() -> HandshakeError,
    ) -> Result<Vec<u8>, HandshakeError> {
        let message = self.recv(Step::Verify).await?;
        match message.split_first() {
            Some((&first, body)) if first == kind as u8 => Ok(body.to_vec()),
            Some((&first, [])) if first == Kind::Refused as u8 => Err(refused()),
            _ => Err(HandshakeError::Malformed(Step::Verify)),
        }
    }

    pub(super) fn into_duplex(self) -> Duplex {
        self.duplex
    }
}

fn settle<T>(
    step: Step,
    result: Result<Result<T, PipeError>, tokio::time::error::Elapsed>,
) -> Result<T, HandshakeError> {
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(PipeError::Foreign)) => Err(HandshakeError::Malformed(step)),
        Ok(Err(source)) => Err(HandshakeError::Lost { step, source }),
        Err(_) => Err(HandshakeError::TimedOut(step)),
    }
}
