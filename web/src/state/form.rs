//! The form of a run: a question, and typed texts by config key where they are not the question's. All of it stands
//! in the address.

use pairperf_shared::RunConfig;
use pairperf_shared::command::{self, Group, KNOBS, Kind, Knob, value_of};
use pairperf_shared::config::{ConfigIssue, Problem, Protocol};
use pairperf_shared::preset::{PAIRING, PRESET, Preset};
use pairperf_shared::query;
use pairperf_shared::report::Message;

/// The key of the setting that decides which others have a meaning.
const PROTOCOL: &str = "protocol";

/// What was chosen and typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Form {
    /// The pairing to run over, where the address names one.
    pub(crate) pairing: Option<String>,
    /// The question.
    pub(crate) preset: &'static Preset,
    /// The question's settings.
    base: RunConfig,
    /// Key and text where the text is not the question's.
    typed: Vec<(&'static str, String)>,
}

impl Default for Form {
    fn default() -> Self {
        Self::about(Preset::first())
    }
}

/// The knobs of a group that leave a choice, so that a form shows them.
pub(crate) fn knobs(group: Group) -> impl Iterator<Item = &'static Knob> {
    KNOBS.iter().filter(move |knob| knob.group == group && is_shown(knob))
}

/// The knob of that key, where a form shows it.
pub(crate) fn shown(key: &str) -> Option<&'static Knob> {
    KNOBS.iter().find(|knob| knob.key == key && is_shown(knob))
}

/// The three ways to say a rate. One takes the place of the others.
const RATES: [&str; 3] = ["rate_bits_per_second", "stream_rate_bits_per_second", "unlimited"];

fn is_shown(knob: &Knob) -> bool {
    !matches!(knob.kind, Kind::Choice([_]))
}

impl Form {
    fn about(preset: &'static Preset) -> Self {
        Self { pairing: None, preset, base: preset.config(), typed: Vec::new() }
    }

    /// Reads the form of an address; what it does not know is left out.
    pub(crate) fn from_query(text: &str) -> Self {
        let pairs = query::pairs(text);
        let preset = pairs.iter().find(|(name, _)| name == PRESET).and_then(|(_, key)| Preset::of(key));
        let mut form = Self::about(preset.unwrap_or(Preset::first()));
        // The protocol decides which of the others have a meaning, wherever it stands.
        let (protocol, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(name, _)| name == PROTOCOL);
        for (name, value) in protocol.into_iter().chain(others) {
            if name == PAIRING {
                form.pairing = Some(value);
            } else {
                form = form.set(&name, &value);
            }
        }
        form
    }

    /// The query that leads back to this form.
    pub(crate) fn query(&self) -> String {
        let pairing = self.pairing.iter().map(|pairing| (PAIRING, pairing.as_str()));
        let typed = self.typed.iter().map(|(key, text)| (*key, text.as_str()));
        query::write(pairing.chain([(PRESET, self.preset.key)]).chain(typed))
    }

    /// The same form with another text in a field. What has no meaning with another protocol goes, and so does another
    /// way to say the rate.
    pub(crate) fn set(mut self, key: &str, text: &str) -> Self {
        let Some(knob) = shown(key).filter(|knob| knob.applies(self.protocol())) else { return self };
        self.put(knob, text);
        if knob.key == PROTOCOL {
            let protocol = self.protocol();
            self.typed.retain(|(key, _)| shown(key).is_some_and(|knob| knob.applies(protocol)));
        }
        if RATES.contains(&knob.key) && !matches!(text.trim(), "" | "false") {
            for other in RATES.into_iter().filter(|other| *other != knob.key).filter_map(shown) {
                self.put(other, if matches!(other.kind, Kind::Switch) { "false" } else { "" });
            }
        }
        self
    }

    fn put(&mut self, knob: &'static Knob, text: &str) {
        self.typed.retain(|(known, _)| *known != knob.key);
        if text != self.base_text(knob) {
            self.typed.push((knob.key, text.to_owned()));
        }
    }

    /// The protocol that is asked for; that of most tests where what stands there is none.
    pub(crate) fn protocol(&self) -> Protocol {
        let udp = shown(PROTOCOL).is_some_and(|knob| self.text(knob) == "udp");
        if udp { Protocol::Udp } else { Protocol::Tcp }
    }

