//! The rows.

use super::{Group, Kind, Knob};
use crate::config::{MAX_TCP_STREAMS, MAX_THREADS, Mode, Protocol};

const DAY_MS: u64 = 86_400_000;
const GIB: u64 = 1 << 30;
/// A hundred times what the fastest cards carry today.
const MAX_RATE: u64 = 100_000_000_000_000;
/// What no run reaches, and arithmetic bears.
const MOST: u64 = 1 << 56;

const THROUGHPUT: &[Mode] = &[Mode::Throughput];
const EXCHANGE: &[Mode] = &[Mode::RequestResponse, Mode::Connections];
const ANSWERS: &[Mode] = &[Mode::RequestResponse];

impl Knob {
    /// A knob that every protocol and mode has, the same at both ends.
    const fn new(key: &'static str, flag: &'static str, kind: Kind, group: Group, help: &'static str) -> Self {
        // The page has words of its own, so its program goes without these.
        let help = if cfg!(target_family = "wasm") { "" } else { help };
        Self { key, flag, kind, group, only: None, modes: &[], per_end: false, help }
    }

    const fn tcp(self) -> Self {
        Self { only: Some(Protocol::Tcp), ..self }
    }

    const fn udp(self) -> Self {
        Self { only: Some(Protocol::Udp), ..self }
    }

    const fn modes(self, modes: &'static [Mode]) -> Self {
        Self { modes, ..self }
    }

    const fn per_end(self) -> Self {
        Self { per_end: true, ..self }
    }
}

const fn millis(min: u64, max: u64) -> Kind {
    Kind::Millis { min, max }
}

const fn bytes(min: u64, max: u64) -> Kind {
    Kind::Bytes { min, max }
}

const fn count(min: u64, max: u64) -> Kind {
    Kind::Count { min, max }
}

const fn rate() -> Kind {
    Kind::Rate { min: 1_000, max: MAX_RATE }
}

