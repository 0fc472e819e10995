//! What a person asked for. May leave things open; the plan decides those.

use serde::{Deserialize, Serialize};

use crate::command::KNOBS;

/// One run as it was asked for. Every key is optional in JSON; unknown keys are refused by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Transport protocol.
    pub protocol: Protocol,
    /// Which way the payload flows, as the coordinator sees it.
    pub direction: Direction,
    /// Connections at once.
    pub streams: u32,
    /// Worker threads at each end; null = decided by the plan.
    pub threads: Option<u32>,
    /// Length of `measure` in milliseconds.
    pub duration_ms: u64,
    /// Length of `warm_up` in milliseconds: payload that is not counted.
    pub warm_up_ms: u64,
    /// Length of `cool_down` in milliseconds: payload that is not counted.
    pub cool_down_ms: u64,
    /// Bytes handed to one send or receive call; null = decided by the plan. TCP only.
    pub buffer_bytes: Option<u64>,
    /// UDP: payload bits per second of all flows together; null = see `stream_rate_bits_per_second` and `unlimited`.
    pub rate_bits_per_second: Option<u64>,
    /// UDP: payload bits per second of each flow.
    pub stream_rate_bits_per_second: Option<u64>,
    /// UDP: as fast as the sender can. One of the three has to be said.
    pub unlimited: bool,
    /// UDP: payload bytes of one datagram, its 28-byte header of ours included; null = the largest that the path takes whole.
    pub datagram_bytes: Option<u64>,
    /// UDP: how a rate is kept.
    pub pace: Pace,
    /// UDP: whether the kernel cuts large buffers into datagrams (GSO) and joins arriving ones (GRO).
    pub segmentation_offload: Offload,
    /// UDP: which ports the flows go to.
    pub ports: Ports,
    /// UDP with `ports` "ntttcp": the port of the first flow.
    pub base_port: u16,
    /// `SO_SNDBUF` asked for, in bytes; null = the kernel's own tuning.
    pub send_socket_buffer_bytes: Option<u64>,
    /// `SO_RCVBUF` asked for, in bytes; null = the kernel's own tuning.
    pub receive_socket_buffer_bytes: Option<u64>,
    /// `TCP_NODELAY`: send small writes at once (RFC 896 explains what is switched off).
    pub no_delay: bool,
    /// `TCP_CONGESTION`, for example `cubic`; null = the kernel's default.
    pub congestion_control: Option<String>,
    /// Which node opens the streams.
    pub connect: Connect,
    /// A short name for the run.
    pub label: Option<String>,
    /// Anything worth remembering about it.
    pub note: Option<String>,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            protocol: Protocol::Tcp,
            direction: Direction::ToPeer,
            streams: 1,
            threads: None,
            duration_ms: 10_000,
            warm_up_ms: 1_000,
            cool_down_ms: 0,
            buffer_bytes: None,
            rate_bits_per_second: None,
            stream_rate_bits_per_second: None,
            unlimited: false,
            datagram_bytes: None,
            pace: Pace::Quantum,
            segmentation_offload: Offload::Auto,
            ports: Ports::Single,
            base_port: 5001,
            send_socket_buffer_bytes: None,
            receive_socket_buffer_bytes: None,
            no_delay: false,
            congestion_control: None,
            connect: Connect::Dialler,
            label: None,
            note: None,
        }
    }
}

/// The most UDP flows of a run.
pub const MAX_UDP_STREAMS: u32 = 64;

/// Transport protocol of the test streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// TCP.
    Tcp,
    /// UDP.
    Udp,
}

impl Protocol {
    /// Its name as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tcp => "TCP",
            Self::Udp => "UDP",
        }
    }
}

/// How a sender of datagrams keeps its rate. Every way follows one absolute schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Wakes every 100 µs and sends what is due: little CPU, short bursts.
    Quantum,
    /// Waits for each datagram's own instant without sleeping: even, and a whole core.
    Spin,
    /// Wakes every 250 µs and hands all that is due to the kernel as one buffer to cut up: least CPU, longer bursts.
    Gso,
}

/// Whether the kernel's segmentation offloads for UDP are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offload {
    /// Where both machines have them and no even pace is asked for.
    Auto,
    /// Always; refused where a machine has them not.
    On,
    /// Never: one call of the stack a datagram.
    Off,
}

/// Which ports the flows of a run go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ports {
    /// All to the node's one port.
    Single,
    /// As ntttcp does it: the first to `base_port`, each further one to the next port.
    Ntttcp,
}

/// Which way the payload flows, as the coordinator sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The coordinator sends.
    ToPeer,
    /// The peer sends.
    FromPeer,
}

impl Direction {
    /// The same as the other node sees it.
    pub fn turned(self) -> Self {
        match self {
            Self::ToPeer => Self::FromPeer,
            Self::FromPeer => Self::ToPeer,
        }
    }
}

/// Which node opens the streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Connect {
    /// The node that dialled the link, so that only the inviter needs an open port.
    Dialler,
    /// The other one: then only the dialler needs an open port.
    Inviter,
}

/// Something in a config that can't be run as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct ConfigIssue {
    /// The key of the config.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "problem")]
