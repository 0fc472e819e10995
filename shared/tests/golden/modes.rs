//! Runs of two directions, and of requests and answers.

use pairperf_shared::config::{Direction, Mode, Payload, RunConfig, SendCopy};
use pairperf_shared::histogram::{BUCKETS, Histogram, bucket};
use pairperf_shared::phase::State;
use pairperf_shared::plan::{Side, plan};
use pairperf_shared::reach::Reach;
use pairperf_shared::record::{EndParts, Event, InEffect, Outcome, RunParts, RunRecord};
use pairperf_shared::sample::{CheckedCount, ExchangeCount, Sample, ZeroCopyCount};

use super::{effect, host, samples};

fn run(config: RunConfig, ends: [Vec<Sample>; 2]) -> RunRecord {
    let (a, b) = (host("web-a"), host("db-b"));
    let plan = plan(&config, &a, &b, Side::Peer, &Reach::default()).unwrap();
    let [of_a, of_b] = ends;
    let end = |node: &str, host, samples| EndParts { node: node.repeat(32), host, counter_names: Vec::new(), samples };
    let two = config.direction.legs().len() > 1;
    RunParts {
        id: "00112233445566778899aabbccddeeff".to_owned(),
        started_at: "2026-11-30T15:00:00Z".to_owned(),
        redacted: false,
        outcome: Outcome { state: State::Done, reason: None },
        config,
        plan: Some(plan),
        reach: None,
        in_effect: Some(InEffect {
            offset_ns: Some(-1_500_000),
            offset_error_ns: Some(105_000),
            round_trip_ns: Some(210_000),
            coordinator: Some(effect("10.0.0.4:7575", "10.0.0.5:41000")),
            peer: Some(effect("10.0.0.5:41000", "10.0.0.4:7575")),
            coordinator_back: two.then(|| effect("10.0.0.4:7575", "10.0.0.5:41002")),
            peer_back: two.then(|| effect("10.0.0.5:41002", "10.0.0.4:7575")),
        }),
        coordinator: end("a", a, of_a),
        peer: end("b", b, of_b),
        events: vec![Event::new(Some(0), "started")],
        findings: Vec::new(),
    }
    .record()
}

/// The same as of the second direction, so much later.
fn back(samples: Vec<Sample>, later_ms: i64) -> Vec<Sample> {
    let moved = |sample: Sample| Sample { leg: 1, t_ns: sample.t_ns + later_ms * 1_000_000, ..sample };
    samples.into_iter().map(moved).collect()
}

fn config(direction: Direction) -> RunConfig {
    RunConfig { direction, streams: 2, duration_ms: 2000, ..RunConfig::default() }
}

fn two(config: RunConfig, later_ms: i64) -> RunRecord {
    let mut of_a = samples(1_000_000, true);
    of_a.extend(back(samples(598_000, false), later_ms));
    let mut of_b = samples(997_000, false);
    of_b.extend(back(samples(600_000, true), later_ms));
    for samples in [&mut of_a, &mut of_b] {
        samples.sort_by_key(|sample| sample.t_ns);
    }
    run(config, [of_a, of_b])
}

/// Both ways at once: 8 Gbit/s there, 4.8 Gbit/s back; sent without a copy at one end.
pub(super) fn both() -> RunRecord {
    let mut config = RunConfig { send_copy: SendCopy::ZeroCopy, ..config(Direction::Both) };
    config.ends.coordinator.insert("buffer_bytes".to_owned(), 65_536.into());
    config.ends.peer.insert("cpus".to_owned(), "0-1".into());
    let mut record = two(config, 0).into_parts();
    for sample in record.coordinator.samples.iter_mut().filter(|sample| sample.leg == 0) {
        let copied = ZeroCopyCount { completed: sample.operations, copied: sample.operations / 4 };
        sample.streams.iter_mut().flatten().for_each(|stream| stream.zero_copy = Some(copied));
    }
    record.record()
}

/// One way, then the other; the payload is looked at, and one byte is wrong on the way there.
pub(super) fn in_turn() -> RunRecord {
    let config = RunConfig { payload: Payload::Verified, ..config(Direction::EachInTurn) };
    let mut record = two(config, 4000).into_parts();
    let looked_at = |sample: &mut Sample, wrong_bytes: u64| {
        for stream in sample.streams.iter_mut().flatten() {
            let wrong = wrong_bytes > 0 && stream.stream == 1;
            stream.checked = Some(CheckedCount {
                wrong_bytes: if wrong { wrong_bytes } else { 0 },
                first_wrong: wrong.then_some(123_456),
            });
        }
    };
    record.peer.samples.iter_mut().filter(|sample| sample.leg == 0).for_each(|sample| looked_at(sample, 1));
    record.coordinator.samples.iter_mut().filter(|sample| sample.leg == 1).for_each(|sample| looked_at(sample, 0));
    record.record()
}

/// Requests of one byte: ten a millisecond, most within 90 µs, one in fifty within 400 µs.
pub(super) fn request_response() -> RunRecord {
    let config =
        RunConfig { mode: Mode::RequestResponse, streams: 2, duration_ms: 2000, spin: true, ..RunConfig::default() };
    let count = |mut sample: Sample, asks: bool| {
        let answered = 10 * sample.t_ns as u64 / 1_000_000;
        let slow = answered / 50;
        let mut counts = vec![0u64; BUCKETS];
        for (ns, count) in [(90_000, answered - slow), (400_000, slow)] {
            counts[bucket(ns).unwrap() as usize] += count;
        }
        sample.operations = answered;
        sample.exchange = Some(ExchangeCount {
            asked: answered + 2,
            answered,
            lost: 0,
            total_ns: if asks { 90_000 * (answered - slow) + 400_000 * slow } else { 0 },
            times: asks.then(|| Histogram::of(counts, 0, 400_000)),
        });
        sample
    };
    let of = |asks: bool| samples(10, asks).into_iter().map(|sample| count(sample, asks)).collect();
    run(config, [of(true), of(false)])
}
