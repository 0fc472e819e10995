//! Every export of one fixed record, held against the file it made before. `UPDATE_GOLDEN=1`
//! rewrites the files; a change of them is a change for other people's scripts.

#![expect(clippy::unwrap_used, reason = "a test that can't go on says so by ending")]

#[path = "golden/modes.rs"]
mod modes;
#[path = "golden/udp.rs"]
mod udp;

use std::path::PathBuf;

use pairperf_shared::config::{Direction, RunConfig};
use pairperf_shared::finding::{Finding, Severity};
use pairperf_shared::host::{HostDetail, HostFacts, Interface};
use pairperf_shared::import;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Loop, Role, Side, plan};
use pairperf_shared::reach::Reach;
use pairperf_shared::record::{EndInEffect, EndParts, Event, InEffect, Outcome, Reason, RunParts, RunRecord, SCHEMA};
use pairperf_shared::report::{Format, html};
use pairperf_shared::sample::{CoreTicks, Mark, Sample, StreamCount, TcpCount};
use pairperf_shared::text::Catalogue;

fn host(name: &str) -> HostFacts {
    HostFacts {
        name: name.to_owned(),
        os: Some("Debian GNU/Linux 12 (bookworm)".to_owned()),
        kernel: Some("6.12.0".to_owned()),
        cpu_model: None,
        cpu_count: 2,
        cpu_mhz: Some(2900.0),
        memory_bytes: Some(8 << 30),
        machine: Some(format!("machine of {name}")),
        interfaces: vec![Interface {
            name: "eth0".to_owned(),
            mtu: Some(1500),
            bits_per_second: Some(10_000_000_000),
            driver: Some("virtio_net".to_owned()),
        }],
        congestion_controls: vec!["reno".to_owned(), "cubic".to_owned()],
        congestion_control: Some("cubic".to_owned()),
        max_open_files: Some(1_048_576),
        max_threads: None,
        local_ports: Some((32_768, 60_999)),
        send_socket_buffer_max_bytes: Some(212_992),
        receive_socket_buffer_max_bytes: Some(212_992),
        udp_segmentation: None,
        udp_joining: None,
        container: None,
        listens_at: None,
        version: "0.1.0".to_owned(),
        detail: HostDetail::default(),
    }
}

/// A steady run of two streams: `per_ms` bytes a millisecond, each stream its half.
fn samples(per_ms: u64, sender: bool) -> Vec<Sample> {
    let at = |t_ms: u64, phase, mark: Option<Mark>| {
        let bytes = per_ms * t_ms;
        let tcp = TcpCount {
            rtt_us: 210,
            rttvar_us: 15,
            cwnd_segments: 40,
            mss_bytes: 1448,
            retransmits: u32::from(sender) * (t_ms / 500) as u32,
            acked_bytes: sender.then_some(bytes / 2),
            delivery_bytes_per_second: Some(per_ms * 500),
            busy_us: Some(t_ms * 900),
            receive_window_limited_us: Some(0),
            send_buffer_limited_us: None,
        };
        let ticks = CoreTicks { user: t_ms / 100, system: t_ms / 25, softirq: t_ms / 50, steal: 0, idle: t_ms / 40 };
        Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: t_ms as i64 * 1_000_000,
            phase,
            mark,
            bytes,
            operations: bytes / 262_144,
            cores: Some(vec![ticks, CoreTicks { idle: t_ms / 10, ..CoreTicks::default() }]),
            streams: Some(
                (0..2)
                    .map(|stream| StreamCount {
                        checked: None,
                        zero_copy: None,
                        stream,
                        bytes: bytes / 2,
                        tcp: Some(tcp),
                        udp: None,
                    })
                    .collect(),
            ),
            udp: None,
        }
    };
    vec![
        at(0, Phase::WarmUp, None),
        at(1000, Phase::Measure, Some(Mark::MeasureStart)),
        at(1500, Phase::Measure, None),
        at(2000, Phase::Measure, None),
        at(3000, Phase::Measure, Some(Mark::MeasureEnd)),
        at(3010, Phase::Collect, Some(Mark::End)),
    ]
}

fn effect(local: &str, peer: &str) -> EndInEffect {
    EndInEffect {
        inner_loop: Loop::Blocking,
        threads: 2,
        streams: 2,
        buffer_bytes: 1 << 20,
        send_socket_buffer_bytes: Some(87_040),
        receive_socket_buffer_bytes: Some(131_072),
        congestion_control: Some("cubic".to_owned()),
        mss_bytes: Some(1448),
        no_delay: Some(false),
        local_address: Some(local.to_owned()),
        peer_address: Some(peer.to_owned()),
        udp: None,
    }
}

fn done() -> RunRecord {
    let config = RunConfig { streams: 2, duration_ms: 2000, label: Some("golden".to_owned()), ..RunConfig::default() };
    let (a, b) = (host("web-a"), host("db-b"));
    let plan = plan(&config, &a, &b, Side::Peer, &Reach::default()).unwrap();
    RunParts {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
        started_at: "2026-11-30T14:31:00Z".to_owned(),
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
            ..InEffect::default()
        }),
        coordinator: EndParts {
            node: "a".repeat(32),
            host: a,
            counter_names: Vec::new(),
            samples: samples(1_180_000, true),
        },
        peer: EndParts { node: "b".repeat(32), host: b, counter_names: Vec::new(), samples: samples(1_176_250, false) },
        events: vec![Event::new(Some(0), "started"), Event::new(Some(1_000_000_000), "phase").with("phase", "measure")],
        findings: vec![
            Finding::new("late_mark", Severity::Warning)
                .with("host", "db-b")
                .with("mark", "measure_end")
                .with("late_ms", 21.5)
                .advise("The machine was too busy to keep time; ask for fewer streams or a longer run."),
        ],
    }
    .record()
}

