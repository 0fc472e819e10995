//! What became of the payload: whether it was what was sent, whether it was copied, whether there was as much as asked for.

use super::Seen;
use crate::finding::{Finding, Severity};
use crate::plan::Role;
use crate::record::EndRecord;
use crate::sample::{StreamCount, ZeroCopyCount};
use crate::summary::datagrams::share;

pub(super) fn of(seen: &Seen<'_>) -> Vec<Finding> {
    let ends = seen.ends.iter();
    ends.flat_map(|end| [checked(end), copied(seen, end), quota(seen, end)]).flatten().collect()
}

/// The last counts of an end's streams: of their whole life where it came to its end.
fn last(end: &EndRecord) -> Option<&[StreamCount]> {
    end.samples.iter().rev().find_map(|sample| sample.streams.as_deref()).filter(|streams| !streams.is_empty())
}

/// Whether what arrived is what was sent, at an end that looked at every byte.
fn checked(end: &EndRecord) -> Option<Finding> {
    let streams: Vec<_> = last(end)?.iter().filter_map(|stream| Some((stream, stream.checked?))).collect();
    let wrong = streams.iter().fold(0u64, |sum, (_, checked)| sum.saturating_add(checked.wrong_bytes));
    let looked_at = streams.iter().fold(0u64, |sum, (stream, _)| sum.saturating_add(stream.bytes));
    let place = streams.iter().filter_map(|(stream, checked)| Some((checked.first_wrong?, stream.stream))).min();
    if let Some((place, stream)) = place.filter(|_| wrong > 0) {
        let finding = Finding::new("payload_wrong", Severity::Bad).with("host", end.host.name.clone());
        let finding = finding.with("wrong", wrong).with("stream", stream).with("place", place);
        return Some(finding.advise(
            "Something on the way, or in the memory of a machine, changes data: switch off checksum offload, then test the memory.",
        ));
    }
    (looked_at > 0 && wrong == 0).then(|| {
        let finding = Finding::new("payload_verified", Severity::Info).with("host", end.host.name.clone());
        finding.with("verified_bytes", looked_at)
    })
}

/// What the kernel copied although it was asked not to; a socket of the same machine always is.
fn copied(seen: &Seen<'_>, end: &EndRecord) -> Option<Finding> {
    let counts = last(end)?.iter().filter_map(|stream| stream.zero_copy);
    let all = counts.fold(ZeroCopyCount::default(), |sum, count| ZeroCopyCount {
        completed: sum.completed.saturating_add(count.completed),
        copied: sum.copied.saturating_add(count.copied),
    });
    let percent = share(all.copied, all.completed).filter(|percent| *percent > 0.0)?;
    let mut others = seen.ends.iter().filter(|other| other.side != end.side);
    let one_machine = others.any(|other| other.host.shares_machine(&end.host));
    let finding = Finding::new("zero_copy_copied", Severity::Warning)
        .with("host", end.host.name.clone())
        .with("percent", percent)
        .with("machines", if one_machine { "same" } else { "apart" });
    Some(finding.advise(if one_machine {
        "On one machine no gain is possible: the kernel has to copy what does not leave it."
    } else {
        "The card or its driver can't send from the program's memory: no gain is possible, send with a copy."
    }))
}

/// A run that ended by time, before as much was done as was asked for.
fn quota(seen: &Seen<'_>, end: &EndRecord) -> Option<Finding> {
    let (config, end) = (seen.config, Some(end).filter(|end| end.role == Role::Sender)?);
    let last = end.samples.last()?;
    let finding = Finding::new("quota_not_reached", Severity::Bad).with("host", end.host.name.clone());
    let advice = "Give it more time, or ask for less.";
    if let Some(asked) = config.stop_after_bytes.filter(|asked| last.bytes < *asked) {
        return Some(finding.with("unit", "bytes").with("asked", asked).with("done", last.bytes).advise(advice));
    }
    let done =
        last.exchange.as_ref().map_or(last.operations, |exchange| exchange.answered.saturating_add(exchange.lost));
    let asked = config.stop_after_operations.filter(|asked| done < *asked)?;
    Some(finding.with("unit", "operations").with("asked", asked).with("done", done).advise(advice))
}
