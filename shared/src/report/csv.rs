//! Samples, figures and streams as CSV (RFC 4180, but lines end as in Unix), in base units; unknown is an empty field.

mod system;

use crate::api::spelled;
use crate::datagram::UdpCount;
use crate::plan::Role;
use crate::record::{EndRecord, RunRecord};
use crate::sample::Sample;
use crate::stats;
use crate::summary::datagrams::{self, UdpFigures, UdpSummary};
use crate::summary::exchange::ExchangeFigures;

/// The columns, in order; units in the names.
const COLUMNS: [&str; 26] = [
    "role",
    "t_seconds",
    "phase",
    "mark",
    "bytes",
    "operations",
    "interval_seconds",
    "bits_per_second",
    "cpu_percent",
    "busiest_core_percent",
    "retransmits",
    "datagrams",
    "numbered_datagrams",
    "never_sent",
    "icmp_errors",
    "duplicates",
    "reordered",
    "late",
    "jitter_seconds",
    "out_of_run",
    "socket_drops",
    "direction",
    "asked",
    "answered",
    "requests_lost",
    "answer_seconds_sum",
];

/// What there is of datagrams between two snapshots, behind the columns of every protocol.
const UDP_COLUMNS: [&str; 11] = [
    "datagrams",
    "datagrams_per_second",
    "never_sent",
    "icmp_errors",
    "pace_variation_percent",
    "lost",
    "lost_percent",
    "duplicates",
    "reordered",
    "late",
    "jitter_seconds",
];

/// The samples of the end in that role, of every direction in turn.
pub fn samples(record: &RunRecord, role: Role) -> String {
    let ends = record.legs().into_iter().filter_map(|leg| leg.end(role));
    let rows = ends.flat_map(|end| {
        let earlier = std::iter::once(None).chain(end.samples.iter().map(Some));
        let rows = earlier.zip(&end.samples).map(move |(earlier, sample)| (end, row(role, earlier, sample), sample));
        rows.map(|(end, mut row, sample)| {
            row.push(spelled(end.direction));
            row.extend(asked(sample));
            row
        })
    });
    table(&COLUMNS, rows)
}

/// Requests and answers so far; empty where payload flows one way.
fn asked(sample: &Sample) -> [String; 4] {
    let count = sample.exchange.as_ref();
    [
        field(count.map(|count| count.asked)),
        field(count.map(|count| count.answered)),
        field(count.map(|count| count.lost)),
        field(count.map(|count| count.total_ns as f64 / 1e9)),
    ]
}

/// What there is of answers in `measure`, behind the columns of every protocol.
const EXCHANGE_COLUMNS: [&str; 10] = [
    "answers_per_second",
    "answered",
    "requests_lost",
    "answer_mean_seconds",
    "answer_p50_seconds",
    "answer_p90_seconds",
    "answer_p99_seconds",
    "answer_p999_seconds",
    "answer_longest_seconds",
    "answers_out_of_range",
];

/// The fields of [`EXCHANGE_COLUMNS`]; empty at the end that answers, and where payload flows one way.
fn answers(exchange: Option<ExchangeFigures>) -> [String; 10] {
    [
        field(exchange.and_then(|it| it.per_second)),
        field(exchange.map(|it| it.answered)),
        field(exchange.map(|it| it.lost)),
        field(exchange.and_then(|it| it.mean_seconds)),
        field(exchange.and_then(|it| it.p50_seconds)),
        field(exchange.and_then(|it| it.p90_seconds)),
        field(exchange.and_then(|it| it.p99_seconds)),
        field(exchange.and_then(|it| it.p999_seconds)),
        field(exchange.and_then(|it| it.longest_seconds)),
        field(exchange.map(|it| it.out_of_range)),
    ]
}

