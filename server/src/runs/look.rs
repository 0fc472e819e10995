//! The two nodes of a pairing look at the ways between them together: each tells the other over the link where it may be
//! found, both look, and each tells what the other may know of what it found.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pairperf_shared::api::ApiError;
use pairperf_shared::config::{Direction, Protocol};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::reach::{Family, Reach, Way as Found, WayState};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard, oneshot};
use tokio::time::{Instant, timeout_at};

use super::drive::Way;
use super::messages::{Control, Message};
use super::registry::{Inner, Runs, busy};
use super::ways::told;
use crate::ids;
use crate::reach::{Ends, Look, Machines, Offer};

/// A look is over by then; what is missing is not known.
const WHOLE: Duration = Duration::from_millis(2800);
/// The other node says within this where it may be found.
const OFFER: Duration = Duration::from_secs(1);
/// What was found is true for so long.
const FRESH: Duration = Duration::from_secs(5);
/// Looks that a peer may ask for in a minute.
const ASKED_A_MINUTE: usize = 20;

/// The looks over one pairing.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// One at a time is begun here; one that the peer begins takes its turn if it is free.
    turn: Arc<Turn<()>>,
    last: Mutex<Option<Seen>>,
    waiting: Mutex<HashMap<u64, Waiting>>,
    asked: Mutex<VecDeque<Instant>>,
    /// Whether a look that a person asked for waits for its turn.
    again: AtomicBool,
}

/// What was found last.
#[derive(Debug)]
struct Seen {
    at: Instant,
    further: Vec<u16>,
}

/// What a look still waits for.
#[derive(Debug)]
struct Waiting {
    offer: Option<oneshot::Sender<Offer>>,
    found: Option<oneshot::Sender<Reach>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Std mutexes: held for a few instructions, never across an await.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, messages of its look are waited for.
struct Expecting<'a>(&'a Looks, u64);

impl Drop for Expecting<'_> {
    fn drop(&mut self) {
        lock(&self.0.waiting).remove(&self.1);
    }
}

impl Looks {
    fn expect(&self, number: u64) -> (Expecting<'_>, oneshot::Receiver<Offer>, oneshot::Receiver<Reach>) {
        let ((offer, offered), (found, told)) = (oneshot::channel(), oneshot::channel());
        lock(&self.waiting).insert(number, Waiting { offer: Some(offer), found: Some(found) });
        (Expecting(self, number), offered, told)
    }

    /// One that goes on takes no longer than the whole; whoever waited so long goes beside it.
    async fn take_turn(&self) -> Option<OwnedMutexGuard<()>> {
        timeout_at(Instant::now() + WHOLE, Arc::clone(&self.turn).lock_owned()).await.ok()
    }

    /// The other node says where it may be found.
    fn offered(&self, number: u64, offer: Offer) {
        if let Some(waiting) = lock(&self.waiting).get_mut(&number).and_then(|waiting| waiting.offer.take()) {
            let _ = waiting.send(offer);
        }
    }

    /// The other node says what it found.
    fn found(&self, number: u64, reach: Reach) {
        if let Some(waiting) = lock(&self.waiting).get_mut(&number).and_then(|waiting| waiting.found.take()) {
            let _ = waiting.send(reach);
        }
    }

    /// The other node does not look now.
    fn declined(&self, number: u64) {
        lock(&self.waiting).remove(&number);
    }

    /// Whether the peer may ask for one more.
    fn affords(&self) -> bool {
        let (mut asked, now) = (lock(&self.asked), Instant::now());
        asked.retain(|at| now.duration_since(*at) < Duration::from_mins(1));
        let room = asked.len() < ASKED_A_MINUTE;
        if room {
            asked.push_back(now);
        }
        room
    }

    fn is_fresh(&self, further: &[u16]) -> bool {
        // No more ports either: what answers at one that is not asked for must not be taken for the way of a run.
        let seen = |last: &Seen| last.at.elapsed() < FRESH && last.further == further;
        lock(&self.last).as_ref().is_some_and(seen)
    }
}

