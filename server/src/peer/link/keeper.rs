//! The task that owns a link: it decides what is said next, hands messages on, and gets a fresh
//! connection when the one in use breaks or falls silent.

use std::future::{Future, pending};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep, timeout};

use super::inbox::Inbox;
use super::outbox::{Outbound, Outbox};
use super::{ByeReason, LinkEnd, LinkState, LinkTiming, RedialError, Renewal, Shared, Violation};
use crate::peer::transport::{Fault, Running, Transport};
use crate::peer::wire::{Body, Frame};

/// Time to get rid of what was sent before the link was closed, and of the farewell.
const FAREWELL: Duration = Duration::from_secs(2);

/// Time the layer above has to take the last messages.
const LAST_MESSAGES: Duration = Duration::from_secs(5);

/// What handles ask of the keeper.
#[derive(Debug)]
pub(super) enum Order {
    Send(Outbound),
    Close(ByeReason),
}

/// A connection and how far it got.
struct Current {
    running: Running,
    since: Instant,
    /// What had arrived at either end when it began.
    began_at: (u64, u64),
    /// We said what we had received; it is the first frame of a connection.
    position_said: bool,
    /// The other node said so too; only then is it known which part comes next.
    position_heard: bool,
    /// Nothing was heard on it for too long; it is read until another one replaces it.
    silent: bool,
}

pub(super) struct Keeper {
    shared: Arc<Shared>,
    orders: mpsc::UnboundedReceiver<Order>,
    hand_on: mpsc::Sender<Vec<u8>>,
    renewal: Renewal,
    timing: LinkTiming,
    current: Option<Current>,
    redialling: Option<BoxFuture<'static, Result<Transport, RedialError>>>,
    /// Dials in a row that brought nothing that lasted.
    failed_dials: u32,
    outbox: Outbox,
    inbox: Inbox,
    acknowledged: u64,
    last_spoken: Instant,
    closing: Option<(ByeReason, Instant)>,
    tick: Interval,
}

enum Event {
    Ordered(Option<Order>),
    Heard(Result<Frame, Fault>),
    MaySpeak,
    MayHandOn,
    NobodyListens,
    Arrived(Transport),
    Redialled(Result<Transport, RedialError>),
    Tick,
}

