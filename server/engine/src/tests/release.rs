//! Sockets leave nothing behind.

use std::fs;

use pairperf_shared::plan::{Loop, Role};

use super::pair::{End, Shape, dial, serve};
use crate::Open;

/// `TIME_WAIT` in `/proc/net/tcp` (`proc_net(5)`).
const TIME_WAIT: &str = "06";

/// Connections from or to that port which wait for nothing any more.
fn waiting(port: u16) -> usize {
    let port = format!(":{port:04X}");
    let is_waiting = |line: &&str| {
        let fields: Vec<_> = line.split_ascii_whitespace().collect();
        fields.get(3) == Some(&TIME_WAIT) && fields[1..3].iter().any(|address| address.ends_with(&port))
    };
    fs::read_to_string("/proc/net/tcp").unwrap().lines().filter(is_waiting).count()
}

#[test]
fn no_port_is_held_after_release_whoever_releases_first() {
    for dialler_first in [true, false] {
        for role in [Role::Sender, Role::Receiver] {
            let shape = Shape::new(4, Loop::Blocking, role);
            let (address, arrivals) = serve(shape.streams);
            let acceptor = End::start(shape.plan(false), Open::Accept { arrivals });
            let dialler = End::start(shape.plan(true), dial(address));
            let mut ends = if dialler_first { [dialler, acceptor] } else { [acceptor, dialler] };
            let start = std::time::Instant::now();
            for end in &ends {
                end.ready();
                end.session().go(start);
            }
            for end in &ends {
                end.story();
            }
            for end in &mut ends {
                end.release();
            }
            assert_eq!(waiting(address.port()), 0);
        }
    }
}

#[test]
fn a_session_that_is_dropped_while_opening_closes_what_it_opened() {
    let shape = Shape::new(2, Loop::Blocking, Role::Sender);
    let (address, arrivals) = serve(2);
    let dialler = End::start(shape.plan(true), dial(address));
    let far: Vec<_> = (0..2).map(|_| arrivals.recv_timeout(super::pair::PATIENCE).unwrap().1).collect();
    drop(dialler);
    for mut socket in far {
        let mut byte = [0];
        socket.set_read_timeout(Some(super::pair::PATIENCE)).unwrap();
        let ended = std::io::Read::read(&mut socket, &mut byte);
        assert!(
            matches!(&ended, Ok(0)) || ended.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
        );
    }
    assert_eq!(waiting(address.port()), 0);
}
