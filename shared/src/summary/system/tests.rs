use proptest::prelude::*;

use super::*;
use crate::host::HostFacts;
use crate::phase::Phase;
use crate::plan::{Loop, Side};
use crate::record::{EndParts, UdpInEffect};
use crate::sample::{CoreTicks, Mark, Sample};

const MIB: f64 = 1_048_576.0;

/// An end that counted that much between its marks.
struct Counted<'a> {
    role: Role,
    seconds: f64,
    bytes: u64,
    operations: u64,
    counters: &'a [(&'a str, u64)],
    /// Busy hundred-thousandths of each of so many CPUs.
    busy: (u64, usize),
    mhz: Option<f64>,
}

impl Counted<'_> {
    fn end(&self) -> EndRecord {
        let sample = |t_ns: i64, mark, share: u64| Sample {
            leg: 0,
            counters: Some(self.counters.iter().map(|(_, count)| Some(77 + count * share)).collect()),
            exchange: None,
            t_ns,
            phase: Phase::Measure,
            mark: Some(mark),
            bytes: 1000 + self.bytes * share,
            operations: 5 + self.operations * share,
            cores: Some(vec![
                CoreTicks {
                    system: self.busy.0 * share,
                    idle: (100_000 - self.busy.0) * share,
                    ..CoreTicks::default()
                };
                self.busy.1
            ]),
            streams: Some(Vec::new()),
            udp: None,
        };
        let parts = EndParts {
            node: String::new(),
            host: HostFacts { cpu_mhz: self.mhz, ..HostFacts::default() },
            counter_names: self.counters.iter().map(|(name, _)| (*name).to_owned()).collect(),
            samples: vec![
                sample(1000, Mark::MeasureStart, 0),
                sample(1000 + (self.seconds * 1e9).round() as i64, Mark::MeasureEnd, 1),
            ],
        };
        let side = if self.role == Role::Sender { Side::Coordinator } else { Side::Peer };
        crate::summary::end(self.role, Direction::ToPeer, side, parts, false)
    }
}

fn effect(buffer_bytes: u64, udp: Option<u32>) -> EndInEffect {
    EndInEffect {
        inner_loop: Loop::Blocking,
        threads: 1,
        streams: 1,
        buffer_bytes,
        send_socket_buffer_bytes: None,
        receive_socket_buffer_bytes: None,
        congestion_control: None,
        mss_bytes: udp.is_none().then_some(1448),
        no_delay: None,
        udp: udp.map(|datagram_bytes| UdpInEffect {
            datagram_bytes,
            segmentation: false,
            fragment: false,
            path_mtu_bytes: None,
        }),
        local_address: Some("10.0.0.1:5001".to_owned()),
        peer_address: None,
    }
}

fn figures(end: EndRecord, protocol: Protocol, effect: EndInEffect) -> SystemFigures {
    let config = RunConfig { protocol, ..RunConfig::default() };
    let effect = InEffect { coordinator: Some(effect.clone()), peer: Some(effect), ..InEffect::default() };
    let mut ends = [end];
    complete(&mut ends, &config, Some(&effect));
    let [end] = ends;
    end.system.unwrap()
}

fn near(value: Option<f64>, printed: f64) {
    let value = value.unwrap();
    assert!((value - printed).abs() <= 0.000_51, "{value} is not {printed}");
}

/// NTttcp 5.31 on Windows, a receiver over TCP, as its file has it.
#[test]
fn a_receiver_of_ntttcp_is_recomputed_to_its_last_digit() {
    let counters = [
        ("interrupts.all", 1_436_825),
        ("softirq.all", 572_914),
        ("softirq.NET_RX", 572_914),
        ("softirq.NET_TX", 0),
        ("Tcp.OutSegs", 730_596),
        ("Tcp.InSegs", 8_259_632),
        ("Tcp.RetransSegs", 0),
        ("Tcp.AttemptFails", 1),
    ];
    let end = Counted {
        role: Role::Receiver,
        seconds: 60.011,
        bytes: (64_550.5 * MIB) as u64,
        operations: 511_878 + 524_405,
        counters: &counters,
        busy: (7_813, 12),
        mhz: Some(3400.0),
    };
    let found = figures(end.end(), Protocol::Tcp, effect(65_536, None));
    near(found.buffers_per_second, 17_210.311);
    near(found.average_bytes_per_completion, 65_316.236);
    near(found.average_frame_bytes, 8_194.809);
    near(found.packets_per_interrupt, 5.749);
    near(found.packets_per_softirq, 14.417);
    near(found.cycles_per_byte, 2.826);
    assert_eq!((found.packets_sent, found.packets_received), (Some(730_596), Some(8_259_632)));
    assert_eq!((found.retransmits_system, found.errors, found.interrupts), (Some(0), Some(1), Some(1_436_825)));
    let cpu = found.cpu.unwrap();
    near(Some(cpu.system_percent), 7.813);
    assert_eq!((cpu.user_percent, cpu.softirq_percent, cpu.steal_percent), (0.0, 0.0, 0.0));
}

