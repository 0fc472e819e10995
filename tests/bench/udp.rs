//! UDP against the distribution's iperf3 and iperf, in one call and in turns: A B C A B C …, so that whatever else the
//! machine does hits all alike. Compare only inside of one table.
//!
//! **The same measures for every tool.** Datagrams received: how the kernel's `Udp: InDatagrams` of the receiver's network
//! namespace grew over the real time of a window in the middle of the traffic; goodput is that times the datagram, lost is
//! what `OutDatagrams` of the sender's namespace grew by more. CPU: what both processes (`/proc/PID/stat`) and the
//! kernel's own threads for packets (`ksoftirqd`) used in the same window. All tools send as fast as they can, with equal
//! datagrams and equal socket buffers. Only with segmentation offload the kernel counts buffers instead of datagrams: those
//! figures are the tools' own.
//!
//! **Pinned** is the receiver on CPU 1 and the sender on CPU 0, which stands for two machines of one core each.
//!
//! `PAIRPERF_BENCH_ROUNDS` and `PAIRPERF_BENCH_SECONDS` say how many rounds and how long a window; 5 and 2 unless told.
//! Figures go to standard output as tables, and to `bench/` in the target folder as JSON.

mod case;
mod counters;
mod outcome;
mod pace;
mod place;
mod round;
mod statistics;
mod tool;

use case::{Case, Offered, SIZES};
use outcome::Outcome;
use place::{Kind, Place};
use tool::Tool;

/// The tools in turn, each as often as there are rounds.
fn in_turns<T>(rounds: usize, tools: &[Tool], mut measure: impl FnMut(Tool) -> T) -> Vec<(Tool, Vec<T>)> {
    let mut all: Vec<(Tool, Vec<T>)> = tools.iter().map(|&tool| (tool, Vec::new())).collect();
    for _ in 0..rounds {
        for (tool, found) in &mut all {
            found.push(measure(*tool));
        }
    }
    all
}

fn told(name: &str, otherwise: f64) -> f64 {
    let text = std::env::var_os(name).and_then(|text| text.into_string().ok());
    text.and_then(|text| text.parse().ok()).filter(|told| *told > 0.0).unwrap_or(otherwise)
}

fn rounds() -> usize {
    told("PAIRPERF_BENCH_ROUNDS", 5.0) as usize
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn datagrams_as_fast_as_they_go() {
    let mut outcome = Outcome::new("udp-datagrams");
    for kind in [Kind::Loopback, Kind::Cable] {
        let place = Place::new(kind);
        for pinned in [true, false] {
            for (streams, datagram) in [(1, SIZES[0]), (2, SIZES[0]), (1, SIZES[1]), (2, SIZES[1])] {
                let case = Case { place: &place, pinned, streams, datagram, offered: Offered::All, offload: false };
                let tools = [Tool::Pairperf("quantum"), Tool::Iperf3, Tool::Iperf];
                outcome.speed(&case, &in_turns(rounds(), &tools, |tool| round::speed(&case, tool)));
            }
        }
    }
    outcome.keep();
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn datagrams_with_segmentation_offload() {
    let mut outcome = Outcome::new("udp-offload");
    let mut tools = vec![Tool::Pairperf("quantum")];
    tools.extend(tool::iperf3_offloads().then_some(Tool::Iperf3));
    for kind in [Kind::Loopback, Kind::Cable] {
        let place = Place::new(kind);
        for streams in [1, 2] {
            let datagram = SIZES[0];
            let case = Case { place: &place, pinned: true, streams, datagram, offered: Offered::All, offload: true };
            outcome.speed(&case, &in_turns(rounds(), &tools, |tool| round::speed(&case, tool)));
        }
    }
    outcome.keep();
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn pace_at_a_gigabit_a_second() {
    let mut outcome = Outcome::new("udp-pace");
    let tools = [Tool::Pairperf("quantum"), Tool::Pairperf("spin"), Tool::Pairperf("gso"), Tool::Iperf3, Tool::Iperf];
    let place = Place::new(Kind::Cable);
    for pinned in [true, false] {
        let offered = Offered::BitsPerSecond(1_000_000_000);
        let case = Case { place: &place, pinned, streams: 1, datagram: SIZES[0], offered, offload: false };
        outcome.pace(&case, &in_turns(rounds(), &tools, |tool| round::pace(&case, tool)));
    }
    outcome.keep();
}