    /// The knobs of a group that have a meaning with the protocol.
    pub(crate) fn knobs(&self, group: Group) -> impl Iterator<Item = &'static Knob> + use<> {
        let protocol = self.protocol();
        // A first port is for those who ask for more than the one.
        let many_ports = shown("ports").is_some_and(|knob| self.text(knob) == "ntttcp");
        knobs(group).filter(move |knob| knob.applies(protocol) && (many_ports || knob.key != "base_port"))
    }

    /// Another question: its settings, and the words for the run as they were.
    pub(crate) fn choose(self, preset: &'static Preset) -> Self {
        let Self { pairing, mut typed, .. } = self;
        typed.retain(|(key, _)| matches!(*key, "label" | "note"));
        Self { pairing, typed, ..Self::about(preset) }
    }

    /// The settings of a group as the question has them.
    pub(crate) fn reset(mut self, group: Group) -> Self {
        self.typed.retain(|(key, _)| shown(key).is_some_and(|knob| knob.group != group));
        self
    }

    /// What stands in a field.
    pub(crate) fn text(&self, knob: &Knob) -> String {
        self.typed
            .iter()
            .find(|(key, _)| *key == knob.key)
            .map_or_else(|| self.base_text(knob), |(_, text)| text.clone())
    }

    /// What the question has in a field.
    pub(crate) fn base_text(&self, knob: &Knob) -> String {
        knob.show(&value_of(&self.base, knob.key))
    }

    /// Whether a field asks for something else than the question does.
    pub(crate) fn is_changed(&self, knob: &Knob) -> bool {
        let typed = self.typed.iter().find(|(key, _)| *key == knob.key);
        // The same length may be written in another way.
        typed.is_some_and(|(_, text)| knob.read(text).map_or(true, |value| value != value_of(&self.base, knob.key)))
    }

    /// How many fields of a group are changed.
    pub(crate) fn changed(&self, group: Group) -> usize {
        self.knobs(group).filter(|knob| self.is_changed(knob)).count()
    }

    /// The config, or everything that is wrong with it.
    pub(crate) fn config(&self) -> Result<RunConfig, Vec<ConfigIssue>> {
        let base = command::fitted(&RunConfig { protocol: self.protocol(), ..self.base.clone() });
        command::change(&base, self.typed.iter().map(|(key, text)| (*key, text.as_str())))
    }
}

