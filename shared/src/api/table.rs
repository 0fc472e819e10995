//! A list of runs as CSV (RFC 4180), a row a run; unknown is an empty field.

use super::{RunView, spelled};
use crate::report::csv::{field, plain};

/// The columns, in order; units in the names.
const COLUMNS: [&str; 18] = [
    "id",
    "started_at",
    "label",
    "note",
    "coordinator",
    "peer",
    "protocol",
    "direction",
    "streams",
    "duration_ms",
    "outcome",
    "reason",
    "bits_per_second",
    "measured_seconds",
    "bytes",
    "retransmits",
    "imported",
    "side",
];

/// The runs in the order given. A text that a spreadsheet would take for a formula begins with an apostrophe.
pub fn csv(runs: &[RunView]) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(COLUMNS);
    for run in runs {
        let _ = writer.write_record(row(run));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn row(run: &RunView) -> [String; 18] {
    let RunView { id, started_at, outcome, config, coordinator, peer, side, summary, imported, spark: _ } = run;
    let figures = summary.as_ref();
    [
        id.clone(),
        started_at.clone(),
        plain(config.label.as_deref().unwrap_or_default()),
        plain(config.note.as_deref().unwrap_or_default()),
        plain(coordinator),
        plain(peer),
        spelled(config.protocol),
        spelled(config.direction),
        config.streams.to_string(),
        config.duration_ms.to_string(),
        outcome.state.key().to_owned(),
        plain(outcome.reason.as_ref().map_or("", |reason| &reason.code)),
        field(figures.and_then(|figures| figures.bits_per_second)),
        field(figures.and_then(|figures| figures.measured_seconds)),
        field(figures.and_then(|figures| figures.bytes)),
        field(figures.and_then(|figures| figures.retransmits)),
        imported.to_string(),
        spelled(*side),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RunConfig;
    use crate::phase::State;
    use crate::plan::Side;
    use crate::record::Outcome;

    #[test]
    fn texts_are_quoted_and_never_a_formula() {
        let config = RunConfig {
            label: Some("=1+1".to_owned()),
            note: Some("two\nlines, \"quoted\"".to_owned()),
            ..RunConfig::default()
        };
        let run = RunView {
            id: "1".to_owned(),
            started_at: "2026-11-30T10:00:00Z".to_owned(),
            outcome: Outcome { state: State::Failed, reason: None },
            config,
            coordinator: "anna".to_owned(),
            peer: "@bert".to_owned(),
            side: Side::Peer,
            summary: None,
            imported: true,
            spark: Vec::new(),
        };
        let text = csv(&[run]);
        let (head, row) = text.split_once("\r\n").unwrap();
        assert_eq!(head.split(',').count(), COLUMNS.len());
        assert_eq!(
            row,
            "1,2026-11-30T10:00:00Z,'=1+1,\"two\nlines, \"\"quoted\"\"\",anna,'@bert,tcp,to_peer,1,10000,failed,,,,,,true,peer\r\n"
        );
    }
}