/// The same of UDP: one datagram a call, and more datagrams in the system than of the run.
#[test]
fn a_receiver_of_datagrams_is_recomputed_too() {
    let counters =
        [("Udp.InDatagrams", 6_818_294), ("Udp.OutDatagrams", 2), ("Udp.InErrors", 0), ("Tcp.RetransSegs", 9)];
    let end = Counted {
        role: Role::Receiver,
        seconds: 60.015,
        bytes: 6_806_569 * 128,
        operations: 6_806_569,
        counters: &counters,
        busy: (44_976, 2),
        mhz: Some(3400.0),
    };
    let found = figures(end.end(), Protocol::Udp, effect(128, Some(128)));
    near(found.buffers_per_second, 113_414.463);
    near(found.average_bytes_per_completion, 128.0);
    near(found.average_frame_bytes, 127.780);
    // The file has the CPU's share to three places, which is one in a hundred thousand.
    assert!((found.cycles_per_byte.unwrap() - 210.673).abs() < 0.003);
    assert_eq!((found.retransmits_system, found.errors), (None, Some(0)));
}

/// NTttcp 5.39, a sender: frames by packets sent, packets a DPC and an interrupt by those received.
#[test]
fn a_sender_divides_by_what_it_sent() {
    let counters = [
        ("Tcp.OutSegs", 25_324_915),
        ("Tcp.InSegs", 2_161_992),
        ("softirq.NET_RX", 1_265_000),
        ("softirq.NET_TX", 644),
        ("interrupts.all", 1_816_800),
    ];
    let end = Counted {
        role: Role::Sender,
        seconds: 300.005_15,
        bytes: (34_243.0 * MIB) as u64,
        operations: 547_888,
        counters: &counters,
        busy: (1_000, 2),
        mhz: None,
    };
    let found = figures(end.end(), Protocol::Tcp, effect(65_536, None));
    near(found.average_frame_bytes, 1_417.829);
    near(found.buffers_per_second, 1_826.262);
    near(found.packets_per_softirq, 1.708);
    near(found.packets_per_interrupt, 1.190);
    assert_eq!((found.cycles_per_byte, found.softirqs, found.errors), (None, None, None));
}

