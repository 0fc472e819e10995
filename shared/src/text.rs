//! The message catalogue: Fluent files, one a language. No sentence is put together from pieces.

#[cfg(not(target_arch = "wasm32"))]
mod fluent;
#[cfg(any(target_arch = "wasm32", test))]
mod small;

use std::borrow::Cow;
use std::sync::OnceLock;

#[cfg(not(target_arch = "wasm32"))]
use fluent::Messages;
#[cfg(target_arch = "wasm32")]
use small::Messages;

use serde_json::Value as Json;

use crate::lang::Lang;
use crate::units::Quantity;

/// The English file, complete, compiled in: what the server and the command line speak.
pub const ENGLISH: &str = include_str!("../../static/locales/en.ftl");

/// The other languages, for the server's documents; the page fetches the one it needs.
#[cfg(feature = "languages")]
fn source(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ENGLISH,
        Lang::Fr => include_str!("../../static/locales/fr.ftl"),
        Lang::Ru => include_str!("../../static/locales/ru.ftl"),
        Lang::Ko => include_str!("../../static/locales/ko.ftl"),
    }
}

/// One language's messages.
pub struct Catalogue {
    lang: Lang,
    messages: Messages,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Catalogue({})", self.lang)
    }
}

/// Why a file is not a catalogue: the number of its messages that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} messages of the catalogue can't be read")]
pub struct TextError(usize);

/// Arguments of a message.
pub type Args<'a> = &'a [(&'a str, Arg<'a>)];

/// One argument of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg<'a> {
    /// A number that plural rules look at, written as the language does.
    Number(f64),
    /// A figure with its unit; the number is written as the language does.
    Figure(Quantity),
    /// Anything else.
    Text(Cow<'a, str>),
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

impl From<Quantity> for Arg<'_> {
    fn from(value: Quantity) -> Self {
        Self::Figure(value)
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

impl From<&Json> for Arg<'_> {
    fn from(value: &Json) -> Self {
        match value {
            Json::Number(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Self::Text(text.clone().into()),
            Json::Null => Self::Text("–".into()),
            other => Self::Text(other.to_string().into()),
        }
    }
}

/// An argument as messages take it.
#[derive(Debug, Clone)]
enum Value<'a> {
    /// What plural rules look at.
    Number(f64),
    /// Anything else, as it is written.
    Text(Cow<'a, str>),
}

/// What a number in a sentence looks like; fractions have three figures.
fn written(lang: Lang, number: f64) -> String {
    let plain = if number.fract() == 0.0 { format!("{number:.0}") } else { crate::units::three_figures(number) };
    lang.number(&plain)
}

impl Catalogue {
    /// Reads a language's Fluent file.
    pub fn new(lang: Lang, source: &str) -> Result<Self, TextError> {
        Ok(Self { lang, messages: Messages::read(lang, source).map_err(TextError)? })
    }

    fn empty(lang: Lang) -> Self {
        Self { lang, messages: Messages::empty(lang) }
    }

    /// The English catalogue.
    pub fn english() -> &'static Self {
        static ENGLISH_CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        ENGLISH_CATALOGUE.get_or_init(|| Self::new(Lang::En, ENGLISH).unwrap_or_else(|_| Self::empty(Lang::En)))
    }

    /// The catalogue of a language, all of which are compiled in.
    #[cfg(feature = "languages")]
    pub fn of(lang: Lang) -> &'static Self {
        static OTHERS: [OnceLock<Catalogue>; 4] = [const { OnceLock::new() }; 4];
        if lang == Lang::En {
            return Self::english();
        }
        OTHERS[lang as usize].get_or_init(|| Self::new(lang, source(lang)).unwrap_or_else(|_| Self::empty(lang)))
    }

    /// Its language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether there is a message of that key.
    pub fn has(&self, key: &str) -> bool {
        self.messages.has(key)
    }

    /// A figure: the number as the language writes it, then its unit, which no line break parts from it.
    pub fn figure(&self, quantity: &Quantity) -> String {
        let number = self.lang.number(&quantity.number);
        if quantity.unit.is_empty() { number } else { format!("{number}\u{a0}{}", quantity.unit) }
    }

    /// The message of that key; the key itself where there is none, so that a gap is seen.
    pub fn say(&self, key: &str, args: Args<'_>) -> String {
        let values: Vec<(&str, Value<'_>)> = args
            .iter()
            .map(|(name, arg)| {
                let value = match arg {
                    Arg::Number(number) => Value::Number(*number),
                    Arg::Figure(quantity) => Value::Text(self.figure(quantity).into()),
                    Arg::Text(text) => Value::Text(text.as_ref().into()),
                };
                (*name, value)
            })
            .collect();
        self.messages.say(key, &values).unwrap_or_else(|| key.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_english_catalogue_is_whole() {
        Catalogue::new(Lang::En, ENGLISH).unwrap();
    }

    #[test]
    fn messages_take_arguments_and_plurals() {
        let source = "streams = { $count ->\n    [one] { $count } stream\n   *[other] { $count } streams\n }\nhello = Hello { $name }\n";
        let catalogue = Catalogue::new(Lang::En, source).unwrap();
        assert_eq!(catalogue.say("streams", &[("count", 1u32.into())]), "1 stream");
        assert_eq!(catalogue.say("streams", &[("count", 8u32.into())]), "8 streams");
        assert_eq!(catalogue.say("hello", &[("name", "web-a".into())]), "Hello web-a");
        assert_eq!(catalogue.say("absent", &[]), "absent");
        assert!(catalogue.has("hello") && !catalogue.has("absent"));
    }

    #[test]
    fn a_broken_file_is_refused() {
        assert!(Catalogue::new(Lang::En, "= nothing").is_err());
    }

    #[test]
    fn numbers_and_figures_are_written_as_in_the_language() {
        let catalogue = Catalogue::new(Lang::Fr, "line = { $count } segments, { $rate }\n").unwrap();
        let args = [("count", 1204u32.into()), ("rate", crate::units::rate(9.412e9).into())];
        assert_eq!(catalogue.say("line", &args), "1\u{202f}204 segments, 9,41\u{a0}Gbit/s");
    }
}