fn row(role: Role, earlier: Option<&Sample>, sample: &Sample) -> Vec<String> {
    let rate = earlier.and_then(|earlier| crate::summary::rate_between(earlier, sample));
    let cores = earlier.and_then(|earlier| crate::summary::cores_percent(earlier, sample));
    [
        role_key(role).to_owned(),
        (sample.t_ns as f64 / 1e9).to_string(),
        sample.phase.key().to_owned(),
        sample.mark.map(spelled).unwrap_or_default(),
        sample.bytes.to_string(),
        sample.operations.to_string(),
        field(rate.map(|rate| (rate.to_ns - rate.from_ns) as f64 / 1e9)),
        field(rate.map(|rate| rate.bits_per_second)),
        field(cores.as_deref().and_then(stats::mean)),
        field(cores.as_deref().and_then(stats::max)),
        field(retransmits(role, sample)),
    ]
    .into_iter()
    .chain(counted(role, sample))
    .collect()
}

/// The datagrams counted so far, of all flows together; empty for TCP.
fn counted(role: Role, sample: &Sample) -> [String; 10] {
    let flows: Vec<UdpCount> = sample.streams.iter().flatten().filter_map(|stream| stream.udp).collect();
    let sum = |of: fn(&UdpCount) -> u64| (!flows.is_empty()).then(|| flows.iter().map(of).fold(0, u64::saturating_add));
    let by = |counter: Role, of: fn(&UdpCount) -> u64| field(sum(of).filter(|_| role == counter));
    let jitters: Vec<f64> = flows.iter().filter_map(datagrams::jitter).collect();
    let jitter = stats::mean(&jitters).filter(|_| role == Role::Receiver);
    let end = sample.udp.filter(|_| role == Role::Receiver);
    [
        field(sum(|flow| flow.datagrams)),
        field(sum(|flow| flow.expected)),
        by(Role::Sender, |flow| flow.never_sent),
        by(Role::Sender, |flow| flow.icmp_errors),
        by(Role::Receiver, |flow| flow.duplicates),
        by(Role::Receiver, |flow| flow.reordered),
        by(Role::Receiver, |flow| flow.late),
        field(jitter),
        field(end.map(|end| end.out_of_run)),
        field(end.and_then(|end| end.socket_drops)),
    ]
}

/// The fields of [`UDP_COLUMNS`]; empty for TCP.
fn figures(udp: Option<UdpFigures>) -> [String; 11] {
    [
        field(udp.map(|udp| udp.datagrams)),
        field(udp.and_then(|udp| udp.datagrams_per_second)),
        field(udp.and_then(|udp| udp.never_sent)),
        field(udp.and_then(|udp| udp.icmp_errors)),
        field(udp.and_then(|udp| udp.pace_variation_percent)),
        field(udp.and_then(|udp| udp.lost)),
        field(udp.and_then(|udp| udp.lost_percent)),
        field(udp.and_then(|udp| udp.duplicates)),
        field(udp.and_then(|udp| udp.reordered)),
        field(udp.and_then(|udp| udp.late)),
        field(udp.and_then(|udp| udp.jitter_seconds)),
    ]
}

/// What became of all datagrams of the run: where they were never sent at the sender, where the others were lost at the
/// receiver.
const LIFETIME_COLUMNS: [&str; 6] = [
    "lifetime_datagrams",
    "lifetime_never_sent",
    "lifetime_lost",
    "lifetime_lost_at_socket",
    "lifetime_lost_at_host_up_to",
    "lifetime_lost_on_network",
];

/// The fields of [`LIFETIME_COLUMNS`].
fn lifetime(role: Role, udp: Option<UdpSummary>) -> [String; 6] {
    let (sent, came) = (udp.filter(|_| role == Role::Sender), udp.filter(|_| role == Role::Receiver));
    [
        field(sent.and_then(|udp| udp.sent).or(came.and_then(|udp| udp.received))),
        field(sent.and_then(|udp| udp.never_sent)),
        field(came.and_then(|udp| udp.lost)),
        field(came.and_then(|udp| udp.lost_at_socket)),
        field(came.and_then(|udp| udp.lost_at_host_up_to)),
        field(came.and_then(|udp| udp.lost_on_network)),
    ]
}

fn retransmits(role: Role, sample: &Sample) -> Option<u64> {
    let streams = sample.streams.as_ref().filter(|_| role == Role::Sender)?;
    streams.iter().map(|stream| stream.tcp.map(|tcp| u64::from(tcp.retransmits))).sum()
}