/// Whether somebody may have opened it since: who mends a firewall tries again at once.
fn is_shut(way: &Found) -> bool {
    matches!(way.state, WayState::TcpOnly | WayState::Refused | WayState::Filtered | WayState::Closed)
}

impl Inner {
    /// Looks at the ways to the other node of a pairing, `further` UDP ports among them, or says what was found just now.
    /// None where the other node does not look with this one. Within three seconds.
    pub(super) async fn look(self: &Arc<Self>, pairing: &str, further: &[u16]) -> Option<Reach> {
        let (looks, way) = self.looks(pairing)?;
        let turn = looks.take_turn().await;
        if looks.is_fresh(further)
            && let Some(reach) = self.reach(pairing).filter(|reach| !reach.ways.iter().any(is_shut))
        {
            return Some(Reach::clone(&reach));
        }
        self.look_now(&looks, &way, further, turn).await
    }

    fn looks(&self, pairing: &str) -> Option<(Arc<Looks>, Way)> {
        let conversations = self.conversations();
        let conversation = conversations.get(pairing)?;
        Some((Arc::clone(&conversation.looks), conversation.way.clone()))
    }

    async fn look_now(
        self: &Arc<Self>,
        looks: &Looks,
        way: &Way,
        further: &[u16],
        turn: Option<OwnedMutexGuard<()>>,
    ) -> Option<Reach> {
        let begun = Instant::now();
        let number = u64::from_be_bytes(ids::random().ok()?);
        let look = Look::begin(&self.doors, &way.pairing, ends(way, &self.facts()), further).ok()?;
        let (_expecting, offered, found) = looks.expect(number);
        let offer = Box::new(look.offer().clone());
        way.link.send(Message::Control(Control::Look { number, offer, back: false }).encode()).await.ok()?;
        let theirs = timeout_at(begun + OFFER, offered).await.ok()?.ok()?;
        let together = Together { inner: self, way, looks, look: &look, number, begun, _turn: turn };
        together.find(&theirs, found, further).await
    }

    /// The other node begins a look.
    async fn look_along(self: Arc<Self>, way: Way, looks: Arc<Looks>, number: u64, theirs: Offer) {
        let begun = Instant::now();
        let goes_on = self.current().as_ref().is_some_and(|current| current.run.outcome().state != State::Check);
        // A run must not be disturbed, and nobody is to look without end; what is refused opens no socket.
        let look = (!goes_on && looks.affords())
            .then(|| Look::begin(&self.doors, &way.pairing, ends(&way, &self.facts()), theirs.further()));
        let Some(Ok(look)) = look else {
            let _ = way.link.send(Message::Control(Control::NoLook { number }).encode()).await;
            return;
        };
        let turn = Arc::clone(&looks.turn).try_lock_owned().ok();
        let (_expecting, _, found) = looks.expect(number);
        let offer = Box::new(look.offer().clone());
        if way.link.send(Message::Control(Control::Look { number, offer, back: true }).encode()).await.is_err() {
            return;
        }
        let together = Together { inner: &self, way: &way, looks: &looks, look: &look, number, begun, _turn: turn };
        together.find(&theirs, found, theirs.further()).await;
    }

    /// Hears what the other node says of looks.
    pub(super) fn hear_of_look(self: &Arc<Self>, way: &Way, said: Control) {
        let Some(looks) = self.conversations().get(&way.pairing).map(|conversation| Arc::clone(&conversation.looks))
        else {
            return;
        };
        match said {
            Control::Look { number, offer, back: true } => looks.offered(number, *offer),
            Control::Look { number, offer, back: false } => {
                tokio::spawn(Arc::clone(self).look_along(way.clone(), looks, number, *offer));
            }
            Control::NoLook { number } => looks.declined(number),
            Control::Looked { number, reach } => looks.found(number, reach.cleaned()),
            _ => {}
        }
    }
}

