//! A pair of message pipes to the other node, whatever carries them. Knows nothing of what the
//! messages say; a message above the cap never gets in.

use std::pin::Pin;

use axum::extract::ws;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Longest message on the socket, before authentication and after. Link messages are longer and
/// travel in parts, so that a heartbeat never waits behind a megabyte and a broken link resumes in
/// the middle of a message.
pub(super) const MAX_MESSAGE: usize = 16 * 1024;

/// The other node is gone, or what came is not a message of ours. The reason is for the log.
#[derive(Debug, thiserror::Error)]
pub(super) enum PipeError {
    /// The other end closed.
    #[error("the other end closed the connection")]
    Closed,
    /// A text message, or one above the cap.
    #[error("the other end sent something that is not a link message")]
    Foreign,
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
}

/// Where messages go out; each is flushed before the next is taken.
pub(super) type Outgoing = Pin<Box<dyn Sink<Vec<u8>, Error = PipeError> + Send>>;
/// Where messages come in.
pub(super) type Incoming = Pin<Box<dyn Stream<Item = Result<Vec<u8>, PipeError>> + Send>>;

/// Both directions.
pub(super) struct Duplex {
    outgoing: Outgoing,
    incoming: Incoming,
}

impl Duplex {
    /// Over the server's side of a WebSocket.
    pub(super) fn from_axum(socket: ws::WebSocket) -> Self {
        let (sink, stream) = socket.split();
        Self {
            outgoing: Box::pin(
                sink.sink_map_err(broken)
                    .with(async |message: Vec<u8>| Ok::<_, PipeError>(ws::Message::Binary(message.into()))),
            ),
            incoming: Box::pin(stream.filter_map(async |message| match message {
                Ok(ws::Message::Binary(bytes)) => Some(capped(bytes.into())),
                Ok(ws::Message::Text(_)) => Some(Err(PipeError::Foreign)),
                Ok(ws::Message::Close(_)) => Some(Err(PipeError::Closed)),
                Ok(ws::Message::Ping(_) | ws::Message::Pong(_)) => None,
                Err(error) => Some(Err(broken(error))),
            })),
        }
    }

    /// Over a WebSocket of our own making: the dialler's side.
    pub(super) fn from_tungstenite<S>(socket: WebSocketStream<S>) -> Self
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (sink, stream) = socket.split();
        Self {
            outgoing: Box::pin(
                sink.sink_map_err(broken)
                    .with(async |message: Vec<u8>| Ok::<_, PipeError>(Message::Binary(message.into()))),
            ),
            incoming: Box::pin(stream.filter_map(async |message| match message {
                Ok(Message::Binary(bytes)) => Some(capped(bytes.into())),
                Ok(Message::Text(_)) => Some(Err(PipeError::Foreign)),
                Ok(Message::Close(_)) => Some(Err(PipeError::Closed)),
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => None,
                Err(error) => Some(Err(broken(error))),
            })),
        }
    }

    pub(super) async fn send(&mut self, message: Vec<u8>) -> Result<(), PipeError> {
        self.outgoing.send(message).await
    }

    pub(super) async fn recv(&mut self) -> Result<Vec<u8>, PipeError> {
        self.incoming.next().await.unwrap_or(Err(PipeError::Closed))
    }

    pub(super) fn split(self) -> (Outgoing, Incoming) {
        (self.outgoing, self.incoming)
    }
}

impl std::fmt::Debug for Duplex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Duplex")
    }
}

/// Bounds of a socket that we open; [`bounded`] sets the same for one that we accept.
pub(super) fn socket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(MAX_MESSAGE)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE))
}

/// Sets the bounds of a link's socket; every upgrade at `GET /peer` goes through it.
pub fn bounded<F>(upgrade: ws::WebSocketUpgrade<F>) -> ws::WebSocketUpgrade<F> {
    upgrade.read_buffer_size(MAX_MESSAGE).write_buffer_size(0).max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE)
}

fn broken(error: impl std::fmt::Display) -> PipeError {
    PipeError::Broken(error.to_string())
}

fn capped(bytes: Vec<u8>) -> Result<Vec<u8>, PipeError> {
    if bytes.len() > MAX_MESSAGE { Err(PipeError::Foreign) } else { Ok(bytes) }
}

#[cfg(test)]
impl Duplex {
    /// Two ends of one pipe in memory.
    pub(super) fn pair() -> (Self, Self) {
        let (left_out, right_in) = tokio::sync::mpsc::channel(4);
        let (right_out, left_in) = tokio::sync::mpsc::channel(4);
        (Self::over(left_out, left_in), Self::over(right_out, right_in))
    }

    fn over(outgoing: tokio::sync::mpsc::Sender<Vec<u8>>, incoming: tokio::sync::mpsc::Receiver<Vec<u8>>) -> Self {
        let sink = futures_util::sink::unfold(outgoing, async |outgoing, message| {
            outgoing.send(message).await.map_err(|_| PipeError::Closed)?;
            Ok(outgoing)
        });
        let stream = futures_util::stream::unfold(incoming, async |mut incoming| {
            incoming.recv().await.map(|message| (capped(message), incoming))
        });
        Self { outgoing: Box::pin(sink), incoming: Box::pin(stream.fuse()) }
    }
}
