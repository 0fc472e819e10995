//! The drawings of one fixed run, held against those made before, and what holds for those of any run.
//! `UPDATE_GOLDEN=1` rewrites the files; look at them before you keep them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on says so by ending")]

use std::path::PathBuf;

use pairperf_shared::chart::file::{self, Head, Streams};
use pairperf_shared::chart::plot::{Line, Note, Shape};
use pairperf_shared::chart::run::{Chart, LineKey, Run, Spans, View, Words, readings, table};
use pairperf_shared::chart::strip::{self, Levels, Order};
use pairperf_shared::chart::{Axis, Plot, Point};
use pairperf_shared::datagram::UdpCount;
use pairperf_shared::phase::Phase;
use pairperf_shared::plan::Role;
use pairperf_shared::sample::{CoreTicks, Mark, Sample, StreamCount, TcpCount};
use pairperf_shared::summary::series::{Figures, Sampling, Series};
use proptest::prelude::*;

fn sampling(role: Role) -> Sampling {
    Sampling { role, sample_ms: 500, stream_sample_ms: 500, streams: 2, traffic_ms: 5000 }
}

/// One second of warm-up, three of `measure`, one of cool-down: two streams, the second stands still for a second.
fn samples(role: Role) -> Vec<Sample> {
    let phase = |t_ms: i64| match t_ms {
        ..1000 => Phase::WarmUp,
        1000..4000 => Phase::Measure,
        4000..5000 => Phase::CoolDown,
        _ => Phase::Collect,
    };
    let mark = |t_ms: i64| match t_ms {
        1000 => Some(Mark::MeasureStart),
        4000 => Some(Mark::MeasureEnd),
        5000 => Some(Mark::End),
        _ => None,
    };
    (0..=10)
        .map(|n| {
            let t_ms = n * 500;
            let moved = |stream: i64| if stream == 1 { n - (n - 4).clamp(0, 2) } else { n } as u64 * 31_250_000;
            let tcp = |stream: i64| TcpCount {
                rtt_us: 600 + 50 * (n % 3) as u32,
                retransmits: if stream == 1 { (n - 3).clamp(0, 2) as u32 * 40 } else { 0 },
                ..TcpCount::default()
            };
            let idle = if role == Role::Sender { 40 } else { 20 };
            Sample {
                leg: 0,
                counters: None,
                exchange: None,
                t_ns: t_ms * 1_000_000,
                phase: phase(t_ms),
                mark: mark(t_ms),
                bytes: moved(0) + moved(1),
                operations: 0,
                udp: None,
                cores: Some(vec![
                    CoreTicks { system: n as u64 * 50, ..CoreTicks::default() },
                    CoreTicks { user: n as u64 * (50 - idle), idle: n as u64 * idle, ..CoreTicks::default() },
                ]),
                streams: Some(
                    (0..2)
                        .map(|stream| StreamCount {
                            checked: None,
                            zero_copy: None,
                            stream: stream as u32,
                            bytes: moved(stream),
                            tcp: Some(tcp(stream)),
                            udp: None,
                        })
                        .collect(),
                ),
            }
        })
        .collect()
}

fn words(host: &str) -> Words {
    let names =
        ["sent", "received", "web-a", "db-b", "web-a, core 0", "db-b, core 0", "by web-a", "median", "lost", "jitter"];
    Words {
        decimal: '.',
        names: names.map(|name| format!("{name}{host}")),
        labels: Chart::ALL.map(|chart| format!("{} of {host}", chart.key())),
        titles: ["Rate", "CPU busy", "Resent", "Round trip", "Lost", "Jitter"].map(str::to_owned),
        subtitles: ["", "", "segments in 0.5 s", "under load", "in each interval", "mean of the flows"]
            .map(str::to_owned),
        warm_up: "warm-up".to_owned(),
        cool_down: "cool-down".to_owned(),
        ceiling: format!("slower card {host}"),
    }
}

fn strip_words(host: &str) -> strip::Words {
    strip::Words { decimal: '.', label: format!("Each stream {host}"), stopped: format!("stopped {host}") }
}

