use proptest::prelude::*;

use super::*;
use crate::config::Direction;
use crate::datagram::{UdpEndCount, UdpHostCount};
use crate::host::HostFacts;
use crate::phase::Phase;
use crate::plan::Side;
use crate::record::{EndParts, EndRecord};
use crate::sample::Mark;

fn sample(t_ms: i64, mark: Option<Mark>, flows: &[UdpCount], udp: Option<UdpEndCount>) -> Sample {
    let count = |(stream, udp): (usize, &UdpCount)| StreamCount {
        checked: None,
        zero_copy: None,
        stream: stream as u32,
        bytes: udp.datagrams * 100,
        tcp: None,
        udp: Some(*udp),
    };
    Sample {
        leg: 0,
        counters: None,
        exchange: None,
        t_ns: t_ms * 1_000_000,
        phase: Phase::Measure,
        mark,
        bytes: flows.iter().map(|flow| flow.datagrams * 100).sum(),
        operations: 0,
        cores: None,
        streams: Some(flows.iter().enumerate().map(count).collect()),
        udp,
    }
}

/// An end that counted nothing before it began to measure, and nothing after it ended.
fn record(role: Role, flows: &[UdpCount], udp: UdpEndCount) -> EndRecord {
    let none = vec![UdpCount::default(); flows.len()];
    let samples = vec![
        sample(0, Some(Mark::MeasureStart), &none, None),
        sample(1000, Some(Mark::MeasureEnd), flows, Some(udp)),
        sample(1001, Some(Mark::End), flows, Some(udp)),
    ];
    let parts = EndParts { node: String::new(), host: HostFacts::default(), counter_names: Vec::new(), samples };
    let side = if role == Role::Sender { Side::Coordinator } else { Side::Peer };
    crate::summary::end(role, Direction::ToPeer, side, parts, false)
}

/// The datagrams of the whole run at those ends.
fn whole(ends: &[EndRecord], joined: Joined) -> Option<UdpSummary> {
    UdpSummary::of(&crate::record::Leg::all(Direction::ToPeer, ends)[0], joined)
}

/// What becomes of one datagram of a flow that was sent.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    /// Refused by the sender's kernel.
    NeverSent,
    OnTheWay,
    AtTheHost,
    AtTheSocket,
    Arrives,
    ArrivesTwice,
    /// After others with a higher number.
    ArrivesLast,
}

/// The counters of both ends after a flow of datagrams with those fates, kept by the plainest ledger there is.
fn ledger(fates: &[Fate]) -> (UdpCount, UdpCount, UdpEndCount) {
    let of = |fate: Fate| fates.iter().filter(|it| **it == fate).count() as u64;
    let all = fates.len() as u64;
    let never_sent = of(Fate::NeverSent);
    let sent = UdpCount { datagrams: all - never_sent, expected: all, never_sent, ..UdpCount::default() };
    let mut order: Vec<usize> = (0..fates.len()).filter(|at| fates[*at] != Fate::ArrivesLast).collect();
    order.extend((0..fates.len()).filter(|at| fates[*at] == Fate::ArrivesLast));
    let mut came = UdpCount::default();
    for at in order {
        let number = at as u64;
        match fates[at] {
            Fate::Arrives | Fate::ArrivesTwice | Fate::ArrivesLast => {
                came.datagrams += 1;
                came.reordered += u64::from(number + 1 < came.expected);
                came.duplicates += u64::from(fates[at] == Fate::ArrivesTwice);
                came.expected = came.expected.max(number + 1);
            }
            _ => {}
        }
    }
    // The end mark names how many there were.
    came.expected = all;
    let host = UdpHostCount { backlog_drops: of(Fate::AtTheHost), ..UdpHostCount::default() };
    let end = UdpEndCount { out_of_run: 0, socket_drops: Some(of(Fate::AtTheSocket)), host: Some(host) };
    (sent, came, end)
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        Just(Fate::NeverSent),
        Just(Fate::OnTheWay),
        Just(Fate::AtTheHost),
        Just(Fate::AtTheSocket),
        Just(Fate::Arrives),
        Just(Fate::ArrivesTwice),
        Just(Fate::ArrivesLast),
    ]
}

fn parts(summary: &UdpSummary) -> u64 {
    let known = [summary.never_sent, summary.lost_at_socket, summary.lost_at_host_up_to, summary.lost_on_network];
    known.into_iter().flatten().sum()
}