impl Keeper {
    pub(super) fn new(
        shared: Arc<Shared>,
        orders: mpsc::UnboundedReceiver<Order>,
        hand_on: mpsc::Sender<Vec<u8>>,
        renewal: Renewal,
        timing: LinkTiming,
    ) -> Self {
        // Twice as often as the heartbeat, so that none comes late.
        let mut tick = interval(timing.heartbeat / 2);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            shared,
            orders,
            hand_on,
            renewal,
            timing,
            current: None,
            redialling: None,
            failed_dials: 0,
            outbox: Outbox::new(),
            inbox: Inbox::default(),
            acknowledged: 0,
            last_spoken: Instant::now(),
            closing: None,
            tick,
        }
    }

    /// Runs until the link is over.
    pub(super) async fn keep(mut self, first: Transport) {
        self.adopt(first);
        let end = loop {
            let event = self.wait().await;
            if let ControlFlow::Break(end) = self.handle(event) {
                break end;
            }
            if let Some((reason, until)) = self.closing
                && (self.has_said_all() || until <= Instant::now())
            {
                break LinkEnd::Here(reason);
            }
        };
        self.finish(end).await;
    }

    async fn wait(&mut self) -> Event {
        let may_speak = self.has_something_to_say();
        let may_hand_on = self.inbox.has_ready();
        let (frames, writer) = match &mut self.current {
            Some(current) => (Some(&mut current.running.frames), Some(&current.running.writer)),
            None => (None, None),
        };
        let arriving = match &mut self.renewal {
            Renewal::Arrive(arriving) => Some(arriving),
            Renewal::Dial(_) => None,
        };
        tokio::select! {
            order = self.orders.recv(), if self.closing.is_none() => Event::Ordered(order),
            frame = some(frames.map(mpsc::Receiver::recv)) => Event::Heard(frame.unwrap_or(Err(Fault::Broken))),
            // The place itself is dropped again: this task is the only one that fills it.
            place = some(writer.map(mpsc::Sender::reserve)), if may_speak => match place {
                Ok(_) => Event::MaySpeak,
                Err(_) => Event::Heard(Err(Fault::Broken)),
            },
            place = self.hand_on.reserve(), if may_hand_on => match place {
                Ok(_) => Event::MayHandOn,
                Err(_) => Event::NobodyListens,
            },
            Some(transport) = some(arriving.map(mpsc::Receiver::recv)) => Event::Arrived(transport),
            redialled = some(self.redialling.as_mut()) => Event::Redialled(redialled),
            _ = self.tick.tick() => Event::Tick,
        }
    }

    fn handle(&mut self, event: Event) -> ControlFlow<LinkEnd> {
        match event {
            Event::Ordered(Some(Order::Send(message))) => self.outbox.push(message),
            Event::Ordered(Some(Order::Close(reason))) => {
                self.closing = Some((reason, Instant::now() + FAREWELL));
            }
            Event::Ordered(None) => self.closing = Some((ByeReason::Shutdown, Instant::now() + FAREWELL)),
            Event::Heard(Ok(frame)) => return self.hear(frame),
            Event::Heard(Err(Fault::Violation)) => {
                return ControlFlow::Break(LinkEnd::Here(ByeReason::Violation));
            }
            Event::Heard(Err(Fault::Broken)) => self.lose(),
            Event::MaySpeak => self.speak(),
            Event::MayHandOn => {
                if let Some(message) = self.inbox.take() {
                    // There is a place: it was waited for, and nobody else fills it.
                    let _ = self.hand_on.try_send(message);
                }
            }
            Event::NobodyListens => return ControlFlow::Break(LinkEnd::Here(ByeReason::Shutdown)),
            Event::Arrived(transport) => self.adopt(transport),
            Event::Redialled(result) => {
                self.redialling = None;
                match result {
                    Ok(transport) => self.adopt(transport),
                    Err(RedialError::Over(end)) => return ControlFlow::Break(end),
                    Err(RedialError::Again) => {
                        self.failed_dials = self.failed_dials.saturating_add(1);
                        // A silent connection may have found its voice meanwhile.
                        if self.current.as_ref().is_none_or(|current| current.silent) {
                            self.redial();
                        }
                    }
                }
            }
            Event::Tick => return self.look_around(),
        }
        ControlFlow::Continue(())
    }

    fn hear(&mut self, frame: Frame) -> ControlFlow<LinkEnd> {
        self.shared.stamp(&self.shared.heard);
        self.set_state(LinkState::Up);
        let Some(current) = &mut self.current else { return ControlFlow::Continue(()) };
        current.silent = false;
        let acknowledged = self.outbox.acknowledge(frame.ack);
        let outcome = acknowledged.and_then(|()| match &frame.body {
            Body::Position { .. } if current.position_heard => Err(Violation),
            Body::Position { received } => {
                current.position_heard = true;
                self.outbox.resume_after(*received)
            }
            Body::Data { seq, end, bytes } => self.inbox.accept(*seq, *end, bytes),
            Body::Heartbeat | Body::Ack | Body::Bye(_) => Ok(()),
        });
        match (outcome, frame.body) {
            (Err(Violation), _) => ControlFlow::Break(LinkEnd::Here(ByeReason::Violation)),
            (Ok(()), Body::Bye(reason)) => ControlFlow::Break(LinkEnd::There(reason)),
            (Ok(()), _) => ControlFlow::Continue(()),
        }
    }

    fn has_something_to_say(&self) -> bool {
        let Some(current) = &self.current else { return false };
        !current.position_said
            || (current.position_heard && !self.outbox.is_sent())
            || self.inbox.ack() > self.acknowledged
            || self.heartbeat_is_due()
    }

    /// Nothing is left to send, or there is nothing to send it on. Before the other node has said
    /// what it has, what was sent on the connection before may have to be sent again.
    fn has_said_all(&self) -> bool {
        self.current.as_ref().is_none_or(|current| current.position_heard && self.outbox.is_sent())
    }

    fn heartbeat_is_due(&self) -> bool {
        self.last_spoken.elapsed() * 2 >= self.timing.heartbeat
    }

    fn speak(&mut self) {
        let Some(current) = &mut self.current else { return };
        let ack = self.inbox.ack();
        let body = if !current.position_said {
            current.position_said = true;
            Body::Position { received: self.inbox.received() }
        } else if let Some(part) = current.position_heard.then(|| self.outbox.take()).flatten() {
            Body::Data { seq: part.seq, end: part.end, bytes: part.bytes.to_vec() }
        } else if ack > self.acknowledged {
            Body::Ack
        } else {
            Body::Heartbeat
        };
        self.acknowledged = ack;
        self.last_spoken = Instant::now();
        // There is a place: it was waited for, and nobody else fills it.
        let _ = current.running.writer.try_send(Frame { ack, body });
    }

    /// Goes on with a fresh connection; the one before is closed.
    fn adopt(&mut self, transport: Transport) {
        // Only the other node itself could finish the handshake: that is a sign of life.
        self.shared.stamp(&self.shared.heard);
        self.set_state(LinkState::Up);
        self.current = Some(Current {
            running: transport.start(),
            since: Instant::now(),
            began_at: self.progress(),
            position_said: false,
            position_heard: false,
            silent: false,
        });
        self.acknowledged = 0;
    }

    /// The connection in use is gone.
    fn lose(&mut self) {
        if let Some(lost) = self.current.take() {
            // One that breaks at once, for nothing, must not be dialled at once again and again.
            let worth_it = lost.began_at != self.progress() || lost.since.elapsed() >= self.timing.heartbeat;
            self.failed_dials = if worth_it { 0 } else { self.failed_dials.saturating_add(1) };
        }
        self.set_state(LinkState::Down { since: self.shared.at(&self.shared.heard).into_std() });
        self.redial();
    }

    /// How far both directions have got.
    fn progress(&self) -> (u64, u64) {
        (self.outbox.acknowledged(), self.inbox.received())
    }

    /// Dials if this node is the one to dial, at once the first time.
    fn redial(&mut self) {
        let Renewal::Dial(redial) = &self.renewal else { return };
        if self.redialling.is_some() {
            return;
        }
        let (shortest, longest) = self.timing.redial;
        let pause = match self.failed_dials {
            0 => Duration::ZERO,
            times => longest.min(shortest * 2u32.saturating_pow(times - 1)),
        };
        let dialling = redial.redial();
        self.redialling = Some(Box::pin(async move {
            sleep(pause).await;
            dialling.await
        }));
    }

    fn look_around(&mut self) -> ControlFlow<LinkEnd> {
        let heard = self.shared.at(&self.shared.heard);
        if let Some(current) = &mut self.current
            && heard.elapsed() >= self.timing.silence
            && !current.silent
        {
            current.silent = true;
            self.failed_dials = 0;
            self.set_state(LinkState::Down { since: heard.into_std() });
            self.redial();
        }
        if self.shared.holds.load(Ordering::Relaxed) > 0 {
            return ControlFlow::Continue(());
        }
        if heard.elapsed() >= self.timing.lost {
            return ControlFlow::Break(LinkEnd::Lost);
        }
        if self.shared.at(&self.shared.touched).elapsed() >= self.timing.idle {
            return ControlFlow::Break(LinkEnd::Here(ByeReason::Idle));
        }
        ControlFlow::Continue(())
    }

    fn set_state(&self, state: LinkState) {
        self.shared.state.send_if_modified(|shown| {
            let differs = *shown != state;
            *shown = state;
            differs
        });
    }

    async fn finish(mut self, end: LinkEnd) {
        self.shared.window.close();
        self.orders.close();
        let farewell = match end {
            LinkEnd::Here(reason) => Some(Frame { ack: self.inbox.ack(), body: Body::Bye(reason) }),
            LinkEnd::There(_) | LinkEnd::Restarted | LinkEnd::Lost => None,
        };
        if let Some(current) = self.current.take() {
            current.running.finish(farewell, FAREWELL).await;
        }
        let last_messages = async {
            while let Some(message) = self.inbox.take() {
                if self.hand_on.send(message).await.is_err() {
                    break;
                }
            }
        };
        // Whoever does not take them by now does not want them.
        let _ = timeout(LAST_MESSAGES, last_messages).await;
        self.set_state(LinkState::Ended(end));
    }
}

/// The future's outcome if there is a future, else nothing ever.
async fn some<F: Future>(future: Option<F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => pending().await,
    }
}
