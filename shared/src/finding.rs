//! Messages with evidence: what disturbed a measurement, or what limited it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::host::clean_text;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Info,
    /// The figures may be lower than the network allows, or less exact.
    Warning,
    /// The figures are not what was asked for.
    Bad,
}

/// Something seen that explains or limits the figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finding {
    /// A stable word, for example `core_full`.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The figures that show it; units in the names.
    pub evidence: BTreeMap<String, Value>,
    /// What to try, in English; null where there is nothing to do.
    pub advice: Option<String>,
}

impl Finding {
    /// A finding without advice; see [`Finding::evidence`] and [`Finding::advise`].
    pub fn new(code: &str, severity: Severity) -> Self {
        Self { code: code.to_owned(), severity, evidence: BTreeMap::new(), advice: None }
    }

    /// Adds a figure or a name.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.evidence.insert(key.to_owned(), value.into());
        self
    }

    /// Adds what to try.
    pub fn advise(mut self, advice: &str) -> Self {
        self.advice = Some(advice.to_owned());
        self
    }

    /// The same with every text cleaned and the evidence bounded, for a finding that came from outside.
    pub fn cleaned(self) -> Self {
        Self {
            code: clean_text(&self.code),
            severity: self.severity,
            evidence: cleaned_arguments(self.evidence),
            advice: self.advice.as_deref().map(clean_text),
        }
    }

    /// The key of its sentence in the message catalogue.
    pub fn message_key(&self) -> String {
        format!("finding-{}", self.code.replace('_', "-"))
    }
}

/// Figures and names that came from outside: nothing but texts and numbers, bounded.
pub(crate) fn cleaned_arguments(arguments: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    const MOST: usize = 32;
    let cleaned = |value| match value {
        Value::String(text) => clean_text(&text).into(),
        Value::Array(_) | Value::Object(_) => Value::Null,
        plain => plain,
    };
    arguments.into_iter().take(MOST).map(|(key, value)| (clean_text(&key), cleaned(value))).collect()
}
