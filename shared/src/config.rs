//! What a person asked for. May leave things open; the plan decides those.

mod checks;
mod cpus;
mod ends;
mod issue;
mod mapping;
mod word;

use serde::{Deserialize, Serialize};

use crate::command::KNOBS;

pub use checks::{MAX_EXCHANGE_STREAMS, MAX_TCP_STREAMS, MAX_UDP_STREAMS};
pub use cpus::Cpus;
pub use ends::{Ends, Overrides, side_key};
pub use issue::{ConfigIssue, Problem};
pub use mapping::{MAX_CPU, MAX_THREADS, Mapping, Mappings};
pub use word::{Connect, Direction, Mode, Offload, Pace, Payload, Ports, Protocol, ReceiveCopy, SendCopy};

/// One run as it was asked for. Every key is optional in JSON; unknown keys are refused by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Transport protocol.
    pub protocol: Protocol,
    /// What is measured.
    pub mode: Mode,
    /// Which way the payload flows, as the coordinator sees it.
    pub direction: Direction,
    /// Connections at once.
    pub streams: u32,
    /// Worker threads at each end; null = decided by the plan.
    pub threads: Option<u32>,
    /// Streams that each thread serves; null = `streams` are shared out.
    pub streams_per_thread: Option<u32>,
    /// Sessions as ntttcp writes them (`threads,cpu,*`, with blanks between them); null = as `threads` and `cpus` say.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub mappings: Option<Mappings>,
    /// CPUs that worker threads are pinned to in turn, for example `0-3,8`; null = the scheduler's choice.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cpus: Option<Cpus>,
    /// Length of `measure` in milliseconds; with a limit of bytes or operations, at most that.
    pub duration_ms: u64,
    /// End when so many payload bytes of all streams of a direction together have been moved; null = by time.
    pub stop_after_bytes: Option<u64>,
    /// End after so many sends, or requests, of all streams of a direction together; null = by time.
    pub stop_after_operations: Option<u64>,
    /// Length of `warm_up` in milliseconds: payload that is not counted.
    pub warm_up_ms: u64,
    /// Length of `cool_down` in milliseconds: payload that is not counted.
    pub cool_down_ms: u64,
    /// Bytes handed to one send or receive call; null = decided by the plan. TCP only.
    pub buffer_bytes: Option<u64>,
    /// Payload bits per second of all streams of a direction together; null = see `stream_rate_bits_per_second`. UDP needs
    /// one of them, or `unlimited`.
    pub rate_bits_per_second: Option<u64>,
    /// Payload bits per second of each stream.
    pub stream_rate_bits_per_second: Option<u64>,
    /// UDP: as fast as the sender can. One of the three has to be said.
    pub unlimited: bool,
    /// UDP: payload bytes of one datagram, its 28-byte header of ours included; null = the largest that the path takes whole.
    pub datagram_bytes: Option<u64>,
    /// UDP: how a rate is kept.
    pub pace: Pace,
    /// UDP: whether the kernel cuts large buffers into datagrams (GSO) and joins arriving ones (GRO).
    pub segmentation_offload: Offload,
    /// Modes `request_response` and `connections`: payload bytes of a request.
    pub request_bytes: u64,
    /// Modes `request_response` and `connections`: payload bytes of an answer.
    pub response_bytes: u64,
    /// Mode `request_response`: both ends look for what comes without sleeping, with a whole core each.
    pub spin: bool,
    /// What the payload consists of.
    pub payload: Payload,
    /// What the receiver does with it. TCP only.
    pub receive_copy: ReceiveCopy,
    /// What the sender's kernel does with it. TCP only.
    pub send_copy: SendCopy,
    /// UDP: which ports the flows go to.
    pub ports: Ports,
    /// UDP with `ports` "ntttcp": the port of the first thread's streams; each further thread's go to the next one.
    pub base_port: u16,
    /// `SO_SNDBUF` asked for, in bytes; null = the kernel's own tuning.
    pub send_socket_buffer_bytes: Option<u64>,
    /// `SO_RCVBUF` asked for, in bytes; null = the kernel's own tuning.
    pub receive_socket_buffer_bytes: Option<u64>,
    /// `TCP_NODELAY`: send small writes at once (RFC 896 explains what is switched off).
    pub no_delay: bool,
    /// `TCP_MAXSEG`: payload bytes of a segment at most; null = as the path allows.
    pub mss_bytes: Option<u64>,
    /// Code point of differentiated services (RFC 2474), 0 to 63; null = the kernel's.
    pub dscp: Option<u64>,
    /// `TCP_CONGESTION`, for example `cubic`; null = the kernel's default.
    pub congestion_control: Option<String>,
    /// The address that the node which opens the streams opens them from; null = the kernel's choice.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub source_address: Option<core::net::IpAddr>,
    /// The interface that the node which opens the streams opens them over (`SO_BINDTODEVICE`, `socket(7)`).
    pub source_interface: Option<String>,
    /// Which node opens the streams.
    pub connect: Connect,
    /// Where the two ends differ.
    pub ends: Ends,
    /// A short name for the run.
    pub label: Option<String>,
    /// Anything worth remembering about it.
    pub note: Option<String>,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            protocol: Protocol::Tcp,
            mode: Mode::Throughput,
            direction: Direction::ToPeer,
            streams: 1,
            threads: None,
            streams_per_thread: None,
            mappings: None,
            cpus: None,
            duration_ms: 10_000,
            stop_after_bytes: None,
            stop_after_operations: None,
            warm_up_ms: 1_000,
            cool_down_ms: 0,
            buffer_bytes: None,
            rate_bits_per_second: None,
            stream_rate_bits_per_second: None,
            unlimited: false,
            datagram_bytes: None,
            pace: Pace::Quantum,
            segmentation_offload: Offload::Auto,
            request_bytes: 1,
            response_bytes: 1,
            spin: false,
            payload: Payload::Random,
            receive_copy: ReceiveCopy::Copy,
            send_copy: SendCopy::Copy,
            ports: Ports::Single,
            base_port: 5001,
            send_socket_buffer_bytes: None,
            receive_socket_buffer_bytes: None,
            no_delay: false,
            mss_bytes: None,
            dscp: None,
            congestion_control: None,
            source_address: None,
            source_interface: None,
            connect: Connect::Dialler,
            ends: Ends::default(),
            label: None,
            note: None,
        }
    }
}

