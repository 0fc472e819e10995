//! The same for what only UDP has, and for the look at the ways.

use super::{Checked, MOST, MOST_MS, within, wrong};
use crate::datagram::{UdpCount, UdpEndCount, UdpHostCount};
use crate::plan::UdpPlan;
use crate::reach::{Reach, Way};
use crate::record::UdpInEffect;

/// No IP packet is larger (RFC 791, RFC 8200), and no path MTU that a kernel tells.
const MOST_PACKET: u64 = 65_575;
/// Datagrams in a buffer, buffers in a call.
const MOST_AT_ONCE: u64 = 4096;

pub(super) fn plan(field: &dyn Fn(&str) -> String, plan: &UdpPlan) -> Checked<()> {
    let UdpPlan {
        datagram_bytes,
        fragment: _,
        stream_bits_per_second,
        pace: _,
        quantum_us,
        catch_up_ms,
        segmentation: _,
        segments,
        batch,
        nap_us,
        feedback_ms,
        silence_ms,
        base_port: _,
    } = *plan;
    for (key, value, most) in [
        ("datagram_bytes", datagram_bytes.into(), MOST_PACKET),
        ("stream_bits_per_second", stream_bits_per_second.unwrap_or(0), MOST),
        ("quantum_us", quantum_us.into(), MOST_MS),
        ("catch_up_ms", catch_up_ms.into(), MOST_MS),
        ("segments", segments.into(), MOST_AT_ONCE),
        ("batch", batch.into(), MOST_AT_ONCE),
        ("nap_us", nap_us.into(), MOST_MS),
        ("feedback_ms", feedback_ms.into(), MOST_MS),
        ("silence_ms", silence_ms.into(), MOST_MS),
    ] {
        within(&field(&format!("udp.{key}")), value, most)?;
    }
    Ok(())
}

pub(super) fn in_effect(field: &dyn Fn(&str) -> String, granted: &UdpInEffect) -> Checked<()> {
    let UdpInEffect { datagram_bytes, segmentation: _, fragment: _, path_mtu_bytes } = *granted;
    within(&field("udp.datagram_bytes"), datagram_bytes.into(), MOST_PACKET)?;
    // That of a loopback interface is larger than any packet.
    within(&field("udp.path_mtu_bytes"), path_mtu_bytes.unwrap_or(0).into(), 1 << 20)
}

/// Whether a flow's counters are those of a run.
pub(super) fn flow_is_sane(count: &UdpCount) -> bool {
    let UdpCount {
        datagrams,
        expected,
        never_sent,
        icmp_errors,
        duplicates,
        reordered,
        late,
        jitter_ns,
        pace_bins,
        pace_bin_squares,
    } = *count;
    let all = [
        datagrams,
        expected,
        never_sent,
        icmp_errors,
        duplicates,
        reordered,
        late,
        jitter_ns,
        pace_bins,
        pace_bin_squares,
    ];
    all.iter().all(|&value| value <= MOST)
}

/// Whether an end's counters are those of a run.
pub(super) fn end_is_sane(count: &UdpEndCount) -> bool {
    let UdpEndCount { out_of_run, socket_drops, host } = *count;
    let UdpHostCount { in_errors, receive_buffer_errors, send_buffer_errors, backlog_drops, interface_drops } =
        host.unwrap_or_default();
    let all = [
        out_of_run,
        socket_drops.unwrap_or(0),
        in_errors,
        receive_buffer_errors,
        send_buffer_errors,
        backlog_drops,
        interface_drops,
    ];
    all.iter().all(|&value| value <= MOST)
}

pub(super) fn reach(reach: &mut Reach) -> Checked<()> {
    within("reach.took_ms", reach.took_ms, MOST_MS)?;
    for (at, Way { round_trip_ns, path_mtu_bytes, .. }) in reach.ways.iter().enumerate() {
        if round_trip_ns.is_some_and(|nanos| nanos > MOST) || path_mtu_bytes.is_some_and(|bytes| bytes > 1 << 20) {
            return wrong(&format!("reach.ways[{at}]"), "a round trip or an MTU that no way can have");
        }
    }
    *reach = std::mem::take(reach).cleaned();
    Ok(())
}
