//! The table of settings: one row a knob, from which flags, form fields, the URL of the form and
//! the checks of a config are all made.

mod table;

use core::net::IpAddr;

use serde_json::{Map, Value};

use crate::config::{ConfigIssue, Cpus, Mappings, Mode, Problem, Protocol, RunConfig, side_key};
use crate::plan::Side;
use crate::units::{parse_bytes, parse_millis, parse_rate, show_bytes, show_millis, show_rate};

pub use table::KNOBS;

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
    /// The modes that alone have it; empty where every one does.
    pub modes: &'static [Mode],
    /// Whether the two ends of a run may differ in it.
    pub per_end: bool,
    /// One line of `--help`.
    pub help: &'static str,
}

/// Settings that stand together in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What is asked first; never folded away.
    Test,
    /// Requests and answers.
    Exchange,
    /// What only UDP has.
    Datagrams,
    /// Buffers and sockets.
    Sockets,
    /// Ports, addresses, and what a packet carries.
    Path,
    /// Payload that is not counted, and probes.
    Phases,
    /// Threads.
    Threads,
    /// What to remember.
    Note,
}

impl Group {
    /// Those that a form folds away, in its order.
    pub const FOLDED: [Self; 7] =
        [Self::Exchange, Self::Datagrams, Self::Phases, Self::Sockets, Self::Path, Self::Threads, Self::Note];