impl RunConfig {
    /// Streams of one direction: as many as were asked for, or as threads and sessions make.
    pub fn stream_count(&self) -> u32 {
        let each = self.streams_per_thread.unwrap_or(1);
        match (&self.mappings, self.streams_per_thread) {
            (Some(mappings), _) => mappings.threads().saturating_mul(each),
            (None, Some(_)) => self.threads.unwrap_or(1).saturating_mul(each),
            (None, None) => self.streams,
        }
    }

    /// The payload rate asked for of each stream, in bits per second; none where there is no limit.
    pub fn stream_bits_per_second(&self) -> Option<u64> {
        self.stream_rate_bits_per_second
            .or_else(|| Some(self.rate_bits_per_second? / u64::from(self.stream_count().max(1))))
    }

    /// The payload rate asked for of all streams of a direction together, in bits per second; none where there is no limit.
    pub fn asked_bits_per_second(&self) -> Option<u64> {
        self.rate_bits_per_second
            .or_else(|| Some(self.stream_rate_bits_per_second?.saturating_mul(u64::from(self.stream_count()))))
    }

    /// Whether a run ends when so much was done, and by time only if that takes too long.
    pub fn has_quota(&self) -> bool {
        self.stop_after_bytes.is_some() || self.stop_after_operations.is_some()
    }

    /// Reads a config from JSON; each error names the key.
    pub fn from_json(value: serde_json::Value) -> Result<Self, Vec<ConfigIssue>> {
        let serde_json::Value::Object(map) = value else {
            return Err(vec![ConfigIssue::new("config", Problem::Unreadable { why: "not a JSON object".to_owned() })]);
        };
        let mut issues = Vec::new();
        for (key, value) in map.iter().filter(|(key, _)| *key != "ends") {
            match KNOBS.iter().find(|knob| knob.key == key) {
                None => issues.push(ConfigIssue::new(key, Problem::Unknown { known: crate::command::known_keys() })),
                Some(knob) if value.is_null() && !knob.optional() => issues.push(ConfigIssue::new(
                    key,
                    Problem::Unreadable {
                        why: "null is not a value here; leave the key out for the default".to_owned(),
                    },
                )),
                Some(knob) => {
                    if let Err(problem) = knob.kind.check(value) {
                        issues.push(ConfigIssue::new(key, problem));
                    }
                }
            }
        }
        if !issues.is_empty() {
            return Err(issues);
        }
        let config: Self = crate::reader::read(serde_json::Value::Object(map))
            .map_err(|error| vec![ConfigIssue::new("config", Problem::Unreadable { why: error.to_string() })])?;
        let issues = config.issues();
        if issues.is_empty() { Ok(config) } else { Err(issues) }
    }

