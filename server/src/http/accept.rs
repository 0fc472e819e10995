//! The node's one port. The first byte of a connection decides: 0x16 is TLS, 0xF5 a test stream or a greeting of a peer
//! that looks for this node, anything else HTTP/1.1. A test stream goes to the engine as the plain socket it is.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::places::Places;
use super::state::Connection;
use crate::reach::{self, Doors};
use crate::runs::{Arrivals, STREAM_FIRST_BYTE};

/// First byte of a TLS record that begins a handshake (RFC 8446 §5.1).
const TLS_FIRST_BYTE: u8 = 0x16;
/// A connection says what it is within this, and a test stream its whole preface.
const PREFACE: Duration = Duration::from_secs(5);
/// The headers of a request come within this, a TLS handshake too.
const HEADERS: Duration = Duration::from_secs(10);
/// A browser that takes nothing of an answer for so long is gone.
const STALLED: Duration = Duration::from_secs(30);
/// Bytes kept of a request's head.
const HEAD_BYTES: usize = 16 << 10;
/// Connections at once that have not said yet what they are.
const UNKNOWN: usize = 1024;

/// What connections are handed to.
#[derive(Clone)]
pub struct Edge {
    /// Answers HTTP.
    pub router: Router,
    /// Takes test streams.
    pub arrivals: Arrivals,
    /// Answers greetings of peers.
    pub doors: Doors,
    /// Takes TLS; none without a certificate.
    pub tls: Option<TlsAcceptor>,
}

impl std::fmt::Debug for Edge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Edge")
    }
}

/// Accepts until the task is dropped.
pub async fn serve(listener: TcpListener, edge: Edge) {
    let unknown = Arc::new(Semaphore::new(UNKNOWN));
    let places = Places::default();
    loop {
        let (socket, remote) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of descriptors or of memory: the ones in use have to end first.
                tracing::warn!(%error, "accepting a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&unknown).try_acquire_owned() else {
            continue;
        };
        tokio::spawn(connection(socket, remote, edge.clone(), permit, places.clone()));
    }
}

async fn connection(socket: TcpStream, remote: SocketAddr, edge: Edge, unknown: OwnedSemaphorePermit, places: Places) {
    let mut first = [0];
    // Peeked, not read: whoever takes the connection gets it whole.
    let until = Instant::now() + PREFACE;
    let Ok(Ok(1)) = tokio::time::timeout_at(until, socket.peek(&mut first)).await else { return };
    if first[0] == STREAM_FIRST_BYTE {
        if let Err(error) = stream(socket, &edge, until).await {
            tracing::debug!(%remote, %error, "neither a test stream nor a greeting of a peer from {remote}");
        }
        return;
    }
    drop(unknown);
    // Fails only where the connection is gone already.
    let Ok(local) = socket.local_addr() else { return };
    let Some(_place) = places.take(remote.ip()) else { return };
    if first[0] == TLS_FIRST_BYTE {
        let Some(tls) = edge.tls else { return };
        tune(&socket);
        if let Ok(Ok(stream)) = tokio::time::timeout(HEADERS, tls.accept(socket)).await {
            http(TokioIo::new(stream), edge.router, Connection { remote, local, tls: true }).await;
        }
        return;
    }
    tune(&socket);
    http(TokioIo::new(socket), edge.router, Connection { remote, local, tls: false }).await;
}

/// The second byte tells a test stream from a greeting.
async fn stream(mut socket: TcpStream, edge: &Edge, until: Instant) -> std::io::Result<()> {
    let mut head = [0; 2];
    tokio::time::timeout_at(until, socket.read_exact(&mut head)).await.map_err(|_| std::io::ErrorKind::TimedOut)??;
    match head[1] {
        reach::VERSION => edge.doors.hear(socket, head, until).await,
        _ => edge.arrivals.take(socket, head, until).await,
    }
}

/// Small answers do not wait for each other, and a reader that takes nothing is dropped in the
/// end (`TCP_USER_TIMEOUT`, tcp(7)). Failing either way, the connection works all the same.
fn tune(socket: &TcpStream) {
    let _ = socket.set_nodelay(true);
    let _ = socket2::SockRef::from(socket).set_tcp_user_timeout(Some(STALLED));
}

async fn http<I>(io: I, router: Router, connection: Connection)
where
    I: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(connection);
        router.clone().oneshot(request)
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(io, service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(remote = %connection.remote, %error, "a connection of {} ended", connection.remote);
    }
}
