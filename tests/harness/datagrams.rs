//! A relay between a dialler and an inviter that loses, doubles, delays and reorders exactly the datagrams it is told to,
//! and counts what it really let through. TCP passes untouched.
//!
//! It reads the datagrams' own headers: 0xF6 is payload, with the flow at 2..4 and the number at 12..20; 0xF7 is sealed,
//! with its kind at 1. All else passes. One thread a direction; what a direction does to a datagram is a pure function of
//! what came before ([`Lane`]).

use std::collections::{HashMap, HashSet};
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use socket2::SockRef;

use super::relay::Relay;

/// First byte of a datagram of payload.
const PAYLOAD: u8 = 0xF6;
/// First byte of a sealed one.
const SEALED: u8 = 0xF7;
/// Kind of a sealed datagram: the receiver is there.
pub(crate) const FEEDBACK: u8 = 5;
/// Kind of a sealed datagram: the sender is through.
pub(crate) const END_MARK: u8 = 6;

/// A look at what is due, and at whether the relay is to end.
const TICK: Duration = Duration::from_millis(2);
/// Room for what comes while this thread gets no processor.
const BUFFER: usize = 4 << 20;

/// What happens to a datagram of payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It goes on.
    Pass,
    /// It is lost.
    Lost,
    /// It goes on, and again.
    Twice,
    /// It goes on behind the one with a number that much higher.
    Behind(u64),
    /// It goes on after that time.
    After(Duration),
}

/// The fate of each datagram, by flow and number.
pub(crate) type Script = fn(u16, u64) -> Fate;

/// What a direction let through: the truth that a record is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Through {
    /// Datagrams of payload that came in.
    pub(crate) came: u64,
    /// Those that went on for the first time.
    pub(crate) first: u64,
    /// Those that went on again.
    pub(crate) again: u64,
    /// Those that went on for the first time behind one of their flow with a higher number.
    pub(crate) behind: u64,
}

#[derive(Debug)]
struct Held {
    flow: u16,
    number: u64,
    behind: Option<u64>,
    due: Option<Instant>,
    datagram: Vec<u8>,
}

/// One direction.
#[derive(Debug)]
struct Lane {
    script: Script,
    through: Through,
    held: Vec<Held>,
    highest: HashMap<u16, u64>,
    seen: HashSet<(u16, u64)>,
}

impl Lane {
    fn new(script: Script) -> Self {
        Self { script, through: Through::default(), held: Vec::new(), highest: HashMap::new(), seen: HashSet::new() }
    }

    /// Takes a datagram in; what is to go on now, in order.
    fn take(&mut self, datagram: &[u8], now: Instant) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        let Some((flow, number)) = payload(datagram) else {
            // The sender is through: what is held behind numbers that will not come would be held for ever.
            if kind(datagram) == Some(END_MARK) {
                self.release(&mut out, |_| true);
            }
            out.push(datagram.to_vec());
            return out;
        };
        self.through.came += 1;
        let mut hold = |behind, due| self.held.push(Held { flow, number, behind, due, datagram: datagram.to_vec() });
        match (self.script)(flow, number) {
            Fate::Lost => {}
            Fate::Behind(by) => hold(Some(number + by), None),
            Fate::After(time) => hold(None, Some(now + time)),
            Fate::Pass => self.let_through(flow, number, datagram.to_vec(), &mut out),
            Fate::Twice => {
                self.let_through(flow, number, datagram.to_vec(), &mut out);
                self.let_through(flow, number, datagram.to_vec(), &mut out);
            }
        }
        self.release(&mut out, |held| held.flow == flow && held.behind.is_some_and(|behind| behind <= number));
        out
    }

    /// What is to go on because its time has come.
    fn due(&mut self, now: Instant) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        self.release(&mut out, |held| held.due.is_some_and(|due| due <= now));
        out
    }

    fn release(&mut self, out: &mut Vec<Vec<u8>>, whether: impl Fn(&Held) -> bool) {
        for held in self.held.extract_if(.., |held| whether(held)).collect::<Vec<_>>() {
            self.let_through(held.flow, held.number, held.datagram, out);
        }
    }

    fn let_through(&mut self, flow: u16, number: u64, datagram: Vec<u8>, out: &mut Vec<Vec<u8>>) {
        out.push(datagram);
        if !self.seen.insert((flow, number)) {
            self.through.again += 1;
            return;
        }
        self.through.first += 1;
        let highest = self.highest.entry(flow).or_default();
        self.through.behind += u64::from(number < *highest);
        *highest = number.max(*highest);
    }
}

