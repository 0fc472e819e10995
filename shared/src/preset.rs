//! Questions a person may have about a link, each with the settings that answer it; and the address of a form.

use crate::command::{change, pairs_from};
use crate::config::RunConfig;
use crate::query;

/// One question.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called in an address.
    pub key: &'static str,
    /// Key of the question in the message catalogue.
    pub question: &'static str,
    /// Key of what is done to answer it.
    pub answer: &'static str,
    /// The settings that are not the default's, as they would be typed.
    changes: &'static [(&'static str, &'static str)],
}

/// All of them; the first is the one to begin with.
pub static PRESETS: [Preset; 12] = [
    Preset {
        key: "quick",
        question: "preset-quick",
        answer: "preset-quick-answer",
        // Enough connections that no single one's window is the limit, few enough for a thread each.
        changes: &[("streams", "8")],
    },
    Preset {
        key: "ntttcp",
        question: "preset-ntttcp",
        answer: "preset-ntttcp-answer",
        // What ntttcp does when told nothing: 16 ports, 4 connections to each, 60 seconds, no warm-up.
        changes: &[("streams", "64"), ("duration_ms", "60s"), ("warm_up_ms", "0s")],
    },
    Preset { key: "one", question: "preset-one", answer: "preset-one-answer", changes: &[] },
    Preset {
        key: "thousands",
        question: "preset-thousands",
        answer: "preset-thousands-answer",
        // As many as a busy server has; it takes a while until each has found its share.
        changes: &[("streams", "4096"), ("duration_ms", "30s"), ("warm_up_ms", "5s")],
    },
    Preset {
        key: "back",
        question: "preset-back",
        answer: "preset-back-answer",
        changes: &[("streams", "8"), ("direction", "from_peer")],
    },
    Preset {
        key: "both",
        question: "preset-both",
        answer: "preset-both-answer",
        changes: &[("streams", "8"), ("direction", "both")],
    },
    Preset {
        key: "long",
        question: "preset-long",
        answer: "preset-long-answer",
        // Long enough that allowances of clouds run out and machines get warm.
        changes: &[("streams", "8"), ("duration_ms", "10m"), ("warm_up_ms", "5s")],
    },
    Preset {
        key: "udp",
        question: "preset-udp",
        answer: "preset-udp-answer",
        // What most links carry, so that a loss has a cause besides the rate.
        changes: &[("protocol", "udp"), ("rate_bits_per_second", "1Gbit/s")],
    },
    Preset {
        key: "even",
        question: "preset-even",
        answer: "preset-even-answer",
        // Like the packets of many calls at once; each leaves at its own instant, so that jitter is the way's.
        changes: &[
            ("protocol", "udp"),
            ("rate_bits_per_second", "10Mbit/s"),
            ("datagram_bytes", "200"),
            ("pace", "spin"),
        ],
    },
    Preset {
        key: "small",
        question: "preset-small",
        answer: "preset-small-answer",
        // The smallest frames of Ethernet carry little more; cut up by the kernel they would not be packets on their way.
        changes: &[
            ("protocol", "udp"),
            ("unlimited", "true"),
            ("datagram_bytes", "64"),
            ("segmentation_offload", "off"),
        ],
    },
    Preset {
        key: "answers",
        question: "preset-answers",
        answer: "preset-answers-answer",
        changes: &[("mode", "request_response")],
    },
    Preset {
        key: "connections",
        question: "preset-connections",
        answer: "preset-connections-answer",
        changes: &[("mode", "connections"), ("streams", "8")],
    },
];

impl Preset {
    /// The one to begin with.
    pub fn first() -> &'static Self {
        &PRESETS[0]
    }

    /// The one of that key.
    pub fn of(key: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.key == key)
    }

    /// The one that needs the fewest changes to become that config.
    pub fn nearest(config: &RunConfig) -> &'static Self {
        PRESETS.iter().min_by_key(|preset| preset.differences(config).len()).unwrap_or(Self::first())
    }

    /// Its settings.
    pub fn config(&self) -> RunConfig {
        change(&RunConfig::default(), self.changes.iter().copied()).unwrap_or_default()
    }

    /// The typed settings of a config that are not its own, by key.
    pub fn differences(&self, config: &RunConfig) -> Vec<(String, String)> {
        pairs_from(&self.config(), config)
    }
}

/// The pairing a form is for, in its address.
pub const PAIRING: &str = "pairing";
/// The question a form answers, in its address.
pub const PRESET: &str = "preset";

/// Where a form filled in with that config is; without a preset, from the nearest one.
pub fn link(config: &RunConfig, pairing: Option<&str>, preset: Option<&'static Preset>) -> String {
    let preset = preset.unwrap_or_else(|| Preset::nearest(config));
    let differences = preset.differences(config);
    let head = pairing.map(|pairing| (PAIRING, pairing)).into_iter().chain([(PRESET, preset.key)]);
    format!("/new{}", query::write(head.chain(differences.iter().map(|(key, text)| (key.as_str(), text.as_str())))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Catalogue;

    #[test]
    fn every_preset_is_a_config_of_its_own_and_has_its_words() {
        for preset in &PRESETS {
            let config = change(&RunConfig::default(), preset.changes.iter().copied());
            assert_eq!(config, Ok(preset.config()), "{}", preset.key);
            assert!(std::ptr::eq(Preset::of(preset.key).unwrap(), preset));
            assert!(std::ptr::eq(Preset::nearest(&preset.config()), preset), "{} is another's twin", preset.key);
            assert!(preset.differences(&preset.config()).is_empty());
            assert!(Catalogue::english().has(preset.question) && Catalogue::english().has(preset.answer));
        }
    }

    #[test]
    fn a_link_holds_only_what_the_preset_has_not() {
        let config = RunConfig { streams: 60, duration_ms: 60_000, warm_up_ms: 0, ..RunConfig::default() };
        assert_eq!(link(&config, Some("p1"), None), "/new?pairing=p1&preset=ntttcp&streams=60");
        assert_eq!(link(&RunConfig::default(), None, None), "/new?preset=one");
        let config = RunConfig { label: Some("a & b".to_owned()), ..config };
        assert_eq!(
            link(&config, None, Preset::of("one")),
            "/new?preset=one&duration_ms=60s&streams=60&warm_up_ms=0s&label=a%20%26%20b"
        );
    }
}
