//! `/api/v1/live`: what happens, as it happens, over one WebSocket.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use pairperf_shared::ApiError;
use pairperf_shared::api::{LiveBody, LiveMessage};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;

use super::body::Params;
use super::error::{Failure, not_found};
use super::node;
use super::state::Node;
use crate::runs::ActiveRun;

/// A client sends nothing but pongs; more is not for us.
const FROM_CLIENT: usize = 16 << 10;
/// Browsers that watch at once.
const MOST_VIEWERS: usize = 64;
/// A client is asked for a sign of life this often.
const PING: Duration = Duration::from_secs(15);
/// One that leaves so many of these without an answer is gone.
const MISSED: u32 = 3;
/// Changes of the node that come together are told together.
const TOGETHER: Duration = Duration::from_millis(50);

/// What to watch.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Watch {
    /// A run; without it the node itself.
    run: Option<String>,
    /// The last message that the client has.
    after: Option<u64>,
}

/// One viewer, counted.
struct Viewer(Arc<AtomicUsize>);

impl Viewer {
    fn new(count: &Arc<AtomicUsize>) -> Option<Self> {
        let taken = count.fetch_add(1, Ordering::Relaxed);
        let viewer = Self(Arc::clone(count));
        (taken < MOST_VIEWERS).then_some(viewer)
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Live messages of a run, or of the node: `snapshot` first, then what happens.
#[utoipa::path(get, tag = "live", path = "/api/v1/live", params(Watch), responses((status = 101, body = LiveMessage, description = "a WebSocket of these"), (status = 404, body = ApiError)))]
pub(super) async fn get(State(node): State<Node>, Params(watch): Params<Watch>, upgrade: WebSocketUpgrade) -> Response {
    let Some(viewer) = Viewer::new(&node.0.viewers) else {
        let message = format!("{MOST_VIEWERS} viewers watch this node already");
        return Failure(ApiError::new("too_many", message).hint("close another page")).into_response();
    };
    let upgrade = upgrade.read_buffer_size(FROM_CLIENT).max_message_size(FROM_CLIENT).max_frame_size(FROM_CLIENT);
    let Some(id) = watch.run else {
        return upgrade.on_upgrade(move |socket| async move { watch_node(socket, node, viewer).await });
    };
    if let Some(run) = node.0.runs.active(&id) {
        return upgrade.on_upgrade(move |socket| async move { watch_run(socket, run, watch.after, viewer).await });
    }
    // It has ended: the record and its end, then nothing more.
    match node.0.runs.record(&id).await {
        Ok(Some(record)) => upgrade.on_upgrade(move |mut socket| async move {
            let outcome = record.outcome.clone();
            let bodies = [
                LiveBody::Snapshot { record: Some(Box::new(record)), elapsed_ms: None, node: None },
                LiveBody::End { outcome },
            ];
            let mut seq = watch.after.unwrap_or(0);
            for body in bodies {
                seq = seq.saturating_add(1);
                if send(&mut socket, &LiveMessage { seq, body }).await.is_err() {
                    return;
                }
            }
            let _ = pass(&mut socket, Message::Close(None)).await;
            drop(viewer);
        }),
        Ok(None) => not_found("no_run", "run of that id").into_response(),
        Err(error) => Failure::from(error).into_response(),
    }
}

struct Gone;

async fn send(socket: &mut WebSocket, message: &LiveMessage) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone)?;
    pass(socket, Message::text(text)).await
}

/// Sends a frame; a client that does not take it in time is gone.
async fn pass(socket: &mut WebSocket, frame: Message) -> Result<(), Gone> {
    let sent = tokio::time::timeout(PING * 2, socket.send(frame)).await;
    sent.map_err(|_| Gone)?.map_err(|_| Gone)
}

/// Keeps a socket alive; says when the client is gone.
struct Pulse {
    timer: tokio::time::Interval,
    missed: u32,
}

impl Pulse {
    fn new() -> Self {
        Self { timer: tokio::time::interval(PING), missed: 0 }
    }

    /// Waits until the client is gone; anything it says is a sign of life. Cancel safe.
    async fn beat(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Gone),
                Some(Ok(_)) => {
                    self.missed = 0;
                    Ok(())
                }
            },
            _ = self.timer.tick() => {
                self.missed += 1;
                if self.missed > MISSED {
                    return Err(Gone);
                }
                pass(socket, Message::Ping(Vec::new().into())).await
            }
        }
    }
}

async fn watch_run(mut socket: WebSocket, run: Arc<ActiveRun>, after: Option<u64>, viewer: Viewer) {
    if follow_run(&mut socket, &run, after).await.is_ok() {
        // The client may close first.
        let _ = pass(&mut socket, Message::Close(None)).await;
    }
    drop(viewer);
}

async fn follow_run(socket: &mut WebSocket, run: &ActiveRun, after: Option<u64>) -> Result<(), Gone> {
    let mut pulse = Pulse::new();
    let mut after = after;
    loop {
        let mut subscription = run.live.subscribe(after);
        if let Some(missed) = subscription.missed.take() {
            for message in missed {
                send(socket, &message).await?;
                if matches!(message.body, LiveBody::End { .. }) {
                    return Ok(());
                }
            }
        } else {
            let body =
                LiveBody::Snapshot { record: Some(Box::new(run.record())), elapsed_ms: run.elapsed_ms(), node: None };
            send(socket, &LiveMessage { seq: subscription.seq, body }).await?;
        }
        if run.has_ended() {
            let seq = subscription.seq + 1;
            return send(socket, &LiveMessage { seq, body: LiveBody::End { outcome: run.outcome() } }).await;
        }
        let mut last = subscription.seq;
        loop {
            tokio::select! {
                message = subscription.rest.recv() => match message {
                    Ok(message) => {
                        // A snapshot may already hold the first of these; numbers tell.
                        if message.seq <= last {
                            continue;
                        }
                        last = message.seq;
                        send(socket, &message).await?;
                        if matches!(message.body, LiveBody::End { .. }) {
                            return Ok(());
                        }
                    }
                    // Fell behind: what it missed from the ring, or a fresh snapshot.
                    Err(RecvError::Lagged(_)) => break,
                    Err(RecvError::Closed) => return Ok(()),
                },
                beat = pulse.beat(socket) => beat?,
            }
        }
        after = Some(last);
    }
}

async fn watch_node(mut socket: WebSocket, node: Node, viewer: Viewer) {
    let mut runs = node.0.runs.changes();
    let mut invitation = node.0.peers.invitation();
    let mut peers = node.0.peers.events();
    let mut pulse = Pulse::new();
    let mut seq = 0;
    loop {
        seq += 1;
        let body = LiveBody::Snapshot { record: None, elapsed_ms: None, node: Some(Box::new(node::view(&node))) };
        if send(&mut socket, &LiveMessage { seq, body }).await.is_err() {
            break;
        }
        let gone = loop {
            tokio::select! {
                changed = runs.changed() => break changed.is_err(),
                changed = invitation.changed() => break changed.is_err(),
                event = peers.recv() => break matches!(event, Err(RecvError::Closed)),
                beat = pulse.beat(&mut socket) => if beat.is_err() { break true },
            }
        };
        if gone {
            break;
        }
        tokio::time::sleep(TOGETHER).await;
        while peers.try_recv().is_ok() {}
        runs.mark_unchanged();
        invitation.mark_unchanged();
    }
    drop(viewer);
}