/// Flow and number of a datagram of payload.
fn payload(datagram: &[u8]) -> Option<(u16, u64)> {
    let number = datagram.get(12..20).filter(|_| datagram[0] == PAYLOAD)?;
    Some((u16::from_be_bytes([datagram[2], datagram[3]]), u64::from_be_bytes(number.try_into().ok()?)))
}

/// Kind of a sealed datagram.
fn kind(datagram: &[u8]) -> Option<u8> {
    datagram.get(1).copied().filter(|_| datagram[0] == SEALED)
}

/// One dialler's socket: its address, and the socket that stands for it on the other side, as behind a router.
#[derive(Debug)]
struct Way {
    dialler: SocketAddr,
    socket: UdpSocket,
    /// To the inviter, and from it.
    lanes: [Mutex<Lane>; 2],
}

#[derive(Debug)]
struct State {
    ended: AtomicBool,
    script: Script,
    /// Kinds of sealed datagrams that are lost.
    lost: Mutex<Vec<u8>>,
    ways: Mutex<Vec<Arc<Way>>>,
}

/// Passes connections and datagrams on until dropped.
#[derive(Debug)]
pub(crate) struct DatagramRelay {
    /// Where it listens, for both.
    pub(crate) address: SocketAddr,
    state: Arc<State>,
    _connections: Relay,
}

impl DatagramRelay {
    /// A relay to the node at an address.
    pub(crate) fn to(target: &str, script: Script) -> Self {
        let (connections, front) = both_on_one_port(target);
        let address = connections.address;
        let state =
            Arc::new(State { ended: AtomicBool::new(false), script, lost: Mutex::default(), ways: Mutex::default() });
        let (shared, target) = (Arc::clone(&state), target.parse().unwrap());
        std::thread::spawn(move || forth(&Arc::new(front), target, &shared));
        Self { address, state, _connections: connections }
    }

    /// From now on, loses sealed datagrams of that kind in both directions.
    pub(crate) fn lose(&self, kind: u8) {
        self.state.lost.lock().unwrap().push(kind);
    }

    /// What it let through towards the inviter.
    pub(crate) fn to_inviter(&self) -> Through {
        self.state.through(0)
    }

    /// What it let through towards the dialler.
    pub(crate) fn to_dialler(&self) -> Through {
        self.state.through(1)
    }
}

impl Drop for DatagramRelay {
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::Relaxed);
    }
}

impl State {
    fn through(&self, lane: usize) -> Through {
        let ways = self.ways.lock().unwrap();
        ways.iter().map(|way| way.lanes[lane].lock().unwrap().through).fold(Through::default(), |sum, one| Through {
            came: sum.came + one.came,
            first: sum.first + one.first,
            again: sum.again + one.again,
            behind: sum.behind + one.behind,
        })
    }

    /// What goes on in that lane now that a datagram, or none, came.
    fn passes(&self, lane: &Mutex<Lane>, datagram: Option<&[u8]>) -> Vec<Vec<u8>> {
        let mut lane = lane.lock().unwrap();
        let now = Instant::now();
        let mut out = lane.due(now);
        let lost = |datagram: &&[u8]| kind(datagram).is_some_and(|kind| self.lost.lock().unwrap().contains(&kind));
        if let Some(datagram) = datagram.filter(|datagram| !lost(datagram)) {
            out.extend(lane.take(datagram, now));
        }
        out
    }
}

/// A port that is free for both protocols; the system gives ports for one.
fn both_on_one_port(target: &str) -> (Relay, UdpSocket) {
    let found = (0..20).find_map(|_| {
        let connections = Relay::to(target);
        let socket = UdpSocket::bind(connections.address).ok()?;
        Some((connections, socket))
    });
    found.expect("no port of this machine is free for TCP and UDP")
}