/// A run whose peer was lost before anything was measured.
fn lost() -> RunRecord {
    let end = |name: &str| EndParts {
        node: "c".repeat(32),
        host: host(name),
        counter_names: Vec::new(),
        samples: Vec::new(),
    };
    RunParts {
        id: "fedcba9876543210fedcba9876543210".to_owned(),
        started_at: "2026-11-30T14:40:00Z".to_owned(),
        redacted: false,
        outcome: Outcome {
            state: State::Failed,
            reason: Some(Reason {
                code: "peer_lost".to_owned(),
                message: "db-b gave no sign of life for 10 s".to_owned(),
            }),
        },
        config: RunConfig { direction: Direction::FromPeer, ..RunConfig::default() },
        plan: None,
        reach: None,
        in_effect: None,
        coordinator: end("web-a"),
        peer: end("db-b"),
        events: Vec::new(),
        findings: Vec::new(),
    }
    .record()
}

fn check(name: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{name} changed; run with UPDATE_GOLDEN=1 if that is meant:\n{now}");
}

fn golden(record: &str, format: Format) -> String {
    match format {
        Format::CsvSummary => format!("{record}-summary.csv"),
        Format::CsvStreams => format!("{record}-streams.csv"),
        other => format!("{record}.{}", other.extension()),
    }
}

#[test]
fn exports_are_those_kept() {
    // The file of the HTML format holds the style sheet, which changes for other reasons.
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Html) {
        check(&golden("done", format), &format.write(&done(), Role::Receiver, Catalogue::english()));
    }
    let around = html::Around { record_url: Some("/record"), ..html::Around::default() };
    check("done.html", &html::content(&done(), Catalogue::english(), &around));
    check("lost.html", &html::content(&lost(), Catalogue::english(), &html::Around::default()));
    for (name, record) in [("udp", udp::plain()), ("udp-joined", udp::joined())] {
        for format in [Format::Text, Format::CsvSummary, Format::CsvStreams] {
            check(&golden(name, format), &format.write(&record, Role::Receiver, Catalogue::english()));
        }
    }
    for format in [Format::Json, Format::Csv, Format::Markdown, Format::Svg] {
        check(&golden("udp", format), &format.write(&udp::plain(), Role::Receiver, Catalogue::english()));
    }
    for (name, record) in
        [("both", modes::both()), ("each-in-turn", modes::in_turn()), ("request-response", modes::request_response())]
    {
        for format in [Format::Text, Format::Markdown, Format::CsvSummary, Format::CsvStreams, Format::Csv, Format::Svg]
        {
            check(&golden(name, format), &format.write(&record, Role::Sender, Catalogue::english()));
        }
        check(&format!("{name}.html"), &html::content(&record, Catalogue::english(), &html::Around::default()));
        let summary = serde_json::to_string_pretty(&record.summary).unwrap();
        check(&format!("{name}-summary.json"), &format!("{summary}\n"));
    }
    check("udp-sender.csv", &Format::Csv.write(&udp::plain(), Role::Sender, Catalogue::english()));
    check("udp.html", &html::content(&udp::plain(), Catalogue::english(), &html::Around::default()));
    check("done-sender.csv", &Format::Csv.write(&done(), Role::Sender, Catalogue::english()));
    for format in [Format::Text, Format::Json, Format::Csv] {
        check(&golden("lost", format), &format.write(&lost(), Role::Receiver, Catalogue::english()));
    }
}

/// Every record of these tests; each is large.
fn all() -> Vec<RunRecord> {
    let of: [fn() -> RunRecord; 7] =
        [done, lost, udp::plain, udp::joined, modes::both, modes::in_turn, modes::request_response];
    of.into_iter().map(|record| record()).collect()
}

#[test]
fn records_of_every_schema_are_read() {
    for schema in 1..=SCHEMA {
        // Never rewritten: this is how an earlier version wrote it.
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/record-{schema}.json"));
        let record = RunRecord::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
        // What was not yet computed then is computed now.
        assert_eq!(record.into_parts().record(), done(), "schema {schema}");
    }
    for record in all() {
        let text = Format::Json.write(&record, Role::Receiver, Catalogue::english());
        assert_eq!(RunRecord::from_json(&text).unwrap().ends[1].samples, record.ends[1].samples);
        assert_eq!(import::read(text.as_bytes()).unwrap().record(), record);
    }
    assert!(RunRecord::from_json(r#"{"schema": 999}"#).unwrap_err().to_string().contains("newer"));
    assert!(RunRecord::from_json("[]").is_err());
}

#[test]
fn the_headline_is_the_receivers_and_nothing_is_not_a_number() {
    let record = done();
    assert_eq!(record.summary.bits_per_second, record.end(Role::Receiver).unwrap().bits_per_second);
    assert!((record.summary.bits_per_second.unwrap() - 9.41e9).abs() < 1e6);
    for format in Format::ALL {
        for record in all() {
            let text = format.write(&record, Role::Receiver, Catalogue::english());
            assert!(!text.contains("NaN") && !text.contains(">inf") && !text.contains("\"inf\""), "{text}");
        }
    }
}