proptest! {
    #[test]
    fn what_is_lost_is_lost_where_it_was_lost(
        flows in proptest::collection::vec(proptest::collection::vec(fate(), 0..60), 1..4)
    ) {
        let ledgers: Vec<_> = flows.iter().map(|fates| ledger(fates)).collect();
        let of = |fate: Fate| flows.iter().flatten().filter(|it| **it == fate).count() as u64;
        let sent: Vec<_> = ledgers.iter().map(|ledger| ledger.0).collect();
        let came: Vec<_> = ledgers.iter().map(|ledger| ledger.1).collect();
        let host = UdpHostCount { backlog_drops: of(Fate::AtTheHost), ..UdpHostCount::default() };
        let end = UdpEndCount { out_of_run: 0, socket_drops: Some(of(Fate::AtTheSocket)), host: Some(host) };
        let ends = [
            record(Role::Sender, &sent, UdpEndCount::default()),
            record(Role::Receiver, &came, end),
        ];
        let summary = whole(&ends, Joined::NONE).unwrap();
        let lost = [Fate::NeverSent, Fate::OnTheWay, Fate::AtTheHost, Fate::AtTheSocket].map(of).iter().sum::<u64>();
        prop_assert_eq!(summary.lost, Some(lost));
        prop_assert_eq!(summary.never_sent, Some(of(Fate::NeverSent)));
        prop_assert_eq!(summary.lost_at_socket, Some(of(Fate::AtTheSocket)));
        prop_assert_eq!(summary.lost_at_host_up_to, Some(of(Fate::AtTheHost)));
        prop_assert_eq!(summary.lost_on_network, Some(of(Fate::OnTheWay)));
        prop_assert_eq!(summary.duplicates, Some(of(Fate::ArrivesTwice)));
        prop_assert_eq!(summary.place().is_some(), lost > 0);
        // While measuring, which was all of it, the receiver says the same without knowing where.
        let figures = ends[1].udp.unwrap();
        prop_assert_eq!(figures.lost, Some(lost));
        prop_assert_eq!(figures.lost_percent.is_some(), flows.iter().any(|flow| !flow.is_empty()));
    }

    #[test]
    fn parts_add_up_whatever_is_counted(
        sent: u64, never_sent: u64, came: u64, drops: Option<u64>, host: Option<[u64; 3]>, joins: bool, most in 1u64..=64
    ) {
        let sent = UdpCount { datagrams: sent, never_sent, ..UdpCount::default() };
        let came = UdpCount { datagrams: came, ..UdpCount::default() };
        let host = host.map(|[in_errors, backlog_drops, interface_drops]| UdpHostCount {
            in_errors,
            backlog_drops,
            interface_drops,
            ..UdpHostCount::default()
        });
        let none = UdpCount::default();
        let figures = flow(Role::Receiver, &came, &none, 1.0);
        prop_assert_eq!((figures.datagrams, figures.lost), (0, Some(0)));
        let end = UdpEndCount { out_of_run: 0, socket_drops: drops, host };
        let mut ends = [
            record(Role::Sender, &[none], UdpEndCount::default()),
            record(Role::Receiver, &[none], end),
        ];
        for (end, count) in ends.iter_mut().zip([sent, came]) {
            end.samples[2].streams.as_mut().unwrap()[0].udp = Some(count);
        }
        let joined = Joined { at_socket: joins, most };
        let summary = whole(&ends, joined).unwrap();
        let (lost, parts) = (summary.lost.unwrap(), parts(&summary));
        prop_assert!(parts <= lost);
        let all = [summary.lost_at_socket, summary.lost_at_host_up_to, summary.lost_on_network];
        if all.iter().all(Option::is_some) {
            prop_assert_eq!(parts, lost);
        }
        prop_assert!(!summary.not_separable || summary.lost_at_socket.is_none());
        prop_assert!(summary.place().is_some() == (lost > 0));
    }
}

/// Ten thousand sent, `came` of them received.
fn summary(came: u64, end: UdpEndCount, joined: Joined) -> UdpSummary {
    let sent = UdpCount { datagrams: 10_000, expected: 10_000, ..UdpCount::default() };
    let came = UdpCount { datagrams: came, expected: 10_000, ..UdpCount::default() };
    let ends = [record(Role::Sender, &[sent], UdpEndCount::default()), record(Role::Receiver, &[came], end)];
    whole(&ends, joined).unwrap()
}

