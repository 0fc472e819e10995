//! A relay between two ends: what happens to each datagram is a matter of the test.

use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Which way a datagram goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To the end that accepts.
    There,
    /// To the end that dials.
    Back,
}

/// What happens to a datagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Pass,
    Drop,
    Twice,
    /// It comes after the next one of its flow and way.
    Late,
}

/// Ends when dropped.
pub(super) struct Relay {
    pub(super) address: SocketAddr,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// One flow: the dialling end, and the relay's own socket to the other one.
struct Leg {
    dialler: SocketAddr,
    onward: UdpSocket,
    held: [Option<Vec<u8>>; 2],
}

impl Relay {
    pub(super) fn start(target: SocketAddr, mut fate: impl FnMut(Way, &[u8]) -> Fate + Send + 'static) -> Self {
        let front = UdpSocket::bind("127.0.0.1:0").unwrap();
        front.set_nonblocking(true).unwrap();
        let (address, over) = (front.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let told = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let mut legs: HashMap<SocketAddr, Leg> = HashMap::new();
            let mut bytes = vec![0; 65_536];
            while !told.load(Ordering::Relaxed) {
                let mut idle = true;
                while let Ok((length, from)) = front.recv_from(&mut bytes) {
                    idle = false;
                    let leg = legs.entry(from).or_insert_with(|| Leg::to(target, from));
                    leg.pass(Way::There, &bytes[..length], &mut fate, &front);
                }
                for leg in legs.values_mut() {
                    while let Ok(length) = leg.onward.recv(&mut bytes) {
                        idle = false;
                        leg.pass(Way::Back, &bytes[..length], &mut fate, &front);
                    }
                }
                if idle {
                    thread::sleep(Duration::from_micros(200));
                }
            }
        });
        Self { address, over, thread: Some(thread) }
    }
}

impl Leg {
    fn to(target: SocketAddr, dialler: SocketAddr) -> Self {
        let onward = UdpSocket::bind("127.0.0.1:0").unwrap();
        onward.set_nonblocking(true).unwrap();
        onward.connect(target).unwrap();
        Self { dialler, onward, held: [None, None] }
    }

    fn pass(&mut self, way: Way, bytes: &[u8], fate: &mut impl FnMut(Way, &[u8]) -> Fate, front: &UdpSocket) {
        let send = |bytes: &[u8]| match way {
            Way::There => drop(self.onward.send(bytes)),
            Way::Back => drop(front.send_to(bytes, self.dialler)),
        };
        let times = match fate(way, bytes) {
            Fate::Late => {
                self.held[way as usize] = Some(bytes.to_vec());
                return;
            }
            Fate::Drop => 0,
            Fate::Pass => 1,
            Fate::Twice => 2,
        };
        for _ in 0..times {
            send(bytes);
        }
        if let Some(held) = self.held[way as usize].take() {
            send(&held);
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}
