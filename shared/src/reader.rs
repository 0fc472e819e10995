//! Reads plain data out of JSON values: objects into structs, words into enums, arrays into lists.
//!
//! The same as `serde_json::from_value`, less what this data never has: structs written as arrays, other names for the
//! same field, variants of enums that hold something, and an `Option` whose default is not none; keys that a struct
//! does not know are always left out. A struct asks for its fields in their order, so that it needs no code of its own that tells them apart by name. A
//! page that reads all its types this way is a fifth smaller.

use serde::de::value::StringDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess};
use serde::de::{SeqAccess, Unexpected, VariantAccess, Visitor};
use serde_json::{Error, Map, Value};

/// Reads a value.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Reader(value))
}

struct Reader(Value);

impl Reader {
    fn wrong(&self, expected: &'static str) -> Error {
        let found = match &self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(number) => Unexpected::Float(number.as_f64().unwrap_or_default()),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, &expected)
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = &self.0 else { return Err(self.wrong("a number")) };
        match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (None, Some(number)) => visitor.visit_i64(number),
            _ => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            other => Err(Self(other).wrong("a text")),
        }
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            other => Err(Self(other).wrong("a list")),
        }
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(entries) => visitor.visit_map(Entries::of(entries)),
            other => Err(Self(other).wrong("an object")),
        }
    }
}

macro_rules! as_numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> { self.number(visitor) })*
    };
}

macro_rules! as_texts {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> { self.text(visitor) })*
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Error;

    as_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64
    }

    as_texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier deserialize_bytes deserialize_byte_buf }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(_) => self.number(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            Value::Object(entries) => visitor.visit_map(Entries::of(entries)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(value),
            other => Err(Self(other).wrong("true or false")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_unit() } else { Err(self.wrong("null")) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(entries) => {
                let mut fields = Fields { entries, names: names.iter(), absent: None };
                let read = visitor.visit_seq(&mut fields);
                // A field without a default ends the reading.
                read.map_err(|error| fields.absent.map_or(error, Error::missing_field))
            }
            other => Err(Self(other).wrong("an object")),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(Word(word)),
            other => Err(Self(other).wrong("a word")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(Reader(item))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The fields of a struct, in its own order.
struct Fields {
    entries: Map<String, Value>,
    names: std::slice::Iter<'static, &'static str>,
    /// The field asked for last, where it is absent and null does not stand for that.
    absent: Option<&'static str>,
}

impl Fields {
    fn next(&mut self) -> Option<Value> {
        let name = *self.names.next()?;
        let value = self.entries.get_mut(name).map(Value::take);
        self.absent = value.is_none().then_some(name);
        value
    }
}

impl<'de> SeqAccess<'de> for &mut Fields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.next() {
            Some(value) => seed.deserialize(Reader(value)).map(Some),
            // Nothing is read from it but by an `Option`; all else has a default or is missed.
            None => Ok(seed.deserialize(Absent).ok().inspect(|_| self.absent = None)),
        }
    }
}

/// A field that is not there.
struct Absent;

impl<'de> Deserializer<'de> for Absent {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(""))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Entries {
    rest: serde_json::map::IntoIter,
    value: Value,
}

impl Entries {
    fn of(entries: Map<String, Value>) -> Self {
        Self { rest: entries.into_iter(), value: Value::Null }
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        let key: StringDeserializer<Error> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Reader(self.value.take()))
    }
}

/// A variant that holds nothing.
struct Word(String);

impl<'de> EnumAccess<'de> for Word {
    type Error = Error;
    type Variant = Nothing;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Nothing), Error> {
        let word: StringDeserializer<Error> = self.0.into_deserializer();
        Ok((seed.deserialize(word)?, Nothing))
    }
}

struct Nothing;

impl Nothing {
    fn wrong() -> Error {
        Error::custom("a word that holds something can't be read")
    }
}

