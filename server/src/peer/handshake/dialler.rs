//! The dialler's side: it proves the code first.

use std::time::Duration;

use pairperf_shared::join::JoinCode;

use super::pake::{self, Roles};
use super::steps::{Kind, Steps};
use super::{HandshakeError, Step};
use crate::peer::duplex::Duplex;
use crate::peer::hello::{Answer, Hello, Intent};
use crate::peer::identity::{Identity, PairingId, random};
use crate::peer::keys::{Key, PairKeys, Transcript, resumed_channel};
use crate::peer::noise;
use crate::peer::transport::Transport;

/// A pairing that both nodes have proven.
#[derive(Debug)]
pub(in crate::peer) struct Established {
    pub(in crate::peer) pairing: PairingId,
    pub(in crate::peer) peer: Identity,
    pub(in crate::peer) link_key: Key,
    pub(in crate::peer) transport: Transport,
}

/// What stays the same over the handshakes of one pairing.
#[derive(Debug, Clone)]
pub(in crate::peer) struct Dialler {
    pub(in crate::peer) identity: Identity,
    pub(in crate::peer) pairing: PairingId,
    /// For each step.
    pub(in crate::peer) deadline: Duration,
}

impl Dialler {
    /// Proves the code and has it proven; `reached` hears of each step as it begins.
    pub(in crate::peer) async fn pair(
        &self,
        duplex: Duplex,
        code: &JoinCode,
        reached: &(dyn Fn(Step) + Send + Sync),
    ) -> Result<Established, HandshakeError> {
        reached(Step::Versions);
        let mut steps = Steps::new(duplex, self.deadline);
        let (peer, said) = self.open(&mut steps, Intent::Pair).await?;

        reached(Step::Verify);
        let roles = Roles { dialler: &self.identity, inviter: &peer };
        let (exchange, ours) = pake::dial(code, roles);
        steps.send_kind(Kind::Pake, &ours).await?;
        let theirs = steps.recv_kind(Kind::Pake, code_refused).await?;
        let said = said.with(&ours).with(&theirs);
        let keys = PairKeys::derive(&exchange.finish(&theirs)?, &said);

        steps.send_kind(Kind::Confirm, &keys.dialler.authenticate(&said.digest())).await?;
        let proof = steps.recv_kind(Kind::Confirm, code_refused).await?;
        if !keys.inviter.verify(&said.digest(), &proof) {
            return Err(HandshakeError::CodeRefused);
        }
        let transport = secure(steps, &keys.channel, &said, code_refused).await?;
        Ok(Established { pairing: self.pairing, peer, link_key: keys.link, transport })
    }

    /// Goes on with a pairing on a fresh connection.
    pub(in crate::peer) async fn resume(&self, duplex: Duplex, link_key: &Key) -> Result<Transport, HandshakeError> {
        let mut steps = Steps::new(duplex, self.deadline);
        let (_, said) = self.open(&mut steps, Intent::Resume).await?;
        let channel = resumed_channel(link_key, &said);
        secure(steps, &channel, &said, || HandshakeError::ResumeRefused).await
    }

    async fn open(&self, steps: &mut Steps, intent: Intent) -> Result<(Identity, Transcript), HandshakeError> {
        let hello = Hello::write(&self.identity, intent, self.pairing, random()?);
        steps.send(Step::Versions, hello.clone()).await?;
        let answer = match steps.recv(Step::Versions).await {
            Err(HandshakeError::Malformed(_)) => return Err(HandshakeError::Foreign),
            other => other?,
        };
        let (peer, refusal) = Answer::read(&answer)?;
        if let Some(refusal) = refusal {
            return Err(HandshakeError::Refused { refusal, node: peer.node });
        }
        Ok((peer, Transcript::new("pairperf 1").with(&hello).with(&answer)))
    }
}

fn code_refused() -> HandshakeError {
    HandshakeError::CodeRefused
}

async fn secure(
    mut steps: Steps,
    channel: &Key,
    said: &Transcript,
    refused: fn() -> HandshakeError,
) -> Result<Transport, HandshakeError> {
    let (opening, first) = noise::open(channel, said)?;
    steps.send_kind(Kind::Noise, &first).await?;
    let second = steps.recv_kind(Kind::Noise, refused).await?;
    let session = opening.finish(&second).map_err(|_| refused())?;
    Ok(Transport::new(steps.into_duplex(), session))
}