    /// The key of its name in the message catalogue.
    pub fn key(self) -> &'static str {
        match self {
            Self::Test => "group-test",
            Self::Exchange => "group-exchange",
            Self::Datagrams => "group-datagrams",
            Self::Sockets => "group-sockets",
            Self::Path => "group-path",
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
    /// Sessions as ntttcp writes them.
    Mappings,
    /// A list of CPUs.
    Cpus,
    /// An IP address.
    Address,
    /// A code point of differentiated services: a number, or typed as a name such as `ef`, `cs1` or `af41`.
    Dscp,
    /// One word of letters, digits, `_`, `-` and `.`.
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

/// The known keys, comma-separated.
pub(crate) fn known_keys() -> String {
    KNOBS.iter().map(|knob| knob.key).chain(["ends"]).collect::<Vec<_>>().join(", ")
}

/// The keys that may stand in `ends`, comma-separated.
pub(crate) fn per_end_keys() -> String {
    KNOBS.iter().filter(|knob| knob.per_end).map(|knob| knob.key).collect::<Vec<_>>().join(", ")
}

impl Kind {
    fn range(&self, value: u64) -> Result<(), Problem> {
        let (min, max, show): (_, _, fn(u64) -> String) = match *self {
            Self::Millis { min, max } => (min, max, show_millis),
            Self::Bytes { min, max } => (min, max, show_bytes),
            Self::Count { min, max } => (min, max, |count| count.to_string()),
            Self::Rate { min, max } => (min, max, show_rate),
            Self::Dscp => (0, 63, |point| point.to_string()),
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
            Self::Mappings => text.parse::<Mappings>().map(drop).map_err(|why| Problem::Unreadable { why }),
            Self::Cpus => text.parse::<Cpus>().map(drop).map_err(|why| Problem::Unreadable { why }),
            Self::Address => {
                let why = || format!("`{}` is no IP address", crate::host::clean_text(text));
                text.parse::<IpAddr>().map(drop).map_err(|_| Problem::Unreadable { why: why() })
            }
            Self::Word { max } => {
                let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
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
            (Self::Millis { .. } | Self::Bytes { .. } | Self::Count { .. } | Self::Rate { .. } | Self::Dscp, value) => {
                self.range(value.as_u64().ok_or_else(|| unreadable("a whole number"))?)
            }
            (_, Value::String(text)) => self.text(text),
            _ => Err(unreadable("a text")),
        }
    }
}

impl Knob {
    /// Whether it has a meaning with that protocol and mode.
    pub fn applies(&self, protocol: Protocol, mode: Mode) -> bool {
        self.only.is_none_or(|only| only == protocol) && (self.modes.is_empty() || self.modes.contains(&mode))
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
            Kind::Dscp => dscp(text)
                .ok_or_else(|| unreadable(format!("`{text}` is neither 0 to 63 nor a name such as ef, cs1 or af41")))?
                .into(),
            Kind::Word { .. } | Kind::Text { .. } | Kind::Mappings | Kind::Cpus | Kind::Address => text.into(),
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

/// Reads a code point: a number, or a name (RFC 2474 §4.2.2, RFC 2597 §6, RFC 3246, RFC 8622).
fn dscp(text: &str) -> Option<u64> {
    let text = text.to_ascii_lowercase();
    let digits = |after: &str| text.strip_prefix(after)?.parse::<u64>().ok();
    match text.as_str() {
        "ef" => return Some(46),
        "le" => return Some(1),
        "be" | "default" => return Some(0),
        _ => {}
    }
    if let Some(class) = digits("cs") {
        return (class <= 7).then_some(class * 8);
    }
    if let Some(both) = digits("af") {
        let (class, drop) = (both / 10, both % 10);
        return ((1..=4).contains(&class) && (1..=3).contains(&drop)).then_some(class * 8 + drop * 2);
    }
    text.parse().ok()
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
    let mut ends = map.remove("ends").unwrap_or_default();
    for (key, text) in pairs {
        let (side, bare) = split_end(key);
        let Some(knob) = KNOBS.iter().find(|knob| knob.key == bare) else {
            issues.push(ConfigIssue::new(key, Problem::Unknown { known: known_keys() }));
            continue;
        };
        match (knob.read(text), side) {
            (Err(issue), _) => issues.push(ConfigIssue { field: key.to_owned(), ..issue }),
            (Ok(value), None) => drop(map.insert(bare.to_owned(), value)),
            // Nothing typed: as at the other end.
            (Ok(_), Some(_)) if text.trim().is_empty() => {}
            (Ok(value), Some(side)) => ends[side_key(side)][bare] = value,
        }
    }
    if ends.is_object() {
        map.insert("ends".to_owned(), ends);
    }
    if issues.is_empty() { RunConfig::from_json(Value::Object(map)) } else { Err(issues) }
}

/// The end that a key such as `ends.peer.threads` is about, and the key without it.
pub fn split_end(key: &str) -> (Option<Side>, &str) {
    let of = |side| key.strip_prefix("ends.")?.strip_prefix(side_key(side))?.strip_prefix('.');
    let side = |side| of(side).map(|bare| (Some(side), bare));
    side(Side::Coordinator).or_else(|| side(Side::Peer)).unwrap_or((None, key))
}

/// The key of a setting at one end alone.
pub fn end_key(side: Side, key: &str) -> String {
    format!("ends.{}.{key}", side_key(side))
}

/// A config with the default of every setting that has no meaning with its protocol and mode.
pub fn fitted(config: &RunConfig) -> RunConfig {
    let mut config = config.clone();
    for side in [Side::Coordinator, Side::Peer] {
        let foreign =
            |key: &str| KNOBS.iter().any(|knob| knob.key == key && !knob.applies(config.protocol, config.mode));
        let overrides = config.ends.of(side).clone();
        *config.ends.of_mut(side) = overrides.into_iter().filter(|(key, _)| !foreign(key)).collect();
    }
    let defaults = KNOBS.iter().filter(|knob| !knob.applies(config.protocol, config.mode));
    let defaults = defaults.map(|knob| (knob.key.to_owned(), knob.default_value()));
    let Ok(Value::Object(mut map)) = serde_json::to_value(&config) else { return config };
    map.extend(defaults);
    crate::reader::read(Value::Object(map)).unwrap_or(config)
}

/// The typed values of a config that differ from the default, by key.
pub fn to_pairs(config: &RunConfig) -> Vec<(String, String)> {
    pairs_from(&RunConfig::default(), config)
}

/// The typed values of a config that differ from those of another, by key.
pub fn pairs_from(base: &RunConfig, config: &RunConfig) -> Vec<(String, String)> {
    let common = KNOBS.iter().filter_map(|knob| {
        let value = value_of(config, knob.key);
        (value != value_of(base, knob.key)).then(|| (knob.key.to_owned(), knob.show(&value)))
    });
    let ends = [Side::Coordinator, Side::Peer].into_iter().flat_map(|side| {
        config.ends.of(side).iter().filter_map(move |(key, value)| {
            let knob = KNOBS.iter().find(|knob| knob.key == key)?;
            Some((end_key(side, key), knob.show(value)))
        })
    });
    common.chain(ends).collect()
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
    fn what_an_end_has_otherwise_is_typed_with_its_name() {
        let pairs = [
            ("threads", "2"),
            ("streams", "2"),
            ("ends.peer.cpus", "4-5"),
            ("ends.peer.threads", "1"),
            ("ends.coordinator.dscp", ""),
        ];
        let config = from_pairs(pairs).unwrap();
        assert_eq!((config.at(Side::Peer).threads, config.at(Side::Coordinator).threads), (Some(1), Some(2)));
        assert!(config.ends.coordinator.is_empty());
        let pairs = to_pairs(&config);
        assert_eq!(from_pairs(pairs.iter().map(|(key, text)| (key.as_str(), text.as_str()))), Ok(config));
        for (key, text) in [("ends.peer.direction", "both"), ("ends.peer.threads", "0"), ("ends.peer.x", "1")] {
            assert_eq!(from_pairs([(key, text)]).unwrap_err()[0].field, key);
        }
    }

    #[test]
    fn code_points_have_names() {
        for (text, point) in [("ef", 46), ("CS6", 48), ("af41", 34), ("le", 1), ("12", 12)] {
            assert_eq!(dscp(text), Some(point));
        }
        for text in ["", "cs8", "af50", "af14", "x"] {
            assert_eq!(dscp(text), None, "{text}");
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
            prop_assert_eq!(from_pairs(pairs.iter().map(|(k, v)| (k.as_str(), v.as_str()))), Ok(config));
        }

        #[test]
        fn foreign_text_never_panics(key in "[a-z_]{0,20}", text in ".{0,40}") {
            let _ = from_pairs([(key.as_str(), text.as_str())]);
        }
    }
}
