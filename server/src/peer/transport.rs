//! One connection of a link: sealed frames out, sealed frames in. When it breaks, the link goes on
//! with another.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::duplex::{Duplex, Incoming, Outgoing};
use super::noise::{Opener, Sealer, Session};
use super::wire::Frame;

/// An authenticated connection that nothing was said on yet.
#[derive(Debug)]
pub(super) struct Transport {
    duplex: Duplex,
    session: Session,
}

/// Why no more frames come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The connection is gone, or somebody changed what it carried: another one may do.
    Broken,
    /// The other node itself sent what is no frame.
    Violation,
}

/// A connection with its two tasks; dropped, both stop and the connection closes.
#[derive(Debug)]
pub(super) struct Running {
    /// Frames as they arrive; the last item is the fault.
    pub(super) frames: mpsc::Receiver<Result<Frame, Fault>>,
    /// Takes the next frame once the one before is on its way, so that nothing grows stale in it.
    pub(super) writer: mpsc::Sender<Frame>,
    reading: JoinHandle<()>,
    writing: JoinHandle<()>,
}

impl Transport {
    pub(super) fn new(duplex: Duplex, session: Session) -> Self {
        Self { duplex, session }
    }

    pub(super) fn start(self) -> Running {
        let (outgoing, incoming) = self.duplex.split();
        let (sealer, opener) = self.session.split();
        let (arrive, frames) = mpsc::channel(4);
        let (writer, leave) = mpsc::channel(1);
        Running {
            frames,
            writer,
            reading: tokio::spawn(read(incoming, opener, arrive)),
            writing: tokio::spawn(write(outgoing, sealer, leave)),
        }
    }
}

impl Running {
    /// Says one last frame and closes; gives up when that takes too long.
    pub(super) async fn finish(mut self, last: Option<Frame>, patience: Duration) {
        let (nobody, _) = mpsc::channel(1);
        let writer = std::mem::replace(&mut self.writer, nobody);
        let said = async {
            if let Some(frame) = last {
                // A broken connection carries no farewell; the task's end says as much.
                let _ = writer.send(frame).await;
            }
            drop(writer);
            let _ = (&mut self.writing).await;
        };
        let _ = timeout(patience, said).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.reading.abort();
        self.writing.abort();
    }
}

async fn read(mut incoming: Incoming, mut opener: Opener, arrive: mpsc::Sender<Result<Frame, Fault>>) {
    loop {
        let frame = match incoming.next().await {
            Some(Ok(sealed)) => match opener.open(&sealed) {
                Ok(plain) => Frame::decode(&plain).map_err(|_| Fault::Violation),
                Err(_) => Err(Fault::Broken),
            },
            Some(Err(_)) | None => Err(Fault::Broken),
        };
        let last = frame.is_err();
        if arrive.send(frame).await.is_err() || last {
            return;
        }
    }
}

async fn write(mut outgoing: Outgoing, mut sealer: Sealer, mut leave: mpsc::Receiver<Frame>) {
    while let Some(frame) = leave.recv().await {
        let Ok(message) = sealer.seal(&frame.encode()) else { return };
        if outgoing.send(message).await.is_err() {
            return;
        }
    }
    // The link is over; the other end sees a closed connection either way.
    let _ = outgoing.close().await;
}
