use serde_json::json;

use super::*;
use crate::finding::Severity;
use crate::phase::{Phase, State};
use crate::plan::{Role, Side, plan};
use crate::sample::Mark;

/// What may survive in the field of that path, whatever stands there: the machine's kind, never which machine.
const STAYS: [&str; 4] = ["/host/os", "/host/kernel", "/host/cpu_model", "/host/version"];
const SECRET: &str = "secretmarker";

fn host(name: &str) -> HostFacts {
    HostFacts {
        name: name.to_owned(),
        os: Some("Debian GNU/Linux 12".to_owned()),
        kernel: Some("6.12.0".to_owned()),
        cpu_model: Some("EPYC".to_owned()),
        cpu_count: 4,
        machine: Some("5f1c".to_owned()),
        interfaces: vec![Interface {
            name: "enp3s0f1".to_owned(),
            driver: Some("virtio_net".to_owned()),
            ..Interface::default()
        }],
        congestion_controls: vec!["cubic".to_owned()],
        congestion_control: Some("cubic".to_owned()),
        version: "0.1.0".to_owned(),
        ..HostFacts::default()
    }
}

fn granted() -> EndInEffect {
    EndInEffect {
        inner_loop: crate::plan::Loop::Blocking,
        threads: 1,
        streams: 1,
        buffer_bytes: 1 << 20,
        send_socket_buffer_bytes: Some(1),
        receive_socket_buffer_bytes: None,
        congestion_control: Some("cubic".to_owned()),
        mss_bytes: Some(1448),
        no_delay: Some(false),
        local_address: Some("10.1.2.3:7575".to_owned()),
        peer_address: Some("[fd00::7]:40000".to_owned()),
        udp: None,
    }
}

fn samples() -> Vec<Sample> {
    let at = |t_ms: i64, mark, bytes| Sample {
        leg: 0,
        counters: None,
        exchange: None,
        t_ns: t_ms * 1_000_000,
        phase: Phase::Measure,
        mark,
        bytes,
        operations: bytes,
        cores: Some(vec![CoreTicks { user: t_ms as u64, ..CoreTicks::default() }]),
        streams: Some(vec![StreamCount {
            checked: None,
            zero_copy: None,
            stream: 0,
            bytes,
            tcp: Some(TcpCount::default()),
            udp: None,
        }]),
        udp: None,
    };
    vec![at(0, Some(Mark::MeasureStart), 0), at(900, None, 5_000), at(10_000, Some(Mark::MeasureEnd), 90_000)]
}

/// A record in which every text is there.
fn record() -> RunRecord {
    let config = RunConfig {
        congestion_control: Some("cubic".to_owned()),
        label: Some("from anna".to_owned()),
        note: Some("to bert".to_owned()),
        ..RunConfig::default()
    };
    let (coordinator, peer) = (host("anna"), host("bert"));
    let text = |code: &str| {
        Event::new(Some(7), code)
            .with("host", "anna")
            .with("owner", "bert")
            .with("by", "stopped by a person at anna")
            .with("reason", "10.1.2.3 refused")
            .with("phase", "measure")
            .with("list", json!(["anna"]))
            .with("stream", 3)
    };
    RunParts {
        reach: None,
        id: "0123456789abcdef0123456789abcdef".to_owned(),
        started_at: "2026-11-30T10:00:00.5Z".to_owned(),
        redacted: false,
        outcome: Outcome {
            state: State::Failed,
            reason: Some(Reason { code: "stalled".to_owned(), message: "nothing came from bert".to_owned() }),
        },
        plan: plan(&config, &coordinator, &peer, Side::Peer, &Reach::default()).ok(),
        config,
        in_effect: Some(InEffect { coordinator: Some(granted()), peer: Some(granted()), ..InEffect::default() }),
        coordinator: EndParts {
            node: "aa".to_owned(),
            host: coordinator,
            counter_names: Vec::new(),
            samples: samples(),
        },
        peer: EndParts { node: "bb".to_owned(), host: peer, counter_names: Vec::new(), samples: samples() },
        events: vec![text("peer_lost"), text("custom")],
        findings: vec![
            Finding::new("late_mark", Severity::Warning)
                .with("host", "bert")
                .with("late_ms", 12.5)
                .with("mark", "measure_end")
                .advise("ask anna"),
            Finding::new("custom", Severity::Bad).with("host", "bert"),
        ],
    }
    .record()
}

