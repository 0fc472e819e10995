//! The table of settings: one row a knob, from which flags, form fields, the URL of the form and
//! the checks of a config are all made.

use serde_json::{Map, Value};

use crate::config::{ConfigIssue, Problem, Protocol, RunConfig};
use crate::units::{parse_bytes, parse_millis, parse_rate, show_bytes, show_millis, show_rate};

/// One setting of a run.
#[derive(Debug, Clone, Copy)]
pub struct Knob {
    /// The key in the config's JSON.
    pub key: &'static str,
    /// The command-line flag without its dashes: the key without its unit, in kebab-case.
    pub flag: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Where it stands in a form.
    pub group: Group,
    /// The protocol that alone has it; none where every one does.
    pub only: Option<Protocol>,
    /// One line of `--help`.
    pub help: &'static str,
}

/// Settings that stand together in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What is asked first; never folded away.
    Test,
    /// What only UDP has.
    Datagrams,
    /// Buffers and sockets.
    Sockets,
    /// Payload that is not counted.
    Phases,
    /// Threads.
    Threads,
    /// What to remember.
    Note,
}

impl Group {
    /// Those that a form folds away, in its order.
    pub const FOLDED: [Self; 5] = [Self::Datagrams, Self::Sockets, Self::Phases, Self::Threads, Self::Note];

    /// The key of its name in the message catalogue.
    pub fn key(self) -> &'static str {
        match self {
            Self::Test => "group-test",
            Self::Datagrams => "group-datagrams",
            Self::Sockets => "group-sockets",
            Self::Phases => "group-phases",
            Self::Threads => "group-threads",
            Self::Note => "group-note",
        }
    }
}

/// What values a knob takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A duration in milliseconds.
    Millis {
        /// The least accepted.
        min: u64,
        /// The most accepted.
        max: u64,
    },
    /// A size in bytes.
    Bytes {
        /// The least accepted.
        min: u64,
        /// The most accepted.
        max: u64,
    },
    /// A plain number.
    Count {
        /// The least accepted.
        min: u64,
        /// The most accepted.
        max: u64,
    },
    /// A rate in bits per second.
    Rate {
        /// The least accepted.
        min: u64,
        /// The most accepted.
        max: u64,
    },
    /// On or off.
    Switch,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// One word of letters, digits, `_` and `-`.
    Word {
        /// The most characters accepted.
        max: u64,
    },
    /// A text.
    Text {
        /// The most characters accepted.
        max: u64,
        /// Whether it may have several lines.
        lines: bool,
    },
}

const DAY_MS: u64 = 86_400_000;
const GIB: u64 = 1 << 30;
/// A hundred times what the fastest cards carry today.
const MAX_RATE: u64 = 100_000_000_000_000;

/// A line of help: the page has words of its own, so its program goes without these.
const fn help(line: &'static str) -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { line }
}