/// Everything that is drawn of a run.
fn drawn(sender: &Series, receiver: &Series, samples: &[Sample], view: &View, host: &str) -> Vec<String> {
    let notes = [Note { at: 2.0, text: format!("stream 1 stands still {host}") }];
    let run = Run {
        sender,
        receiver,
        sender_figures: Figures::latest(sender),
        receiver_figures: Figures::latest(receiver),
        spans: Spans::kept(samples, receiver),
        carries: Some(1.2e9),
        mean: Some(0.83e9),
        now: None,
        notes: &notes,
    };
    let (words, strip_words) = (words(host), strip_words(host));
    let levels: Levels = strip::levels(&receiver.strip, Order::SlowestFirst, strip::DOCUMENT_COLUMNS);
    let streams = Streams {
        levels: &levels,
        role: Role::Receiver,
        words: &strip_words,
        title: "Each stream",
        subtitle: "received",
    };
    let head = Head { headline: format!("web-a sent 833 Mbit/s {host}"), lines: vec!["today".to_owned()] };
    let mut all: Vec<String> = Chart::ALL.map(|chart| run.plot(chart, view, &words).svg()).to_vec();
    all.push(levels.svg(&run.across(view), Role::Receiver, &strip_words));
    all.push(levels.legend(Role::Receiver, &strip_words));
    all.push(file::of_run(&head, &run, view, &words, Some(streams)));
    all
}

fn check(name: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    // Element by element, so that a change is seen where it is.
    let now = now.replace("><", ">\n<");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{name} changed; run with UPDATE_GOLDEN=1 if that is meant:\n{now}");
}

#[test]
fn drawings_are_those_kept() {
    let (sent, received) = (samples(Role::Sender), samples(Role::Receiver));
    let sender = Series::of(&sent, sampling(Role::Sender));
    let receiver = Series::of(&received, sampling(Role::Receiver));
    let all = drawn(&sender, &receiver, &received, &View::default(), "");
    check("rate.svg", &all[0]);
    check("run.svg", &all[8]);
}

#[test]
fn a_run_is_read_at_a_time_and_in_a_table() {
    let (sent, received) = (samples(Role::Sender), samples(Role::Receiver));
    let sender = Series::of(&sent, sampling(Role::Sender));
    let receiver = Series::of(&received, sampling(Role::Receiver));
    let run = Run {
        sender: &sender,
        receiver: &receiver,
        sender_figures: Figures::latest(&sender),
        receiver_figures: Figures::latest(&receiver),
        spans: Spans::kept(&received, &receiver),
        carries: None,
        mean: None,
        now: None,
        notes: &[],
    };
    let spans = run.spans;
    assert_eq!((spans.from, spans.measure_from, spans.measure_to, spans.to), (0.0, 1.0, 4.0, 5.0));
    let words = Words { decimal: ',', ..words("") };
    let view = View::default();
    let read = |chart, at| -> Vec<String> {
        readings(&run, chart, &view, &words, at).into_iter().map(|reading| reading.text).collect()
    };
    assert_eq!(read(Chart::Rate, 0.7), ["1,00", "1,00"]);
    assert_eq!(read(Chart::Rate, 2.2), ["0,500", "0,500"]);
    assert_eq!(read(Chart::Busy, 2.2), ["60", "80", "100", "100"]);
    assert_eq!((read(Chart::Resent, 1.8), read(Chart::Resent, 9.0)), (vec!["40".to_owned()], vec!["–".to_owned()]));
    let figures = table(&run, Chart::Rate, &view, &words, 6);
    assert_eq!((figures.unit, figures.columns), ("Gbit/s", vec![LineKey::Sent, LineKey::Received]));
    let rows: Vec<_> = figures.rows.iter().map(|row| (row.until.as_str(), row.cells[1].as_str())).collect();
    assert_eq!(rows, [("1", "1,00"), ("2", "1,00"), ("3", "0,500"), ("4", "1,00"), ("5", "1,00")]);
    let hidden = View { hidden: vec![LineKey::Sent], window: Some((2.0, 3.0)), ..View::default() };
    let plot = run.plot(Chart::Rate, &hidden, &words);
    assert_eq!(
        (plot.lines.len(), plot.across.at(2.0), plot.across.value(1.0), plot.up.at(1e9)),
        (1, Some(0.0), 3.0, Some(1.0))
    );
    let same_scale = View { tops: [Some(5e9), None, None, None, None, None], ..View::default() };
    assert_eq!(run.up(Chart::Rate, &same_scale).at(5e9), Some(1.0));
}

