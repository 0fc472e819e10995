//! Waiting for many sockets at once: `epoll(7)`, level-triggered.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};

/// What a socket is watched for. Errors and hang-ups are always reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interest {
    /// Something to read.
    Read,
    /// Room to write.
    Write,
}

impl Interest {
    fn event(self, token: u32) -> EpollEvent {
        let flags = match self {
            Self::Read => EpollFlags::EPOLLIN,
            Self::Write => EpollFlags::EPOLLOUT,
        };
        EpollEvent::new(flags, u64::from(token))
    }
}

/// A set of sockets, each under a token.
#[derive(Debug)]
pub(crate) struct Poller {
    epoll: Epoll,
}

/// Room for the tokens that one wait returns; made once, used again.
#[derive(Debug)]
pub(crate) struct Ready {
    events: Vec<EpollEvent>,
    count: usize,
}

impl Ready {
    /// Room for `most` tokens.
    pub(crate) fn with_room(most: usize) -> Self {
        Self { events: vec![EpollEvent::empty(); most.max(1)], count: 0 }
    }

    /// The tokens of the last wait.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = u32> + '_ {
        self.events[..self.count].iter().map(|event| event.data() as u32)
    }
}

impl Poller {
    /// An empty set.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { epoll: Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)? })
    }

    /// Watches one more socket.
    pub(crate) fn add(&self, socket: impl AsFd, token: u32, interest: Interest) -> io::Result<()> {
        Ok(self.epoll.add(socket, interest.event(token))?)
    }

    /// Watches a socket for something else.
    pub(crate) fn modify(&self, socket: impl AsFd, token: u32, interest: Interest) -> io::Result<()> {
        Ok(self.epoll.modify(socket, &mut interest.event(token))?)
    }

    /// Watches a socket no more.
    pub(crate) fn remove(&self, socket: impl AsFd) -> io::Result<()> {
        Ok(self.epoll.delete(socket)?)
    }

    /// Waits until sockets are ready or `patience` is over, whole milliseconds rounded up.
    pub(crate) fn wait(&self, ready: &mut Ready, patience: Duration) -> io::Result<()> {
        ready.count = 0;
        let millis = patience.as_nanos().div_ceil(1_000_000);
        let timeout = EpollTimeout::try_from(millis).unwrap_or(EpollTimeout::from(u16::MAX));
        match self.epoll.wait(&mut ready.events, timeout) {
            Ok(count) => ready.count = count,
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
