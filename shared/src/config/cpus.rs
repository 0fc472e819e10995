//! Lists of CPUs as the kernel writes them: `0-3,8`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::mapping::MAX_CPU;

/// CPUs, in the order in which workers get them. Kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cpus {
    text: String,
    list: Vec<u32>,
}

impl Cpus {
    /// The CPUs, in order.
    pub fn list(&self) -> &[u32] {
        &self.list
    }
}

impl fmt::Display for Cpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Cpus {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("not a list of CPUs; write 0-3,8 with numbers of 0 to {}", MAX_CPU - 1);
        let mut list = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let read = |text: &str| text.trim().parse::<u32>().ok().filter(|&cpu| cpu < MAX_CPU).ok_or_else(wrong);
            let (first, last) = (read(first)?, read(last)?);
            if first > last || list.len() > MAX_CPU as usize {
                return Err(wrong());
            }
            list.extend(first..=last);
        }
        if list.len() > MAX_CPU as usize || text.len() > 200 {
            return Err(wrong());
        }
        Ok(Self { text: text.trim().to_owned(), list })
    }
}

impl Serialize for Cpus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Cpus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lists_are_read_as_the_kernel_writes_them() {
        let read = |text: &str| text.parse::<Cpus>().map(|cpus| cpus.list().to_vec());
        assert_eq!(read("0-2,8"), Ok(vec![0, 1, 2, 8]));
        assert_eq!(read(" 130 "), Ok(vec![130]));
        for wrong in ["", "a", "3-1", "0,", "4096", "-1", "0-4095,0-4095"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn foreign_text_never_panics(text in ".{0,40}") {
            let _ = text.parse::<Cpus>();
        }
    }
}
