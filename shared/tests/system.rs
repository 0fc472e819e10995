//! What systems counted, from a record to the sentences and tables that say it.

use pairperf_shared::config::{Direction, RunConfig};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::Loop;
use pairperf_shared::record::{EndInEffect, EndParts, InEffect, Outcome, RunParts, RunRecord};
#[cfg(feature = "html")]
use pairperf_shared::report::html;
use pairperf_shared::report::{Report, markdown, text};
use pairperf_shared::sample::{CoreTicks, Mark, Sample};
use pairperf_shared::text::Catalogue;

/// Payload of one direction, and what it weighs on a card.
const BYTES: u64 = 1_448_000_000;
const WIRE: u64 = 1_000_000 * 1518;

fn effect() -> EndInEffect {
    EndInEffect {
        inner_loop: Loop::Blocking,
        threads: 1,
        streams: 1,
        buffer_bytes: 131_072,
        send_socket_buffer_bytes: None,
        receive_socket_buffer_bytes: None,
        congestion_control: Some("cubic".to_owned()),
        mss_bytes: Some(1448),
        no_delay: None,
        udp: None,
        local_address: Some("10.0.0.1:4000".to_owned()),
        peer_address: Some("10.0.0.2:7575".to_owned()),
    }
}

fn end(name: &str, counters: &[(&str, u64)], ticks: CoreTicks) -> EndParts {
    let sample = |t_ms: i64, phase, mark, share: u64| Sample {
        leg: 0,
        counters: (!counters.is_empty()).then(|| counters.iter().map(|(_, count)| Some(count * share)).collect()),
        exchange: None,
        t_ns: t_ms * 1_000_000,
        phase,
        mark: Some(mark),
        bytes: BYTES * share,
        operations: 11_047 * share,
        cores: Some(vec![CoreTicks::default(), if share > 0 { ticks } else { CoreTicks::default() }]),
        streams: Some(Vec::new()),
        udp: None,
    };
    EndParts {
        node: name.to_owned(),
        host: HostFacts { name: name.to_owned(), cpu_mhz: Some(2000.0), ..HostFacts::default() },
        counter_names: counters.iter().map(|(name, _)| (*name).to_owned()).collect(),
        samples: vec![
            sample(0, Phase::Measure, Mark::MeasureStart, 0),
            sample(10_000, Phase::Measure, Mark::MeasureEnd, 1),
            sample(10_010, Phase::Collect, Mark::End, 1),
        ],
    }
}

fn record(sender: EndParts, receiver: EndParts) -> RunRecord {
    RunParts {
        id: "1".repeat(32),
        started_at: "2026-01-02T03:04:05Z".to_owned(),
        redacted: false,
        outcome: Outcome { state: State::Done, reason: None },
        config: RunConfig { direction: Direction::ToPeer, ..RunConfig::default() },
        plan: None,
        reach: None,
        in_effect: Some(InEffect { coordinator: Some(effect()), peer: Some(effect()), ..InEffect::default() }),
        coordinator: sender,
        peer: receiver,
        events: Vec::new(),
        findings: Vec::new(),
    }
    .record()
}

const IDLE: CoreTicks = CoreTicks { user: 100, system: 200, softirq: 100, steal: 0, idle: 600 };

fn codes(record: &RunRecord) -> Vec<&str> {
    record.findings.iter().map(|finding| finding.code.as_str()).collect()
}

#[test]
fn a_quiet_run_has_figures_and_no_findings() {
    let sent = end("web-a", &[("Tcp.OutSegs", 1_000_000), ("nic.eth0.tx_bytes", WIRE)], IDLE);
    let came = end("web-b", &[("nic.eth0.rx_bytes", WIRE), ("IpExt.InOctets", WIRE), ("softnet.dropped", 0)], IDLE);
    let record = record(sent, came);
    assert_eq!(codes(&record), Vec::<&str>::new());
    let system = record.ends[0].system.as_ref().unwrap();
    assert_eq!((system.average_frame_bytes, system.packets_sent), (Some(1448.0), Some(1_000_000)));
    assert_eq!(system.carried.as_ref().map(|carried| carried.interface.as_str()), Some("eth0"));
    // What is read back gives the same figures.
    let read = RunRecord::from_json(&serde_json::to_string(&record).unwrap()).unwrap();
    assert!(read.into_parts().record() == record);
    assert_eq!(record.without_samples().ends[0].system, record.ends[0].system);
}

