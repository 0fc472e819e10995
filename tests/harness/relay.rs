//! A relay between a dialler and an inviter that can cut the link and leave the test streams alone.
//!
//! It tells them by their first bytes: 0xF5 and 1 open a test stream, `G` of `GET` a link; 0xF5 and more is a greeting, which
//! passes uncounted.

use std::io::Write;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// First byte of a test stream, and of a greeting.
const STREAM: u8 = 0xF5;
/// Second byte of a test stream.
const PREFACE: u8 = 1;

#[derive(Debug, Default)]
struct State {
    ended: bool,
    cut: bool,
    links: Vec<TcpStream>,
    streams: usize,
}

/// Passes connections on until dropped.
#[derive(Debug)]
pub(crate) struct Relay {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Relay {
    /// A relay to the node at an address.
    pub(crate) fn to(target: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let (shared, target) = (Arc::clone(&state), target.to_owned());
        std::thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                if shared.lock().unwrap().ended {
                    return;
                }
                let (shared, target) = (Arc::clone(&shared), target.clone());
                std::thread::spawn(move || pass(&socket, &target, &shared));
            }
        });
        Self { address, state }
    }

    /// Breaks the link and lets no new one through.
    pub(crate) fn cut_link(&self) {
        let mut state = self.state.lock().unwrap();
        state.cut = true;
        for link in state.links.drain(..) {
            // One that is closed already is as good as cut.
            let _ = link.shutdown(Shutdown::Both);
        }
    }

    /// Lets links through again.
    pub(crate) fn heal_link(&self) {
        self.state.lock().unwrap().cut = false;
    }

    /// Test streams that came through so far.
    pub(crate) fn streams(&self) -> usize {
        self.state.lock().unwrap().streams
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.state.lock().unwrap().ended = true;
        self.cut_link();
        // Wakes the thread that accepts.
        drop(TcpStream::connect(self.address));
    }
}

fn pass(near: &TcpStream, target: &str, state: &Mutex<State>) {
    // Both bytes come in one segment.
    let mut first = [0; 2];
    if !matches!(near.peek(&mut first), Ok(2)) {
        return;
    }
    let Ok(far) = TcpStream::connect(target) else { return };
    {
        let mut state = state.lock().unwrap();
        if first[0] == STREAM {
            state.streams += usize::from(first[1] == PREFACE);
        } else if state.cut {
            return;
        } else {
            state.links.extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
        }
    }
    // A link's frames are small and wanted at once.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    std::thread::scope(|scope| {
        scope.spawn(|| copy(near, &far));
        scope.spawn(|| copy(&far, near));
    });
}

fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    // Whichever way it ends, the other side is to see an end too.
    let _ = std::io::copy(&mut from, &mut to);
    let _ = to.flush();
    let _ = to.shutdown(Shutdown::Write);
}
