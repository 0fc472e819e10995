//! The form of a run: typed texts by config key. All of it stands in the address.

use pairperf_shared::RunConfig;
use pairperf_shared::command::{self, KNOBS, Kind, Knob};
use pairperf_shared::config::{ConfigIssue, Problem};
use pairperf_shared::report::Message;

use super::query;

/// The pairing a form is for, in the query.
const PAIRING: &str = "pairing";

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Form {
    /// The pairing to run over, where the address names one.
    pub(crate) pairing: Option<String>,
    /// Key and text where the text is not the default's.
    typed: Vec<(&'static str, String)>,
}

/// The knobs that leave a choice, so that a form shows them.
pub(crate) fn knobs(basic: bool) -> impl Iterator<Item = &'static Knob> {
    KNOBS.iter().filter(move |knob| knob.basic == basic && !matches!(knob.kind, Kind::Choice([_])))
}

fn default_text(knob: &Knob) -> String {
    knob.show(&knob.default_value())
}

impl Form {
    /// Reads the form of an address; what it does not know is left out.
    pub(crate) fn from_query(text: &str) -> Self {
        let mut form = Self::default();
        for (name, value) in query::pairs(text) {
            if name == PAIRING {
                form.pairing = Some(value);
            } else if let Some(knob) = KNOBS.iter().find(|knob| knob.key == name) {
                form = form.set(knob.key, &value);
            }
        }
        form
    }

    /// The query that leads back to this form.
    pub(crate) fn query(&self) -> String {
        let pairing = self.pairing.iter().map(|pairing| (PAIRING, pairing.as_str()));
        query::write(pairing.chain(self.typed.iter().map(|(key, text)| (*key, text.as_str()))))
    }

    /// The same form with another text in a field.
    pub(crate) fn set(mut self, key: &str, text: &str) -> Self {
        let Some(knob) = KNOBS.iter().find(|knob| knob.key == key) else { return self };
        self.typed.retain(|(known, _)| *known != knob.key);
        if text != default_text(knob) {
            self.typed.push((knob.key, text.to_owned()));
        }
        self
    }

    /// What stands in a field.
    pub(crate) fn text(&self, knob: &Knob) -> String {
        self.typed.iter().find(|(key, _)| *key == knob.key).map_or_else(|| default_text(knob), |(_, text)| text.clone())
    }

    /// Whether a field asks for something else than the default.
    pub(crate) fn is_changed(&self, knob: &Knob) -> bool {
        knob.read(&self.text(knob)).map_or(true, |value| value != knob.default_value())
    }

    /// Whether any field outside the first ones is changed: they are unfolded then.
    pub(crate) fn is_detailed(&self) -> bool {
        knobs(false).any(|knob| self.is_changed(knob))
    }

    /// The config, or everything that is wrong with it.
    pub(crate) fn config(&self) -> Result<RunConfig, Vec<ConfigIssue>> {
        command::from_pairs(self.typed.iter().map(|(key, text)| (*key, text.as_str())))
    }

    /// The form's own fields back at their defaults.
    pub(crate) fn reset(self) -> Self {
        Self { pairing: self.pairing, typed: Vec::new() }
    }
}

/// What to say of a problem.
pub(crate) fn problem(problem: &Problem) -> Message {
    match problem {
        Problem::Range { min, max, .. } => Message::new("problem-range").with("min", min).with("max", max),
        Problem::Choice { known, .. } => Message::new("problem-choice").with("known", known),
        Problem::Unreadable { why } => Message::new("problem-unreadable").with("why", why),
        Problem::Text { max } => Message::new("problem-text").with("max", max.to_string()),
        Problem::Unknown { known } => Message::new("problem-unknown").with("known", known),
        Problem::IdleThreads { threads, streams } => Message::new("problem-idle-threads")
            .with("threads", threads.to_string())
            .with("streams", streams.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(key: &str) -> &'static Knob {
        KNOBS.iter().find(|knob| knob.key == key).unwrap()
    }

    #[test]
    fn the_whole_form_stands_in_its_address() {
        let form = Form { pairing: Some("p1".to_owned()), ..Form::default() }
            .set("duration_ms", "60s")
            .set("label", "after the MTU change & more")
            .set("streams", "1");
        let query = form.query();
        assert_eq!(query, "?pairing=p1&duration_ms=60s&label=after%20the%20MTU%20change%20%26%20more");
        assert_eq!(Form::from_query(&query), form);
        assert_eq!(form.config().unwrap().duration_ms, 60_000);
    }

    #[test]
    fn only_what_differs_from_the_default_is_changed() {
        let form = Form::from_query("?duration_ms=10000ms&streams=8&nonsense=1");
        assert!(!form.is_changed(knob("duration_ms")), "the same length, otherwise written");
        assert!(form.is_changed(knob("streams")) && !form.is_detailed());
        assert!(form.set("no_delay", "true").is_detailed());
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
    fn a_field_without_a_choice_is_not_shown() {
        assert!(knobs(true).chain(knobs(false)).all(|knob| knob.key != "protocol" && knob.key != "connect"));
        assert_eq!(
            knobs(true).map(|knob| knob.key).collect::<Vec<_>>(),
            ["direction", "duration_ms", "streams", "buffer_bytes"]
        );
    }
}