/// What to say of a problem.
pub(crate) fn problem(problem: &Problem) -> Message {
    match problem {
        Problem::Range { min, max, .. } => {
            Message::new("problem-range").with("min", min.clone()).with("max", max.clone())
        }
        Problem::Choice { known, .. } => Message::new("problem-choice").with("known", known.clone()),
        Problem::Unreadable { why } => Message::new("problem-unreadable").with("why", why.clone()),
        Problem::Text { max } => Message::new("problem-text").with("max", max.to_string()),
        Problem::Unknown { known } => Message::new("problem-unknown").with("known", known.clone()),
        Problem::IdleThreads { threads, streams } => Message::new("problem-idle-threads")
            .with("threads", threads.to_string())
            .with("streams", streams.to_string()),
        Problem::Protocol { protocol } => Message::new("problem-protocol").with("protocol", protocol.clone()),
        Problem::NoRate => Message::new("problem-no-rate"),
        Problem::TwoRates => Message::new("problem-two-rates"),
        Problem::PaceOffload => Message::new("problem-pace-offload"),
        Problem::UdpStreams { max, .. } => Message::new("problem-udp-streams").with("max", max.to_string()),
        Problem::PortsEnd { base, streams } => {
            Message::new("problem-ports-end").with("base", base.to_string()).with("streams", f64::from(*streams))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::preset::link;

    #[test]
    fn the_whole_form_stands_in_its_address() {
        let form = Form { pairing: Some("p1".to_owned()), ..Form::default() }
            .set("duration_ms", "60s")
            .set("label", "after the MTU change & more")
            .set("streams", "8");
        let query = form.query();
        assert_eq!(query, "?pairing=p1&preset=quick&duration_ms=60s&label=after%20the%20MTU%20change%20%26%20more");
        assert_eq!(Form::from_query(&query), form);
        assert_eq!(form.config().unwrap().duration_ms, 60_000);
    }

    #[test]
    fn a_link_made_elsewhere_leads_to_the_same_config() {
        for config in [
            RunConfig::default(),
            RunConfig { streams: 64, buffer_bytes: Some(4096), no_delay: true, ..RunConfig::default() },
            RunConfig { duration_ms: 60_000, note: Some("two\nlines".to_owned()), ..RunConfig::default() },
        ] {
            let address = link(&config, Some("p1"), None);
            let form = Form::from_query(address.split_once('?').unwrap().1);
            assert_eq!(form.config(), Ok(config), "{address}");
            assert_eq!(format!("/new{}", form.query()), address);
        }
    }

    #[test]
    fn only_what_differs_from_the_question_is_changed() {
        let form = Form::from_query("?preset=ntttcp&duration_ms=60000ms&streams=8&nonsense=1");
        assert!(!form.is_changed(shown("duration_ms").unwrap()), "the same length, otherwise written");
        assert_eq!((form.changed(Group::Test), form.changed(Group::Sockets)), (1, 0));
        assert_eq!(form.base_text(shown("streams").unwrap()), "64");
        let form = form.set("no_delay", "true").set("buffer_bytes", "64K");
        assert_eq!((form.changed(Group::Test), form.changed(Group::Sockets)), (1, 2));
        assert_eq!(form.clone().reset(Group::Sockets).changed(Group::Sockets), 0);
        assert_eq!(form.reset(Group::Sockets).changed(Group::Test), 1);
    }

    #[test]
    fn another_question_keeps_the_words_only() {
        let form = Form::from_query("?pairing=p1&streams=3&label=lab").choose(Preset::of("many").unwrap());
        assert_eq!(form.query(), "?pairing=p1&preset=many&label=lab");
        assert_eq!(form.config().unwrap().streams, 512);
    }

    #[test]
    fn another_protocol_drops_what_it_has_not() {
        let form = Form::from_query("?preset=quick&no_delay=true&threads=2").set("protocol", "udp");
        assert_eq!(form.query(), "?preset=quick&threads=2&protocol=udp");
        assert_eq!(form.config().unwrap_err()[0].field, "rate_bits_per_second", "it has to be said");
        assert_eq!((form.knobs(Group::Datagrams).count(), form.knobs(Group::Sockets).count()), (5, 3));
        let form = form.set("rate_bits_per_second", "100M").set("no_delay", "true");
        assert_eq!(form.config().unwrap().rate_bits_per_second, Some(100_000_000));
        let form = form.set("protocol", "tcp");
        assert_eq!(form.config().unwrap().rate_bits_per_second, None);
        assert_eq!(form.knobs(Group::Datagrams).count(), 0);
        let form = Form::from_query("?preset=udp").set("protocol", "tcp");
        assert_eq!(form.config().unwrap().issues(), [], "the rate of the question is gone");
        let late = Form::from_query("?rate_bits_per_second=5M&protocol=udp");
        assert_eq!(late.config().unwrap().rate_bits_per_second, Some(5_000_000));
    }

    #[test]
    fn one_rate_takes_the_place_of_another() {
        let form = Form::from_query("?preset=udp").set("unlimited", "true");
        let config = form.config().unwrap();
        assert_eq!((config.unlimited, config.rate_bits_per_second), (true, None));
        assert_eq!(Form::from_query(&form.query()), form);
        let config = form.clone().set("stream_rate_bits_per_second", "1M").config().unwrap();
        assert_eq!((config.unlimited, config.stream_rate_bits_per_second), (false, Some(1_000_000)));
        assert_eq!(form.set("unlimited", "false").config().unwrap_err()[0].field, "rate_bits_per_second");
    }

    #[test]
    fn every_wrong_field_is_named() {
        let issues = Form::from_query("?streams=0&duration_ms=soon").config().unwrap_err();
        let mut fields: Vec<_> = issues.iter().map(|issue| issue.field.as_str()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["duration_ms", "streams"]);
        assert_eq!(Form::from_query("?threads=4&streams=2").config().unwrap_err()[0].field, "threads");
    }

    #[test]
    fn every_setting_with_a_choice_is_shown_once() {
        assert!(shown("protocol").is_some() && shown("connect").is_some());
        assert_eq!(
            knobs(Group::Test).map(|knob| knob.key).collect::<Vec<_>>(),
            ["protocol", "direction", "duration_ms", "streams", "rate_bits_per_second", "unlimited", "label"]
        );
        let folded: usize = Group::FOLDED.iter().map(|&group| knobs(group).count()).sum();
        assert_eq!(folded + 7, KNOBS.iter().filter(|knob| is_shown(knob)).count());
    }
}
