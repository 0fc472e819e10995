//! What a record must be besides well-formed: of one run that has ended, with numbers that a run can have.

mod datagrams;

use super::ImportError;
use crate::config::{Direction, MAX_TCP_STREAMS};
use crate::finding::Finding;
use crate::host::{clean_text, without_odd};
use crate::plan::{Plan, Role, RolePlan, Timing};
use crate::record::{EndInEffect, EndRecord, Event, InEffect, Reason, RunParts, RunRecord};
use crate::redact::is_run_id;
use crate::sample::{MAX_COUNTERS, Sample};

/// No run counts more than this of anything: an exabyte, a billion seconds in nanoseconds.
const MOST: u64 = 1_000_000_000_000_000_000;
/// No time of a run is longer: ten days, in milliseconds.
const MOST_MS: u64 = 864_000_000;
/// Streams of a run.
const MOST_STREAMS: u32 = MAX_TCP_STREAMS;

type Checked<T> = Result<T, ImportError>;

fn wrong<T>(field: &str, problem: impl Into<String>) -> Checked<T> {
    Err(ImportError::new(field, problem))
}

fn within(field: &str, value: u64, most: u64) -> Checked<()> {
    if value <= most { Ok(()) } else { wrong(field, format!("{value} is more than any run can have")) }
}

/// The parts of a record, everything looked at.
pub(super) fn checked(mut record: RunRecord) -> Checked<RunParts> {
    if !is_run_id(&record.id) {
        return wrong("id", "not 32 hexadecimal digits in lower case");
    }
    let state = record.outcome.state;
    if !state.is_final() {
        let problem = format!("{}: the run was still going on when this was written; export it again", state.key());
        return wrong("outcome.state", problem);
    }
    // Older versions took what people are now asked to leave out.
    for (text, lines) in [(&mut record.config.label, false), (&mut record.config.note, true)] {
        *text = text.take().map(|text| without_odd(&text, lines)).filter(|text| !text.is_empty());
    }
    if let Some(issue) = record.config.issues().first() {
        return wrong(&format!("config.{}", issue.field), issue.problem.to_string());
    }
    if let Some(Reason { code, message }) = &mut record.outcome.reason {
        (*code, *message) = (clean_text(code), clean_text(message));
    }
    if let Some(plan) = &mut record.plan {
        plan_is_sane(plan)?;
    }
    if let Some(in_effect) = &mut record.in_effect {
        in_effect_is_sane(in_effect)?;
    }
    if let Some(reach) = &mut record.reach {
        datagrams::reach(reach)?;
    }
    ends_fit(&record)?;
    for (at, end) in record.ends.iter_mut().enumerate() {
        end.node = clean_text(&end.node);
        end.host = std::mem::take(&mut end.host).cleaned();
        if end.counter_names.len() > MAX_COUNTERS {
            return wrong(&format!("ends[{at}].counter_names"), "more counters than any system has");
        }
        for name in &mut end.counter_names {
            *name = clean_text(name);
        }
        samples_are_sane(&format!("ends[{at}].samples"), &end.samples)?;
    }
    for (at, event) in record.events.iter().enumerate() {
        if event.t_ns.is_some_and(|t_ns| t_ns.unsigned_abs() > MOST_MS * 1_000_000) {
            return wrong(&format!("events[{at}].t_ns"), "further from the start than any run lasts");
        }
    }
    record.events = record.events.into_iter().map(Event::cleaned).collect();
    record.findings = record.findings.into_iter().map(Finding::cleaned).collect();
    Ok(record.into_parts())
}

fn ends_fit(record: &RunRecord) -> Checked<()> {
    let direction = record.config.direction;
    let fits = |pair: &[EndRecord], direction: Direction| {
        let sender = direction.sender();
        let fits = |end: &EndRecord, role, side| end.role == role && end.side == side && end.direction == direction;
        matches!(pair, [a, b] if fits(a, Role::Sender, sender) && fits(b, Role::Receiver, sender.other()))
    };
    let legs = direction.legs();
    if record.ends.len() != 2 * legs.len() {
        return wrong(
            "ends",
            format!("a run of that direction has {}, this has {}", 2 * legs.len(), record.ends.len()),
        );
    }
    if !record.ends.chunks(2).zip(legs).all(|(pair, &leg)| fits(pair, leg)) {
        return wrong("ends", "not the sender and the receiver of each direction that `config` names");
    }
    Ok(())
}