#[test]
fn counters_of_the_machine_bound_and_never_prove() {
    let host =
        |backlog_drops| Some(UdpHostCount { backlog_drops, receive_buffer_errors: 70, ..UdpHostCount::default() });
    // Other programs lost datagrams too: no more is ours than was lost.
    let seen = summary(9_900, UdpEndCount { socket_drops: Some(30), host: host(500), out_of_run: 0 }, Joined::NONE);
    assert_eq!((seen.lost_at_socket, seen.lost_at_host_up_to, seen.lost_on_network), (Some(30), Some(70), Some(0)));
    assert_eq!(seen.place(), Some(Place::Host));
    // Without the socket's own count all sockets of the machine say how much it was at most.
    let seen = summary(9_900, UdpEndCount { socket_drops: None, host: host(0), out_of_run: 0 }, Joined::NONE);
    assert_eq!((seen.lost_at_socket, seen.lost_at_host_up_to, seen.lost_on_network), (None, Some(0), Some(30)));
    assert_eq!(seen.place(), Some(Place::Unknown));
    let seen = summary(9_900, UdpEndCount::default(), Joined::NONE);
    assert_eq!((seen.lost, seen.lost_on_network, seen.not_separable), (Some(100), None, false));
    let seen = summary(10_000, UdpEndCount::default(), Joined::NONE);
    assert_eq!((seen.lost, seen.lost_at_socket, seen.lost_on_network, seen.place()), (Some(0), Some(0), Some(0), None));
}

#[test]
fn buffers_of_joined_datagrams_are_not_separable_but_none_is_none() {
    let joined = Joined { at_socket: true, most: 44 };
    let host = Some(UdpHostCount { in_errors: 1, ..UdpHostCount::default() });
    let seen = summary(9_000, UdpEndCount { socket_drops: Some(2), host, out_of_run: 0 }, joined);
    assert!(seen.not_separable);
    // Two buffers hold 88 at most, and one drop of the machine 44.
    assert_eq!((seen.lost_at_socket, seen.lost_at_host_up_to, seen.lost_on_network), (None, Some(44), Some(868)));
    assert_eq!(seen.place(), Some(Place::Network));
    let seen = summary(9_000, UdpEndCount { socket_drops: Some(900), host, out_of_run: 0 }, joined);
    assert_eq!((seen.lost_on_network, seen.place()), (Some(0), Some(Place::NotSeparable)));
    let seen = summary(9_000, UdpEndCount { socket_drops: Some(0), host, out_of_run: 0 }, joined);
    assert_eq!((seen.not_separable, seen.lost_at_socket, seen.lost_on_network), (false, Some(0), Some(956)));
}

#[test]
fn before_the_end_nothing_is_lost_yet() {
    let sent = UdpCount { datagrams: 100, ..UdpCount::default() };
    let mut ends = [
        record(Role::Sender, &[sent], UdpEndCount::default()),
        record(Role::Receiver, &[UdpCount { datagrams: 90, ..sent }], UdpEndCount::default()),
    ];
    ends[1].samples.pop();
    let seen = whole(&ends, Joined::NONE).unwrap();
    assert_eq!((seen.sent, seen.received, seen.lost, seen.never_sent), (Some(100), Some(90), None, None));
    ends[0].samples.clear();
    let seen = whole(&ends, Joined::NONE).unwrap();
    assert_eq!((seen.sent, seen.received), (None, Some(90)));
    ends[1].samples.clear();
    assert_eq!(whole(&ends, Joined::NONE), None);
}

/// The ends of a run in which a flow's counters were these at the marks and at the end.
fn ends(sent: [u64; 3], expected: [u64; 3], came: [u64; 3]) -> [EndRecord; 2] {
    let of = |role, counts: [UdpCount; 3]| {
        let marks = [Mark::MeasureStart, Mark::MeasureEnd, Mark::End];
        let samples = (0..3).map(|at| sample(at as i64 * 1000, Some(marks[at]), &counts[at..=at], None)).collect();
        let parts = EndParts { node: String::new(), host: HostFacts::default(), counter_names: Vec::new(), samples };
        crate::summary::end(role, Direction::ToPeer, Side::Coordinator, parts, false)
    };
    let count = |expected, datagrams| UdpCount { datagrams, expected, ..UdpCount::default() };
    let mut ends = [
        of(Role::Sender, sent.map(|sent| count(sent, sent))),
        of(Role::Receiver, [0, 1, 2].map(|at| count(expected[at], came[at]))),
    ];
    complete(&mut ends);
    ends
}

#[test]
fn what_nothing_came_after_is_lost_too() {
    let lost = |[_, receiver]: [EndRecord; 2]| {
        let (udp, flow) = (receiver.udp.unwrap(), receiver.streams[0].udp.unwrap());
        assert_eq!((udp.lost, udp.lost_percent), (flow.lost, flow.lost_percent));
        (udp.lost.unwrap(), udp.lost_percent)
    };
    // Nothing ever came.
    assert_eq!(lost(ends([100, 1100, 1110], [0; 3], [0; 3])), (1000, Some(100.0)));
    // The way closed in the middle; the end mark came by another.
    assert_eq!(lost(ends([100, 1100, 1110], [90, 600, 1110], [90, 600, 600])), (500, Some(100.0 * 500.0 / 1010.0)));
    // All is well: what was on its way came afterwards.
    assert_eq!(lost(ends([100, 1100, 1110], [90, 1090, 1110], [90, 1090, 1110])), (0, Some(0.0)));
    // Of those sent after the mark some were lost: none of them is counted.
    assert_eq!(lost(ends([100, 1100, 1200], [90, 1090, 1200], [90, 1080, 1150])), (10, Some(1.0)));
}