#[test]
fn names_of_lines_that_run_together_keep_their_order_and_are_apart() {
    let point = |y| vec![Point { x: 0.0, y }, Point { x: 10.0, y }];
    let line = |class, y, name: &str| Line { class, shape: Shape::Line, points: point(y), name: name.to_owned() };
    let places = |received: f64, sent: f64| -> Vec<(String, f64)> {
        let plot = Plot {
            height: 92.0,
            across: Axis::seconds(0.0, 10.0, 5),
            up: Axis::percent(),
            lines: vec![line("r", received, "received"), line("s", sent, "sent"), line("s-top", 99.0, "busiest")],
            shades: Vec::new(),
            ceiling: None,
            mean: None,
            now: None,
            notes: Vec::new(),
            times: false,
            label: String::new(),
            decimal: '.',
        };
        let svg = plot.svg();
        let text = |part: &str| {
            let y = part.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
            (part.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned(), y)
        };
        svg.split("<text class=\"line-name").skip(1).map(text).collect()
    };
    for (received, sent) in [(40.0, 41.0), (41.0, 40.0), (40.0, 40.0), (2.0, 0.0), (99.0, 98.0)] {
        let places = places(received, sent);
        let names: Vec<&str> = places.iter().map(|place| place.0.as_str()).collect();
        assert_eq!(names, ["busiest", "sent", "received"], "{received} {sent}");
        assert!(places.windows(2).all(|pair| pair[1].1 - pair[0].1 >= 15.9), "{places:?}");
        assert!(places.iter().all(|place| (0.0..=92.0).contains(&place.1)), "{places:?}");
    }
    assert_eq!(places(80.0, 20.0).last().unwrap().0, "sent");
}

#[test]
fn what_is_unknown_is_a_gap_and_never_zero() {
    let mut samples = samples(Role::Sender);
    for sample in &mut samples[4..=6] {
        sample.streams.iter_mut().flatten().for_each(|stream| stream.tcp = None);
    }
    let series = Series::of(&samples, sampling(Role::Sender));
    assert_eq!(series.resent.at(2.2), None);
    assert_eq!(series.resent.at(1.4).map(|step| step.value), Some(0.0));
    assert_eq!((series.round_trip.steps().len(), series.round_trip.at(2.2)), (7, None));
    let receiver = Series::of(&samples, sampling(Role::Receiver));
    assert!(receiver.resent.steps().is_empty() && receiver.round_trip.steps().is_empty());
}

#[test]
fn hostile_names_are_text_and_stay_short() {
    let (sent, received) = (samples(Role::Sender), samples(Role::Receiver));
    let sender = Series::of(&sent, sampling(Role::Sender));
    let receiver = Series::of(&received, sampling(Role::Receiver));
    let host = format!("<script>alert('\"&\u{1b}[31m\u{202e}\u{0}')</script>{}", "x".repeat(300));
    for svg in drawn(&sender, &receiver, &received, &View::default(), &host) {
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && !svg.contains('\u{202e}'), "{svg}");
        assert!(!svg.contains(&"x".repeat(601)));
        inside(&svg);
    }
}