fn counted<'a>(role: Role, bytes: u64, counters: &'a [(&'a str, u64)]) -> EndRecord {
    Counted { role, seconds: 10.0, bytes, operations: bytes / 131_072, counters, busy: (50_000, 2), mhz: None }.end()
}

#[test]
fn the_card_that_carried_a_run_is_told_from_others_and_its_twin_is_not_counted_again() {
    // 1448 bytes of payload are 1518 on a card whose driver counts the check sequence.
    let own = 1_448_000_000;
    let wire = own / 1448 * 1518;
    let sender = |counters: &[(&str, u64)]| {
        let mut ends = [counted(Role::Sender, own, counters), counted(Role::Receiver, own, &[])];
        let effect = InEffect { coordinator: Some(effect(131_072, None)), ..InEffect::default() };
        complete(&mut ends, &RunConfig::default(), Some(&effect));
        let [sender, _] = ends;
        sender.system.unwrap()
    };
    let quiet = sender(&[
        ("nic.docker0.tx_bytes", 5_000),
        ("nic.eth0.tx_bytes", wire),
        ("nic.eth0.rx_bytes", 20_000_000),
        ("nic.eth1.100.tx_bytes", 4 * wire),
        ("nic.eth2.rx_bytes", 0),
    ]);
    let carried = quiet.carried.unwrap();
    assert_eq!((carried.interface.as_str(), carried.bytes, carried.foreign_bytes), ("eth0", wire, 0));
    let bytes = quiet.network_bytes.unwrap();
    assert_eq!(bytes.iter().map(|it| it.interface.as_str()).collect::<Vec<_>>(), ["docker0", "eth0", "eth1.100"]);
    assert_eq!((bytes[1].sent, bytes[1].received), (wire, 20_000_000));

    let busy = sender(&[("nic.eth0.tx_bytes", wire + wire / 4)]).carried.unwrap();
    assert!((19.0..=20.0).contains(&busy.foreign_percent), "{busy:?}");

    // What carried less than the payload did not carry the run; with nearly all of it, no other card did either.
    assert_eq!(sender(&[("nic.eth0.tx_bytes", own / 2)]).carried, None);
    assert_eq!(sender(&[("nic.eth0.tx_bytes", own - 10_000), ("nic.eth1.tx_bytes", 9 * own)]).carried, None);

    let synthetic = sender(&[
        ("nic.eth0.tx_bytes", wire + 100_000),
        ("nic.eth0.rx_bytes", 0),
        ("nic.enP1s1.tx_bytes", wire),
        ("ethtool.eth0.vf_tx_bytes", wire - 3_000_000),
        ("ethtool.eth0.vf_rx_bytes", 0),
    ]);
    assert_eq!(synthetic.carried.unwrap().interface, "eth0");
    let twins = synthetic.network_bytes.unwrap();
    assert_eq!(twins.iter().map(|it| it.counted_by.as_deref()).collect::<Vec<_>>(), [None, Some("eth0")]);
}

#[test]
fn what_a_receivers_socket_dropped_is_not_foreign() {
    let counters = [("nic.eth0.rx_bytes", 1_000_000 * 1518)];
    let mut ends = [counted(Role::Sender, 1_472_000_000, &[]), counted(Role::Receiver, 300_000_000, &counters)];
    let effect = InEffect { coordinator: Some(effect(1472, Some(1472))), ..InEffect::default() };
    let config = RunConfig { protocol: Protocol::Udp, ..RunConfig::default() };
    complete(&mut ends, &config, Some(&effect));
    let carried = ends[1].system.as_ref().and_then(|system| system.carried.clone()).unwrap();
    assert_eq!((carried.interface.as_str(), carried.foreign_bytes), ("eth0", 0));
    // With a second direction nobody can tell.
    complete(&mut ends, &RunConfig { direction: Direction::Both, ..config }, Some(&effect));
    assert_eq!(ends[1].system.as_ref().and_then(|system| system.carried.clone()), None);
}

#[test]
fn allowances_and_limits_are_known_or_not() {
    let found =
        |counters: &[(&str, u64)]| figures(counted(Role::Receiver, 1000, counters), Protocol::Tcp, effect(1, None));
    let exceeded = found(&[
        ("ethtool.ens5.bw_in_allowance_exceeded", 812),
        ("ethtool.ens5.pps_allowance_exceeded", 0),
        ("ethtool.ens5.conntrack_allowance_available", 99),
        ("cgroup.nr_periods", 100),
        ("cgroup.nr_throttled", 25),
        ("cgroup.throttled_usec", 1_500_000),
        ("softnet.dropped", 3),
    ]);
    assert_eq!(
        exceeded.allowances_exceeded,
        Some(vec![AllowanceExceeded {
            interface: "ens5".to_owned(),
            counter: "bw_in_allowance_exceeded".to_owned(),
            packets: 812
        }])
    );
    assert_eq!(exceeded.throttled, Some(Throttled { percent: 25.0, seconds: Some(1.5) }));
    assert_eq!((exceeded.softnet_dropped, exceeded.softnet_squeezed), (Some(3), None));
    assert_eq!(found(&[("ethtool.ens5.pps_allowance_exceeded", 0)]).allowances_exceeded, Some(Vec::new()));
    let without = found(&[("cgroup.nr_periods", 0), ("cgroup.nr_throttled", 0)]);
    assert_eq!((without.allowances_exceeded, without.throttled), (None, None));
}

#[test]
fn a_counter_that_ran_backwards_or_was_not_read_is_unknown() {
    let mut end = counted(Role::Receiver, 1000, &[("Tcp.InSegs", 10), ("Tcp.OutSegs", 10), ("interrupts.all", 10)]);
    end.samples[1].counters = Some(vec![Some(0), None]);
    let counters = Counters::of(&end).unwrap();
    assert_eq!(
        ["Tcp.InSegs", "Tcp.OutSegs", "interrupts.all", "none"].map(|name| counters.difference(name)),
        [None; 4]
    );
    assert_eq!(counters.all().count(), 0);
    end.samples[0].counters = None;
    assert!(Counters::of(&end).is_none());
    // Of a run that was cut short: the last snapshot that has them, over the time until then.
    let mut end = counted(Role::Receiver, 1000, &[("Tcp.InSegs", 10)]);
    let (mark, mut between) = (end.samples[1].clone(), end.samples[1].clone());
    between = Sample { t_ns: mark.t_ns - 5_000_000_000, mark: None, bytes: 1400, ..between };
    end.samples[1] = between;
    end.samples.push(Sample { counters: None, mark: None, ..mark });
    let counters = Counters::of(&end).unwrap();
    assert_eq!((counters.bytes(), counters.difference("Tcp.InSegs")), (400, Some(10)));
    assert!((counters.seconds() - 5.0).abs() < 1e-9);
}

#[test]
fn the_busiest_core_is_the_first_of_equals_and_has_its_share_of_softirqs() {
    let mut end = counted(Role::Receiver, 1000, &[]);
    let after = [(10, 80, 10), (0, 0, 100), (10, 80, 10)];
    end.samples[0].cores = Some(vec![CoreTicks::default(); 3]);
    end.samples[1].cores =
        Some(after.map(|(user, softirq, idle)| CoreTicks { user, softirq, idle, ..CoreTicks::default() }).into());
    let core = BusiestCore::of(&end).unwrap();
    assert_eq!((core.core, core.busy_percent, core.softirq_percent), (0, 90.0, 80.0));
    end.samples[1].cores = Some(vec![CoreTicks::default(); 2]);
    assert_eq!((BusiestCore::of(&end), CpuSplit::of(&end)), (None, None));
}

/// Every number in a value.
fn numbers(value: &serde_json::Value, found: &mut Vec<f64>) {
    match value {
        serde_json::Value::Number(number) => found.extend(number.as_f64()),
        serde_json::Value::Array(all) => all.iter().for_each(|value| numbers(value, found)),
        serde_json::Value::Object(all) => all.values().for_each(|value| numbers(value, found)),
        _ => {}
    }
}

const NAMES: [&str; 18] = [
    "Tcp.OutSegs",
    "Tcp.InSegs",
    "Tcp.RetransSegs",
    "Udp.InDatagrams",
    "Udp.OutDatagrams",
    "interrupts.all",
    "softirq.all",
    "softirq.NET_RX",
    "softirq.NET_TX",
    "softnet.dropped",
    "nic.eth0.rx_bytes",
    "nic.eth0.tx_bytes",
    "nic.eth1.rx_bytes",
    "ethtool.eth0.vf_rx_bytes",
    "ethtool.eth0.vf_tx_bytes",
    "cgroup.nr_periods",
    "cgroup.nr_throttled",
    "nic.",
];

/// Mostly small numbers, and those at the edges.
fn any_count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), Just(u64::MAX), 0..10_000u64, any::<u64>()]
}