proptest! {
    #[test]
    fn no_more_is_lost_while_measuring_than_was_sent_or_lost(
        sent in proptest::array::uniform3(0u64..1000), gaps in proptest::array::uniform3(0u64..1000), late in proptest::array::uniform3(0u64..100)
    ) {
        // Counters only grow, no number comes before it was given, and no more come than there are numbers.
        let sent = [sent[0], sent[0] + sent[1], sent[0] + sent[1] + sent[2]];
        let mut expected = [0; 3];
        let mut came = [0; 3];
        for at in 0usize..3 {
            let earlier = at.checked_sub(1);
            expected[at] = sent[at].saturating_sub(late[at]).max(earlier.map_or(0, |earlier| expected[earlier]));
            let before = earlier.map_or(0, |earlier| came[earlier]);
            came[at] = expected[at].saturating_sub(gaps[at]).max(before);
        }
        let [_, receiver] = ends(sent, expected, came);
        let lost = receiver.udp.unwrap().lost.unwrap();
        prop_assert!(lost <= sent[2] - came[2] + (came[2] - came[1]), "{lost} of {sent:?} {expected:?} {came:?}");
        prop_assert!(lost <= sent[1] - expected[0].min(sent[1]));
        prop_assert!(receiver.udp.unwrap().lost_percent.is_none_or(|percent| (0.0..=100.0).contains(&percent)));
    }
}

#[test]
fn a_gap_filled_from_before_is_no_loss() {
    let from = UdpCount { datagrams: 90, expected: 100, ..UdpCount::default() };
    let to = UdpCount { datagrams: 105, expected: 105, ..UdpCount::default() };
    let figures = flow(Role::Receiver, &from, &to, 0.5);
    assert_eq!((figures.datagrams, figures.lost, figures.lost_percent), (15, Some(0), Some(0.0)));
    assert_eq!((figures.datagrams_per_second, figures.never_sent), (Some(30.0), None));
}

#[test]
fn a_pace_is_even_where_every_millisecond_is_alike() {
    let pace = |bins: &[u64]| {
        let count = UdpCount {
            datagrams: bins.iter().sum(),
            pace_bins: bins.len() as u64,
            pace_bin_squares: bins.iter().map(|bin| bin * bin).sum(),
            ..UdpCount::default()
        };
        flow(Role::Sender, &UdpCount::default(), &count, 1.0).pace_variation_percent
    };
    assert_eq!(pace(&[10, 10, 10, 10]), Some(0.0));
    assert_eq!(pace(&[5, 15, 5, 15]), Some(50.0));
    assert_eq!(pace(&[40, 0, 0, 0]).map(f64::round), Some(173.0));
    assert_eq!((pace(&[1, 0, 1, 1]), pace(&[10]), pace(&[])), (None, None, None));
    // Half a span at either edge is in the datagrams and not in the spans.
    assert_eq!(variation(999.0, 10_000.0, 99_900.0, 1.0), Some(0.0));
}

#[test]
fn jitter_is_the_mean_of_samples_and_flows() {
    let flow = |datagrams, jitter_ns| UdpCount { datagrams, expected: datagrams, jitter_ns, ..UdpCount::default() };
    let samples = [
        sample(0, Some(Mark::MeasureStart), &[flow(0, 0), flow(1, 0)], None),
        sample(500, None, &[flow(10, 1000), flow(1, 0)], None),
        sample(1000, Some(Mark::MeasureEnd), &[flow(20, 3000), flow(2, 5000)], None),
        sample(1100, Some(Mark::End), &[flow(20, 90_000), flow(2, 90_000)], None),
    ];
    let figures = end(Role::Receiver, &samples, &samples[0], &samples[2]).unwrap();
    assert!((figures.jitter_seconds.unwrap() - 3e-6).abs() < 1e-12);
    assert_eq!(end(Role::Sender, &samples, &samples[0], &samples[2]).unwrap().jitter_seconds, None);
    assert!((mean_jitter(&samples, &samples[0], &samples[2], Some(0)).unwrap() - 2e-6).abs() < 1e-12);
    let tcp = Sample { streams: Some(Vec::new()), ..samples[2].clone() };
    assert_eq!(end(Role::Receiver, &samples, &samples[0], &tcp), None);
}