/// A look in which each node knows where the other may be.
struct Together<'a> {
    inner: &'a Arc<Inner>,
    way: &'a Way,
    looks: &'a Looks,
    look: &'a Look,
    number: u64,
    begun: Instant,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Together<'_> {
    /// Looks, tells, hears, and keeps what both found.
    async fn find(&self, theirs: &Offer, found: oneshot::Receiver<Reach>, further: &[u16]) -> Option<Reach> {
        let machines = machines(&self.inner.facts(), &self.way.peer);
        let until = self.begun + WHOLE;
        let mut reach = timeout_at(until, self.look.at(theirs, &machines)).await.ok()?;
        let told = Box::new(told(reach.clone()));
        let say = Message::Control(Control::Looked { number: self.number, reach: told }).encode();
        let back = match timeout_at(until, async { self.way.link.send(say).await.is_ok().then_some(found.await) }).await
        {
            Ok(Some(Ok(back))) => back.turned(),
            _ => Reach { ways: unknown(self.way), ..Reach::default() },
        };
        // The other node speaks of its own way alone; of this one's it knows nothing.
        reach.ways.extend(back.ways.into_iter().filter(|way| way.direction == Direction::FromPeer));
        for translation in back.translated {
            if !reach.translated.contains(&translation) {
                reach.translated.push(translation);
            }
        }
        let mut reach = reach.cleaned();
        reach.took_ms = self.begun.elapsed().as_millis() as u64;
        *lock(&self.looks.last) = Some(Seen { at: Instant::now(), further: further.to_vec() });
        if let Some(conversation) = self.inner.conversations().get_mut(&self.way.pairing) {
            conversation.reach = Some(Arc::new(reach.clone()));
        }
        self.inner.touch();
        Some(reach)
    }
}

fn ends(way: &Way, facts: &HostFacts) -> Ends {
    Ends { local: way.local, remote: way.target, dialled: way.dialled, same_machine: facts.shares_machine(&way.peer) }
}

fn machines(here: &HostFacts, there: &HostFacts) -> Machines {
    Machines {
        mtus: here.interfaces.iter().chain(&there.interfaces).filter_map(|interface| interface.mtu).collect(),
        here_container: here.container == Some(true),
        there_container: there.container == Some(true),
    }
}

/// The other node did not say in time what it found.
fn unknown(way: &Way) -> Vec<Found> {
    [Protocol::Tcp, Protocol::Udp]
        .map(|protocol| Found {
            direction: Direction::FromPeer,
            protocol,
            family: Family::of(way.local.ip()),
            address: None,
            port: 0,
            of_link: true,
            state: WayState::Unknown,
            round_trip_ns: None,
            path_mtu_bytes: None,
        })
        .to_vec()
}

impl Runs {
    /// Looks at the ways to the other node of a pairing, or says what was found just now; none where the other node does
    /// not look with this one.
    pub async fn look(&self, pairing: &str) -> Option<Reach> {
        self.0.look(pairing, &[]).await
    }

    /// Begins to look once more; what is found comes with the changes of the node.
    pub fn look_again(&self, pairing: &str) -> Result<(), ApiError> {
        let Some((looks, way)) = self.0.looks(pairing) else {
            return Err(
                ApiError::new("no_pairing", "there is no such pairing here").hint("it may have ended; pair again")
            );
        };
        // A run must not be disturbed.
        if let Some(running) = self.running() {
            return Err(busy(&running));
        }
        // One that waits already will do.
        if !looks.again.swap(true, Ordering::Relaxed) {
            let inner = Arc::clone(&self.0);
            tokio::spawn(async move {
                let turn = looks.take_turn().await;
                looks.again.store(false, Ordering::Relaxed);
                inner.look_now(&looks, &way, &[], turn).await
            });
        }
        Ok(())
    }

    /// What was found last of the ways to the other node of a pairing.
    pub fn reach(&self, pairing: &str) -> Option<Arc<Reach>> {
        self.0.reach(pairing)
    }
}