impl<'de> VariantAccess<'de> for Nothing {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Error> {
        Err(Self::wrong())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Self::wrong())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Error> {
        Err(Self::wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RunRecord;
    use serde::Deserialize;
    use serde_json::json;

    /// A record of TCP as an earlier version wrote it, and one of UDP.
    const RECORDS: [&str; 2] =
        [include_str!("../tests/golden/record-1.json"), include_str!("../tests/golden/udp.json")];

    #[test]
    fn a_record_is_read_as_serde_json_reads_it() {
        for text in RECORDS {
            let value: Value = serde_json::from_str(text).unwrap();
            let theirs: RunRecord = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(read::<RunRecord>(value).unwrap(), theirs);
        }
    }

    /// The addresses of all values in a value.
    fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), found));
            }
            Value::Object(entries) => {
                entries.iter().for_each(|(key, item)| pointers(item, &format!("{at}/{key}"), found));
            }
            _ => {}
        }
    }

    #[test]
    fn whatever_stands_in_a_record_is_taken_or_refused_as_serde_json_does_it() {
        let odd =
            [json!(null), json!(true), json!(7), json!(-7), json!(1e300), json!("tcp"), json!(["tcp"]), json!({})];
        let (mut taken, mut refused) = (0, 0);
        for text in RECORDS {
            let mut record: Value = serde_json::from_str(text).unwrap();
            let mut found = Vec::new();
            pointers(&record, "", &mut found);
            for (index, at) in found.into_iter().enumerate() {
                // Two of them at each place: the places are many and alike.
                for odd in odd.iter().skip(index % 4).step_by(4) {
                    let place = record.pointer_mut(&at).unwrap();
                    // Structs written as arrays are what it does not read.
                    if place.is_object() && odd.is_array() {
                        continue;
                    }
                    let kept = std::mem::replace(place, odd.clone());
                    let theirs = serde_json::from_value::<RunRecord>(record.clone()).ok();
                    assert_eq!(read::<RunRecord>(record.clone()).ok(), theirs, "{at}: {odd}");
                    *if theirs.is_some() { &mut taken } else { &mut refused } += 1;
                    *record.pointer_mut(&at).unwrap() = kept;
                }
            }
        }
        assert!(taken > 100 && refused > 100, "{taken} {refused}");
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Three {
        first: u8,
        second: Option<u8>,
        #[serde(default)]
        third: u8,
    }

    #[test]
    fn what_is_absent_is_none_the_default_or_missed_by_name() {
        let three = |second, third| Three { first: 1, second, third };
        assert_eq!(read::<Three>(json!({"third": 3, "first": 1})).unwrap(), three(None, 3));
        assert_eq!(read::<Three>(json!({"second": 2, "first": 1, "fourth": 4})).unwrap(), three(Some(2), 0));
        assert_eq!(read::<Three>(json!({"second": 2})).unwrap_err().to_string(), "missing field `first`");
        assert!(read::<Three>(json!({"first": 1, "third": null})).unwrap_err().to_string().contains("a number"));
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        LightBlue,
    }

    #[test]
    fn what_does_not_fit_is_refused_and_what_is_unknown_left_out() {
        assert_eq!(read::<Colour>(json!("light_blue")).unwrap(), Colour::LightBlue);
        assert_eq!(read::<Option<(u16, u16)>>(json!([1, 2])).unwrap(), Some((1, 2)));
        assert_eq!(read::<Option<f64>>(json!(3)).unwrap(), Some(3.0));
        assert_eq!(read::<Value>(json!({"a": [1, -2, 0.5, "x", null, true]})).unwrap()["a"][1], json!(-2));
        for wrong in [json!("green"), json!(1), json!({"light_blue": 1})] {
            assert!(read::<Colour>(wrong).is_err());
        }
        assert!(read::<u16>(json!(70_000)).is_err() && read::<u16>(json!(-1)).is_err());
        assert!(read::<String>(json!(null)).unwrap_err().to_string().contains("a text"));
        assert!(read::<Vec<u8>>(json!({})).is_err() && read::<bool>(json!(0)).is_err());
    }
}