    /// The whole time in which payload flows in one direction, in milliseconds.
    pub fn traffic_ms(&self) -> u64 {
        self.warm_up_ms + self.duration_ms + self.cool_down_ms
    }

    /// The whole time from the common start to the last payload of the last direction, in milliseconds.
    pub fn whole_ms(&self) -> u64 {
        match self.direction {
            Direction::EachInTurn => 2 * self.traffic_ms() + crate::plan::TURN_MS,
            _ => self.traffic_ms(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_empty_config_is_the_default() {
        assert_eq!(RunConfig::from_json(json!({})), Ok(RunConfig::default()));
        assert!(RunConfig::default().issues().is_empty());
    }

    #[test]
    fn refusals_name_the_key() {
        for (config, field) in [
            (json!({"stream": 2}), "stream"),
            (json!({"streams": 0}), "streams"),
            (json!({"streams": 1.5}), "streams"),
            (json!({"streams": null}), "streams"),
            (json!({"duration_ms": 0}), "duration_ms"),
            (json!({"protocol": "sctp"}), "protocol"),
            (json!({"protocol": "udp"}), "rate_bits_per_second"),
            (json!({"protocol": "udp", "unlimited": true, "rate_bits_per_second": 1_000_000}), "unlimited"),
            (json!({"protocol": "udp", "unlimited": true, "streams": 65}), "streams"),
            (json!({"protocol": "udp", "unlimited": true, "no_delay": true}), "no_delay"),
            (
                json!({"protocol": "udp", "unlimited": true, "streams": 2, "ports": "ntttcp", "base_port": 65_535}),
                "base_port",
            ),
            (
                json!({"protocol": "udp", "unlimited": true, "pace": "gso", "segmentation_offload": "off"}),
                "segmentation_offload",
            ),
            (json!({"protocol": "udp", "mode": "request_response"}), "mode"),
            (json!({"protocol": "udp", "unlimited": true, "direction": "both"}), "direction"),
            (json!({"mode": "connections", "direction": "both"}), "direction"),
            (json!({"spin": true}), "spin"),
            (json!({"mappings": "4,*,10.0.0.5"}), "mappings"),
            (json!({"payload": "verified", "send_copy": "zero_copy"}), "send_copy"),
            (json!({"ends": {"peer": {"direction": "both"}}}), "ends.peer.direction"),
            (json!({"ends": {"peer": {"threads": 0}}}), "ends.peer.threads"),
            (json!({"datagram_bytes": 1472}), "datagram_bytes"),
            (json!({"protocol": "udp", "unlimited": true, "direction": "both"}), "direction"),
            (json!({"protocol": "udp", "unlimited": true, "direction": "each_in_turn"}), "direction"),
            (json!({"direction": "all"}), "direction"),
            (json!({"connect": "anyone"}), "connect"),
            (json!({"threads": 4, "streams": 2}), "threads"),
            (json!({"buffer_bytes": "big"}), "buffer_bytes"),
            (json!({"congestion_control": "a b"}), "congestion_control"),
            (json!({"label": "x".repeat(500)}), "label"),
            (json!({"label": "a\nb"}), "label"),
            (json!({"label": "a\u{202e}b"}), "label"),
            (json!({"note": "a\u{2066}b"}), "note"),
            (json!({"note": "a\rb"}), "note"),
            (json!([]), "config"),
        ] {
            let issues = RunConfig::from_json(config.clone()).unwrap_err();
            assert_eq!(issues[0].field, field, "{config}");
        }
    }

    #[test]
    fn every_field_has_its_row_in_the_command_table() {
        let serde_json::Value::Object(fields) = serde_json::to_value(RunConfig::default()).unwrap() else { panic!() };
        let mut keys: Vec<_> = KNOBS.iter().map(|knob| knob.key).collect();
        keys.sort_unstable();
        let mut fields: Vec<_> = fields.keys().map(String::as_str).filter(|key| *key != "ends").collect();
        fields.sort_unstable();
        assert_eq!(keys, fields);
    }
}
