//! Where this node can be found: the ports at which it hears greetings, and the keys of the looks that go on.

use std::collections::{HashMap, HashSet};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::greeting::{Key, Kind, LENGTH, OVER_TCP, Tag, Words};
use super::port::{self, Listening};

/// Proofs looked at in a second; a look needs a few hundred.
const PROOFS: u64 = 4096;
/// Addresses of one pairing that are remembered.
const REMEMBERED: usize = 128;

/// The doors of one node. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Doors(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    keys: Arc<Keys>,
    door: Option<Door>,
}

#[derive(Debug)]
struct Door {
    bound: SocketAddr,
    addresses: Vec<SocketAddr>,
    /// The socket of the port, to be lent.
    socket: std::net::UdpSocket,
    _listening: Listening,
}

/// A socket of this node's beside its door; greetings are answered there while it lives.
#[derive(Debug)]
pub struct Beside {
    /// The socket, bound and unconnected, for its place in the group of those that share the address. What comes in through
    /// it is read by the door.
    pub socket: std::net::UdpSocket,
    listening: Option<Listening>,
}

impl Beside {
    /// Closes it; when this returns, a later socket at that address is the first in a group of its own.
    pub async fn close(self) {
        drop(self.socket);
        if let Some(listening) = self.listening {
            listening.end().await;
        }
    }
}

/// The keys by which greetings are known, and what was learned from them.
#[derive(Debug)]
pub(super) struct Keys {
    known: Mutex<HashMap<Tag, Known>>,
    /// By pairing: the address that the other node dialled, and this node's own behind it.
    arrived: Mutex<HashMap<String, HashMap<SocketAddr, SocketAddr>>>,
    born: Instant,
    /// The second since birth in the upper half, the proofs looked at in it in the lower.
    spent: AtomicU64,
}

#[derive(Debug)]
enum Known {
    /// This node drew it: greetings with it are answered.
    Ours { key: Key, pairing: String },
    /// The other node drew it: a greeting with it is this node's own that came back.
    Theirs { key: Key, came_back: HashSet<[u8; 16]> },
}

/// While it lives, greetings made with its key are known.
#[derive(Debug)]
pub(super) struct Heard {
    keys: Arc<Keys>,
    tag: Tag,
}

impl Drop for Heard {
    fn drop(&mut self) {
        lock(&self.keys.known).remove(&self.tag);
    }
}