/// The figures of both ends, a row each.
pub fn summary(record: &RunRecord) -> String {
    let columns = [
        "role",
        "host",
        "bits_per_second",
        "bytes",
        "measured_seconds",
        "bytes_lifetime",
        "operations",
        "min_bits_per_second",
        "median_bits_per_second",
        "max_bits_per_second",
        "deviation_bits_per_second",
        "retransmits",
        "resent_percent",
        "round_trip_median_seconds",
        "round_trip_p99_seconds",
        "cpu_percent",
        "busiest_core_percent",
        "cpu_seconds_per_gib",
    ];
    let rows = record.ends.iter().map(|end| {
        let rate = end.rate;
        [
            role_key(end.role).to_owned(),
            plain(&end.host.name),
            field(end.bits_per_second),
            field(end.bytes),
            field(end.measured_seconds),
            field(end.bytes_lifetime),
            field(end.operations),
            field(rate.map(|rate| rate.min)),
            field(rate.map(|rate| rate.median)),
            field(rate.map(|rate| rate.max)),
            field(rate.and_then(|rate| rate.deviation)),
            field(end.retransmits),
            field(end.resent_percent),
            field(end.round_trip.map(|trip| trip.median_seconds)),
            field(end.round_trip.map(|trip| trip.p99_seconds)),
            field(end.cpu_percent),
            field(end.busiest_core_percent),
            field(end.cpu_seconds_per_gib),
        ]
        .into_iter()
        .chain(figures(end.udp))
        .chain(lifetime(end.role, udp_of(record, end)))
        .chain([spelled(end.direction)])
        .chain(answers(end.exchange))
        .chain(system::fields(end.system.as_ref()))
        .collect()
    });
    let columns: Vec<&str> = columns
        .into_iter()
        .chain(UDP_COLUMNS)
        .chain(LIFETIME_COLUMNS)
        .chain(["direction"])
        .chain(EXCHANGE_COLUMNS)
        .chain(system::COLUMNS)
        .collect();
    table(&columns, rows)
}

/// Every stream at every end, a row each; streams are numbered from 0, as in the record.
pub fn streams(record: &RunRecord) -> String {
    let columns = [
        "role",
        "stream",
        "bytes",
        "bits_per_second",
        "share_percent",
        "lowest_bits_per_second",
        "highest_bits_per_second",
        "retransmits",
        "rtt_microseconds",
        "window_bytes",
    ];
    let rows = record.ends.iter().flat_map(|end| {
        end.streams.iter().map(|stream| {
            [
                role_key(end.role).to_owned(),
                stream.stream.to_string(),
                stream.bytes.to_string(),
                field(stream.bits_per_second),
                field(stream.share_percent),
                field(stream.lowest_bits_per_second),
                field(stream.highest_bits_per_second),
                field(stream.retransmits),
                field(stream.rtt_us),
                field(stream.window_bytes),
            ]
            .into_iter()
            .chain(figures(stream.udp))
            .chain([spelled(end.direction)])
            .collect()
        })
    });
    let columns: Vec<&str> = columns.into_iter().chain(UDP_COLUMNS).chain(["direction"]).collect();
    table(&columns, rows)
}

/// The datagrams of the direction that an end is of; in an older record they stand in the whole alone.
fn udp_of(record: &RunRecord, end: &EndRecord) -> Option<UdpSummary> {
    let ways = &record.summary.by_direction;
    let own = ways.iter().find(|way| way.direction == end.direction).and_then(|way| way.udp);
    own.or(record.summary.udp.filter(|_| ways.len() == 1))
}

fn role_key(role: Role) -> &'static str {
    match role {
        Role::Sender => "sender",
        Role::Receiver => "receiver",
    }
}

/// A text that stays one: names and labels may come from other people's machines and files, and what begins like a formula
/// is one to a spreadsheet. It gets an apostrophe in front.
pub(crate) fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

/// A value, or an empty field where it is not known.
pub(crate) fn field<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(columns);
    for row in rows {
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
