//! One live pairing's message channel: whole messages, in order, each exactly once, over as many
//! connections as it takes. What the messages say is the business of the layer above.

mod inbox;
mod keeper;
mod outbox;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Instant;

use self::keeper::{Keeper, Order};
use self::outbox::Outbound;
use super::transport::Transport;
pub use super::wire::ByeReason;

/// Longest message of the layer above.
pub const MAX_LINK_MESSAGE: usize = 1024 * 1024;

/// Bytes under way that the other node has not handed on, at most.
const WINDOW: usize = 8 * 1024 * 1024;

/// What a message costs of the window beside its bytes, so that empty ones are bounded too.
const MESSAGE_OVERHEAD: usize = 64;

/// Whole messages waiting in the channel to the layer above.
const HANDED_ON: usize = 4;

/// The times a link lives by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkTiming {
    /// A sign of life is sent at least this often.
    pub heartbeat: Duration,
    /// Without any frame for so long, the connection is taken for dead.
    pub silence: Duration,
    /// Untouched from above for so long, the link ends.
    pub idle: Duration,
    /// Down for so long with no run going on, the link ends.
    pub lost: Duration,
    /// First and longest pause between dials after the first, which comes at once.
    pub redial: (Duration, Duration),
}

impl Default for LinkTiming {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(1),
            silence: Duration::from_secs(3),
            idle: Duration::from_hours(12),
            lost: Duration::from_mins(15),
            redial: (Duration::from_millis(200), Duration::from_secs(2)),
        }
    }
}

/// Whether the other node can be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// It can.
    Up,
    /// Not since then; the link goes on when it can be heard again.
    Down {
        /// When it was last heard.
        since: std::time::Instant,
    },
    /// Never again.
    Ended(LinkEnd),
}

/// Why a link is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkEnd {
    /// This node ended it.
    Here(ByeReason),
    /// The other node did.
    There(ByeReason),
    /// The other node has forgotten the pairing: it was restarted.
    Restarted,
    /// The other node was not heard for too long.
    Lost,
}

impl LinkEnd {
    /// Stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Restarted => "restarted",
            Self::Lost => "lost",
            Self::Here(reason) | Self::There(reason) => match reason {
                ByeReason::Unpaired => "unpaired",
                ByeReason::Idle => "idle",
                ByeReason::Replaced => "replaced",
                ByeReason::Shutdown => "shut_down",
                ByeReason::Full => "too_many_pairings",
                ByeReason::Violation => "protocol_error",
                ByeReason::Other => "ended",
            },
        }
    }
}

impl fmt::Display for LinkEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, reason) = match self {
            Self::Restarted => return f.write_str("the other node was restarted"),
            Self::Lost => return f.write_str("the other node was not heard for too long"),
            Self::Here(reason) => ("this node", reason),
            Self::There(reason) => ("the other node", reason),
        };
        let what = match reason {
            ByeReason::Unpaired => "ended the pairing",
            ByeReason::Idle => "ended the pairing, which had long been idle",
            ByeReason::Replaced => "replaced the pairing by a new one",
            ByeReason::Shutdown => "shut down",
            ByeReason::Full => "has too many pairings",
            ByeReason::Violation => "received what breaks the rules of the link",
            ByeReason::Other => "ended the pairing for a reason this version does not know",
        };
        write!(f, "{who} {what}")
    }
}

/// Why a message was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The link is over; its state says why.
    #[error("the link has ended")]
    Ended,
    /// It is longer than [`MAX_LINK_MESSAGE`].
    #[error("a message of {0} bytes is too long for the link")]
    TooLong(usize),
}

/// The other node broke the rules of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Violation;

/// Why a dial brought no connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedialError {
    /// Another dial may.
    Again,
    /// None will.
    Over(LinkEnd),
}

/// Makes a fresh connection of a pairing that this node dialled.
pub(super) trait Redial: Send + Sync {
    fn redial(&self) -> BoxFuture<'static, Result<Transport, RedialError>>;
}

/// Where fresh connections come from.
pub(super) enum Renewal {
    /// This node dials.
    Dial(Box<dyn Redial>),
    /// The other node comes.
    Arrive(mpsc::Receiver<Transport>),
}

