//! Writes a run to the store as it goes, in a task of its own, so that a slow disk holds up
//! neither the run nor its viewers.

use std::time::Duration;

use pairperf_shared::plan::Side;
use pairperf_shared::record::RunParts;
use pairperf_shared::sample::Sample;
use tokio::sync::{mpsc, oneshot};

use crate::store::{Store, StoreError};

/// A record that is not on disk after this counts as not kept.
const FINISH: Duration = Duration::from_secs(30);

/// What is to be written.
enum Order {
    Update(Box<RunParts>),
    Append(Side, Vec<Sample>),
    Finish(Box<RunParts>, oneshot::Sender<Result<(), StoreError>>),
}

/// Handle of the task that keeps one run.
pub(super) struct Keeper {
    orders: mpsc::UnboundedSender<Order>,
}

impl std::fmt::Debug for Keeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keeper")
    }
}

impl Keeper {
    /// Begins to keep a run.
    pub(super) async fn start(store: Store, parts: &RunParts, side: Side) -> Result<Self, StoreError> {
        store.insert(parts, side).await?;
        let (orders, ordered) = mpsc::unbounded_channel();
        tokio::spawn(keep(store, parts.id.clone(), ordered));
        Ok(Self { orders })
    }

    /// Keeps what changed, samples apart.
    pub(super) fn update(&self, parts: RunParts) {
        let _ = self.orders.send(Order::Update(Box::new(parts)));
    }

    /// Appends samples of a side.
    pub(super) fn append(&self, side: Side, samples: Vec<Sample>) {
        if !samples.is_empty() {
            let _ = self.orders.send(Order::Append(side, samples));
        }
    }

    /// Replaces everything by the final form, and waits until it is on disk.
    pub(super) async fn finish(self, parts: RunParts) -> Result<(), StoreError> {
        let (done, outcome) = oneshot::channel();
        let _ = self.orders.send(Order::Finish(Box::new(parts), done));
        match tokio::time::timeout(FINISH, outcome).await {
            Ok(Ok(written)) => written,
            Ok(Err(_)) => Err(StoreError::Content("the keeper ended early".to_owned())),
            Err(_) => Err(StoreError::Content(format!("the disk took longer than {} s", FINISH.as_secs()))),
        }
    }
}

async fn keep(store: Store, run: String, mut orders: mpsc::UnboundedReceiver<Order>) {
    let mut chunks = [0i64; 2];
    let mut broken = false;
    while let Some(order) = orders.recv().await {
        let outcome = match order {
            Order::Update(parts) => store.update(&parts).await,
            Order::Append(side, samples) => {
                let chunk = &mut chunks[usize::from(side == Side::Peer)];
                *chunk += 1;
                store.append(&run, side, *chunk, &samples).await
            }
            Order::Finish(parts, done) => {
                let _ = done.send(store.finish(&parts).await);
                return;
            }
        };
        // Logged once: a full disk fails every write. The end of the run reports it in the record.
        if let Err(error) = outcome
            && !std::mem::replace(&mut broken, true)
        {
            tracing::warn!(run.id = %run, %error, "keeping run {run} while it goes");
        }
    }
}