/// Every place of a text in a value, as pointers; keys of maps of arguments too.
fn texts(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| texts(item, &format!("{path}/{at}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| texts(item, &format!("{path}/{key}"), found)),
        _ => {}
    }
}

/// A run of UDP between a machine and a container, with the look at the ways before it.
fn of_datagrams() -> RunRecord {
    RunRecord::from_json(include_str!("../../tests/golden/udp.json")).unwrap()
}

#[test]
fn no_text_survives_that_is_not_meant_to() {
    for record in [record(), of_datagrams()] {
        let whole = serde_json::to_value(record).unwrap();
        let mut places = Vec::new();
        texts(&whole, "", &mut places);
        let mut scanned = 0;
        for place in places {
            for secret in [SECRET, "10.9.8.7", "SECRETMARKER 10.9.8.7", "enx0a1b2c3d4e5f"] {
                let mut marked = whole.clone();
                *marked.pointer_mut(&place).unwrap() = secret.into();
                // A word of ours can't be anything else: such a record is none.
                let Ok(marked) = serde_json::from_value::<RunRecord>(marked) else { continue };
                scanned += 1;
                let shown = serde_json::to_string(&hidden(&marked)).unwrap();
                let stays = STAYS.iter().any(|end| place.ends_with(end))
                // A name that the kernel gives, and nothing else is one.
                || (words::is_kernel_word(secret) && (place.contains("congestion_control") || place.ends_with("/driver")));
                assert!(stays || !shown.contains(secret), "{place} shows {secret}: {shown}");
            }
        }
        assert!(scanned > 100, "{scanned}");
    }
}

#[test]
fn of_datagrams_and_ways_the_figures_stay_and_the_addresses_go() {
    let (whole, hidden) = (of_datagrams(), hidden(&of_datagrams()));
    let text = serde_json::to_string(&hidden).unwrap();
    for secret in ["web-a", "db-b", "10.0.0", "172.17", "fd00"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let (reach, was) = (hidden.reach.as_ref().unwrap(), whole.reach.as_ref().unwrap());
    for (way, was) in reach.ways.iter().zip(&was.ways) {
        // A port tells of nobody: most are pairperf's own.
        assert_eq!((way.state, way.port, way.path_mtu_bytes), (was.state, was.port, was.path_mtu_bytes));
        assert_eq!(way.address, None);
    }
    let translated = &reach.translated[0];
    assert_eq!((translated.outside.as_str(), translated.inside.as_str()), (LEFT_OUT, LEFT_OUT));
    assert!(translated.container, "that explains figures, and tells of nobody");
    assert_eq!((&hidden.summary.udp, &hidden.plan, &hidden.config), (&whole.summary.udp, &whole.plan, &whole.config));
    for (end, was) in hidden.ends.iter().zip(&whole.ends) {
        assert_eq!((&end.samples, end.streams.len()), (&was.samples, 2));
        assert_eq!(end.udp.map(|udp| udp.lost), was.udp.map(|udp| udp.lost));
    }
    let codes = |record: &RunRecord| record.findings.iter().map(|it| it.code.clone()).collect::<Vec<_>>();
    assert_eq!(codes(&hidden), codes(&whole));
    assert_eq!(super::hidden(&hidden), hidden, "hiding twice changes nothing");
}

#[test]
fn no_key_survives_that_is_not_ours() {
    let mut record = record();
    record.events[0].args.insert(SECRET.to_owned(), 1.into());
    record.findings[0].evidence.insert(SECRET.to_owned(), 1.into());
    assert!(!serde_json::to_string(&hidden(&record)).unwrap().contains(SECRET));
}

#[test]
fn neither_machine_is_named_and_all_figures_stay() {
    let (whole, hidden) = (record(), hidden(&record()));
    let text = serde_json::to_string(&hidden).unwrap();
    for secret in ["anna", "bert", "10.1.2.3", "fd00", "5f1c", "custom", "\"aa\"", "\"bb\""] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    assert!(hidden.redacted && text.contains("\"redacted\":true"));
    assert!(!serde_json::to_string(&whole).unwrap().contains("redacted"));
    assert_eq!((&hidden.summary, &hidden.started_at, &hidden.id), (&whole.summary, &whole.started_at, &whole.id));
    for role in [Role::Sender, Role::Receiver] {
        let (end, was) = (hidden.end(role).unwrap(), whole.end(role).unwrap());
        assert_eq!((end.bytes, end.cpu_percent, &end.samples), (was.bytes, was.cpu_percent, &was.samples));
        assert_eq!(end.host.interfaces, was.host.interfaces);
    }
    assert_eq!(hidden.plan.as_ref().map(|plan| plan.streams), Some(1));
    let lost = &hidden.events[0];
    assert_eq!((hidden.events.len(), lost.code.as_str()), (1, "peer_lost"));
    assert_eq!(
        serde_json::to_value(&lost.args).unwrap(),
        json!({"host": "host-a", "owner": "host-b", "by": "…", "reason": "…", "phase": "measure", "stream": 3})
    );
    let late = &hidden.findings[0];
    assert_eq!(
        (serde_json::to_value(&late.evidence).unwrap(), &late.advice),
        (json!({"host": "host-b", "late_ms": 12.5, "mark": "measure_end"}), &None)
    );
    // Both ran on one machine; which one is nobody's business.
    assert!(hidden.findings.iter().any(|finding| finding.code == "same_machine"));
    assert_eq!(hidden.outcome.reason.as_ref().unwrap().code, "stalled");
    assert_eq!(super::hidden(&hidden), hidden, "hiding twice changes nothing");
}

#[test]
fn only_names_of_the_kernel_are_names_of_interfaces() {
    for name in [
        "lo",
        "eth0",
        "eno1",
        "ens5",
        "enp0s31f6",
        "enp3s0f0np0",
        "enP4p65s0",
        "eth0.100",
        "wlp2s0",
        "bond0",
        "docker0",
    ] {
        assert!(words::is_kernel_interface(name), "{name}");
    }
    for name in ["enx0a1b2c3d4e5f", "wlx0a1b2c3d4e5f", "br-5f2a9b0c1d2e", "wg-customer", "lan", "vethab12", "eth", ""] {
        assert!(!words::is_kernel_interface(name), "{name}");
    }
}

#[test]
fn what_a_link_can_carry_stays_the_same() {
    for (address, shown) in [("10.1.2.3:7575", "…"), ("[fd00::7]:7575", "[…]")] {
        let mut record = record();
        for (end, machine) in record.ends.iter_mut().zip(["a", "b"]) {
            end.host.machine = Some(machine.to_owned());
            end.host.interfaces[0].bits_per_second = Some(10_000_000_000);
        }
        let in_effect = record.in_effect.as_mut().unwrap();
        for granted in [&mut in_effect.coordinator, &mut in_effect.peer] {
            granted.as_mut().unwrap().local_address = Some(address.to_owned());
        }
        let hidden = hidden(&record);
        let effect = hidden.in_effect.as_ref().unwrap().coordinator.as_ref().unwrap();
        assert_eq!((effect.local_address.as_deref(), &effect.peer_address), (Some(shown), &None));
        let carries = crate::summary::ceiling(&record);
        assert!(carries.is_some() && crate::summary::ceiling(&hidden) == carries, "{address}: {carries:?}");
        assert_eq!(super::hidden(&hidden), hidden);
    }
}

/// A new event, finding or argument is decided on here too.
#[test]
fn every_word_that_the_catalogue_knows_is_decided_on() {
    let mut keys = Vec::new();
    let mut inside = false;
    for line in crate::text::ENGLISH.lines() {
        if let Some(name) = line.split(" =").next().filter(|name| line.contains(" =") && !name.starts_with(' ')) {
            let code = |prefix| name.strip_prefix(prefix).map(|code: &str| code.replace('-', "_"));
            let (event, finding) = (code("event-"), code("finding-").filter(|code| !code.ends_with("_advice")));
            if let Some(code) = &event {
                assert!(words::EVENTS.contains(&code.as_str()), "event {code}");
            }
            if let Some(code) = &finding {
                assert!(words::FINDINGS.contains(&code.as_str()), "finding {code}");
            }
            inside = event.is_some() || finding.is_some();
        }
        if inside {
            let names = line
                .split('$')
                .skip(1)
                .map(|rest| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect::<String>());
            keys.extend(names);
        }
    }
    assert!(keys.len() > 10);
    for key in keys {
        assert!(words::ARGUMENTS.contains(&key.as_str()), "argument {key}");
    }
}

#[test]
fn of_a_machine_is_shown_what_is_read_of_one_and_no_other_text() {
    let cpu = |text: &str| host_of(HostFacts { cpu_model: Some(text.to_owned()), ..host("a") }, "b", false).cpu_model;
    for good in [
        "Intel(R) Xeon(R) CPU @ 2.20GHz",
        "AMD EPYC 7B13",
        "Debian GNU/Linux 12 (bookworm)",
        "5.15.153.1-microsoft-standard-WSL2",
        "6.8.0-1015-aws",
        "0.1.0-rc.1+5db8ea7",
        "12th Gen Intel(R) Core(TM) i7-1260P",
    ] {
        assert_eq!(cpu(good).as_deref(), Some(good));
    }
    for bad in
        ["anna@example.com", "mail:<anna>", "see https://x.example", "//x", "a\nb", "caf\u{e9}", "x\u{202e}", "a;b"]
    {
        assert_eq!(cpu(bad), None, "{bad}");
    }
    assert_eq!(cpu(&"x".repeat(81)), None);
    let all = |text: &str| HostFacts {
        os: Some(text.to_owned()),
        kernel: Some(text.to_owned()),
        cpu_model: Some(text.to_owned()),
        version: text.to_owned(),
        ..host("a")
    };
    let hidden = host_of(all("call anna@example.com"), "b", false);
    assert_eq!((hidden.os, hidden.kernel, hidden.cpu_model, hidden.version), (None, None, None, String::new()));
}