/// Handle of a link; clones are handles of the same link, which ends when the last is dropped.
#[derive(Clone)]
pub struct Link {
    shared: Arc<Shared>,
    orders: mpsc::UnboundedSender<Order>,
}

/// What handles and the keeper both see.
struct Shared {
    born: Instant,
    /// Microseconds after birth. Written by the keeper alone.
    heard: AtomicU64,
    /// Microseconds after birth.
    touched: AtomicU64,
    holds: AtomicUsize,
    /// Bytes that may still go under way.
    window: Arc<Semaphore>,
    /// Written by the keeper alone.
    state: watch::Sender<LinkState>,
}

/// While one is held, a link does not end for being idle or silent: something is going on.
pub struct Hold(Arc<Shared>);

impl Link {
    /// Starts a link on its first connection; messages of the other node come out of the receiver.
    pub(super) fn start(first: Transport, renewal: Renewal, timing: LinkTiming) -> (Self, mpsc::Receiver<Vec<u8>>) {
        let (orders, ordered) = mpsc::unbounded_channel();
        let (hand_on, messages) = mpsc::channel(HANDED_ON);
        let shared = Arc::new(Shared {
            born: Instant::now(),
            heard: AtomicU64::new(0),
            touched: AtomicU64::new(0),
            holds: AtomicUsize::new(0),
            window: Arc::new(Semaphore::new(WINDOW)),
            state: watch::Sender::new(LinkState::Up),
        });
        let keeper = Keeper::new(Arc::clone(&shared), ordered, hand_on, renewal, timing);
        tokio::spawn(keeper.keep(first));
        (Self { shared, orders }, messages)
    }

    /// Sends a message; waits while too much is under way. It arrives once and in order, unless the
    /// link ends before.
    pub async fn send(&self, message: Vec<u8>) -> Result<(), SendError> {
        let length = message.len();
        if length > MAX_LINK_MESSAGE {
            return Err(SendError::TooLong(length));
        }
        let window = Arc::clone(&self.shared.window);
        let share = window.acquire_many_owned((length + MESSAGE_OVERHEAD) as u32).await;
        let share = share.map_err(|_| SendError::Ended)?;
        let outbound = Outbound { bytes: message, share: Some(share) };
        self.orders.send(Order::Send(outbound)).map_err(|_| SendError::Ended)
    }

    /// When the last authenticated frame arrived, of whatever kind.
    pub fn last_heard(&self) -> std::time::Instant {
        self.shared.at(&self.shared.heard).into_std()
    }

    /// Follows whether the other node can be heard.
    pub fn state(&self) -> watch::Receiver<LinkState> {
        self.shared.state.subscribe()
    }

    /// Says that somebody uses the pairing: idleness is counted from here.
    pub fn touch(&self) {
        self.shared.stamp(&self.shared.touched);
    }

    /// Says that something is going on until the hold is dropped.
    pub fn hold(&self) -> Hold {
        self.shared.holds.fetch_add(1, Ordering::Relaxed);
        Hold(Arc::clone(&self.shared))
    }

    /// Ends the link: what was sent before still goes out if it can, then a farewell.
    pub fn close(&self, reason: ByeReason) {
        // A link that is over already needs no farewell.
        let _ = self.orders.send(Order::Close(reason));
    }

    /// Waits for the end.
    pub async fn ended(&self) -> LinkEnd {
        let mut state = self.state();
        let ended = state.wait_for(|state| matches!(state, LinkState::Ended(_))).await;
        match ended.as_deref() {
            Ok(LinkState::Ended(end)) => *end,
            _ => LinkEnd::Lost,
        }
    }
}

impl Shared {
    fn stamp(&self, field: &AtomicU64) {
        field.store(self.born.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    fn at(&self, field: &AtomicU64) -> Instant {
        self.born + Duration::from_micros(field.load(Ordering::Relaxed))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.stamp(&self.0.touched);
        self.0.holds.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("state", &*self.shared.state.borrow()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hold")
    }
}

#[cfg(test)]
mod tests;