proptest! {
    #[test]
    fn no_figure_is_other_than_a_number_whatever_a_peer_counted(
        counts in proptest::collection::vec([any_count(), any_count()], 18),
        bytes in [any_count(), any_count()],
        operations in [any_count(), any_count()],
        ticks in proptest::collection::vec(any_count(), 10),
        times in [any::<i64>(), any::<i64>()],
        mhz in any::<f64>(),
        size in any::<u32>(),
        udp in any::<bool>(),
    ) {
        let at = |index: usize, mark| Sample {
            leg: 0,
            counters: Some(counts.iter().map(|count| Some(count[index])).collect()),
            exchange: None,
            t_ns: times[index] / 4,
            phase: Phase::Measure,
            mark: Some(mark),
            bytes: bytes[index],
            operations: operations[index],
            cores: Some(vec![CoreTicks {
                user: ticks[index],
                system: ticks[2 + index],
                softirq: ticks[4 + index],
                steal: ticks[6 + index],
                idle: ticks[8 + index],
            }]),
            streams: None,
            udp: None,
        };
        let samples = vec![at(0, Mark::MeasureStart), at(1, Mark::MeasureEnd)];
        let end = |role, side| {
            let parts = EndParts {
                node: String::new(),
                host: HostFacts { cpu_mhz: Some(mhz), ..HostFacts::default() },
                counter_names: NAMES.map(str::to_owned).into(),
                samples: samples.clone(),
            };
            crate::summary::end(role, Direction::ToPeer, side, parts, false)
        };
        let mut ends = [end(Role::Sender, Side::Coordinator), end(Role::Receiver, Side::Peer)];
        let mut granted = effect(u64::from(size), udp.then_some(size));
        granted.mss_bytes = (!udp).then_some(size);
        let protocol = if udp { Protocol::Udp } else { Protocol::Tcp };
        let effects = InEffect { coordinator: Some(granted.clone()), peer: Some(granted), ..InEffect::default() };
        complete(&mut ends, &RunConfig { protocol, ..RunConfig::default() }, Some(&effects));
        for end in &ends {
            let Some(system) = &end.system else { continue };
            // JSON writes what is not a number as null, and Debug as it is.
            let said = format!("{system:?}");
            prop_assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
            let mut all = Vec::new();
            numbers(&serde_json::to_value(system).unwrap(), &mut all);
            prop_assert!(all.iter().all(|number| *number >= 0.0), "{said}");
            if let Some(cpu) = system.cpu {
                let sum = cpu.user_percent + cpu.system_percent + cpu.softirq_percent + cpu.steal_percent;
                prop_assert!(sum <= 100.0 + 1e-6);
            }
        }
    }
}