pub enum Problem {
    /// Outside what any node accepts.
    #[error("{value} is outside {min} to {max}")]
    Range {
        /// What was asked, as it would be typed.
        value: String,
        /// The least accepted, as it would be typed.
        min: String,
        /// The most accepted, as it would be typed.
        max: String,
    },
    /// Not one of the words that are known.
    #[error("`{value}` is not one of {known}")]
    Choice {
        /// What was asked.
        value: String,
        /// The words that are known, comma-separated.
        known: String,
    },
    /// Not a number, duration or size.
    #[error("{why}")]
    Unreadable {
        /// The reason.
        why: String,
    },
    /// A text that is too long or holds control characters, or those that turn the direction of writing about.
    #[error("longer than {max} characters, or with control characters or characters that turn its direction in it")]
    Text {
        /// The most characters accepted.
        max: u64,
    },
    /// No such key.
    #[error("no such setting; known are {known}")]
    Unknown {
        /// The keys that are known, comma-separated.
        known: String,
    },
    /// A setting that has no meaning with the protocol asked for.
    #[error("has no meaning with {protocol}; leave it out, or ask for the other protocol")]
    Protocol {
        /// The protocol asked for.
        protocol: String,
    },
    /// UDP without a rate.
    #[error(
        "UDP takes whatever it is given and crowds out everything else: say a rate, a rate of each stream, or that it is unlimited"
    )]
    NoRate,
    /// Two of the three ways to say a rate.
    #[error("says the rate a second time; keep one of rate, stream rate and unlimited")]
    TwoRates,
    /// A pace by segmentation offload, without segmentation offload.
    #[error("the pace `gso` is kept by segmentation offload; ask for `on` or `auto`, or for another pace")]
    PaceOffload,
    /// More flows than the protocol may have.
    #[error("{streams} are more than the {max} that UDP may have")]
    UdpStreams {
        /// Asked for.
        streams: u32,
        /// The most.
        max: u32,
    },
    /// The last flow's port would be beyond the last port there is.
    #[error("{streams} ports from {base} on go beyond 65535")]
    PortsEnd {
        /// The first port.
        base: u16,
        /// Flows asked for.
        streams: u32,
    },
    /// More threads than streams.
    #[error("{threads} threads for {streams} streams: a thread without a stream has nothing to do")]
    IdleThreads {
        /// Threads asked for.
        threads: u32,
        /// Streams asked for.
        streams: u32,
    },
}

impl ConfigIssue {
    pub(crate) fn new(field: &str, problem: Problem) -> Self {
        Self { field: field.to_owned(), problem }
    }
}

impl RunConfig {
    /// Everything in the config that no node would accept, in the order of its fields.
    ///
    /// The page calls it while a person types, the server before it asks the peer.
    pub fn issues(&self) -> Vec<ConfigIssue> {
        let Ok(serde_json::Value::Object(values)) = serde_json::to_value(self) else { return Vec::new() };
        let mut issues: Vec<_> = KNOBS
            .iter()
            .filter_map(|knob| {
                let value = values.get(knob.key)?;
                knob.kind.check(value).err().map(|problem| ConfigIssue::new(knob.key, problem))
            })
            .collect();
        if let Some(threads) = self.threads.filter(|&threads| threads > self.streams) {
            issues.push(ConfigIssue::new("threads", Problem::IdleThreads { threads, streams: self.streams }));
        }
        issues.extend(self.protocol_issues(&values));
        issues
    }

    /// What does not go with the protocol.
    fn protocol_issues(&self, values: &serde_json::Map<String, serde_json::Value>) -> Vec<ConfigIssue> {
        let protocol = self.protocol.name();
        let foreign = KNOBS.iter().filter(|knob| !knob.applies(self.protocol));
        let mut issues: Vec<_> = foreign
            .filter(|knob| values.get(knob.key).is_some_and(|value| *value != knob.default_value()))
            .map(|knob| ConfigIssue::new(knob.key, Problem::Protocol { protocol: protocol.to_owned() }))
            .collect();
        if self.protocol == Protocol::Udp {
            let said = [
                ("rate_bits_per_second", self.rate_bits_per_second.is_some()),
                ("stream_rate_bits_per_second", self.stream_rate_bits_per_second.is_some()),
                ("unlimited", self.unlimited),
            ];
            let mut said = said.iter().filter(|(_, said)| *said);
            if said.next().is_none() {
                issues.push(ConfigIssue::new("rate_bits_per_second", Problem::NoRate));
            }
            issues.extend(said.map(|(key, _)| ConfigIssue::new(key, Problem::TwoRates)));
            if self.streams > MAX_UDP_STREAMS {
                let problem = Problem::UdpStreams { streams: self.streams, max: MAX_UDP_STREAMS };
                issues.push(ConfigIssue::new("streams", problem));
            }
            if self.pace == Pace::Gso && self.segmentation_offload == Offload::Off {
                issues.push(ConfigIssue::new("segmentation_offload", Problem::PaceOffload));
            }
            if self.ports == Ports::Ntttcp && u32::from(self.base_port) + self.streams > 65_536 {
                let problem = Problem::PortsEnd { base: self.base_port, streams: self.streams };
                issues.push(ConfigIssue::new("base_port", problem));
            }
        }
        issues
    }

    /// The payload rate asked for of all streams together, in bits per second; none where there is no limit.
    pub fn asked_bits_per_second(&self) -> Option<u64> {
        self.rate_bits_per_second
            .or_else(|| Some(self.stream_rate_bits_per_second?.saturating_mul(u64::from(self.streams))))
    }

    /// Reads a config from JSON; each error names the key.
    pub fn from_json(value: serde_json::Value) -> Result<Self, Vec<ConfigIssue>> {
        let serde_json::Value::Object(map) = value else {
            return Err(vec![ConfigIssue::new("config", Problem::Unreadable { why: "not a JSON object".to_owned() })]);
        };
        let mut issues = Vec::new();
        for (key, value) in &map {
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

    /// The whole time in which payload flows, in milliseconds.
    pub fn traffic_ms(&self) -> u64 {
        self.warm_up_ms + self.duration_ms + self.cool_down_ms
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
            (json!({"datagram_bytes": 1472}), "datagram_bytes"),
            (json!({"direction": "both"}), "direction"),
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
        let mut fields: Vec<_> = fields.keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(keys, fields);
    }
}
