//! The form of a run: a question, and typed texts by config key where they are not the question's. All of it stands
//! in the address.

use pairperf_shared::RunConfig;
use pairperf_shared::command::{self, Group, KNOBS, Kind, Knob, end_key, split_end, value_of};
use pairperf_shared::config::{ConfigIssue, Mode, Problem, Protocol};
use pairperf_shared::plan::Side;
use pairperf_shared::preset::{PAIRING, PRESET, Preset};
use pairperf_shared::query;
use pairperf_shared::report::Message;

/// The settings that decide which others have a meaning.
const DECIDING: [&str; 2] = ["protocol", "mode"];

/// Where something is typed: a setting of both ends, or of one alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) knob: &'static Knob,
    pub(crate) side: Option<Side>,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.knob.key == other.knob.key && self.side == other.side
    }
}

impl Place {
    /// The one of that key, where a form shows it.
    pub(crate) fn of(key: &str) -> Option<Self> {
        let (side, bare) = split_end(key);
        let knob = shown(bare).filter(|knob| side.is_none() || knob.per_end)?;
        Some(Self { knob, side })
    }

    /// Its key in a query.
    pub(crate) fn key(self) -> String {
        self.side.map_or_else(|| self.knob.key.to_owned(), |side| end_key(side, self.knob.key))
    }

    /// The id of its field in the document.
    pub(crate) fn id(self) -> String {
        match self.side {
            None => format!("f-{}", self.knob.flag),
            Some(Side::Coordinator) => format!("f-here-{}", self.knob.flag),
            Some(Side::Peer) => format!("f-there-{}", self.knob.flag),
        }
    }
}

/// A part of the form that can be folded away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The settings of a group.
    Of(Group),
    /// Where the two ends differ.
    Ends,
}

impl Part {
    /// All that a form folds away, in its order.
    pub(crate) fn folded() -> impl Iterator<Item = Self> {
        Group::FOLDED.into_iter().map(Self::Of).chain([Self::Ends])
    }

    /// How many there are.
    pub(crate) const FOLDED: usize = Group::FOLDED.len() + 1;

    /// The key of its name in the message catalogue.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Of(group) => group.key(),
            Self::Ends => "group-ends",
        }
    }

    fn has(self, place: Place) -> bool {
        match self {
            Self::Of(group) => place.side.is_none() && place.knob.group == group,
            Self::Ends => place.side.is_some(),
        }
    }
}

/// What was chosen and typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Form {
    /// The pairing to run over, where the address names one.
    pub(crate) pairing: Option<String>,
    /// The question.
    pub(crate) preset: &'static Preset,
    /// The question's settings.
    base: RunConfig,
    /// Where the text is not the question's, and the text.
    typed: Vec<(Place, String)>,
}

impl Default for Form {
    fn default() -> Self {
        Self::about(Preset::first())
    }
}

/// The knob of that key, where a form shows it.
pub(crate) fn shown(key: &str) -> Option<&'static Knob> {
    KNOBS.iter().find(|knob| knob.key == key && is_shown(knob))
}

/// The three ways to say a rate. One takes the place of the others.
const RATES: [&str; 3] = ["rate_bits_per_second", "stream_rate_bits_per_second", "unlimited"];

/// Whether it leaves a choice.
fn is_shown(knob: &Knob) -> bool {
    !matches!(knob.kind, Kind::Choice([_]))
}

impl Form {
    fn about(preset: &'static Preset) -> Self {
        Self { pairing: None, preset, base: preset.config(), typed: Vec::new() }
    }

