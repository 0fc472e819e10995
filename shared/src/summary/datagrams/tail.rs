//! What a receiver can't know by itself: that nothing came any more of what was still sent while measuring.
//!
//! A gap shows by the number behind it. Where the way closes there is none behind, and the numbers of the sender tell.

use super::share;
use crate::datagram::UdpCount;
use crate::plan::Role;
use crate::record::EndRecord;
use crate::sample::{Mark, Sample};
use crate::summary::measure_bounds;

/// Adds to what the receiver lost while measuring what was sent then and can't have come later. Both ends have to have
/// counted to the end.
pub(crate) fn complete(ends: &mut [EndRecord]) {
    let Some(missing) = missing(ends) else { return };
    let Some(receiver) = ends.iter_mut().find(|end| end.role == Role::Receiver) else { return };
    let mut numbers = 0u64;
    let mut more = false;
    for stream in &mut receiver.streams {
        let Some(udp) = &mut stream.udp else { continue };
        let Some(flow) = missing.iter().find(|flow| flow.stream == stream.stream) else { continue };
        let all = flow.expected.saturating_add(flow.missing);
        numbers = numbers.saturating_add(all);
        if flow.missing > 0 {
            let lost = udp.lost.unwrap_or(0).saturating_add(flow.missing);
            (udp.lost, udp.lost_percent) = (Some(lost), share(lost, all));
            more = true;
        }
    }
    if let Some(udp) = receiver.udp.as_mut().filter(|_| more) {
        let lost = receiver.streams.iter().filter_map(|stream| stream.udp?.lost).fold(0, u64::saturating_add);
        (udp.lost, udp.lost_percent) = (Some(lost), share(lost, numbers));
    }
}

/// A flow at its receiver.
struct Flow {
    stream: u32,
    /// Numbers that the receiver heard of while measuring.
    expected: u64,
    /// Numbers that it never heard of, given while measuring.
    missing: u64,
}

fn missing(ends: &[EndRecord]) -> Option<Vec<Flow>> {
    let of = |role| ends.iter().find(|end| end.role == role).map(|end| end.samples.as_slice());
    let (sent, came) = (of(Role::Sender)?, of(Role::Receiver)?);
    let (sent_from, sent_to) = measure_bounds(sent)?;
    let (came_from, came_to) = measure_bounds(came)?;
    let whole = |samples: &[Sample]| samples.last().is_some_and(|last| last.mark == Some(Mark::End));
    let last = came.last().filter(|_| whole(sent) && whole(came))?;
    let flows = came_to.streams.iter().flatten().filter_map(|flow| {
        let stream = flow.stream;
        let (heard, numbered) = (flow.udp?, count(sent_to, stream)?);
        let begun = count(sent_from, stream)?.expected.max(heard.expected);
        // Any datagram that came afterwards may be one of them.
        let later = count(last, stream)?.datagrams.saturating_sub(heard.datagrams);
        Some(Flow {
            stream,
            expected: heard.expected.saturating_sub(count(came_from, stream)?.expected),
            missing: numbered.expected.saturating_sub(begun).saturating_sub(later),
        })
    });
    Some(flows.collect())
}

fn count(sample: &Sample, stream: u32) -> Option<UdpCount> {
    sample.streams.as_ref()?.iter().find(|count| count.stream == stream)?.udp
}
