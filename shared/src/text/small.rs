//! Fluent messages read by hand, for the page: what our catalogues use of the language, and no more.
//!
//! That is messages with arguments and with choices by plural class, number or word. The library would be a
//! twentieth of the program. A test holds every message of every catalogue against the library.

use std::collections::BTreeMap;

use super::{Value, written};
use crate::lang::Lang;

/// The messages of one language.
pub(super) struct Messages {
    lang: Lang,
    patterns: BTreeMap<String, Vec<Part>>,
}

/// A part of a message.
#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Argument(String),
    Choice { by: String, variants: Vec<(String, Vec<Self>)>, otherwise: usize },
}

impl Messages {
    /// No messages.
    pub(super) fn empty(lang: Lang) -> Self {
        Self { lang, patterns: BTreeMap::new() }
    }

    /// Reads a file; the number of messages that can't be read where there are any.
    pub(super) fn read(lang: Lang, source: &str) -> Result<Self, usize> {
        let mut messages = Self::empty(lang);
        let mut wrong = 0;
        let mut rest = source;
        while !rest.is_empty() {
            let (message, after) = split(rest);
            rest = after;
            if message.trim().is_empty() || message.starts_with('#') {
                continue;
            }
            match entry(message) {
                Some((key, pattern)) => drop(messages.patterns.insert(key.to_owned(), pattern)),
                None => wrong += 1,
            }
        }
        if wrong == 0 { Ok(messages) } else { Err(wrong) }
    }

    /// Whether there is a message of that key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.patterns.contains_key(key)
    }

    /// The message of that key; none where there is none.
    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let mut said = String::new();
        self.write(&mut said, self.patterns.get(key)?, args);
        Some(said)
    }

    fn write(&self, said: &mut String, pattern: &[Part], args: &[(&str, Value<'_>)]) {
        let of = |name: &str| args.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        for part in pattern {
            match part {
                Part::Text(text) => said.push_str(text),
                Part::Argument(name) => match of(name) {
                    Some(Value::Text(text)) => said.push_str(text),
                    Some(Value::Number(number)) => said.push_str(&written(self.lang, *number)),
                    // As the library does, so that a gap is seen.
                    None => said.push_str(&format!("{{${name}}}")),
                },
                Part::Choice { by, variants, otherwise } => {
                    let chosen = of(by).and_then(|value| self.choose(value, variants));
                    self.write(said, &variants[chosen.unwrap_or(*otherwise)].1, args);
                }
            }
        }
    }

    /// The first variant that fits: by its word, its number, or the plural class of the number.
    fn choose(&self, value: &Value<'_>, variants: &[(String, Vec<Part>)]) -> Option<usize> {
        variants.iter().position(|(key, _)| match (value, key.parse::<f64>()) {
            (Value::Text(text), exact) => text == key && exact.is_err(),
            (Value::Number(number), Ok(exact)) => (exact - number).abs() < f64::EPSILON,
            (Value::Number(number), Err(_)) => key == plural(self.lang, *number),
        })
    }
}

/// The first message or comment of a file, and what follows it: lines that are set in belong to it.
fn split(source: &str) -> (&str, &str) {
    let mut end = 0;
    for line in source.split_inclusive('\n') {
        let set_in = line.starts_with([' ', '}']) || line.trim().is_empty();
        if end > 0 && !set_in {
            break;
        }
        end += line.len();
    }
    source.split_at(end)
}

fn entry(message: &str) -> Option<(&str, Vec<Part>)> {
    let (key, value) = message.split_once('=')?;
    let key = key.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if key.is_empty() || !key.chars().all(plain) {
        return None;
    }
    let mut reader = Reader(value.trim());
    let pattern = reader.pattern(false)?;
    (reader.0.is_empty() && !pattern.is_empty()).then_some((key, pattern))
}

/// What is left to be read.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn skip_blanks(&mut self) {
        self.0 = self.0.trim_start();
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn word(&mut self) -> Option<&'a str> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = self.0.find(|c| !plain(c)).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }

    /// A message, or a variant of a choice: that ends where the next one begins.
    fn pattern(&mut self, variant: bool) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut text = String::new();
        loop {
            let end = self.0.find(['{', '}', '\n']).unwrap_or(self.0.len());
            let (plain, rest) = self.0.split_at(end);
            text.push_str(plain);
            self.0 = rest;
            match rest.chars().next() {
                Some('\n') => {
                    self.skip_blanks();
                    if variant && self.0.starts_with(['[', '*', '}']) {
                        break;
                    }
                    text.push('\n');
                }
                Some('{') => {
                    if !text.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    self.takes("{");
                    parts.push(self.placeable()?);
                }
                _ if variant => break,
                Some(_) => return None,
                None => break,
            }
        }
        let text = text.trim_end();
        if !text.is_empty() {
            parts.push(Part::Text(text.to_owned()));
        }
        Some(parts)
    }

    /// What stands in braces.
    fn placeable(&mut self) -> Option<Part> {
        self.skip_blanks();
        if !self.takes("$") {
            return None;
        }
        let name = self.word()?.to_owned();
        self.skip_blanks();
        if self.takes("}") {
            return Some(Part::Argument(name));
        }
        if !self.takes("->") {
            return None;
        }
        let (mut variants, mut otherwise) = (Vec::new(), None);
        loop {
            self.skip_blanks();
            if self.takes("}") {
                return Some(Part::Choice { by: name, variants, otherwise: otherwise? });
            }
            if self.takes("*") {
                otherwise = Some(variants.len());
            }
            if !self.takes("[") {
                return None;
            }
            self.skip_blanks();
            let key = self.word()?.to_owned();
            self.skip_blanks();
            if !self.takes("]") {
                return None;
            }
            self.0 = self.0.trim_start_matches(' ');
            variants.push((key, self.pattern(true)?));
        }
    }
}

