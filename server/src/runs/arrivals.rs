//! Test streams that come in: each is proven against the run it claims, counted once, and handed
//! to the engine as a plain socket.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use pairperf_engine::ACCEPTED;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::preface::{self, RunKey};

/// The runs that wait for streams. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Arrivals(Arc<Mutex<HashMap<[u8; 16], Expected>>>);

#[derive(Debug)]
struct Expected {
    key: RunKey,
    legs: Vec<Leg>,
    seen: HashSet<u32>,
}

/// Where the streams of one direction go.
#[derive(Debug)]
pub(super) struct Leg {
    /// How many there are.
    pub(super) streams: u32,
    /// Whether a stream may come again, while the run is expected: each of its requests has a connection of its own.
    pub(super) again: bool,
    /// Takes them in, with their numbers.
    pub(super) engine: Sender<(u32, std::net::TcpStream)>,
}

/// While it lives, streams of its run are taken.
#[derive(Debug)]
pub(super) struct Expectation {
    arrivals: Arrivals,
    run: [u8; 16],
}

impl Drop for Expectation {
    fn drop(&mut self) {
        self.arrivals.lock().remove(&self.run);
    }
}

impl Arrivals {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<[u8; 16], Expected>> {
        // A std mutex: held for a map access, never across an await.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes streams 0 to `streams` − 1 of each direction of a run from now on.
    pub(super) fn expect(&self, run: [u8; 16], key: RunKey, legs: Vec<Leg>) -> Expectation {
        self.lock().insert(run, Expected { key, legs, seen: HashSet::new() });
        Expectation { arrivals: self.clone(), run }
    }

    /// Reads the rest of the preface of a connection that began with that [`preface::FIRST_BYTE`] and version, and hands
    /// it over. Without a valid one by that time it is closed and never counted.
    pub async fn take(&self, mut socket: TcpStream, head: [u8; 2], until: Instant) -> io::Result<()> {
        let mut bytes = [0; preface::LENGTH];
        bytes[..2].copy_from_slice(&head);
        tokio::time::timeout_at(until, socket.read_exact(&mut bytes[2..]))
            .await
            .map_err(|_| io::ErrorKind::TimedOut)??;
        let Some((engine, stream)) = self.prove(&bytes) else { return Err(io::ErrorKind::PermissionDenied.into()) };
        socket.write_all(&[ACCEPTED]).await?;
        let socket = socket.into_std()?;
        socket.set_nonblocking(false)?;
        // An engine that has ended in the meantime drops the socket, which closes it.
        let _ = engine.send((stream, socket));
        Ok(())
    }

    fn prove(&self, bytes: &[u8; preface::LENGTH]) -> Option<(Sender<(u32, std::net::TcpStream)>, u32)> {
        let (run, number) = preface::claim(bytes)?;
        let (leg, stream) = preface::leg_and_stream(number);
        let mut runs = self.lock();
        let expected = runs.get_mut(&run)?;
        let leg = expected.legs.get(leg as usize)?;
        let fits = preface::proven(&expected.key, bytes)
            && stream < leg.streams
            && (leg.again || expected.seen.insert(number));
        fits.then(|| (leg.engine.clone(), stream))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn offer(arrivals: &Arrivals, bytes: Vec<u8>) -> (io::Result<()>, Vec<u8>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut socket, _) = listener.accept().await.unwrap();
        client.write_all(&bytes).await.unwrap();
        client.shutdown().await.unwrap();
        let mut head = [0; 2];
        socket.read_exact(&mut head).await.unwrap();
        let taken = arrivals.take(socket, head, Instant::now() + Duration::from_secs(5)).await;
        let mut answer = Vec::new();
        let _ = client.take(1).read_to_end(&mut answer).await;
        (taken, answer)
    }

    #[tokio::test]
    async fn only_a_proven_stream_is_handed_over_and_only_once() {
        let (key, run) = (RunKey([1; 32]), [2; 16]);
        let [(there, sockets), (back, sockets_back)] = [(); 2].map(|()| std::sync::mpsc::channel());
        let arrivals = Arrivals::default();
        let legs = vec![Leg { streams: 2, again: false, engine: there }, Leg { streams: 1, again: true, engine: back }];
        let expectation = arrivals.expect(run, key.clone(), legs);
        let back = preface::number(1, 0);
        for (number, sockets) in [(1, &sockets), (back, &sockets_back), (back, &sockets_back)] {
            let (taken, answer) = offer(&arrivals, preface::write(&key, run, number)).await;
            taken.unwrap();
            assert_eq!(answer, [ACCEPTED]);
            assert_eq!(sockets.try_recv().unwrap().0, preface::leg_and_stream(number).1);
        }
        for bytes in [
            preface::write(&key, run, 1),
            preface::write(&key, run, 2),
            preface::write(&key, run, preface::number(1, 1)),
            preface::write(&key, run, preface::number(2, 0)),
            preface::write(&RunKey([3; 32]), run, 0),
            preface::write(&key, [9; 16], 0),
            vec![preface::FIRST_BYTE; 10],
        ] {
            let (taken, answer) = offer(&arrivals, bytes).await;
            assert!(taken.is_err() && answer.is_empty());
        }
        drop(expectation);
        assert!(offer(&arrivals, preface::write(&key, run, 0)).await.0.is_err());
        assert!(sockets.try_recv().is_err() && sockets_back.try_recv().is_err());
    }
}
