//! A record of two directions comes apart into what both ends brought.

use pairperf_shared::config::{Direction, RunConfig};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::record::{EndParts, Outcome, RunParts, RunRecord};
use pairperf_shared::sample::{Mark, Sample};
use proptest::prelude::*;

fn sample(leg: u32, t_ns: i64, bytes: u64, mark: Option<Mark>) -> Sample {
    Sample {
        t_ns,
        phase: Phase::Measure,
        mark,
        bytes,
        operations: bytes / 2,
        cores: None,
        streams: None,
        udp: None,
        leg,
        counters: None,
        exchange: None,
    }
}

/// What an end counted: directions mixed, in the order of time, at one instant the first one first.
fn samples() -> impl Strategy<Value = Vec<Sample>> {
    let one = (0u32..2, 0i64..5_000_000_000, 0u64..1 << 40);
    proptest::collection::vec(one, 0..60).prop_map(|mut drawn| {
        drawn.sort_by_key(|&(leg, t_ns, _)| (t_ns, leg));
        let mut marked = [0; 2];
        let marks = [Some(Mark::MeasureStart), Some(Mark::MeasureEnd), Some(Mark::End)];
        let with_mark = |(leg, t_ns, bytes): (u32, i64, u64)| {
            let place = &mut marked[leg as usize];
            *place += 1;
            sample(leg, t_ns, bytes, marks.get(*place - 1).copied().flatten())
        };
        drawn.into_iter().map(with_mark).collect()
    })
}

fn parts(direction: Direction, coordinator: Vec<Sample>, peer: Vec<Sample>) -> RunParts {
    let end = |node: &str, samples| EndParts {
        node: node.to_owned(),
        host: HostFacts { name: node.to_owned(), ..HostFacts::default() },
        counter_names: Vec::new(),
        samples,
    };
    RunParts {
        id: "r".to_owned(),
        started_at: "2026-01-01T00:00:00Z".to_owned(),
        redacted: false,
        outcome: Outcome { state: State::Done, reason: None },
        config: RunConfig { direction, ..RunConfig::default() },
        plan: None,
        reach: None,
        in_effect: None,
        coordinator: end("a", coordinator),
        peer: end("b", peer),
        events: Vec::new(),
        findings: Vec::new(),
    }
}

proptest! {
    #[test]
    fn a_record_comes_apart_into_what_both_ends_brought(a in samples(), b in samples(), turns: bool) {
        let direction = if turns { Direction::EachInTurn } else { Direction::Both };
        let brought = parts(direction, a, b);
        let record = brought.clone().record();
        prop_assert_eq!(record.ends.len(), 4);
        for (place, end) in record.ends.iter().enumerate() {
            prop_assert!(end.samples.iter().all(|sample| sample.leg as usize == place / 2));
        }
        prop_assert_eq!(&record.clone().into_parts(), &brought);
        // Nothing of it depends on having stayed in memory.
        let read = RunRecord::from_json(&serde_json::to_string(&record).unwrap()).unwrap();
        prop_assert_eq!(read.into_parts(), brought);
    }
}
