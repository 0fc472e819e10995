//! The tools, each as its users call it, told the same sizes, buffers, rate and length.

use std::fmt;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::case::{Case, Offered, buffer_bytes};
use crate::bench::place::{End, PAIRPERF};
use crate::harness::binary::binary;
use crate::harness::program::run;

/// Ports that nothing else is likely to hold.
const IPERF3: u16 = 45_201;
const IPERF: u16 = 45_001;
/// A rate beyond what any of these reaches.
const BEYOND: u64 = 400_000_000_000;

/// One of the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// This one, keeping a rate in that way.
    Pairperf(&'static str),
    /// iperf3.
    Iperf3,
    /// iperf, version 2.
    Iperf,
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pairperf("quantum") => f.write_str("pairperf"),
            Self::Pairperf(pace) => write!(f, "pairperf {pace}"),
            Self::Iperf3 => f.write_str("iperf3"),
            Self::Iperf => f.write_str("iperf"),
        }
    }
}

/// Whether the iperf3 on the path knows segmentation offload.
pub(super) fn iperf3_offloads() -> bool {
    run(Command::new("iperf3").arg("--help")).out.contains("--gsro")
}

impl Tool {
    /// Whether it is this project's.
    pub(super) fn is_ours(self) -> bool {
        matches!(self, Self::Pairperf(_))
    }

    /// Whether the kernel cuts and joins for it: as the table says, or as that way of keeping a rate needs it.
    pub(super) fn offloads(self, case: &Case<'_>) -> bool {
        case.offload || self == Self::Pairperf("gso")
    }

    /// What it listens at once its receiver is ready.
    pub(super) fn listens(self) -> (&'static str, u16) {
        match self {
            Self::Pairperf(_) => ("tcp", PAIRPERF),
            Self::Iperf3 => ("tcp", IPERF3),
            Self::Iperf => ("udp", IPERF),
        }
    }

    /// The program that receives; pairperf's keeps its things in `folder`.
    pub(super) fn receiver(self, case: &Case<'_>, folder: &TempDir) -> Command {
        let command = |program: &str| case.place.command(End::Receiver, case.pinned, program.as_ref());
        match self {
            Self::Pairperf(_) => case.place.node(case.pinned, folder),
            Self::Iperf3 => {
                let mut command = command("iperf3");
                command.args(["--server", "--one-off", "--port", &IPERF3.to_string()]);
                command
            }
            Self::Iperf => {
                let mut command = command("iperf");
                command.args(["--server", "--udp", "--port", &IPERF.to_string()]);
                command.args(["--len", &case.datagram.to_string(), "--window", &buffer_bytes().to_string()]);
                command
            }
        }
    }

    /// The program that sends, for that long; the receiver is ready.
    pub(super) fn sender(self, case: &Case<'_>, seconds: f64, folder: &TempDir) -> Command {
        let Case { place, streams, datagram, .. } = case;
        let (size, flows, buffer) = (datagram.to_string(), streams.to_string(), buffer_bytes().to_string());
        let each = |all: u64| (all / u64::from(*streams)).to_string();
        // Both of them take whole seconds best.
        let whole = seconds.ceil().to_string();
        match self {
            Self::Pairperf(pace) => {
                let mut command = place.command(End::Sender, case.pinned, &binary());
                command.args(["run", &place.ticket(folder)]);
                command.args(["--protocol", "udp", "--streams", &flows, "--datagram", &size, "--output", "json"]);
                command.args(["--send-socket-buffer", &buffer, "--receive-socket-buffer", &buffer]);
                command.args(["--warm-up", "200ms", "--duration", &format!("{}ms", (seconds * 1000.0) as u64)]);
                command.args([
                    "--segmentation-offload",
                    if self.offloads(case) { "on" } else { "off" },
                    "--pace",
                    pace,
                ]);
                match case.offered {
                    Offered::All => command.arg("--unlimited"),
                    Offered::BitsPerSecond(rate) => command.args(["--rate", &rate.to_string()]),
                };
                command
            }
            Self::Iperf3 => {
                let mut command = place.command(End::Sender, case.pinned, "iperf3".as_ref());
                command.args(["--client", place.address, "--port", &IPERF3.to_string(), "--udp", "--json"]);
                command.args(["--length", &size, "--parallel", &flows, "--window", &buffer, "--time", &whole]);
                // Its 0 is no limit.
                let rate = match case.offered {
                    Offered::All => "0".to_owned(),
                    Offered::BitsPerSecond(rate) => each(rate),
                };
                command.args(["--bitrate", &rate]);
                command.args(case.offload.then_some("--gsro"));
                command
            }
            Self::Iperf => {
                let mut command = place.command(End::Sender, case.pinned, "iperf".as_ref());
                command.args(["--client", place.address, "--port", &IPERF.to_string(), "--udp"]);
                command.args(["--len", &size, "--parallel", &flows, "--window", &buffer, "--time", &whole]);
                let rate = match case.offered {
                    Offered::All => BEYOND,
                    Offered::BitsPerSecond(rate) => rate,
                };
                command.args(["--bandwidth", &each(rate)]);
                command
            }
        }
    }

    /// Goodput in bits per second and lost percent as its receiver had them; none where it does not say.
    pub(super) fn said(self, output: &str) -> Option<(f64, f64)> {
        let json: Value = serde_json::from_str(output).ok()?;
        match self {
            Self::Pairperf(_) => {
                let receiver = json["ends"].as_array()?.iter().find(|end| end["role"] == "receiver")?;
                Some((json["summary"]["bits_per_second"].as_f64()?, receiver["udp"]["lost_percent"].as_f64()?))
            }
            Self::Iperf3 => {
                let sum = &json["end"]["sum_received"];
                Some((sum["bits_per_second"].as_f64()?, sum["lost_percent"].as_f64()?))
            }
            Self::Iperf => None,
        }
    }
}
