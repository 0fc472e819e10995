//! Looks whether the other node is at an address, over TCP.

use std::io;
use std::net::SocketAddr;
use std::time::Instant;

use pairperf_shared::reach::WayState;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::found::{Found, of_error};
use super::greeting::{Key, Kind, LENGTH, OVER_TCP, Words};
use crate::ids;

/// What is found there until then.
pub(super) async fn look(target: SocketAddr, key: &Key, until: tokio::time::Instant) -> Found {
    let mut stream = match tokio::time::timeout_at(until, TcpStream::connect(target)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Found::of(of_error(&error)),
        Err(_) => return Found::of(WayState::Filtered),
    };
    match tokio::time::timeout_at(until, greet(&mut stream, target, key)).await {
        Ok(Ok(found)) => found,
        // Somebody took the connection and knows nothing of the key.
        Ok(Err(_)) | Err(_) => Found::of(WayState::NotThePeer),
    }
}

async fn greet(stream: &mut TcpStream, target: SocketAddr, key: &Key) -> io::Result<Found> {
    // Closed hard: no port of either node is to wait for late segments (tcp(7), TIME_WAIT).
    socket2::SockRef::from(&*stream).set_linger(Some(std::time::Duration::ZERO))?;
    stream.set_nodelay(true)?;
    let nonce = ids::random().map_err(io::Error::other)?;
    let words = Words { kind: Kind::Greeting, nonce, at: target, length: LENGTH as u16 };
    let said = Instant::now();
    stream.write_all(&words.write(OVER_TCP, key)).await?;
    let mut answer = [0; LENGTH];
    stream.read_exact(&mut answer).await?;
    let round_trip = said.elapsed();
    let answered = Words::read(&answer, OVER_TCP, key);
    Ok(match answered.filter(|answer| answer.kind == Kind::Answer && answer.nonce == nonce) {
        Some(answer) => Found::open(round_trip, answer.at),
        None => Found::of(WayState::NotThePeer),
    })
}