fn prepare(socket: &UdpSocket) {
    SockRef::from(socket).set_recv_buffer_size(BUFFER).unwrap();
    socket.set_read_timeout(Some(TICK)).unwrap();
}

/// From diallers to the inviter.
fn forth(front: &Arc<UdpSocket>, target: SocketAddr, state: &Arc<State>) {
    prepare(front);
    let mut ways: HashMap<SocketAddr, Arc<Way>> = HashMap::new();
    let mut room = vec![0; 1 << 16];
    // Nobody to send to any more is no reason to stop: the next run may come.
    while !state.ended.load(Ordering::Relaxed) {
        for way in ways.values() {
            for datagram in state.passes(&way.lanes[0], None) {
                let _ = way.socket.send(&datagram);
            }
        }
        let Ok((length, from)) = front.recv_from(&mut room) else { continue };
        let way = ways.entry(from).or_insert_with(|| open(front, from, target, state));
        for datagram in state.passes(&way.lanes[0], Some(&room[..length])) {
            let _ = way.socket.send(&datagram);
        }
    }
}

/// A way for a dialler's socket that was not seen before.
fn open(front: &Arc<UdpSocket>, dialler: SocketAddr, target: SocketAddr, state: &Arc<State>) -> Arc<Way> {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.connect(target).unwrap();
    prepare(&socket);
    let lane = || Mutex::new(Lane::new(state.script));
    let way = Arc::new(Way { dialler, socket, lanes: [lane(), lane()] });
    state.ways.lock().unwrap().push(Arc::clone(&way));
    let (front, way_back, state) = (Arc::clone(front), Arc::clone(&way), Arc::clone(state));
    std::thread::spawn(move || back(&front, &way_back, &state));
    way
}

/// From the inviter to one dialler's socket.
fn back(front: &UdpSocket, way: &Way, state: &State) {
    let mut room = vec![0; 1 << 16];
    while !state.ended.load(Ordering::Relaxed) {
        let came = way.socket.recv(&mut room).ok().map(|length| &room[..length]);
        for datagram in state.passes(&way.lanes[1], came) {
            let _ = front.send_to(&datagram, way.dialler);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn datagram(number: u64) -> Vec<u8> {
        let mut datagram = vec![PAYLOAD, 0, 0, 3];
        datagram.extend([0; 8]);
        datagram.extend(number.to_be_bytes());
        datagram
    }

    fn script(_: u16, number: u64) -> Fate {
        match number {
            1 => Fate::Lost,
            2 => Fate::Twice,
            3 => Fate::Behind(2),
            9 => Fate::Behind(5),
            _ => Fate::Pass,
        }
    }

    #[test]
    fn each_datagram_meets_its_fate_and_the_rest_goes_with_the_end() {
        let mut lane = Lane::new(script);
        let now = Instant::now();
        let mut passed = Vec::new();
        for number in 0..10 {
            passed.extend(lane.take(&datagram(number), now).iter().map(|datagram| payload(datagram).unwrap().1));
        }
        assert_eq!(passed, [0, 2, 2, 4, 5, 3, 6, 7, 8]);
        let end = [SEALED, END_MARK, 0, 3];
        assert_eq!(lane.take(&end, now), [datagram(9), end.to_vec()]);
        assert_eq!(lane.through, Through { came: 10, first: 9, again: 1, behind: 1 });
    }

    #[test]
    fn what_is_delayed_goes_on_in_time_and_counts_as_behind() {
        let mut lane =
            Lane::new(|_, number| if number == 0 { Fate::After(Duration::from_millis(5)) } else { Fate::Pass });
        let now = Instant::now();
        assert!(lane.take(&datagram(0), now).is_empty());
        assert_eq!(lane.take(&datagram(1), now).len(), 1);
        assert!(lane.due(now + Duration::from_millis(4)).is_empty());
        assert_eq!(lane.due(now + Duration::from_millis(5)), [datagram(0)]);
        assert_eq!(lane.through, Through { came: 2, first: 2, again: 0, behind: 1 });
    }
}
