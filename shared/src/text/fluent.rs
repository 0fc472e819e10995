//! Fluent messages read by the library of that name: the whole language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::{Value, written};
use crate::lang::Lang;

/// The messages of one language.
pub(super) struct Messages(FluentBundle<FluentResource>);

fn written_as(lang: Lang, value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    Some(written(lang, number.value))
}

impl Messages {
    /// No messages.
    pub(super) fn empty(lang: Lang) -> Self {
        let mut bundle = FluentBundle::new_concurrent(lang.tag().parse().into_iter().collect());
        // Isolation marks are invisible but break copying and tests; our arguments are names and numbers.
        bundle.set_use_isolating(false);
        // Plain functions, because the bundle takes nothing that remembers a language.
        bundle.set_formatter(Some(match lang {
            Lang::En => |value, _| written_as(Lang::En, value),
            Lang::Fr => |value, _| written_as(Lang::Fr, value),
            Lang::Ru => |value, _| written_as(Lang::Ru, value),
            Lang::Ko => |value, _| written_as(Lang::Ko, value),
        }));
        Self(bundle)
    }

    /// Reads a file; the number of messages that can't be read where there are any.
    pub(super) fn read(lang: Lang, source: &str) -> Result<Self, usize> {
        let mut messages = Self::empty(lang);
        let resource = FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| errors.len())?;
        messages.0.add_resource(resource).map_err(|errors| errors.len())?;
        Ok(messages)
    }

    /// Whether there is a message of that key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.get_message(key).is_some_and(|message| message.value().is_some())
    }

    /// The message of that key; none where there is none.
    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let pattern = self.0.get_message(key).and_then(|message| message.value())?;
        let mut fluent = FluentArgs::new();
        for (name, value) in args {
            let value: FluentValue<'_> = match value {
                Value::Number(number) => (*number).into(),
                Value::Text(text) => text.as_ref().into(),
            };
            fluent.set(*name, value);
        }
        let mut errors = Vec::new();
        Some(self.0.format_pattern(pattern, Some(&fluent), &mut errors).into_owned())
    }
}
