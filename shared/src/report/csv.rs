//! Samples, figures and streams as CSV (RFC 4180, but lines end as in Unix), in base units; unknown is an empty field.

use crate::api::spelled;
use crate::plan::Role;
use crate::record::RunRecord;
use crate::sample::Sample;

/// The columns, in order; units in the names.
const COLUMNS: [&str; 11] = [
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
];

/// The samples of the end in that role.
pub fn samples(record: &RunRecord, role: Role) -> String {
    let samples = record.end(role).map(|end| end.samples.as_slice()).unwrap_or_default();
    let earlier = std::iter::once(None).chain(samples.iter().map(Some));
    table(&COLUMNS, earlier.zip(samples).map(|(earlier, sample)| row(role, earlier, sample)))
}

fn row(role: Role, earlier: Option<&Sample>, sample: &Sample) -> [String; 11] {
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
        field(cores.as_deref().and_then(crate::stats::mean)),
        field(cores.as_deref().and_then(crate::stats::max)),
        field(retransmits(role, sample)),
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
    });
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
        })
    });
    table(&columns, rows)
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

fn table<const N: usize>(columns: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(columns);
    for row in rows {
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
