//! Sentences to come: keys of the catalogue with their arguments.

use serde_json::Value;

use crate::finding::{Finding, Severity};
use crate::record::{Event, RunRecord};
use crate::summary::findings::FULL_CORE_PERCENT;
use crate::text::{Arg, Catalogue};

/// A message of the catalogue and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Its key.
    pub key: String,
    /// Its arguments.
    pub args: Vec<(String, Arg<'static>)>,
    /// Arguments that are messages themselves.
    pub parts: Vec<(String, Message)>,
    /// What is said where the catalogue has no such message: a word of a newer pairperf, an English sentence of a node.
    pub otherwise: Option<String>,
}

impl Message {
    /// A message without arguments.
    pub fn new(key: &str) -> Self {
        Self { key: key.to_owned(), args: Vec::new(), parts: Vec::new(), otherwise: None }
    }

    /// Adds an argument.
    pub fn with(mut self, name: &str, value: impl Into<Arg<'static>>) -> Self {
        self.args.push((name.to_owned(), value.into()));
        self
    }

    /// Adds an argument that is a message itself, said in the same language.
    pub fn with_message(mut self, name: &str, message: Message) -> Self {
        self.parts.push((name.to_owned(), message));
        self
    }

    /// Says what to show where the catalogue has no such message.
    pub fn or(mut self, otherwise: impl Into<String>) -> Self {
        self.otherwise = Some(otherwise.into());
        self
    }

    fn with_values<'a>(self, values: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Self {
        values.into_iter().fold(self, |message, (name, value)| message.with(name, argument(name, value)))
    }

    /// The sentence in the catalogue's language.
    pub fn say(&self, catalogue: &Catalogue) -> String {
        match &self.otherwise {
            Some(otherwise) if !catalogue.has(&self.key) => otherwise.clone(),
            _ => {
                let args = self.args.iter().map(|(name, value)| (name.as_str(), value.clone()));
                let parts = self.parts.iter().map(|(name, part)| (name.as_str(), part.say(catalogue).into()));
                let args: Vec<(&str, Arg<'_>)> = args.chain(parts).collect();
                catalogue.say(&self.key, &args)
            }
        }
    }
}

/// A figure of an event or a finding; its name says its unit.
fn argument(name: &str, value: &Value) -> Arg<'static> {
    match value {
        Value::Number(number) if name.ends_with("_bytes") => {
            crate::units::bytes(number.as_f64().unwrap_or_default()).into()
        }
        Value::Number(number) if name.ends_with("bits_per_second") => {
            crate::units::rate(number.as_f64().unwrap_or_default()).into()
        }
        // Typed, not counted: without marks between thousands.
        Value::Number(number) if name == "port" => number.to_string().into(),
        Value::Number(number) => Arg::Number(number.as_f64().unwrap_or_default()),
        Value::String(text) => text.clone().into(),
        Value::Null => "–".into(),
        other => other.to_string().into(),
    }
}

/// A finding made ready to be said.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingSaid {
    /// How much it matters.
    pub severity: Severity,
    /// What was seen, with its evidence.
    pub what: Message,
    /// What to try.
    pub advice: Option<Message>,
}

impl FindingSaid {
    /// What a finding says.
    pub fn of(finding: &Finding) -> Self {
        let advice = finding
            .advice
            .as_ref()
            .map(|advice| Message::new(&advice_key(finding)).with_values(&finding.evidence).or(advice.as_str()));
        Self {
            severity: finding.severity,
            what: Message::new(&finding.message_key()).with_values(&finding.evidence).or(finding.code.as_str()),
            advice,
        }
    }

    /// The key of the word for how much it matters.
    pub fn severity_key(&self) -> &'static str {
        match self.severity {
            Severity::Info => "severity-info",
            Severity::Warning => "severity-warning",
            Severity::Bad => "severity-bad",
        }
    }
}

/// Where every core is full, more streams do not help.
fn advice_key(finding: &Finding) -> String {
    let all = finding.evidence.get("cpu_percent").and_then(Value::as_f64);
    let all_full = finding.code == "core_full" && all.is_some_and(|all| all >= FULL_CORE_PERCENT);
    format!("{}{}-advice", finding.message_key(), if all_full { "-all" } else { "" })
}

/// The findings of a record, the most serious first.
pub(super) fn findings(record: &RunRecord) -> Vec<FindingSaid> {
    let mut said: Vec<FindingSaid> = record.findings.iter().map(FindingSaid::of).collect();
    said.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    said
}

/// When something happened, in seconds since the common start, and what.
pub(super) fn event(event: &Event) -> (Option<f64>, Message) {
    let message = Message::new(&event.message_key()).with_values(&event.args).or(event.code.as_str());
    (event.t_ns.map(|t_ns| t_ns as f64 / 1e9), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_message_choose_its_plural() {
        let said = |streams: u32| Message::new("headline-rate").with("streams", streams).say(Catalogue::english());
        assert!(said(1).contains("1 stream "), "{}", said(1));
        assert!(said(8).contains("8 streams "), "{}", said(8));
    }

    #[test]
    fn a_word_of_a_newer_node_is_shown_as_it_is() {
        assert_eq!(Message::new("event-never-heard").or("never_heard").say(Catalogue::english()), "never_heard");
    }
}
