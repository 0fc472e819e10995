//! Every catalogue says all that the English one says, in its own language.

#![expect(clippy::unwrap_used, reason = "a test that can't go on says so by ending")]

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;
use pairperf_shared::lang::Lang;
use pairperf_shared::text::Catalogue;

/// Words that are the same in every language: names, formats, units.
const UNTRANSLATED: [&str; 22] = [
    "pairperf",
    "pair",
    "perf",
    "API",
    "CPU",
    "CSV",
    "HTML",
    "JSON",
    "MTU",
    "Markdown",
    "SVG",
    "TCP",
    "UDP",
    "h",
    "min",
    "s",
    "firewalld",
    "Fedora",
    "RHEL",
    "nftables",
    "ufw",
    "Ubuntu",
];

/// The plural classes of a language that whole numbers fall into (CLDR), and those that it has besides.
fn plurals(lang: Lang) -> (&'static [&'static str], &'static [&'static str]) {
    match lang {
        Lang::En => (&["one", "other"], &[]),
        Lang::Fr => (&["one", "other"], &["many"]),
        Lang::Ru => (&["one", "few", "many", "other"], &[]),
        Lang::Ko => (&["other"], &[]),
    }
}

/// Whether a class is for the number one alone, so that the number need not be written.
fn is_one(lang: Lang, class: &str) -> bool {
    class == "one" && lang != Lang::Ru
}

fn source(lang: Lang) -> String {
    let file = format!("{}/../static/locales/{}.ftl", env!("CARGO_MANIFEST_DIR"), lang.tag());
    std::fs::read_to_string(file).unwrap()
}

/// What can be said where a message has a choice, made of all its choices.
#[derive(Debug, Clone, Default)]
struct Said {
    text: String,
    /// What is put in.
    shown: BTreeSet<String>,
    /// What was looked at to choose this, and as what.
    chosen: Vec<(String, String)>,
}

/// A choice: what is looked at, and for which values there is something to say; the last resort stands apart.
#[derive(Debug)]
struct Choice {
    by: String,
    values: Vec<String>,
    otherwise: String,
}

impl Choice {
    fn is_by_number(&self) -> bool {
        self.values.iter().any(|value| {
            ["zero", "one", "two", "few", "many"].contains(&value.as_str()) || value.parse::<f64>().is_ok()
        })
    }
}

/// A message, or an attribute of one.
#[derive(Debug, Default)]
struct Message {
    said: Vec<Said>,
    choices: Vec<Choice>,
}

impl Message {
    /// All that it puts in or looks at.
    fn placeholders(&self) -> BTreeSet<&str> {
        let shown = self.said.iter().flat_map(|said| &said.shown);
        shown.chain(self.choices.iter().map(|choice| &choice.by)).map(String::as_str).collect()
    }

    fn text(&self) -> Vec<&str> {
        self.said.iter().map(|said| said.text.as_str()).collect()
    }
}

fn argument_names(arguments: &CallArguments<&str>) -> Vec<String> {
    let named = arguments.named.iter().map(|argument| name(&argument.value));
    arguments.positional.iter().map(name).chain(named).filter(|name| !name.is_empty()).collect()
}

/// What an expression refers to, as it is written; nothing where it is the same for ever.
fn name(expression: &InlineExpression<&str>) -> String {
    match expression {
        InlineExpression::VariableReference { id } => format!("${}", id.name),
        InlineExpression::MessageReference { id, .. } => id.name.to_owned(),
        InlineExpression::TermReference { id, .. } => format!("-{}", id.name),
        InlineExpression::FunctionReference { arguments, .. } => argument_names(arguments).join(", "),
        InlineExpression::Placeable { expression } => match expression.as_ref() {
            Expression::Inline(inner) => name(inner),
            Expression::Select { selector, .. } => name(selector),
        },
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => String::new(),
    }
}

