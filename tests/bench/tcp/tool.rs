//! The tools: how each is told the same connections and length, and how its documentation makes it fastest.

use std::fmt;
use std::process::Command;

use tempfile::TempDir;

use super::case::Case;
use crate::bench::place::{End, PAIRPERF};
use crate::harness::binary::binary;

/// Ports that nothing else is likely to hold.
const OTHER: u16 = 45_201;
/// The size of one call where a tool is set to be fast: the largest that stays in the second-level cache.
const LARGE: &str = "1M";

/// One of the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// This one, with the settings it has by itself.
    Pairperf,
    /// iperf3; with large buffers where told.
    Iperf3(bool),
    /// iperf, version 2; the same.
    Iperf(bool),
    /// nuttcp; the same.
    Nuttcp(bool),
    /// ntttcp-for-linux; the same.
    Ntttcp(bool),
    /// neper's `tcp_stream`; the same.
    Neper(bool),
    /// netperf.
    Netperf,
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pairperf => "pairperf",
            Self::Iperf3(false) => "iperf3",
            Self::Iperf3(true) => "iperf3 -l 1M",
            Self::Iperf(false) => "iperf",
            Self::Iperf(true) => "iperf -l 1M",
            Self::Nuttcp(false) => "nuttcp",
            Self::Nuttcp(true) => "nuttcp -l 1M",
            Self::Ntttcp(false) => "ntttcp -e",
            Self::Ntttcp(true) => "ntttcp -e -b 1M",
            Self::Neper(false) => "tcp_stream",
            Self::Neper(true) => "tcp_stream -B 1M",
            Self::Netperf => "netperf",
        })
    }
}

/// Every tool that is there, pairperf first.
pub(super) fn installed() -> Vec<Tool> {
    let rivals = [
        Tool::Iperf3(false),
        Tool::Iperf3(true),
        Tool::Iperf(false),
        Tool::Iperf(true),
        Tool::Nuttcp(false),
        Tool::Nuttcp(true),
        Tool::Ntttcp(false),
        Tool::Ntttcp(true),
        Tool::Neper(false),
        Tool::Neper(true),
        Tool::Netperf,
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &Tool| std::env::split_paths(&path).any(|folder| folder.join(tool.programs().0).is_file());
    std::iter::once(Tool::Pairperf).chain(rivals.into_iter().filter(is_there)).collect()
}

impl Tool {
    /// Whether it is this project's.
    pub(super) fn is_ours(self) -> bool {
        self == Self::Pairperf
    }

    /// Whether it can have so many connections: iperf3 has 128 at most, nuttcp too, netperf one; a thread for each of
    /// thousands of connections makes iperf end long after its time.
    pub(super) fn can(self, streams: u32) -> bool {
        streams
            <= match self {
                Self::Netperf => 1,
                Self::Iperf3(_) | Self::Nuttcp(_) => 128,
                Self::Iperf(_) | Self::Ntttcp(_) => 512,
                Self::Pairperf | Self::Neper(_) => u32::MAX,
            }
    }

    /// What receives, and what sends.
    fn programs(self) -> (&'static str, &'static str) {
        match self {
            Self::Pairperf => ("pairperf", "pairperf"),
            Self::Iperf3(_) => ("iperf3", "iperf3"),
            Self::Iperf(_) => ("iperf", "iperf"),
            Self::Nuttcp(_) => ("nuttcp", "nuttcp"),
            Self::Ntttcp(_) => ("ntttcp", "ntttcp"),
            Self::Neper(_) => ("tcp_stream", "tcp_stream"),
            Self::Netperf => ("netserver", "netperf"),
        }
    }

    /// What it listens at once its receiver is ready.
    pub(super) fn port(self) -> u16 {
        if self.is_ours() { PAIRPERF } else { OTHER }
    }

    /// The program that receives; pairperf's keeps its things in `folder`.
    pub(super) fn receiver(self, case: &Case<'_>, folder: &TempDir) -> Command {
        let (address, port) = (case.place.address, OTHER.to_string());
        let mut command = case.place.command(End::Receiver, case.pinned, self.programs().0.as_ref());
        match self {
            Self::Pairperf => return case.place.node(case.pinned, folder),
            Self::Iperf3(_) => drop(command.args(["--server", "--one-off", "--port", &port])),
            Self::Iperf(large) => {
                command.args(["--server", "--port", &port]);
                command.args(large.then_some(["--len", LARGE]).into_iter().flatten());
            }
            // Without --nofork it would be another process that works.
            Self::Nuttcp(_) => drop(command.args(["-S", "--nofork", "-P", &port])),
            Self::Ntttcp(large) => {
                let streams = case.streams.to_string();
                command.args(["-r", address, "-p", &port, "-P", &streams, "-t", "3600", "-N", "-e", "-Q"]);
                command.args(large.then_some(["-b", LARGE]).into_iter().flatten());
            }
            Self::Neper(large) => {
                command.args(["--nolog", "-C", &port, "-P", "45202", "-F", &case.streams.to_string(), "-T", "1"]);
                command.args(["-l", "3600"]);
                command.args(large.then_some(["-B", "1048576"]).into_iter().flatten());
            }
            Self::Netperf => drop(command.args(["-D", "-L", address, "-p", &port])),
        }
        command
    }

    /// The program that sends, for that long; the receiver is ready.
    pub(super) fn sender(self, case: &Case<'_>, seconds: f64, folder: &TempDir) -> Command {
        let Case { place, streams, .. } = case;
        let (address, port, streams, whole) =
            (place.address, OTHER.to_string(), streams.to_string(), seconds.to_string());
        let mut command = match self {
            Self::Pairperf => place.command(End::Sender, case.pinned, &binary()),
            _ => place.command(End::Sender, case.pinned, self.programs().1.as_ref()),
        };
        match self {
            Self::Pairperf => {
                command.args(["run", &place.ticket(folder)]);
                command.args(["--streams", &streams, "--warm-up", "0s", "--duration", &whole, "--output", "json"]);
            }
            Self::Iperf3(large) => {
                command.args(["--client", address, "--port", &port, "--parallel", &streams, "--time", &whole]);
                command.args(large.then_some(["--length", LARGE]).into_iter().flatten());
            }
            Self::Iperf(large) => {
                command.args(["--client", address, "--port", &port, "--parallel", &streams, "--time", &whole]);
                command.args(large.then_some(["--len", LARGE]).into_iter().flatten());
            }
            Self::Nuttcp(large) => {
                command.args(["-t", &format!("-P{port}"), "-p45301", &format!("-T{whole}"), &format!("-N{streams}")]);
                command.args(large.then_some("-l1m"));
                command.arg(address);
            }
            Self::Ntttcp(large) => {
                command.args(["-s", address, "-p", &port, "-P", &streams, "-n", "1", "-t", &whole, "-N", "-Q"]);
                command.args(large.then_some(["-b", LARGE]).into_iter().flatten());
            }
            Self::Neper(large) => {
                command.args(["--nolog", "-c", "-H", address, "-C", &port, "-P", "45202", "-F", &streams]);
                command.args(["-T", "1", "-l", &whole]);
                command.args(large.then_some(["-B", "1048576"]).into_iter().flatten());
            }
            Self::Netperf => drop(command.args(["-H", address, "-p", &port, "-t", "TCP_STREAM", "-l", &whole])),
        }
        command
    }
}
