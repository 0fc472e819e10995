//! One end's samples as CSV (RFC 4180), a row a sample; unknown is an empty field.

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
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(COLUMNS);
    let samples = record.end(role).map(|end| end.samples.as_slice()).unwrap_or_default();
    let mut earlier: Option<&Sample> = None;
    for sample in samples {
        let _ = writer.write_record(row(role, earlier, sample));
        earlier = Some(sample);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn row(role: Role, earlier: Option<&Sample>, sample: &Sample) -> [String; 11] {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let rate = earlier.and_then(|earlier| crate::summary::rates(&[earlier.clone(), sample.clone()]).into_iter().next());
    let cores = earlier.and_then(|earlier| crate::summary::cores_percent(earlier, sample));
    let word = |value: serde_json::Value| value.as_str().map(str::to_owned).unwrap_or_default();
    [
        word(serde_json::to_value(role).unwrap_or_default()),
        (sample.t_ns as f64 / 1e9).to_string(),
        sample.phase.key().to_owned(),
        word(serde_json::to_value(sample.mark).unwrap_or_default()),
        sample.bytes.to_string(),
        sample.operations.to_string(),
        number(rate.map(|rate| (rate.to_ns - rate.from_ns) as f64 / 1e9)),
        number(rate.map(|rate| rate.bits_per_second)),
        number(cores.as_deref().and_then(crate::stats::mean)),
        number(cores.as_deref().and_then(crate::stats::max)),
        retransmits(role, sample).map(|count| count.to_string()).unwrap_or_default(),
    ]
}

fn retransmits(role: Role, sample: &Sample) -> Option<u64> {
    let streams = sample.streams.as_ref().filter(|_| role == Role::Sender)?;
    streams.iter().map(|stream| stream.tcp.map(|tcp| u64::from(tcp.retransmits))).sum()
}
