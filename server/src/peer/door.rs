//! The inviter's front door: what a visitor is told before and while it proves itself, and how
//! many may stand on the step at once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

use super::code::{Charge, InvitationLimits, InvitationNumber, InvitationView, Invitations, OpenInvitation, Source};
use super::hello::{Intent, Refusal};
use super::identity::{Identity, NoRandomness, PairingId, random};
use super::keys::Key;
use super::transport::Transport;

/// Handshakes under way at once, in all and by source: they bound what strangers can make us keep.
const HALF_OPEN: usize = 32;
const HALF_OPEN_BY_SOURCE: usize = 4;

/// Ended pairings remembered, so that the other node hears "ended" rather than "restarted".
const ENDED: usize = 64;

/// A node that may come back without a code.
#[derive(Debug, Clone)]
pub(super) struct Guest {
    pub(super) pairing: PairingId,
    pub(super) link_key: Key,
    /// Where its fresh connections go.
    pub(super) transports: mpsc::Sender<Transport>,
}

/// What a visitor's opening leads to.
#[derive(Debug)]
pub(super) enum Knock {
    Refuse(Refusal),
    Pair,
    Resume(Guest),
}

#[derive(Debug, Default)]
struct Guests {
    known: HashMap<PairingId, Guest>,
    ended: VecDeque<PairingId>,
}

/// All that a handshake at the inviter needs to know.
#[derive(Debug)]
pub(super) struct Door {
    identity: Identity,
    deadline: Duration,
    invitations: Mutex<Invitations>,
    guests: Mutex<Guests>,
    half_open: Mutex<HashMap<Source, usize>>,
}

/// A place among the half-open handshakes.
#[derive(Debug)]
pub(super) struct Slot<'a> {
    door: &'a Door,
    source: Source,
}

impl Door {
    pub(super) fn new(identity: Identity, limits: InvitationLimits, deadline: Duration) -> Self {
        Self {
            identity,
            deadline,
            invitations: Mutex::new(Invitations::new(limits)),
            guests: Mutex::default(),
            half_open: Mutex::default(),
        }
    }

    pub(super) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// For each step of a handshake.
    pub(super) fn deadline(&self) -> Duration {
        self.deadline
    }

    pub(super) fn invite(&self) -> Result<OpenInvitation, NoRandomness> {
        Ok(held(&self.invitations).invite(now(), random()?))
    }

    pub(super) fn withdraw(&self) -> bool {
        held(&self.invitations).withdraw(now())
    }

    /// Ends the open invitation if its time is up.
    pub(super) fn expire(&self) {
        held(&self.invitations).expire(now());
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<InvitationView> {
        held(&self.invitations).subscribe()
    }

    pub(super) fn charge(&self, source: Source) -> Charge {
        held(&self.invitations).charge(source, now())
    }

    pub(super) fn succeed(&self, invitation: InvitationNumber) -> bool {
        held(&self.invitations).succeed(invitation, now())
    }

    pub(super) fn fail(&self, invitation: InvitationNumber) {
        held(&self.invitations).fail(invitation, now());
    }

    /// From now on this node may resume.
    pub(super) fn admit(&self, guest: Guest) {
        held(&self.guests).known.insert(guest.pairing, guest);
    }

    /// The pairing is over; its dialler is told so for a while.
    pub(super) fn dismiss(&self, pairing: PairingId) {
        let mut guests = held(&self.guests);
        if guests.known.remove(&pairing).is_some() {
            guests.ended.push_back(pairing);
            if guests.ended.len() > ENDED {
                guests.ended.pop_front();
            }
        }
    }

    pub(super) fn knock(&self, intent: Intent, pairing: PairingId, peer: &Identity) -> Knock {
        if peer.node == self.identity.node {
            return Knock::Refuse(Refusal::SelfPairing);
        }
        let guests = held(&self.guests);
        match intent {
            Intent::Resume => match guests.known.get(&pairing) {
                Some(guest) => Knock::Resume(guest.clone()),
                None if guests.ended.contains(&pairing) => Knock::Refuse(Refusal::EndedPairing),
                None => Knock::Refuse(Refusal::UnknownPairing),
            },
            // The dialler draws the id; one that is taken can only be drawn on purpose.
            Intent::Pair if guests.known.contains_key(&pairing) => Knock::Refuse(Refusal::Busy),
            Intent::Pair if held(&self.invitations).is_inviting(now()) => Knock::Pair,
            Intent::Pair => Knock::Refuse(Refusal::NotInviting),
        }
    }

    /// A place among the half-open handshakes, if one is free.
    pub(super) fn enter(&self, source: Source) -> Option<Slot<'_>> {
        let mut half_open = held(&self.half_open);
        let of_source = half_open.get(&source).copied().unwrap_or_default();
        if of_source >= HALF_OPEN_BY_SOURCE || half_open.values().sum::<usize>() >= HALF_OPEN {
            return None;
        }
        half_open.insert(source, of_source + 1);
        Some(Slot { door: self, source })
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut half_open = held(&self.door.half_open);
        if let Some(count) = half_open.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                half_open.remove(&self.source);
            }
        }
    }
}

/// The tokio clock, so that paused tests own it.
fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// A panic elsewhere leaves these maps whole: every change to them is one call.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn half_open_handshakes_are_bounded_by_source_and_in_all() {
        let identity = Identity { node: "a".to_owned(), version: "1".to_owned() };
        let door = Door::new(identity, InvitationLimits::default(), Duration::from_secs(1));
        let source = |last: u8| Source::from(IpAddr::from([10, 0, 0, last]));
        let mut slots: Vec<_> = (0..4).map(|_| door.enter(source(0)).unwrap()).collect();
        assert!(door.enter(source(0)).is_none());
        for last in 1..8 {
            slots.extend((0..4).map(|_| door.enter(source(last)).unwrap()));
        }
        assert!(door.enter(source(9)).is_none());
        slots.pop();
        assert!(door.enter(source(9)).is_some());
        drop(slots);
        assert!(held(&door.half_open).is_empty());
    }
}
