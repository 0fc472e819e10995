//! How much of anything a foreign record may hold, counted over its bytes before memory is taken for any of it.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::ImportError;
use crate::host::clean_text;
use crate::sample::MAX_SAMPLES;

/// Entries of a list that has no bound of its own.
const MOST_ENTRIES: usize = 256;
/// Keys of an object.
const MOST_KEYS: usize = 64;
/// Bytes of a text: a note of 2000 characters fits.
const MOST_TEXT: usize = 16 << 10;

/// The most entries of the list under a key.
fn most(key: &str) -> usize {
    match key {
        "samples" => MAX_SAMPLES,
        "streams" => crate::config::MAX_TCP_STREAMS as usize,
        "cores" | "counters" | "counter_names" | "pins" | "counts" => 4096,
        "events" => 10_000,
        "findings" => 1_000,
        _ => MOST_ENTRIES,
    }
}

/// A step on the way to a value.
enum Step<'de> {
    Key(Cow<'de, str>),
    Index(usize),
}

/// Walks over JSON without keeping any of it.
struct Walk<'a, 'de> {
    path: &'a mut Vec<Step<'de>>,
    found: &'a mut Option<ImportError>,
}

/// Holds the bytes against the bounds; also finds what is no JSON, or nested too deeply for a record.
pub(super) fn check(bytes: &[u8]) -> Result<(), ImportError> {
    let (mut path, mut found) = (Vec::new(), None);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let walked = Walk { path: &mut path, found: &mut found }.deserialize(&mut json).and_then(|()| json.end());
    match (found, walked) {
        (Some(found), _) => Err(found),
        (None, Err(error)) => Err(ImportError::new("", format!("this is not the JSON of one record: {error}"))),
        (None, Ok(())) => Ok(()),
    }
}

impl Walk<'_, '_> {
    /// Ends the walk: here is more than there may be.
    fn stop<E: serde::de::Error>(&mut self, problem: String) -> E {
        let mut field = String::new();
        for step in &*self.path {
            match step {
                Step::Key(key) if field.is_empty() => field.push_str(key),
                Step::Key(key) => field.push_str(&format!(".{key}")),
                Step::Index(index) => field.push_str(&format!("[{index}]")),
            }
        }
        *self.found = Some(ImportError::new(&clean_text(&field), problem));
        E::custom("too much")
    }

    /// Values of arguments are texts and numbers: a map in a map would take fifty times the memory of its bytes.
    fn nested<E: serde::de::Error>(&mut self) -> Result<(), E> {
        let within = self.path.len().checked_sub(2).and_then(|place| self.path.get(place));
        if matches!(within, Some(Step::Key(key)) if key == "args" || key == "evidence") {
            return Err(self.stop("neither a text nor a number".to_owned()));
        }
        Ok(())
    }

    fn text<E: serde::de::Error>(&mut self, text: &str) -> Result<(), E> {
        if text.len() > MOST_TEXT {
            return Err(self.stop(format!("a text of more than {MOST_TEXT} bytes")));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(mut self, text: &str) -> Result<(), E> {
        self.text(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.nested()?;
        let key = self.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_ref()),
            Step::Index(_) => None,
        });
        let most = most(key.unwrap_or_default());
        self.path.push(Step::Index(0));
        let mut count = 0;
        while list.next_element_seed(Walk { path: self.path, found: self.found })?.is_some() {
            count += 1;
            if count > most {
                self.path.pop();
                return Err(self.stop(format!("a list of more than {most} entries")));
            }
            if let Some(step) = self.path.last_mut() {
                *step = Step::Index(count);
            }
        }
        self.path.pop();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.nested()?;
        let mut count = 0;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            count += 1;
            if count > MOST_KEYS {
                return Err(self.stop(format!("more than {MOST_KEYS} keys")));
            }
            if key.len() > MOST_TEXT {
                return Err(A::Error::custom("a key is too long"));
            }
            self.path.push(Step::Key(key));
            map.next_value_seed(Walk { path: self.path, found: self.found })?;
            self.path.pop();
        }
        Ok(())
    }
}
