//! The words that may be shown to anybody: those that pairperf and the kernel use themselves.

use crate::api::Day;
use crate::command::KNOBS;
use crate::phase::State;

/// Codes of events.
pub(super) const EVENTS: [&str; 10] = [
    "phase",
    "queued",
    "started",
    "ended",
    "cancel_asked",
    "link_lost",
    "link_back",
    "peer_lost",
    "stream_failed",
    "stream_ended",
];

/// Codes of findings.
pub(super) const FINDINGS: [&str; 32] = [
    "same_machine",
    "not_kept",
    "core_full",
    "resent",
    "measure_length",
    "socket_buffer_clamped",
    "late_mark",
    "peer_lost",
    "stream_ended_early",
    "not_drained",
    "suspended",
    "clock_offset_coarse",
    "udp_loss",
    "rate_not_reached",
    "fragmented",
    "reordered",
    "receive_buffer_granted",
    "segmentation_used",
    "out_of_run",
    "address_translated",
    "udp_blocked",
    "cloud_allowance_exceeded",
    "foreign_traffic",
    "softnet_dropped",
    "cpu_throttled",
    "steal_high",
    "core_saturated",
    "headline_differs_from_kernel",
    "payload_wrong",
    "payload_verified",
    "zero_copy_copied",
    "quota_not_reached",
];

/// Keys of what events and findings say besides their code.
pub(super) const ARGUMENTS: [&str; 50] = [
    "asked",
    "asked_bits_per_second",
    "asked_bytes",
    "asked_seconds",
    "bits_per_second",
    "busiest_core_percent",
    "by",
    "container",
    "core",
    "counter",
    "cpu_percent",
    "datagram_bytes",
    "datagrams",
    "done",
    "field",
    "foreign_bytes",
    "granted_bytes",
    "host",
    "inside",
    "interface",
    "kernel_bytes",
    "late_ms",
    "lost",
    "machines",
    "mark",
    "measured_seconds",
    "offset_error_ms",
    "outside",
    "owner",
    "packets",
    "percent",
    "phase",
    "place",
    "port",
    "position",
    "reason",
    "received_bytes",
    "reordered",
    "retransmits",
    "role",
    "segments",
    "side",
    "softirq_percent",
    "state",
    "stream",
    "streams",
    "throttled_seconds",
    "unit",
    "verified_bytes",
    "wrong",
];

/// Why runs end early: the code, and the sentence that needs no name.
const REASONS: [(&str, &str); 27] = [
    ("cancelled", "stopped by a person"),
    ("node_stopped", "one of the two servers was shut down"),
    ("node_ended", "the server that kept this record was ended in the middle of the run"),
    ("peer_lost", "the other machine was lost"),
    ("peer_silent", "the other machine did not answer"),
    ("stalled", "no payload arrived any more"),
    ("not_collected", "the other machine did not send what it counted"),
    ("not_ready", "one of the two machines was not ready in time"),
    ("measure_missed", "the measured time was much longer or shorter than asked"),
    ("start_too_far", "the machines could not agree on a start"),
    ("suspended", "one of the two machines was suspended"),
    ("stream_ended_early", "a stream ended before its time"),
    ("stream_refused", "a stream was refused by the other machine"),
    ("stream_connect", "a stream could not be opened"),
    ("stream_turned_away", "a stream was turned away by the other machine"),
    ("streams_timed_out", "not all streams came up in time"),
    ("streams_missing", "not all streams came up"),
    ("stream_broken", "a stream broke"),
    ("udp_port", "a UDP port was not free"),
    ("udp_unanswered", "a UDP stream was not answered by the other machine"),
    ("udp_not_come", "not all UDP streams came in"),
    ("udp_unheard", "the sender of datagrams heard nothing of the receiver any more"),
    ("open_files", "one of the two machines allows too few open files"),
    ("local_ports", "one of the two machines has too few local ports"),
    ("socket_option", "a setting of the sockets was refused"),
    ("cpu_pin", "a CPU that was asked for could not be had"),
    ("plan_impossible", "one of the two machines can't run what was asked for"),
];

/// Words of values, besides states and keys of the config.
const VALUES: [&str; 11] = [
    "sender",
    "receiver",
    "coordinator",
    "peer",
    "measure_start",
    "measure_end",
    "end",
    "bytes",
    "operations",
    "same",
    "apart",
];

/// How the names of network cards begin that say where a card is and nothing else (`systemd.net-naming-scheme(7)`).
const INTERFACES: [&str; 14] =
    ["eth", "en", "wlan", "wl", "wwan", "ib", "bond", "team", "br", "docker", "virbr", "tun", "tap", "usb"];

/// The code and the sentence for a reason; another where the code is none of ours.
pub(super) fn reason(code: &str) -> (&'static str, &'static str) {
    let known = REASONS.into_iter().find(|(known, _)| *known == code);
    known.unwrap_or(("other", "for a reason that is left out here"))
}

/// Whether a text is a word of ours.
pub(super) fn is_ours(text: &str) -> bool {
    VALUES.contains(&text) || is_state(text) || KNOBS.iter().any(|knob| knob.key == text)
}

fn is_state(text: &str) -> bool {
    serde_json::from_value::<State>(text.into()).is_ok()
}

/// Whether a text is a run's id: 32 hexadecimal digits in lower case.
pub(crate) fn is_run_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a text can be a time as RFC 3339 writes it.
pub(super) fn is_time(text: &str) -> bool {
    let day = text.get(..10).is_some_and(|day| day.parse::<Day>().is_ok());
    let rest = text.get(10..).unwrap_or_default();
    day && rest.starts_with('T')
        && rest.len() <= 30
        && rest.bytes().all(|byte| byte.is_ascii_digit() || b"-:.+TZ".contains(&byte))
}

/// Whether a text can be a word of the kernel: a driver, a congestion control.
pub(super) fn is_kernel_word(text: &str) -> bool {
    text.len() <= 32
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-'))
}

/// Whether a text can be what we read of a machine ourselves, such as `Debian GNU/Linux 12 (bookworm)` or
/// `Intel(R) Xeon(R) CPU @ 2.20GHz`: no address of a person or a page.
pub(super) fn is_machine(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b" .-_/()+,:@".contains(&byte);
    let is_address = |word: &str| word.contains("//") || (word.contains('@') && word != "@");
    text.len() <= 80 && text.bytes().all(known) && !text.split(' ').any(is_address)
}

/// Whether the name of an interface says where the card is and nothing else: no hardware address (`enx…`), no name
/// that a person gave it.
pub(super) fn is_kernel_interface(name: &str) -> bool {
    let place = |rest: &str| {
        rest.len() <= 12
            && rest.bytes().any(|byte| byte.is_ascii_digit())
            && rest.bytes().all(|byte| byte.is_ascii_digit() || b"sfdnopuiv.P".contains(&byte))
    };
    name == "lo" || INTERFACES.iter().any(|prefix| name.strip_prefix(prefix).is_some_and(place))
}
