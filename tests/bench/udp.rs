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
mod pace;
mod round;
mod tool;

use super::outcome::{Better, Column, Outcome, Rounds, column};
use super::place::{Kind, Place};
use super::{in_turns, rounds};
use case::{Case, Offered, SIZES, buffer_bytes};
use round::{Figures, Found};
use tool::Tool;

const SPEED: [Column<Figures>; 6] = [
    column("datagrams/s", |found| Some(found.datagrams_per_second), 0, Some(Better::More)),
    column("Gbit/s", |found| Some(found.bits_per_second / 1e9), 2, None),
    column("lost %", |found| Some(found.lost_percent), 2, None),
    column("CPU s/GiB", |found| Some(found.cpu_per_gib), 3, Some(Better::Less)),
    column("receiver's", |found| Some(found.receiver_cpu_per_gib), 3, None),
    column("sender's", |found| Some(found.sender_cpu_per_gib), 3, None),
];

const PACE: [Column<Figures>; 4] = [
    column("Gbit/s", |found| Some(found.bits_per_second / 1e9), 4, None),
    column("lost %", |found| Some(found.lost_percent), 2, None),
    column("1 ms variation %", |found| found.variation_percent, 2, Some(Better::Less)),
    column("processors", |found| Some(found.processors), 3, Some(Better::Less)),
];

fn title(case: &Case<'_>) -> String {
    format!("UDP, {case}; buffers of {} B", buffer_bytes())
}

fn named(tools: &[Tool], measure: impl FnMut(Tool) -> Found) -> Vec<Rounds<Figures>> {
    let of = |(tool, found): (Tool, Vec<Found>)| Rounds { name: tool.to_string(), ours: tool.is_ours(), found };
    in_turns(rounds(), tools, measure).into_iter().map(of).collect()
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
                outcome.table(&title(&case), &named(&tools, |tool| round::speed(&case, tool)), &SPEED);
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
            outcome.table(&title(&case), &named(&tools, |tool| round::speed(&case, tool)), &SPEED);
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
        outcome.table(&title(&case), &named(&tools, |tool| round::pace(&case, tool)), &PACE);
    }
    outcome.keep();
}
