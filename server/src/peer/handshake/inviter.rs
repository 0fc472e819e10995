//! The inviter's side: it tells as little as it can until the code is proven.

use std::net::IpAddr;

use pairperf_shared::join::JoinCode;

use super::dialler::Established;
use super::pake::{self, Roles};
use super::steps::{Kind, Steps};
use super::{HandshakeError, Step};
use crate::peer::code::{Charge, InvitationNumber, Source};
use crate::peer::door::{Door, Guest, Knock};
use crate::peer::duplex::Duplex;
use crate::peer::hello::{Answer, Hello, Misunderstood, Refusal, Understood};
use crate::peer::identity::{Identity, PairingId, random};
use crate::peer::keys::{Key, PairKeys, Transcript, resumed_channel};
use crate::peer::noise;
use crate::peer::transport::Transport;

/// Who came in.
#[derive(Debug)]
pub(in crate::peer) enum Arrival {
    /// A node that proved the code.
    Paired(Established),
    /// A known node on a fresh connection.
    Resumed { guest: Guest, transport: Transport },
}

/// Answers whoever connected, up to an authenticated channel or a refusal.
pub(in crate::peer) async fn answer(door: &Door, duplex: Duplex, source: IpAddr) -> Result<Arrival, HandshakeError> {
    let mut steps = Steps::new(duplex, door.deadline());
    // Held until this function returns: a half-open handshake counts, an authenticated link doesn't.
    let Some(_slot) = door.enter(source.into()) else {
        return Err(refuse(&mut steps, door, Refusal::Busy, String::new()).await);
    };
    let hello = steps.recv(Step::Versions).await?;
    let Understood { said, peer } = match Hello::read(&hello) {
        Ok(understood) => understood,
        Err(error @ Misunderstood::Version { .. }) => {
            steps.send(Step::Versions, Answer::refuse(door.identity(), Refusal::VersionMismatch)).await?;
            return Err(error.into());
        }
        Err(error) => return Err(error.into()),
    };
    let guest = match door.knock(said.intent, said.pairing, &peer) {
        Knock::Refuse(refusal) => return Err(refuse(&mut steps, door, refusal, peer.node).await),
        Knock::Pair => None,
        Knock::Resume(guest) => Some(guest),
    };
    let answer = Answer::proceed(door.identity(), random()?);
    let opening = Transcript::new("pairperf 1").with(&hello).with(&answer);
    steps.send(Step::Versions, answer).await?;

    if let Some(guest) = guest {
        let channel = resumed_channel(&guest.link_key, &opening);
        let transport = secure(steps, &channel, &opening).await?;
        return Ok(Arrival::Resumed { guest, transport });
    }
    let visitor = Visitor { pairing: said.pairing, identity: peer, source: source.into() };
    visitor.prove(door, steps, opening).await.map(Arrival::Paired)
}

async fn refuse(steps: &mut Steps, door: &Door, refusal: Refusal, node: String) -> HandshakeError {
    match steps.send(Step::Versions, Answer::refuse(door.identity(), refusal)).await {
        Ok(()) => HandshakeError::Refused { refusal, node },
        Err(error) => error,
    }
}

struct Visitor {
    pairing: PairingId,
    identity: Identity,
    source: Source,
}

impl Visitor {
    async fn prove(self, door: &Door, mut steps: Steps, opening: Transcript) -> Result<Established, HandshakeError> {
        let roles = Roles { dialler: &self.identity, inviter: door.identity() };
        // Drawn in any case, so that a hopeless try costs the same work.
        let nobodys = JoinCode::from_random(random()?);
        let theirs = steps.recv_kind(Kind::Pake, || HandshakeError::Malformed(Step::Verify)).await?;

        let (charged, code) = match door.charge(self.source) {
            Charge::Code { invitation, code } => (ChargedTry::of(door, invitation), code),
            Charge::Hopeless => (ChargedTry::hopeless(door), nobodys),
        };
        let (exchange, ours) = pake::invite(&code, roles);
        steps.send_kind(Kind::Pake, &ours).await?;
        let said = opening.with(&theirs).with(&ours);
        let keys = PairKeys::derive(&exchange.finish(&theirs)?, &said);

        let proof = steps.recv_kind(Kind::Confirm, || HandshakeError::CodeRefused).await?;
        let proven = keys.dialler.verify(&said.digest(), &proof);
        if !charged.settle(proven) {
            steps.send_kind(Kind::Refused, &[]).await?;
            return Err(HandshakeError::CodeRefused);
        }
        steps.send_kind(Kind::Confirm, &keys.inviter.authenticate(&said.digest())).await?;
        let transport = secure(steps, &keys.channel, &said).await?;
        Ok(Established { pairing: self.pairing, peer: self.identity, link_key: keys.link, transport })
    }
}

/// A try on the book; dropped without being settled, it has failed.
struct ChargedTry<'a> {
    door: &'a Door,
    invitation: Option<InvitationNumber>,
}

impl<'a> ChargedTry<'a> {
    fn of(door: &'a Door, invitation: InvitationNumber) -> Self {
        Self { door, invitation: Some(invitation) }
    }

    fn hopeless(door: &'a Door) -> Self {
        Self { door, invitation: None }
    }

    /// Whether the dialler is in: it proved the code, and the invitation still stands.
    fn settle(mut self, proven: bool) -> bool {
        if !proven {
            return false;
        }
        self.invitation.take().is_some_and(|invitation| self.door.succeed(invitation))
    }
}

impl Drop for ChargedTry<'_> {
    fn drop(&mut self) {
        if let Some(invitation) = self.invitation.take() {
            self.door.fail(invitation);
        }
    }
}

async fn secure(mut steps: Steps, channel: &Key, said: &Transcript) -> Result<Transport, HandshakeError> {
    let first = steps.recv_kind(Kind::Noise, || HandshakeError::Malformed(Step::Verify)).await?;
    let Ok((session, second)) = noise::accept(channel, said, &first) else {
        steps.send_kind(Kind::Refused, &[]).await?;
        return Err(HandshakeError::ResumeRefused);
    };
    steps.send_kind(Kind::Noise, &second).await?;
    Ok(Transport::new(steps.into_duplex(), session))
}