/// All knobs, in the order of help and form.
pub static KNOBS: &[Knob] = &[
    Knob {
        key: "protocol",
        flag: "protocol",
        kind: Kind::Choice(&["tcp", "udp"]),
        group: Group::Test,
        only: None,
        help: help("Transport protocol of the test streams"),
    },
    Knob {
        key: "direction",
        flag: "direction",
        kind: Kind::Choice(&["to_peer", "from_peer"]),
        group: Group::Test,
        only: None,
        help: help("Which way the payload flows, seen from the node that starts the run"),
    },
    Knob {
        key: "duration_ms",
        flag: "duration",
        kind: Kind::Millis { min: 100, max: DAY_MS },
        group: Group::Test,
        only: None,
        help: help("How long to measure"),
    },
    Knob {
        key: "streams",
        flag: "streams",
        kind: Kind::Count { min: 1, max: 512 },
        group: Group::Test,
        only: None,
        help: help("Connections at once"),
    },
    Knob {
        key: "rate_bits_per_second",
        flag: "rate",
        kind: Kind::Rate { min: 1_000, max: MAX_RATE },
        group: Group::Test,
        only: Some(Protocol::Udp),
        help: help("UDP: payload rate of all streams together, for example 1Gbit/s"),
    },
    Knob {
        key: "stream_rate_bits_per_second",
        flag: "stream-rate",
        kind: Kind::Rate { min: 1_000, max: MAX_RATE },
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: payload rate of each stream"),
    },
    Knob {
        key: "unlimited",
        flag: "unlimited",
        kind: Kind::Switch,
        group: Group::Test,
        only: Some(Protocol::Udp),
        help: help("UDP: as fast as the sender can; it crowds out everything else on the path"),
    },
    Knob {
        key: "datagram_bytes",
        flag: "datagram",
        kind: Kind::Bytes { min: 32, max: 65_507 },
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: payload bytes of one datagram; the largest that the path takes whole if absent"),
    },
    Knob {
        key: "pace",
        flag: "pace",
        kind: Kind::Choice(&["quantum", "spin", "gso"]),
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: how a rate is kept: in short bursts, evenly with a whole core, or by segmentation offload"),
    },
    Knob {
        key: "segmentation_offload",
        flag: "segmentation-offload",
        kind: Kind::Choice(&["auto", "on", "off"]),
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: let the kernel cut and join datagrams (GSO, GRO)"),
    },
    Knob {
        key: "ports",
        flag: "ports",
        kind: Kind::Choice(&["single", "ntttcp"]),
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: the node's one port, or one port a stream from the base port on, as ntttcp has it"),
    },
    Knob {
        key: "base_port",
        flag: "base-port",
        kind: Kind::Count { min: 1, max: 65_535 },
        group: Group::Datagrams,
        only: Some(Protocol::Udp),
        help: help("UDP: the first port with --ports ntttcp"),
    },
    Knob {
        key: "buffer_bytes",
        flag: "buffer",
        kind: Kind::Bytes { min: 1, max: 64 << 20 },
        group: Group::Sockets,
        only: Some(Protocol::Tcp),
        help: help("Bytes handed to one send or receive call; the plan decides if absent"),
    },
    Knob {
        key: "threads",
        flag: "threads",
        kind: Kind::Count { min: 1, max: 512 },
        group: Group::Threads,
        only: None,
        help: help("Worker threads at each end; the plan decides if absent"),
    },
    Knob {
        key: "warm_up_ms",
        flag: "warm-up",
        kind: Kind::Millis { min: 0, max: 600_000 },
        group: Group::Phases,
        only: None,
        help: help("Payload that flows before measuring and is not counted"),
    },
    Knob {
        key: "cool_down_ms",
        flag: "cool-down",
        kind: Kind::Millis { min: 0, max: 600_000 },
        group: Group::Phases,
        only: None,
        help: help("Payload that flows after measuring and is not counted"),
    },
    Knob {
        key: "send_socket_buffer_bytes",
        flag: "send-socket-buffer",
        kind: Kind::Bytes { min: 4096, max: GIB },
        group: Group::Sockets,
        only: None,
        help: help("SO_SNDBUF to ask for; the kernel tunes it if absent"),
    },
    Knob {
        key: "receive_socket_buffer_bytes",
        flag: "receive-socket-buffer",
        kind: Kind::Bytes { min: 4096, max: GIB },
        group: Group::Sockets,
        only: None,
        help: help("SO_RCVBUF to ask for; the kernel tunes it if absent"),
    },
    Knob {
        key: "no_delay",
        flag: "no-delay",
        kind: Kind::Switch,
        group: Group::Sockets,
        only: Some(Protocol::Tcp),
        help: help("Send small writes at once (TCP_NODELAY)"),
    },
    Knob {
        key: "congestion_control",
        flag: "congestion-control",
        kind: Kind::Word { max: 15 },
        group: Group::Sockets,
        only: Some(Protocol::Tcp),
        help: help("TCP congestion control, for example cubic; the kernel's default if absent"),
    },
    Knob {
        key: "connect",
        flag: "connect",
        kind: Kind::Choice(&["dialler", "inviter"]),
        group: Group::Sockets,
        only: None,
        help: help("Which node opens the streams"),
    },
    Knob {
        key: "label",
        flag: "label",
        kind: Kind::Text { max: 120, lines: false },
        group: Group::Test,
        only: None,
        help: help("A short name for the run"),
    },
    Knob {
        key: "note",
        flag: "note",
        kind: Kind::Text { max: 2000, lines: true },
        group: Group::Note,
        only: None,
        help: help("Anything worth remembering about the run"),
    },
];

/// The known keys, comma-separated.
pub(crate) fn known_keys() -> String {
    KNOBS.iter().map(|knob| knob.key).collect::<Vec<_>>().join(", ")
}