/// Every number is finite, and nothing stands where it can't be seen.
fn inside(svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    for (attribute, least, most) in
        [(" y=\"", -10.0, 3000.0), (" x1=\"", 0.0, 1200.0), (" x2=\"", 0.0, 1200.0), (" cx=\"", 0.0, 1200.0)]
    {
        for (at, _) in svg.match_indices(attribute) {
            let value = svg[at + attribute.len()..].split(['"', '%']).next().unwrap();
            let number: f64 = value.parse().unwrap_or_else(|_| panic!("{value} in {svg}"));
            assert!((least..=most).contains(&number), "{attribute}{number} in {svg}");
        }
    }
    for (at, _) in svg.match_indices(" d=\"") {
        let data = svg[at + 4..].split('"').next().unwrap();
        for number in data.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter(|text| !text.is_empty()) {
            let number: f64 = number.parse().unwrap_or_else(|_| panic!("{number} in {data}"));
            assert!((-1000.0..=2000.0).contains(&number), "{number} in {data}");
        }
    }
}

fn any_sample() -> impl Strategy<Value = (i64, u8, u8, Vec<u64>, u32)> {
    (-5i64..4000, 0u8..6, 0u8..12, proptest::collection::vec(any::<u64>(), 0..4), any::<u32>())
}

#[test]
fn what_was_lost_stands_in_its_interval_and_jitter_at_its_end() {
    let at = |n: i64, expected: u64, datagrams: u64, jitter_ns| Sample {
        streams: Some(vec![StreamCount {
            checked: None,
            zero_copy: None,
            stream: 0,
            bytes: datagrams * 1000,
            tcp: None,
            udp: Some(UdpCount { datagrams, expected, jitter_ns, ..UdpCount::default() }),
        }]),
        ..samples(Role::Receiver)[n as usize].clone()
    };
    let samples =
        [at(0, 0, 0, 0), at(1, 100, 100, 2000), at(2, 200, 150, 4000), at(3, 200, 160, 4000), at(4, 300, 260, 0)];
    let receiver = Series::of(&samples, sampling(Role::Receiver));
    let lost: Vec<_> = receiver.lost.steps().iter().map(|step| step.value).collect();
    assert_eq!(lost, [0.0, 50.0, 0.0], "where no number was new there is no share");
    assert_eq!(receiver.jitter.steps().iter().map(|step| step.value).collect::<Vec<_>>(), [2e-6, 4e-6, 4e-6, 0.0]);
    let sender = Series::of(&samples, sampling(Role::Sender));
    assert!(sender.lost.steps().is_empty() && sender.jitter.steps().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_samples_make_a_drawing_that_stays_inside(
        parts in proptest::collection::vec(any_sample(), 0..80), window in proptest::option::of((-10.0f64..100.0, -10.0f64..100.0))
    ) {
        let mut t_ns = 0i64;
        let samples: Vec<Sample> = parts.into_iter().map(|(step, phase, mark, bytes, tcp)| {
            t_ns += step * 1_000_000;
            let mark = [Some(Mark::MeasureStart), Some(Mark::MeasureEnd), Some(Mark::End)].get(mark as usize).copied().flatten();
            let count = |(stream, &bytes): (usize, &u64)| StreamCount {
                checked: None,
                zero_copy: None,
                stream: stream as u32,
                bytes,
                tcp: (tcp % 3 > 0).then(|| TcpCount { rtt_us: tcp, retransmits: tcp / 7, ..TcpCount::default() }),
                udp: (tcp % 4 > 1).then(|| UdpCount { datagrams: bytes, expected: bytes.rotate_left(tcp % 64), jitter_ns: bytes, ..UdpCount::default() }),
            };
            Sample { leg: 0, counters: None, exchange: None,
                t_ns,
                phase: Phase::ALL[phase as usize],
                mark,
                bytes: bytes.first().copied().unwrap_or(0),
                operations: 0,
                cores: (tcp % 2 == 0).then(|| vec![CoreTicks { user: u64::from(tcp), idle: bytes.len() as u64, ..CoreTicks::default() }; bytes.len()]),
                udp: None,
                streams: (tcp % 5 > 0).then(|| bytes.iter().enumerate().map(count).collect()),
            }
        }).collect();
        let sender = Series::of(&samples, sampling(Role::Sender));
        let receiver = Series::of(&samples, sampling(Role::Receiver));
        let view = View { window, ..View::default() };
        for svg in drawn(&sender, &receiver, &samples, &view, "") {
            inside(&svg);
        }
    }
}
