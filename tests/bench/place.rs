//! Where the two ends are: in one network namespace over its loopback, or in two that a virtual cable joins. Nobody else's
//! datagrams are counted there.

use std::fmt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::harness::binary::binary;
use crate::harness::machine::{Place as Taken, take_place};
use crate::harness::net::ip;
use crate::harness::program::run;

/// A port that nothing else is likely to hold.
pub(super) const PAIRPERF: u16 = 47_575;

/// What joins the two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The loopback interface.
    Loopback,
    /// A pair of `veth(4)`, whose MTU lets the largest datagram pass whole.
    Cable,
}

impl Kind {
    /// The receiver's interface.
    pub(super) fn interface(self) -> &'static str {
        match self {
            Self::Loopback => "lo",
            Self::Cable => "eth0",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loopback => "loopback",
            Self::Cable => "veth",
        })
    }
}

/// One end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It takes datagrams in.
    Receiver,
    /// It sends them.
    Sender,
}

/// Two ends and what joins them; gone when dropped.
#[derive(Debug)]
pub(super) struct Place {
    /// What joins them.
    pub(super) kind: Kind,
    /// The receiver's address.
    pub(super) address: &'static str,
    receiver: String,
    sender: String,
    _taken: Taken,
}

impl Place {
    /// Makes the namespaces.
    pub(super) fn new(kind: Kind) -> Self {
        let taken = take_place("bench", 8);
        let (receiver, sender) = (format!("ppb{}r", taken.number), format!("ppb{}s", taken.number));
        let address = match kind {
            Kind::Loopback => "127.0.0.1",
            Kind::Cable => "198.19.0.2",
        };
        let place = match kind {
            Kind::Loopback => Self { kind, address, sender: receiver.clone(), receiver, _taken: taken },
            Kind::Cable => Self { kind, address, receiver, sender, _taken: taken },
        };
        // What a killed run may have left.
        place.remove();
        ip(&format!("netns add {}", place.receiver));
        ip(&format!("-n {} link set lo up", place.receiver));
        if kind == Kind::Cable {
            place.join();
        }
        place
    }

    fn join(&self) {
        let Self { receiver, sender, address, .. } = self;
        ip(&format!("netns add {sender}"));
        ip(&format!("-n {sender} link set lo up"));
        ip(&format!("link add eth0 mtu 65535 netns {sender} type veth peer name eth0 mtu 65535 netns {receiver}"));
        for (namespace, address) in [(receiver, *address), (sender, "198.19.0.1")] {
            ip(&format!("-n {namespace} addr add {address}/24 dev eth0"));
            ip(&format!("-n {namespace} link set eth0 up"));
        }
    }

    /// A program at one end, on a processor of its own if told so.
    pub(super) fn command(&self, end: End, pinned: bool, program: &Path) -> Command {
        let (namespace, processor) = match end {
            End::Receiver => (&self.receiver, "1"),
            End::Sender => (&self.sender, "0"),
        };
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace]);
        if pinned {
            command.args(["taskset", "--cpu-list", processor]);
        }
        command.arg(program);
        command
    }

    /// The node that receives; it keeps its things in `folder`.
    pub(super) fn node(&self, pinned: bool, folder: &TempDir) -> Command {
        let mut command = self.command(End::Receiver, pinned, &binary());
        let listen = format!("{}:{PAIRPERF}", self.address);
        command.args(["serve", "--no-login", "--name", "receiver", "--listen", &listen, "--data"]).arg(folder.path());
        command
    }

    /// What `pairperf run` takes to reach that node, which runs.
    pub(super) fn ticket(&self, folder: &TempDir) -> String {
        let mut command = self.command(End::Receiver, false, &binary());
        let server = format!("http://{}:{PAIRPERF}", self.address);
        command.args(["invite", "--json", "--server", &server, "--data"]);
        let said = run(command.arg(folder.path())).expect(0).json();
        format!("{}:{PAIRPERF}/{}", self.address, said["code"].as_str().unwrap_or_default())
    }

    fn remove(&self) {
        for namespace in [&self.receiver, &self.sender] {
            // What is not there needs no removing; the cable goes with its ends.
            drop(Command::new("ip").args(["netns", "del", namespace]).output());
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.remove();
    }
}