/// All that a pattern can say; its choices are added to `choices`.
fn say(pattern: &Pattern<&str>, choices: &mut Vec<Choice>) -> Vec<Said> {
    let mut all = vec![Said::default()];
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => all.iter_mut().for_each(|said| said.text.push_str(value)),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                let name = name(inline);
                for said in &mut all {
                    said.text.push('\u{fffc}');
                    said.shown.extend(Some(name.clone()).filter(|name| !name.is_empty()));
                }
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let by = name(selector);
                let mut choice = Choice { by: by.clone(), values: Vec::new(), otherwise: String::new() };
                let mut longer = Vec::new();
                for variant in variants {
                    let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) = variant.key;
                    choice.values.push(key.to_owned());
                    if variant.default {
                        key.clone_into(&mut choice.otherwise);
                    }
                    for rest in say(&variant.value, choices) {
                        longer.extend(all.iter().map(|said| Said {
                            text: format!("{}{}", said.text, rest.text),
                            shown: said.shown.union(&rest.shown).cloned().collect(),
                            chosen: [&said.chosen[..], &[(by.clone(), key.to_owned())], &rest.chosen[..]].concat(),
                        }));
                    }
                }
                choices.push(choice);
                all = longer;
            }
        }
    }
    all
}

/// The messages of a catalogue by key, those of attributes as `key.attribute`, and what is wrong with the file.
fn messages(source: &str) -> (BTreeMap<String, Message>, Vec<String>) {
    let mut messages = BTreeMap::new();
    let (resource, errors) = match parser::parse(source) {
        Ok(resource) => (resource, Vec::new()),
        Err((resource, errors)) => (resource, errors),
    };
    let mut wrong: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for entry in &resource.body {
        let (key, value, attributes) = match entry {
            Entry::Message(message) => (message.id.name.to_owned(), message.value.as_ref(), &message.attributes),
            Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value), &term.attributes),
            _ => continue,
        };
        let own = value.map(|value| (key.clone(), value));
        let attributes = attributes.iter().map(|it| (format!("{key}.{}", it.id.name), &it.value));
        for (key, pattern) in own.into_iter().chain(attributes) {
            let mut choices = Vec::new();
            let said = say(pattern, &mut choices);
            if messages.insert(key.clone(), Message { said, choices }).is_some() {
                wrong.push(format!("{key} is there twice"));
            }
        }
    }
    (messages, wrong)
}

