//! TCP against other tools, in one call and in turns: A B C A B C …, so that whatever else the machine does hits all alike.
//! Compare only inside of one table.
//!
//! **The same measures for every tool.** Speed: how the kernel's `IpExt: InOctets` of the receiver's network namespace grew
//! over the real time of a window in the middle of the traffic, headers included. CPU: what both processes
//! (`/proc/PID/stat`) and the kernel's own threads for packets (`ksoftirqd`) used in the same window. Memory: the most that
//! both processes had (`VmHWM`). Over: how long a tool took, from its start to its end, beyond what it was asked for.
//!
//! Each rival is measured as it comes and, where its documentation says how to make it faster, so set too. Tools that are
//! not installed are left out; those that can't have so many streams are, too.
//!
//! **Pinned** is the receiver on CPU 1 and the sender on CPU 0, which stands for two machines of one core each.

mod case;
mod round;
mod tool;

use super::outcome::{Better, Column, Outcome, Rounds, column};
use super::place::{Kind, Place};
use super::{in_turns, rounds};
use case::Case;
use round::{Figures, Found};
use tool::Tool;

const SPEED: [Column<Figures>; 6] = [
    column("Gbit/s", |found| Some(found.bits_per_second / 1e9), 2, Some(Better::More)),
    column("CPU s/GiB", |found| Some(found.cpu_per_gib), 3, Some(Better::Less)),
    column("receiver's", |found| Some(found.receiver_cpu_per_gib), 3, None),
    column("sender's", |found| Some(found.sender_cpu_per_gib), 3, None),
    column("memory MB", |found| Some(found.memory_bytes? / 1e6), 1, None),
    column("over s", |found| Some(found.over_seconds), 2, None),
];

/// A table of every tool that can do it.
fn table(outcome: &mut Outcome, place: &Place, pinned: bool, streams: u32) {
    let case = Case { place, pinned, streams };
    let tools: Vec<Tool> = tool::installed().into_iter().filter(|tool| tool.can(streams)).collect();
    let of = |(tool, found): (Tool, Vec<Found>)| Rounds { name: tool.to_string(), ours: tool.is_ours(), found };
    let found = in_turns(rounds(), &tools, |tool| round::speed(&case, tool));
    outcome.table(&format!("TCP, {case}"), &found.into_iter().map(of).collect::<Vec<_>>(), &SPEED);
}

fn tables(name: &'static str, streams: &[u32]) {
    let mut outcome = Outcome::new(name);
    for kind in [Kind::Loopback, Kind::Cable] {
        let place = Place::new(kind);
        for pinned in [true, false] {
            for &streams in streams {
                table(&mut outcome, &place, pinned, streams);
            }
        }
    }
    outcome.keep();
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn few_connections() {
    tables("tcp-few", &[1, 2, 8]);
}

#[test]
#[ignore = "measures; run by `cargo xtask bench`"]
fn many_connections() {
    tables("tcp-many", &[64, 512, 4096]);
}