/// The plural class of a number (Unicode CLDR, "Language Plural Rules", cardinals).
fn plural(lang: Lang, number: f64) -> &'static str {
    let size = number.abs();
    let whole = size.fract() == 0.0;
    let rest = |of: f64| size % of;
    match lang {
        Lang::En if (size - 1.0).abs() < f64::EPSILON => "one",
        Lang::Fr if size < 2.0 => "one",
        Lang::Fr if whole && rest(1e6) == 0.0 => "many",
        Lang::Ru if whole => match (rest(10.0), rest(100.0)) {
            (_, 11.0..=14.0) => "many",
            (1.0, _) => "one",
            (2.0..=4.0, _) => "few",
            _ => "many",
        },
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fluent;

    const SOURCES: [(Lang, &str); 4] = [
        (Lang::En, include_str!("../../../static/locales/en.ftl")),
        (Lang::Fr, include_str!("../../../static/locales/fr.ftl")),
        (Lang::Ru, include_str!("../../../static/locales/ru.ftl")),
        (Lang::Ko, include_str!("../../../static/locales/ko.ftl")),
    ];

    /// Every argument and every word that a choice of a catalogue knows.
    fn asked(parts: &[Part], names: &mut Vec<String>, words: &mut Vec<String>) {
        for part in parts {
            match part {
                Part::Text(_) => {}
                Part::Argument(name) => names.push(name.clone()),
                Part::Choice { by, variants, .. } => {
                    names.push(by.clone());
                    for (key, pattern) in variants {
                        words.push(key.clone());
                        asked(pattern, names, words);
                    }
                }
            }
        }
    }

    #[test]
    fn every_message_of_every_catalogue_is_said_as_the_library_says_it() {
        for (lang, source) in SOURCES {
            let (small, whole) = (Messages::read(lang, source).unwrap(), fluent::Messages::read(lang, source).unwrap());
            for (key, pattern) in &small.patterns {
                let (mut names, mut words) = (Vec::new(), vec!["web-a".to_owned()]);
                asked(pattern, &mut names, &mut words);
                let numbers = [0.0, 1.0, 1.5, 2.0, 5.0, 11.0, 21.0, 22.0, 112.0, 1_234_567.0, 1e6, -1.0, 0.25];
                let texts = words.iter().map(|word| Value::Text(word.as_str().into()));
                for value in numbers.map(Value::Number).into_iter().chain(texts) {
                    let args: Vec<_> = names.iter().map(|name| (name.as_str(), value.clone())).collect();
                    assert_eq!(small.say(key, &args), whole.say(key, &args), "{lang:?} {key} {value:?}");
                }
                assert_eq!(small.say(key, &[]), whole.say(key, &[]), "{lang:?} {key} without its arguments");
                assert!(whole.has(key));
            }
            let keys =
                source.lines().filter_map(|line| line.split_once('=')).filter(|(key, _)| !key.starts_with([' ', '#']));
            for (key, _) in keys {
                assert!(small.has(key.trim()), "{lang:?} {key}");
            }
        }
    }

    #[test]
    fn plural_classes_are_those_of_the_library() {
        for lang in Lang::ALL {
            let source = "n = { $n ->\n [one] one\n [two] two\n [few] few\n [many] many\n *[other] other\n }\n";
            let whole = fluent::Messages::read(lang, source).unwrap();
            let small = Messages::read(lang, source).unwrap();
            for number in (0..3000).map(|n| f64::from(n) / 4.0).chain((0..300).map(f64::from)) {
                let args = [("n", Value::Number(number))];
                assert_eq!(small.say("n", &args), whole.say("n", &args), "{lang:?} {number}");
            }
        }
    }

    #[test]
    fn what_can_not_be_read_is_counted() {
        for (source, wrong) in
            [("a = { b\n", 1), ("a = b }\n", 1), ("no sign\nb = c\n", 1), ("a =\n", 1), ("a = { $b -> [c] d }\n", 1)]
        {
            assert_eq!(Messages::read(Lang::En, source).err(), Some(wrong), "{source}");
        }
        assert!(Messages::read(Lang::En, "# a comment\n\n## A section\n").is_ok());
    }
}