    /// Reads the form of an address; what it does not know is left out.
    pub(crate) fn from_query(text: &str) -> Self {
        let mut pairs = query::pairs(text);
        let preset = pairs.iter().find(|(name, _)| name == PRESET).and_then(|(_, key)| Preset::of(key));
        let mut form = Self::about(preset.unwrap_or(Preset::first()));
        // These decide which of the others have a meaning, wherever they stand.
        pairs.sort_by_key(|(name, _)| !DECIDING.contains(&name.as_str()));
        for (name, value) in pairs {
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
        let typed: Vec<_> = self.typed.iter().map(|(place, text)| (place.key(), text.as_str())).collect();
        let typed = typed.iter().map(|(key, text)| (key.as_str(), *text));
        query::write(pairing.chain([(PRESET, self.preset.key)]).chain(typed))
    }

    /// The same form with another text at a key; as it was where no field is of that key.
    pub(crate) fn set(self, key: &str, text: &str) -> Self {
        match Place::of(key) {
            Some(place) => self.put(place, text),
            None => self,
        }
    }

    /// The same form with another text in a field. What has no meaning with another protocol or mode goes, and so does
    /// another way to say the rate.
    pub(crate) fn put(mut self, place: Place, text: &str) -> Self {
        let knob = place.knob;
        if !self.applies(knob) {
            return self;
        }
        self.write(place, text);
        if DECIDING.contains(&knob.key) {
            let (protocol, mode) = (self.protocol(), self.mode());
            self.typed.retain(|(place, _)| place.knob.applies(protocol, mode));
        }
        if place.side.is_none() && RATES.contains(&knob.key) && !matches!(text.trim(), "" | "false") {
            for other in RATES.into_iter().filter(|other| *other != knob.key).filter_map(Place::of) {
                self.write(other, if matches!(other.knob.kind, Kind::Switch) { "false" } else { "" });
            }
        }
        self
    }

    fn write(&mut self, place: Place, text: &str) {
        self.typed.retain(|(known, _)| *known != place);
        if text != self.base_text(place) {
            self.typed.push((place, text.to_owned()));
        }
    }

    fn is(&self, key: &str, word: &str) -> bool {
        Place::of(key).is_some_and(|place| self.text(place) == word)
    }

    /// The protocol that is asked for; that of most tests where what stands there is none.
    pub(crate) fn protocol(&self) -> Protocol {
        if self.is("protocol", "udp") { Protocol::Udp } else { Protocol::Tcp }
    }

    /// What is measured; what most tests do where what stands there is nothing known.
    pub(crate) fn mode(&self) -> Mode {
        let known = [Mode::RequestResponse, Mode::Connections];
        known.into_iter().find(|mode| self.is("mode", mode.key())).unwrap_or_default()
    }

    fn applies(&self, knob: &Knob) -> bool {
        knob.applies(self.protocol(), self.mode())
    }

    /// The fields of a part that have a meaning with the protocol and the mode; those of the ends in pairs.
    pub(crate) fn places(&self, part: Part) -> Vec<Place> {
        // A first port is for those who ask for more than the one.
        let many_ports = self.is("ports", "ntttcp");
        let sides: &[Option<Side>] = match part {
            Part::Of(_) => &[None],
            Part::Ends => &[Some(Side::Coordinator), Some(Side::Peer)],
        };
        KNOBS
            .iter()
            .filter(|knob| is_shown(knob) && self.applies(knob) && (many_ports || knob.key != "base_port"))
            .flat_map(|knob| sides.iter().map(move |&side| Place { knob, side }))
            .filter(|place| part.has(*place) && (place.side.is_none() || place.knob.per_end))
            .collect()
    }

    /// Another question: its settings, and the words for the run as they were.
    pub(crate) fn choose(self, preset: &'static Preset) -> Self {
        let Self { pairing, mut typed, .. } = self;
        typed.retain(|(place, _)| matches!(place.knob.key, "label" | "note"));
        Self { pairing, typed, ..Self::about(preset) }
    }

    /// The settings of a part as the question has them.
    pub(crate) fn reset(mut self, part: Part) -> Self {
        self.typed.retain(|(place, _)| !part.has(*place));
        self
    }

    /// What stands in a field.
    pub(crate) fn text(&self, place: Place) -> String {
        let typed = self.typed.iter().find(|(known, _)| *known == place);
        typed.map_or_else(|| self.base_text(place), |(_, text)| text.clone())
    }

    /// What the question has in a field.
    pub(crate) fn base_text(&self, place: Place) -> String {
        match place.side {
            None => place.knob.show(&value_of(&self.base, place.knob.key)),
            Some(side) => {
                self.base.ends.of(side).get(place.knob.key).map(|value| place.knob.show(value)).unwrap_or_default()
            }
        }
    }

    /// Whether a field asks for something else than the question does.
    pub(crate) fn is_changed(&self, place: Place) -> bool {
        let Some((_, text)) = self.typed.iter().find(|(known, _)| *known == place) else { return false };
        // The same length may be written in another way.
        let same = |value| place.side.is_none() && value == value_of(&self.base, place.knob.key);
        place.knob.read(text).map_or(true, |value| !same(value))
    }

    /// How many fields of a part are changed.
    pub(crate) fn changed(&self, part: Part) -> usize {
        self.places(part).into_iter().filter(|place| self.is_changed(*place)).count()
    }

    /// The config, or everything that is wrong with it.
    pub(crate) fn config(&self) -> Result<RunConfig, Vec<ConfigIssue>> {
        let asked = RunConfig { protocol: self.protocol(), mode: self.mode(), ..self.base.clone() };
        let typed: Vec<_> = self.typed.iter().map(|(place, text)| (place.key(), text.as_str())).collect();
        command::change(&command::fitted(&asked), typed.iter().map(|(key, text)| (key.as_str(), *text)))
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
        Problem::TooManyStreams { max, with, .. } if with == "TCP" || with == "UDP" => {
            Message::new("problem-too-many-streams").with("max", max.to_string()).with("with", with.clone())
        }
        Problem::TooManyStreams { max, .. } => Message::new("problem-too-many-exchanges").with("max", max.to_string()),
        Problem::PortsEnd { base, streams } => {
            Message::new("problem-ports-end").with("base", base.to_string()).with("streams", f64::from(*streams))
        }
        Problem::Mode { .. } => Message::new("problem-mode"),
        Problem::StreamsTwice { made, .. } => Message::new("problem-streams-twice").with("made", made.to_string()),
        Problem::ThreadsTwice => Message::new("problem-threads-twice"),
        Problem::CpusTwice => Message::new("problem-cpus-twice"),
        Problem::EndsDiffer { coordinator, peer } => {
            Message::new("problem-ends-differ").with("here", coordinator.to_string()).with("there", peer.to_string())
        }
        Problem::NotPerEnd => Message::new("problem-not-per-end"),
        Problem::ZeroCopyVerified => Message::new("problem-zero-copy-verified"),
        Problem::DiscardVerified => Message::new("problem-discard-verified"),
        Problem::TwoLimits => Message::new("problem-two-limits"),
        Problem::ModeProtocol { protocol, .. } => {
            Message::new("problem-mode-protocol").with("protocol", protocol.clone())
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
        assert!(!form.is_changed(Place::of("duration_ms").unwrap()), "the same length, otherwise written");
        assert_eq!((form.changed(Part::Of(Group::Test)), form.changed(Part::Of(Group::Sockets))), (1, 0));
        assert_eq!(form.base_text(Place::of("streams").unwrap()), "64");
        let form = form.set("no_delay", "true").set("buffer_bytes", "64K");
        assert_eq!((form.changed(Part::Of(Group::Test)), form.changed(Part::Of(Group::Sockets))), (1, 2));
        assert_eq!(form.clone().reset(Part::Of(Group::Sockets)).changed(Part::Of(Group::Sockets)), 0);
        assert_eq!(form.reset(Part::Of(Group::Sockets)).changed(Part::Of(Group::Test)), 1);
    }

    #[test]
    fn another_question_keeps_the_words_only() {
        let form = Form::from_query("?pairing=p1&streams=3&label=lab").choose(Preset::of("thousands").unwrap());
        assert_eq!(form.query(), "?pairing=p1&preset=thousands&label=lab");
        assert_eq!(form.config().unwrap().streams, 4096);
    }

    #[test]
    fn another_protocol_drops_what_it_has_not() {
        let form = Form::from_query("?preset=quick&no_delay=true&threads=2").set("protocol", "udp");
        assert_eq!(form.query(), "?preset=quick&threads=2&protocol=udp");
        assert_eq!(form.config().unwrap_err()[0].field, "rate_bits_per_second", "it has to be said");
        assert_eq!(
            (form.places(Part::Of(Group::Datagrams)).len(), form.places(Part::Of(Group::Sockets)).len()),
            (3, 3)
        );
        let form = form.set("rate_bits_per_second", "100M").set("no_delay", "true");
        assert_eq!(form.config().unwrap().rate_bits_per_second, Some(100_000_000));
        let form = form.set("protocol", "tcp");
        assert_eq!(form.config().unwrap().rate_bits_per_second, Some(100_000_000), "TCP can keep a rate too");
        assert_eq!(form.places(Part::Of(Group::Datagrams)).len(), 0);
        let form = Form::from_query("?preset=udp").set("protocol", "tcp");
        assert_eq!(form.config().unwrap().issues(), [], "a rate has a meaning with both");
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
    fn another_mode_drops_what_it_has_not() {
        let form =
            Form::from_query("?preset=quick&buffer_bytes=64K&ends.peer.rate_bits_per_second=1M&ends.peer.cpus=1")
                .set("mode", "request_response");
        assert_eq!(form.query(), "?preset=quick&ends.peer.cpus=1&mode=request_response");
        assert_eq!(form.config().unwrap().mode, Mode::RequestResponse);
        let form = form.set("spin", "true").set("buffer_bytes", "1").set("request_bytes", "100");
        assert_eq!(Form::from_query(&form.query()).config(), form.config());
        let form = form.set("mode", "connections");
        assert_eq!(form.query(), "?preset=quick&ends.peer.cpus=1&request_bytes=100&mode=connections");
        assert_eq!(form.set("mode", "throughput").query(), "?preset=quick&ends.peer.cpus=1");
    }

    #[test]
    fn the_ends_may_differ() {
        let form =
            Form::from_query("?preset=quick&ends.peer.threads=2&ends.coordinator.no_delay=true&ends.peer.streams=3");
        assert_eq!(form.query(), "?preset=quick&ends.peer.threads=2&ends.coordinator.no_delay=true");
        let config = form.config().unwrap();
        assert_eq!((config.at(Side::Peer).threads, config.at(Side::Coordinator).no_delay), (Some(2), true));
        assert_eq!((form.changed(Part::Ends), form.changed(Part::Of(Group::Threads))), (2, 0));
        assert_eq!(form.clone().reset(Part::Ends), Form::from_query("?preset=quick"));
        let form = form.set("ends.peer.threads", "").set("ends.coordinator.no_delay", "");
        assert_eq!(form, Form::from_query("?preset=quick"));
        assert!(
            form.places(Part::Ends).chunks(2).all(|pair| pair[0].knob.key == pair[1].knob.key && pair[0] != pair[1])
        );
        let wrong = Form::from_query("?ends.peer.threads=many").config().unwrap_err();
        assert_eq!(Place::of(&wrong[0].field).unwrap().id(), "f-there-threads");
    }

    #[test]
    fn every_setting_with_a_choice_is_shown_once() {
        assert!(shown("protocol").is_some() && shown("connect").is_some());
        let parts = || [Part::Of(Group::Test)].into_iter().chain(Part::folded());
        let all = KNOBS.iter().filter(|knob| is_shown(knob));
        for place in all.clone().map(|knob| Place { knob, side: None }) {
            assert_eq!(parts().filter(|part| part.has(place)).count(), 1, "{}", place.knob.key);
        }
        assert_eq!(Part::folded().count(), Part::FOLDED);
    }
}