/// All knobs, in the order of help and form.
pub static KNOBS: &[Knob] = &[
    Knob::new(
        "protocol",
        "protocol",
        Kind::Choice(&["tcp", "udp"]),
        Group::Test,
        "Transport protocol of the test streams",
    ),
    Knob::new(
        "mode",
        "mode",
        Kind::Choice(&["throughput", "request_response", "connections"]),
        Group::Test,
        "What is measured: how much flows, how long answers take, or how fast connections are made",
    ),
    Knob::new(
        "direction",
        "direction",
        Kind::Choice(&["to_peer", "from_peer", "both", "each_in_turn"]),
        Group::Test,
        "Which way the payload flows, seen from the node that starts the run",
    ),
    Knob::new("duration_ms", "duration", millis(100, DAY_MS), Group::Test, "How long to measure"),
    Knob::new("streams", "streams", count(1, MAX_TCP_STREAMS as u64), Group::Test, "Connections at once"),
    Knob::new(
        "rate_bits_per_second",
        "rate",
        rate(),
        Group::Test,
        "Payload rate of all streams together, for example 1Gbit/s; UDP needs one, or --unlimited",
    )
    .modes(THROUGHPUT)
    .per_end(),
    Knob::new(
        "unlimited",
        "unlimited",
        Kind::Switch,
        Group::Test,
        "UDP: as fast as the sender can; it crowds out everything else on the path",
    )
    .udp()
    .modes(THROUGHPUT),
    Knob::new("request_bytes", "request", bytes(1, 1 << 20), Group::Exchange, "Payload bytes of a request")
        .modes(EXCHANGE),
    Knob::new("response_bytes", "response", bytes(1, 1 << 20), Group::Exchange, "Payload bytes of an answer")
        .modes(EXCHANGE),
    Knob::new(
        "spin",
        "spin",
        Kind::Switch,
        Group::Exchange,
        "Look for what comes without sleeping, with a whole core at each end, instead of waiting for it",
    )
    .modes(ANSWERS),
    Knob::new("stream_rate_bits_per_second", "stream-rate", rate(), Group::Sockets, "Payload rate of each stream")
        .modes(THROUGHPUT)
        .per_end(),
    Knob::new(
        "datagram_bytes",
        "datagram",
        bytes(32, 65_507),
        Group::Datagrams,
        "UDP: payload bytes of one datagram; the largest that the path takes whole if absent",
    )
    .udp()
    .modes(THROUGHPUT),
    Knob::new(
        "pace",
        "pace",
        Kind::Choice(&["quantum", "spin", "gso"]),
        Group::Datagrams,
        "UDP: how a rate is kept: in short bursts, evenly with a whole core, or by segmentation offload",
    )
    .udp()
    .modes(THROUGHPUT),
    Knob::new(
        "segmentation_offload",
        "segmentation-offload",
        Kind::Choice(&["auto", "on", "off"]),
        Group::Datagrams,
        "UDP: let the kernel cut and join datagrams (GSO, GRO)",
    )
    .udp()
    .modes(THROUGHPUT),
    Knob::new(
        "buffer_bytes",
        "buffer",
        bytes(1, 64 << 20),
        Group::Sockets,
        "Bytes handed to one send or receive call; the plan decides if absent",
    )
    .tcp()
    .modes(THROUGHPUT)
    .per_end(),
    Knob::new(
        "payload",
        "payload",
        Kind::Choice(&["random", "zero", "verified"]),
        Group::Sockets,
        "What is sent: one block of random bytes, zeros, or bytes that the receiver verifies one by one",
    )
    .tcp()
    .modes(THROUGHPUT),
    Knob::new(
        "send_copy",
        "send-copy",
        Kind::Choice(&["copy", "zero_copy"]),
        Group::Sockets,
        "TCP: let the kernel copy what is sent, or send it from the sender's memory (MSG_ZEROCOPY)",
    )
    .tcp()
    .modes(THROUGHPUT),
    Knob::new(
        "receive_copy",
        "receive-copy",
        Kind::Choice(&["copy", "discard"]),
        Group::Sockets,
        "TCP: have what arrives copied to memory, or let the kernel throw it away (MSG_TRUNC)",
    )
    .tcp()
    .modes(THROUGHPUT),
    Knob::new(
        "send_socket_buffer_bytes",
        "send-socket-buffer",
        bytes(4096, GIB),
        Group::Sockets,
        "SO_SNDBUF to ask for; the kernel tunes it if absent",
    )
    .per_end(),
    Knob::new(
        "receive_socket_buffer_bytes",
        "receive-socket-buffer",
        bytes(4096, GIB),
        Group::Sockets,
        "SO_RCVBUF to ask for; the kernel tunes it if absent",
    )
    .per_end(),
    Knob::new("no_delay", "no-delay", Kind::Switch, Group::Sockets, "Send small writes at once (TCP_NODELAY)")
        .tcp()
        .per_end(),
    Knob::new(
        "congestion_control",
        "congestion-control",
        Kind::Word { max: 15 },
        Group::Sockets,
        "TCP congestion control, for example cubic; the kernel's default if absent",
    )
    .tcp()
    .per_end(),
    Knob::new(
        "mss_bytes",
        "mss",
        bytes(88, 32_767),
        Group::Path,
        "Payload bytes of a TCP segment at most (TCP_MAXSEG); as the path allows if absent",
    )
    .tcp(),
    Knob::new(
        "dscp",
        "dscp",
        Kind::Dscp,
        Group::Path,
        "Code point of differentiated services: 0 to 63, or a name such as ef, cs1 or af41",
    )
    .per_end(),
    Knob::new(
        "ports",
        "ports",
        Kind::Choice(&["single", "ntttcp"]),
        Group::Path,
        "UDP: the node's one port, or one port a thread from the base port on, as ntttcp has it",
    )
    .udp(),
    Knob::new("base_port", "base-port", count(1, 65_535), Group::Path, "UDP: the first port with --ports ntttcp").udp(),
    Knob::new(
        "source_address",
        "source-address",
        Kind::Address,
        Group::Path,
        "TCP: address that the node which opens the streams opens them from",
    )
    .tcp(),
    Knob::new(
        "source_interface",
        "source-interface",
        Kind::Word { max: 15 },
        Group::Path,
        "TCP: interface that the node which opens the streams opens them over (SO_BINDTODEVICE)",
    )
    .tcp(),
    Knob::new("connect", "connect", Kind::Choice(&["dialler", "inviter"]), Group::Path, "Which node opens the streams"),
    Knob::new(
        "stop_after_bytes",
        "stop-after",
        bytes(1, MOST),
        Group::Phases,
        "End when so many bytes of all streams together were moved; --duration is then the longest",
    )
    .tcp()
    .modes(THROUGHPUT),
    Knob::new(
        "stop_after_operations",
        "stop-after-operations",
        count(1, MOST),
        Group::Phases,
        "End after so many sends, or requests, of all streams together; --duration is then the longest",
    )
    .tcp(),
    Knob::new(
        "warm_up_ms",
        "warm-up",
        millis(0, 600_000),
        Group::Phases,
        "Payload that flows before measuring and is not counted",
    ),
    Knob::new(
        "cool_down_ms",
        "cool-down",
        millis(0, 600_000),
        Group::Phases,
        "Payload that flows after measuring and is not counted",
    ),
    Knob::new(
        "threads",
        "threads",
        count(1, MAX_THREADS as u64),
        Group::Threads,
        "Worker threads at each end; the plan decides if absent",
    )
    .per_end(),
    Knob::new(
        "streams_per_thread",
        "streams-per-thread",
        count(1, 1000),
        Group::Threads,
        "Streams that each thread serves, instead of --streams",
    )
    .per_end(),
    Knob::new(
        "mappings",
        "mappings",
        Kind::Mappings,
        Group::Threads,
        "Sessions as ntttcp writes them: threads,cpu,*, for example \"2,0,* 2,1,*\"",
    )
    .per_end(),
    Knob::new("cpus", "cpus", Kind::Cpus, Group::Threads, "CPUs that threads are pinned to in turn, for example 0-3,8")
        .per_end(),
    Knob::new("label", "label", Kind::Text { max: 120, lines: false }, Group::Test, "A short name for the run"),
    Knob::new(
        "note",
        "note",
        Kind::Text { max: 2000, lines: true },
        Group::Note,
        "Anything worth remembering about the run",
    ),
];