impl Heard {
    /// Whether the greeting of that nonce came back to the node that said it.
    pub(super) fn came_back(&self, nonce: &[u8; 16]) -> bool {
        match lock(&self.keys.known).get(&self.tag) {
            Some(Known::Theirs { came_back, .. }) => came_back.contains(nonce),
            _ => false,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Std mutexes: held for a map access or a proof, never across an await.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Keys {
    fn default() -> Self {
        Self { known: Mutex::default(), arrived: Mutex::default(), born: Instant::now(), spent: AtomicU64::new(0) }
    }
}

impl Keys {
    /// What to answer to what came in at an address of this node; nothing to a stranger.
    pub(super) fn hear(&self, bytes: &[u8; LENGTH], length: usize, at: SocketAddr, first: u8) -> Option<[u8; LENGTH]> {
        let tag = Words::tag(bytes, first)?;
        let mut known = lock(&self.known);
        let (key, ours) = match known.get(&tag)? {
            Known::Ours { key, pairing } => (key.clone(), Some(pairing.clone())),
            Known::Theirs { key, .. } => (key.clone(), None),
        };
        if !self.affords() {
            return None;
        }
        let words = Words::proven(bytes, &key)?;
        if words.kind != Kind::Greeting || usize::from(words.length) != length {
            return None;
        }
        let Some(pairing) = ours else {
            if let Some(Known::Theirs { came_back, .. }) = known.get_mut(&tag) {
                came_back.insert(words.nonce);
            }
            return None;
        };
        drop(known);
        let mut arrived = lock(&self.arrived);
        let of_pairing = arrived.entry(pairing).or_default();
        if of_pairing.len() < REMEMBERED || of_pairing.contains_key(&words.at) {
            of_pairing.insert(words.at, at);
        }
        Some(words.answer(at).write(first, &key))
    }

    /// Whether one more proof may be looked at in this second.
    fn affords(&self) -> bool {
        let second = self.born.elapsed().as_secs() << 32;
        let spend = |spent: u64| Some(if spent & !0xffff_ffff == second { spent + 1 } else { second + 1 });
        let before = self.spent.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).unwrap_or_default();
        before & !0xffff_ffff != second || (before & 0xffff_ffff) < PROOFS
    }

    fn know(self: &Arc<Self>, tag: Tag, known: Known) -> Heard {
        lock(&self.known).insert(tag, known);
        Heard { keys: Arc::clone(self), tag }
    }
}

impl Doors {
    /// The doors of a node whose TCP listener is bound there, and which offers those addresses. Fails where the UDP port of
    /// the same number can't be had. Called inside a tokio runtime.
    pub fn open(bound: SocketAddr, addresses: &[String]) -> io::Result<Self> {
        let socket = port::bind(bound)?;
        let keys = Arc::new(Keys::default());
        let listening = Listening::begin(socket.try_clone()?, Arc::clone(&keys))?;
        let addresses = addresses.iter().filter_map(|address| address.parse().ok()).collect();
        let door = Door { bound, addresses, socket, _listening: listening };
        Ok(Self(Arc::new(Inner { keys, door: Some(door) })))
    }

    /// Those of a node that listens nowhere.
    pub fn closed() -> Self {
        Self::default()
    }

    /// The port at which this node listens, TCP and UDP alike.
    pub fn port(&self) -> Option<u16> {
        self.0.door.as_ref().map(|door| door.bound.port())
    }

    /// The addresses at which it offers to be found.
    pub(super) fn addresses(&self) -> &[SocketAddr] {
        self.0.door.as_ref().map_or(&[], |door| &door.addresses)
    }

    /// Answers greetings made with that key of ours, over that pairing, while the guard lives.
    pub(super) fn answer(&self, key: &Key, pairing: &str) -> Heard {
        let known = Known::Ours { key: key.clone(), pairing: pairing.to_owned() };
        self.0.keys.know(key.tag(), known)
    }

    /// Notices greetings made with the other node's key, which are this node's own, while the guard lives.
    pub(super) fn notice(&self, key: &Key) -> Heard {
        self.0.keys.know(key.tag(), Known::Theirs { key: key.clone(), came_back: HashSet::new() })
    }

    /// Hears what came over TCP and said it is a greeting by its first two bytes; closes it afterwards.
    pub async fn hear(&self, mut socket: TcpStream, head: [u8; 2], until: tokio::time::Instant) -> io::Result<()> {
        let mut bytes = [0; LENGTH];
        bytes[..2].copy_from_slice(&head);
        let read = socket.read_exact(&mut bytes[2..]);
        tokio::time::timeout_at(until, read).await.map_err(|_| io::ErrorKind::TimedOut)??;
        let local = socket.local_addr()?;
        let local = SocketAddr::new(local.ip().to_canonical(), local.port());
        let Some(answer) = self.0.keys.hear(&bytes, LENGTH, local, OVER_TCP) else {
            return Err(io::ErrorKind::PermissionDenied.into());
        };
        socket.write_all(&answer).await?;
        // The node that looks closes first and hard, so that no socket of either lingers.
        let mut rest = [0];
        let _ = tokio::time::timeout_at(until, socket.read(&mut rest)).await;
        Ok(())
    }

    /// A socket at one local address of this node: the door itself where it is bound to that very address, else a second
    /// one. Of sockets that join it there later, it is the first in the group.
    pub fn beside(&self, local: SocketAddr) -> io::Result<Beside> {
        let local = SocketAddr::new(local.ip().to_canonical(), local.port());
        if let Some(door) = self.0.door.as_ref().filter(|door| door.bound == local) {
            return Ok(Beside { socket: door.socket.try_clone()?, listening: None });
        }
        self.listen(port::bind(local)?)
    }

    fn listen(&self, socket: std::net::UdpSocket) -> io::Result<Beside> {
        let listening = Listening::begin(socket.try_clone()?, Arc::clone(&self.0.keys))?;
        Ok(Beside { socket, listening: Some(listening) })
    }

    /// Opens further UDP ports at the addresses where this node listens, as far as they can be had; and those that can't.
    pub(super) fn further(&self, ports: &[u16]) -> (Vec<Beside>, Vec<u16>) {
        let (mut opened, mut taken) = (Vec::new(), Vec::new());
        let Some(door) = &self.0.door else { return (opened, taken) };
        for &port in ports.iter().filter(|&&port| port != door.bound.port()) {
            let at = SocketAddr::new(door.bound.ip(), port);
            match port::bind_alone(at).and_then(|socket| self.listen(socket)) {
                Ok(beside) => opened.push(beside),
                Err(_) => taken.push(port),
            }
        }
        (opened, taken)
    }

    /// The address of this node behind the one that the other node of a pairing dialled, as its greetings showed.
    pub fn local_of(&self, pairing: &str, dialled: SocketAddr) -> Option<SocketAddr> {
        let dialled = SocketAddr::new(dialled.ip().to_canonical(), dialled.port());
        lock(&self.0.keys.arrived).get(pairing)?.get(&dialled).copied()
    }

    /// Forgets what was learned over a pairing that is over.
    pub fn forget(&self, pairing: &str) {
        lock(&self.0.keys.arrived).remove(pairing);
    }

    /// Whether this node listens at loopback addresses alone.
    pub(super) fn only_here(&self) -> bool {
        self.0.door.as_ref().is_some_and(|door| is_loopback(door.bound.ip()))
    }
}

/// Whether nobody but this machine is meant.
pub(super) fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting(key: &Key, length: u16) -> [u8; LENGTH] {
        let at = "203.0.113.4:7575".parse().unwrap();
        Words { kind: Kind::Greeting, nonce: [5; 16], at, length }.write(OVER_TCP, key)
    }

    #[test]
    fn a_greeting_is_answered_while_its_look_goes_on_and_tells_where_it_came_in() {
        let (doors, key, at) = (Doors::closed(), Key::draw().unwrap(), "10.0.0.4:7575".parse().unwrap());
        let said = greeting(&key, 64);
        assert_eq!(doors.0.keys.hear(&said, 64, at, OVER_TCP), None);
        let heard = doors.answer(&key, "p");
        let answer = doors.0.keys.hear(&said, 64, at, OVER_TCP).unwrap();
        let words = Words::read(&answer, OVER_TCP, &key).unwrap();
        assert_eq!((words.kind, words.nonce, words.at), (Kind::Answer, [5; 16], at));
        assert_eq!(doors.local_of("p", "203.0.113.4:7575".parse().unwrap()), Some(at));
        // Neither an answer, nor one of another length than it says.
        assert_eq!(doors.0.keys.hear(&answer, 64, at, OVER_TCP), None);
        assert_eq!(doors.0.keys.hear(&said, 65, at, OVER_TCP), None);
        drop(heard);
        assert_eq!(doors.0.keys.hear(&said, 64, at, OVER_TCP), None);
        doors.forget("p");
        assert_eq!(doors.local_of("p", "203.0.113.4:7575".parse().unwrap()), None);
    }

    #[test]
    fn a_greeting_of_ours_that_comes_back_is_noticed_and_not_answered() {
        let (doors, key, at) = (Doors::closed(), Key::draw().unwrap(), "10.0.0.4:7575".parse().unwrap());
        let heard = doors.notice(&key);
        assert!(!heard.came_back(&[5; 16]));
        assert_eq!(doors.0.keys.hear(&greeting(&key, 64), 64, at, OVER_TCP), None);
        assert!(heard.came_back(&[5; 16]));
    }

    #[test]
    fn a_flood_of_proofs_is_cut_short() {
        let keys = Keys::default();
        let afforded = (0..3 * PROOFS).filter(|_| keys.affords()).count() as u64;
        // The clock may have begun another second or two meanwhile.
        assert!((PROOFS..3 * PROOFS).contains(&afforded), "{afforded}");
    }
}