fn plan_is_sane(plan: &mut Plan) -> Checked<()> {
    let Timing {
        begins_ms,
        prepare_deadline_ms,
        warm_up_ms,
        measure_ms,
        cool_down_ms,
        drain_deadline_ms,
        sample_ms,
        stream_sample_ms,
    } = plan.timing;
    for (key, value) in [
        ("begins_ms", begins_ms),
        ("prepare_deadline_ms", prepare_deadline_ms),
        ("warm_up_ms", warm_up_ms),
        ("measure_ms", measure_ms),
        ("cool_down_ms", cool_down_ms),
        ("drain_deadline_ms", drain_deadline_ms),
        ("sample_ms", sample_ms),
        ("stream_sample_ms", stream_sample_ms),
    ] {
        within(&format!("plan.timing.{key}"), value, MOST_MS)?;
    }
    within("plan.streams", u64::from(plan.streams), u64::from(MOST_STREAMS))?;
    let timing = plan.timing;
    let mut roles = vec![("coordinator", &mut plan.coordinator, timing), ("peer", &mut plan.peer, timing)];
    if let Some(back) = &mut plan.back {
        let timing = back.coordinator.timing;
        within("plan.back.coordinator.timing.begins_ms", timing.begins_ms, MOST_MS)?;
        roles.extend([("back.coordinator", &mut back.coordinator, timing), ("back.peer", &mut back.peer, timing)]);
    }
    for (side, role, whole) in roles {
        let RolePlan {
            streams, threads, buffer_bytes, udp, timing, congestion_control, source_interface, pins, ..
        } = role;
        let field = |key: &str| format!("plan.{side}.{key}");
        within(&field("streams"), u64::from(*streams), u64::from(MOST_STREAMS))?;
        within(&field("threads"), u64::from(*threads), 4096)?;
        within(&field("buffer_bytes"), *buffer_bytes, MOST)?;
        if let Some(udp) = udp {
            datagrams::plan(&field, udp)?;
        }
        if *timing != whole {
            return wrong(&field("timing"), "not the time table of the plan");
        }
        within(&field("pins"), pins.len() as u64, 4096)?;
        clean(congestion_control);
        clean(source_interface);
    }
    Ok(())
}

fn in_effect_is_sane(in_effect: &mut InEffect) -> Checked<()> {
    let InEffect { offset_ns, offset_error_ns, round_trip_ns, coordinator, peer, coordinator_back, peer_back } =
        in_effect;
    within("in_effect.offset_ns", offset_ns.map_or(0, i64::unsigned_abs), MOST)?;
    within("in_effect.offset_error_ns", offset_error_ns.unwrap_or(0), MOST)?;
    within("in_effect.round_trip_ns", round_trip_ns.unwrap_or(0), MOST)?;
    for (side, granted) in
        [("coordinator", coordinator), ("peer", peer), ("coordinator_back", coordinator_back), ("peer_back", peer_back)]
    {
        let Some(granted) = granted else { continue };
        let EndInEffect {
            streams, threads, buffer_bytes, udp, congestion_control, local_address, peer_address, ..
        } = granted;
        let field = |key: &str| format!("in_effect.{side}.{key}");
        within(&field("streams"), u64::from(*streams), u64::from(MOST_STREAMS))?;
        within(&field("threads"), u64::from(*threads), 4096)?;
        within(&field("buffer_bytes"), *buffer_bytes, MOST)?;
        if let Some(udp) = udp {
            datagrams::in_effect(&field, udp)?;
        }
        for text in [congestion_control, local_address, peer_address] {
            clean(text);
        }
    }
    Ok(())
}

fn samples_are_sane(field: &str, samples: &[Sample]) -> Checked<()> {
    let mut earlier = i64::MIN;
    for (at, sample) in samples.iter().enumerate() {
        let field = |key: &str| format!("{field}[{at}].{key}");
        let Sample { t_ns, phase: _, mark: _, bytes, operations, cores, streams, udp, leg, counters, exchange } =
            sample;
        if *leg > 1 {
            return wrong(&field("leg"), format!("a run has no direction {leg}"));
        }
        if counters.as_ref().is_some_and(|values| values.len() > MAX_COUNTERS) {
            return wrong(&field("counters"), "more counters than any system has");
        }
        if counters.iter().flatten().flatten().any(|&value| value > MOST) {
            return wrong(&field("counters"), "more than any run can count");
        }
        if exchange.as_ref().is_some_and(|it| it.asked.max(it.answered).max(it.lost).max(it.total_ns) > MOST) {
            return wrong(&field("exchange"), "more than any run can have");
        }
        if t_ns.unsigned_abs() > MOST_MS * 1_000_000 {
            return wrong(&field("t_ns"), format!("{t_ns} is further from the start than any run lasts"));
        }
        if *t_ns < earlier {
            return wrong(&field("t_ns"), format!("{t_ns} is before the sample in front of it"));
        }
        earlier = *t_ns;
        // The path is put together only for what is wrong: there may be millions of these.
        if *bytes > MOST {
            within(&field("bytes"), *bytes, MOST)?;
        }
        if *operations > MOST {
            within(&field("operations"), *operations, MOST)?;
        }
        for ticks in cores.iter().flatten() {
            if [ticks.user, ticks.system, ticks.softirq, ticks.steal, ticks.idle].iter().any(|&ticks| ticks > MOST) {
                return wrong(&field("cores"), "more ticks than any run can have");
            }
        }
        if udp.as_ref().is_some_and(|udp| !datagrams::end_is_sane(udp)) {
            return wrong(&field("udp"), "more than any run can have");
        }
        for count in streams.iter().flatten() {
            if count.udp.as_ref().is_some_and(|udp| !datagrams::flow_is_sane(udp)) {
                return wrong(&field("streams"), "more datagrams than any run can have");
            }
            if count.stream >= MOST_STREAMS {
                return wrong(&field("streams"), format!("there is no stream {}", count.stream));
            }
            if count.bytes > MOST {
                within(&field("streams"), count.bytes, MOST)?;
            }
        }
    }
    Ok(())
}

fn clean(text: &mut Option<String>) {
    if let Some(text) = text {
        *text = clean_text(text);
    }
}