impl Kind {
    fn range(&self, value: u64) -> Result<(), Problem> {
        let (min, max, show): (_, _, fn(u64) -> String) = match *self {
            Self::Millis { min, max } => (min, max, show_millis),
            Self::Bytes { min, max } => (min, max, show_bytes),
            Self::Count { min, max } => (min, max, |count| count.to_string()),
            Self::Rate { min, max } => (min, max, show_rate),
            _ => return Ok(()),
        };
        if (min..=max).contains(&value) {
            Ok(())
        } else {
            Err(Problem::Range { value: show(value), min: show(min), max: show(max) })
        }
    }

    fn text(&self, text: &str) -> Result<(), Problem> {
        match *self {
            Self::Choice(known) if !known.contains(&text) => {
                Err(Problem::Choice { value: crate::host::clean_text(text), known: known.join(", ") })
            }
            Self::Word { max } => {
                let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
                if plain && !text.is_empty() && text.len() as u64 <= max { Ok(()) } else { Err(Problem::Text { max }) }
            }
            Self::Text { max, lines }
                if text.chars().count() as u64 > max || text.chars().any(|c| crate::host::is_odd(c, lines)) =>
            {
                Err(Problem::Text { max })
            }
            _ => Ok(()),
        }
    }

    /// Holds a JSON value against what the knob takes; null is always in range.
    pub fn check(&self, value: &Value) -> Result<(), Problem> {
        let unreadable = |wanted: &str| Problem::Unreadable { why: format!("expected {wanted}") };
        match (self, value) {
            (_, Value::Null) | (Self::Switch, Value::Bool(_)) => Ok(()),
            (Self::Switch, _) => Err(unreadable("true or false")),
            (Self::Millis { .. } | Self::Bytes { .. } | Self::Count { .. } | Self::Rate { .. }, value) => {
                self.range(value.as_u64().ok_or_else(|| unreadable("a whole number"))?)
            }
            (_, Value::String(text)) => self.text(text),
            _ => Err(unreadable("a text")),
        }
    }
}

impl Knob {
    /// Whether it has a meaning with that protocol.
    pub fn applies(&self, protocol: Protocol) -> bool {
        self.only.is_none_or(|only| only == protocol)
    }

    /// Whether null (or nothing typed) is a value: the plan or the kernel decides.
    pub fn optional(&self) -> bool {
        self.default_value().is_null()
    }

    /// The default in the config's JSON.
    pub fn default_value(&self) -> Value {
        value_of(&RunConfig::default(), self.key)
    }

    /// Reads a value as it is typed on the command line or in a form field.
    pub fn read(&self, text: &str) -> Result<Value, ConfigIssue> {
        let issue = |problem| ConfigIssue::new(self.key, problem);
        let text = text.trim();
        if text.is_empty() && self.optional() {
            return Ok(Value::Null);
        }
        let unreadable = |why: String| issue(Problem::Unreadable { why });
        let value = match self.kind {
            Kind::Millis { .. } => parse_millis(text).map_err(|e| unreadable(e.to_string()))?.into(),
            Kind::Rate { .. } => parse_rate(text).map_err(|e| unreadable(e.to_string()))?.into(),
            Kind::Bytes { .. } => parse_bytes(text).map_err(|e| unreadable(e.to_string()))?.into(),
            Kind::Count { .. } => {
                text.parse::<u64>().map_err(|_| unreadable(format!("`{text}` is not a whole number")))?.into()
            }
            Kind::Switch => match text {
                "true" | "on" | "yes" | "1" => true.into(),
                "false" | "off" | "no" | "0" => false.into(),
                _ => return Err(unreadable(format!("`{text}` is neither true nor false"))),
            },
            Kind::Choice(_) => text.replace('-', "_").into(),
            Kind::Word { .. } | Kind::Text { .. } => text.into(),
        };
        self.kind.check(&value).map_err(issue)?;
        Ok(value)
    }

    /// Shows a value as it would be typed; nothing for null.
    pub fn show(&self, value: &Value) -> String {
        match (self.kind, value) {
            (_, Value::Null) => String::new(),
            (Kind::Millis { .. }, value) => value.as_u64().map(show_millis).unwrap_or_default(),
            (Kind::Rate { .. }, value) => value.as_u64().map(show_rate).unwrap_or_default(),
            (Kind::Bytes { .. }, value) => value.as_u64().map(show_bytes).unwrap_or_default(),
            (_, Value::String(text)) => text.clone(),
            (_, other) => other.to_string(),
        }
    }
}

/// What stands in a config under that key, in its JSON.
pub fn value_of(config: &RunConfig, key: &str) -> Value {
    serde_json::to_value(config).ok().and_then(|value| value.get(key).cloned()).unwrap_or_default()
}

