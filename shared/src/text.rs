//! The message catalogue: Fluent files, one a language. No sentence is put together from pieces.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde_json::Value;

/// The English file, complete, compiled in: what the server and the command line speak.
pub const ENGLISH: &str = include_str!("../../static/locales/en.ftl");

/// One language's messages.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue({:?})", self.bundle.locales)
    }
}

/// Why a file is not a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The language tag is not one.
    #[error("`{0}` is not a language tag")]
    Language(String),
    /// Some messages can't be read; the number of them.
    #[error("{0} messages of the catalogue can't be read")]
    Messages(usize),
}

/// Arguments of a message.
pub type Args<'a> = &'a [(&'a str, Arg<'a>)];

/// One argument of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg<'a> {
    /// A number that plural rules look at.
    Number(f64),
    /// Anything else.
    Text(std::borrow::Cow<'a, str>),
}

impl From<f64> for Arg<'_> {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<u32> for Arg<'_> {
    fn from(value: u32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<usize> for Arg<'_> {
    fn from(value: usize) -> Self {
        Self::Number(value as f64)
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(value: &'a str) -> Self {
        Self::Text(value.into())
    }
}

impl From<String> for Arg<'_> {
    fn from(value: String) -> Self {
        Self::Text(value.into())
    }
}

impl From<&Value> for Arg<'_> {
    fn from(value: &Value) -> Self {
        match value {
            Value::Number(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Value::String(text) => Self::Text(text.clone().into()),
            Value::Null => Self::Text("–".into()),
            other => Self::Text(other.to_string().into()),
        }
    }
}

impl Catalogue {
    /// Reads a language's Fluent file.
    pub fn new(language: &str, source: &str) -> Result<Self, TextError> {
        let tag = language.parse().map_err(|_| TextError::Language(language.to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Isolation marks are invisible but break copying and tests; our arguments are names and numbers.
        bundle.set_use_isolating(false);
        let resource =
            FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| TextError::Messages(errors.len()))?;
        bundle.add_resource(resource).map_err(|errors| TextError::Messages(errors.len()))?;
        Ok(Self { bundle })
    }

    /// The English catalogue.
    pub fn english() -> &'static Self {
        static ENGLISH_CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        ENGLISH_CATALOGUE.get_or_init(|| {
            Self::new("en", ENGLISH).unwrap_or_else(|_| Self { bundle: FluentBundle::new_concurrent(Vec::new()) })
        })
    }

    /// Whether there is a message of that key.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.get_message(key).is_some_and(|message| message.value().is_some())
    }

    /// The message of that key; the key itself where there is none, so that a gap is seen.
    pub fn say(&self, key: &str, args: Args<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut fluent = FluentArgs::new();
        for (name, arg) in args {
            let value: FluentValue<'_> = match arg {
                Arg::Number(number) => (*number).into(),
                Arg::Text(text) => text.as_ref().into(),
            };
            fluent.set(*name, value);
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&fluent), &mut errors).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_english_catalogue_is_whole() {
        Catalogue::new("en", ENGLISH).unwrap();
    }

    #[test]
    fn messages_take_arguments_and_plurals() {
        let source = "streams = { $count ->\n    [one] { $count } stream\n   *[other] { $count } streams\n }\nhello = Hello { $name }\n";
        let catalogue = Catalogue::new("en", source).unwrap();
        assert_eq!(catalogue.say("streams", &[("count", 1u32.into())]), "1 stream");
        assert_eq!(catalogue.say("streams", &[("count", 8u32.into())]), "8 streams");
        assert_eq!(catalogue.say("hello", &[("name", "web-a".into())]), "Hello web-a");
        assert_eq!(catalogue.say("absent", &[]), "absent");
        assert!(catalogue.has("hello") && !catalogue.has("absent"));
    }

    #[test]
    fn a_broken_file_is_refused() {
        assert!(Catalogue::new("not a tag", "").is_err());
        assert!(Catalogue::new("en", "= nothing").is_err());
    }
}