#[test]
fn what_disturbed_a_run_is_said_once_for_each_machine() {
    let disturbed = [
        ("ethtool.ens5.bw_out_allowance_exceeded", 812),
        ("ethtool.ens5.pps_allowance_exceeded", 3),
        ("nic.ens5.tx_bytes", 2 * WIRE),
        ("softnet.dropped", 9),
        ("cgroup.nr_periods", 100),
        ("cgroup.nr_throttled", 30),
    ];
    let full = CoreTicks { user: 10, system: 190, softirq: 700, steal: 100, idle: 0 };
    let record = record(end("web-a", &disturbed, full), end("web-b", &[("IpExt.InOctets", BYTES / 2)], IDLE));
    let found = codes(&record);
    let mut expected = vec![
        "core_full",
        "cloud_allowance_exceeded",
        "cloud_allowance_exceeded",
        "foreign_traffic",
        "softnet_dropped",
        "cpu_throttled",
        "steal_high",
        "core_saturated",
        "headline_differs_from_kernel",
    ];
    expected.retain(|code| found.contains(code));
    assert_eq!((found, expected.len()), (expected, 9));
    let said = text::report(&record, Catalogue::english());
    for sentence in [
        "web-a sent more over ens5 than the cloud allows a machine of its size. Packets held up or dropped: 812.",
        "had more packets a second on ens5",
        "of what web-a sent over ens5 while measuring was not of this run",
        "(softnet): 9.",
        "stopped web-a in 30 % of the periods; its CPUs waited – s in all",
        "Core 1 of web-a was full of packets: 70 % of its time",
        "more than the 690 MiB that its kernel received",
    ] {
        assert!(said.contains(sentence), "`{sentence}` is not in {said}");
    }
}

#[test]
fn tables_of_what_was_counted_stand_in_every_report_that_has_it() {
    let sent = end("web-a", &[("Tcp.OutSegs", 1_000_000), ("Tcp.InSegs", 400), ("nic.e|th.tx_bytes", 7)], IDLE);
    let came = end("web-b", &[("Tcp.InSegs", 0), ("Tcp.<b>", 5), ("interrupts.all", 90_000)], IDLE);
    let record = record(sent, came);
    let report = Report::of(&record);
    let english = Catalogue::english();
    let row = |title: &str, name: &str| -> Vec<String> {
        let rows = &report.section(title).unwrap().rows;
        let row = rows.iter().find(|row| row.name.say(english) == name).unwrap();
        row.cells.iter().map(|cell| cell.say(english)).collect()
    };
    assert_eq!(row("section-counters", "Tcp.InSegs"), ["400", "0"]);
    assert_eq!(row("section-counters", "Tcp.<b>"), ["–", "5"]);
    assert_eq!(row("section-ntttcp", "Interrupts"), ["–", "9.00\u{a0}k/s"]);
    let names: Vec<String> =
        report.section("section-counters").unwrap().rows.iter().map(|row| row.name.say(english)).collect();
    assert!(names.is_sorted(), "{names:?}");
    #[cfg(feature = "html")]
    {
        let html = html::file(&record, english);
        assert!(html.contains("What the systems counted") && html.contains("Tcp.&#60;b&#62;"));
    }
    assert!(markdown::report(&record, english).contains("nic.e\\|th.tx\\_bytes"));
    // Machines that counted nothing have no empty tables.
    let silent = Report::of(&self::record(end("web-a", &[], IDLE), end("web-b", &[], IDLE)));
    assert!(silent.section("section-ntttcp").is_none() && silent.section("section-counters").is_none());
}