/// Holds every catalogue against the English one, message by message, and tells of all that `wrong` finds.
fn check(wrong: impl Fn(Lang, &Message, &Message) -> Vec<String>) {
    let (english, _) = messages(&source(Lang::En));
    let mut found = Vec::new();
    for lang in Lang::ALL {
        for (key, message) in messages(&source(lang)).0 {
            let Some(original) = english.get(&key) else { continue };
            let problems = wrong(lang, original, &message);
            found.extend(problems.into_iter().map(|problem| format!("{lang}: {key}: {problem}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_catalogue_can_be_read() {
    for lang in Lang::ALL {
        let source = source(lang);
        assert_eq!(messages(&source).1, Vec::<String>::new(), "{lang}");
        Catalogue::new(lang, &source).unwrap();
    }
}

#[test]
fn every_catalogue_has_the_keys_of_the_english_one() {
    let keys = |lang| messages(&source(lang)).0.into_keys().collect::<BTreeSet<_>>();
    let english = keys(Lang::En);
    assert!(english.len() > 500, "the test no longer finds the keys");
    let mut found = Vec::new();
    for lang in Lang::ALL {
        let own = keys(lang);
        found.extend(english.difference(&own).map(|key| format!("{lang}: {key} is missing")));
        found.extend(own.difference(&english).map(|key| format!("{lang}: {key} is not in English")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_message_takes_the_same_arguments_whichever_way_it_is_said() {
    check(|_, original, message| {
        let (asked, given) = (original.placeholders(), message.placeholders());
        let mut problems = Vec::new();
        if asked != given {
            problems.push(format!("takes {given:?} and not {asked:?}"));
        }
        for said in &message.said {
            let chosen = said.chosen.iter().map(|(by, _)| by.as_str());
            let known: BTreeSet<_> = said.shown.iter().map(String::as_str).chain(chosen).collect();
            problems.extend(asked.difference(&known).map(|name| format!("`{}` lacks {name}", said.text)));
        }
        problems
    });
}

#[test]
fn every_count_has_the_plural_classes_of_its_language() {
    check(|lang, _, message| {
        let (needed, optional) = plurals(lang);
        let mut problems = Vec::new();
        for Choice { by, values, otherwise } in message.choices.iter().filter(|choice| choice.is_by_number()) {
            let has = |class: &str| values.iter().any(|value| value == class || is_one(lang, class) && value == "1");
            problems.extend(needed.iter().filter(|class| !has(class)).map(|class| format!("{by} has no [{class}]")));
            let strange = |value: &&String| {
                !needed.contains(&value.as_str())
                    && !optional.contains(&value.as_str())
                    && value.parse::<f64>().is_err()
            };
            problems.extend(values.iter().filter(strange).map(|value| format!("{by} is never [{value}]")));
            if otherwise != "other" {
                problems.push(format!("{by} is [{otherwise}] by default"));
            }
            // In Russian, 21 is [one] too: only a number that stands in the key itself may go without saying.
            let silent = message.said.iter().filter(|said| {
                !said.shown.contains(by)
                    && said
                        .chosen
                        .iter()
                        .any(|(chosen, value)| chosen == by && !is_one(lang, value) && value.parse::<f64>().is_err())
            });
            problems.extend(silent.map(|said| format!("`{}` does not say {by}", said.text)));
        }
        problems
    });
}

#[test]
fn every_choice_by_a_word_knows_the_words_of_the_english_one() {
    let by_word = |message: &Message| -> BTreeSet<(String, String)> {
        let choices = message.choices.iter().filter(|choice| !choice.is_by_number() && choice.values.len() > 1);
        choices.flat_map(|it| it.values.iter().map(|value| (it.by.clone(), value.clone()))).collect()
    };
    check(|_, original, message| {
        let (asked, given) = (by_word(original), by_word(message));
        asked.symmetric_difference(&given).map(|(by, value)| format!("{by}, [{value}]")).collect()
    });
}

#[test]
fn no_message_is_left_in_english() {
    check(|lang, original, message| {
        let translated = |word: &str| !word.is_empty() && !UNTRANSLATED.contains(&word);
        let same = original.text() == message.text()
            && message.text().iter().any(|text| text.split(|symbol: char| !symbol.is_alphabetic()).any(translated));
        let left = same && lang != Lang::En;
        left.then(|| format!("still says `{}`", message.text().join(" | "))).into_iter().collect()
    });
}

#[test]
fn names_of_the_kernel_and_of_commands_are_never_translated() {
    let names = |message: &Message| -> BTreeSet<String> {
        let words = message.said.iter().flat_map(|said| said.text.split_whitespace());
        let words =
            words.map(|word| word.trim_matches(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '-'));
        words
            .filter(|word| word.contains(['_', '/', ':']) || word.starts_with("--"))
            .filter(|word| word.is_ascii() && word.chars().any(char::is_alphanumeric))
            .map(str::to_owned)
            .collect()
    };
    check(|_, original, message| {
        let text = message.text().join(" ");
        names(original).iter().filter(|name| !text.contains(*name)).map(|name| format!("`{name}` is lost")).collect()
    });
}

#[test]
fn counts_are_said_as_in_the_language() {
    let said = |lang, count: u32| {
        let catalogue = Catalogue::new(lang, &source(lang)).unwrap();
        catalogue.say("runs-line", &[("from", "a".into()), ("to", "b".into()), ("streams", count.into())])
    };
    let all = |lang| [1, 2, 5, 21].map(|count| said(lang, count).rsplit(", ").next().unwrap().to_owned());
    assert_eq!(all(Lang::En), ["1 stream", "2 streams", "5 streams", "21 streams"]);
    assert_eq!(all(Lang::Ru), ["1 поток", "2 потока", "5 потоков", "21 поток"]);
}