/// Builds a config from typed values by key; every problem is named, not only the first.
pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<RunConfig, Vec<ConfigIssue>> {
    over(Map::new(), pairs)
}

/// A config with typed values by key in place of its own.
pub fn change<'a>(
    config: &RunConfig,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<RunConfig, Vec<ConfigIssue>> {
    let Ok(Value::Object(map)) = serde_json::to_value(config) else { return from_pairs(pairs) };
    // A null that stands in a config needs no saying.
    over(map.into_iter().filter(|(_, value)| !value.is_null()).collect(), pairs)
}

fn over<'a>(
    mut map: Map<String, Value>,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<RunConfig, Vec<ConfigIssue>> {
    let mut issues = Vec::new();
    for (key, text) in pairs {
        let Some(knob) = KNOBS.iter().find(|knob| knob.key == key) else {
            issues.push(ConfigIssue::new(key, Problem::Unknown { known: known_keys() }));
            continue;
        };
        match knob.read(text) {
            Ok(value) => {
                map.insert(key.to_owned(), value);
            }
            Err(issue) => issues.push(issue),
        }
    }
    if issues.is_empty() { RunConfig::from_json(Value::Object(map)) } else { Err(issues) }
}

/// A config with the default of every setting that has no meaning with its protocol.
pub fn fitted(config: &RunConfig) -> RunConfig {
    let defaults = KNOBS.iter().filter(|knob| !knob.applies(config.protocol));
    let defaults = defaults.map(|knob| (knob.key.to_owned(), knob.default_value()));
    let Ok(Value::Object(mut map)) = serde_json::to_value(config) else { return config.clone() };
    map.extend(defaults);
    crate::reader::read(Value::Object(map)).unwrap_or_else(|_| config.clone())
}

/// The typed values of a config that differ from the default, by key.
pub fn to_pairs(config: &RunConfig) -> Vec<(&'static str, String)> {
    pairs_from(&RunConfig::default(), config)
}

/// The typed values of a config that differ from those of another, by key.
pub fn pairs_from(base: &RunConfig, config: &RunConfig) -> Vec<(&'static str, String)> {
    KNOBS
        .iter()
        .filter_map(|knob| {
            let value = value_of(config, knob.key);
            (value != value_of(base, knob.key)).then(|| (knob.key, knob.show(&value)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Direction;
    use proptest::prelude::*;

    #[test]
    fn flags_are_the_keys_in_kebab_case_without_their_unit() {
        for knob in KNOBS {
            let bare = ["_ms", "_bytes", "_bits_per_second"]
                .iter()
                .find_map(|unit| knob.key.strip_suffix(unit))
                .unwrap_or(knob.key);
            assert_eq!(knob.flag, bare.replace('_', "-"));
        }
    }

    #[test]
    fn typed_values_become_a_config() {
        let config = from_pairs([
            ("duration_ms", "2s"),
            ("direction", "from-peer"),
            ("buffer_bytes", "256KiB"),
            ("threads", ""),
        ])
        .unwrap();
        assert_eq!(
            (config.duration_ms, config.direction, config.buffer_bytes),
            (2000, Direction::FromPeer, Some(262_144))
        );
        let issues = from_pairs([("duration_ms", "soon"), ("streams", "many")]).unwrap_err();
        assert_eq!(issues.len(), 2);
    }

    proptest! {
        #[test]
        fn a_config_survives_its_own_form(
            streams in 1u32..=512, duration in 100u64..86_400_000, warm in 0u64..600_000,
            buffer in proptest::option::of(1u64..=64 << 20), no_delay: bool, from: bool,
            control in proptest::option::of("[a-z]{1,15}"), label in proptest::option::of("[a-zA-Z0-9 àé]{1,60}x"),
        ) {
            let config = RunConfig {
                streams, duration_ms: duration, warm_up_ms: warm, buffer_bytes: buffer, no_delay,
                direction: if from { Direction::FromPeer } else { Direction::ToPeer },
                congestion_control: control, label: label.map(|l| l.trim().to_owned()), ..RunConfig::default()
            };
            let pairs = to_pairs(&config);
            prop_assert_eq!(from_pairs(pairs.iter().map(|(k, v)| (*k, v.as_str()))), Ok(config));
        }

        #[test]
        fn foreign_text_never_panics(key in "[a-z_]{0,20}", text in ".{0,40}") {
            let _ = from_pairs([(key.as_str(), text.as_str())]);
        }
    }
}
