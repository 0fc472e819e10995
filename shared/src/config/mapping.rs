//! Sessions as ntttcp writes them: `threads,cpu,*`. The address is the one that the two nodes found open.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One session: threads that have a CPU in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// How many threads.
    pub threads: u32,
    /// The CPU that they are pinned to; none (`*`) = the scheduler's choice.
    pub cpu: Option<u32>,
}

/// All sessions of an end, in order; written with blanks between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mappings(pub Vec<Mapping>);

/// The most threads of a run.
pub const MAX_THREADS: u32 = 1024;
/// CPUs that a pinned thread may ask for are numbered below this.
pub const MAX_CPU: u32 = 4096;
/// The most sessions.
const MAX_SESSIONS: usize = 256;

impl Mappings {
    /// The threads of all sessions together.
    pub fn threads(&self) -> u32 {
        self.0.iter().map(|mapping| mapping.threads).sum()
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},", self.threads)?;
        match self.cpu {
            Some(cpu) => write!(f, "{cpu},")?,
            None => f.write_str("*,")?,
        }
        f.write_str("*")
    }
}

impl fmt::Display for Mappings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mapping) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{mapping}")?;
        }
        Ok(())
    }
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{}` is no session; write threads,cpu,* as in 4,0,* or 4,*,*", cut(text));
        let mut parts = text.split(',').map(str::trim);
        let threads = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
        let cpu = match parts.next().ok_or_else(wrong)? {
            "*" => None,
            number => Some(number.parse().map_err(|_| wrong())?),
        };
        let address = parts.next().unwrap_or("*");
        if parts.next().is_some() {
            return Err(wrong());
        }
        if !matches!(address, "*" | "") {
            return Err("streams go to the address that the two nodes found open; write * for it".to_owned());
        }
        if !(1..=MAX_THREADS).contains(&threads) || cpu.is_some_and(|cpu| cpu >= MAX_CPU) {
            return Err(format!("a session has 1 to {MAX_THREADS} threads on a CPU of 0 to {}", MAX_CPU - 1));
        }
        Ok(Self { threads, cpu })
    }
}

/// Text from outside, for an error.
fn cut(text: &str) -> String {
    crate::host::clean_text(text).chars().take(40).collect()
}

impl FromStr for Mappings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mappings: Vec<Mapping> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let all = Self(mappings);
        if all.0.is_empty() || all.0.len() > MAX_SESSIONS || all.threads() > MAX_THREADS {
            return Err(format!("a run has 1 to {MAX_SESSIONS} sessions with {MAX_THREADS} threads together at most"));
        }
        Ok(all)
    }
}

impl Serialize for Mappings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Mappings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sessions_are_read_as_ntttcp_writes_them() {
        let read = |text: &str| text.parse::<Mappings>();
        let two = read("1,0,*  1,1").unwrap();
        assert_eq!(two.threads(), 2);
        assert_eq!(two.0[1].cpu, Some(1));
        assert_eq!(two.to_string(), "1,0,* 1,1,*");
        assert_eq!(read("4,*").unwrap(), read("4,*,*").unwrap());
        assert_eq!(read("2,100,*").unwrap().0[0].cpu, Some(100));
        for wrong in ["", "4", "0,*,*", "4,x,*", "4,*,10.0.0.5", "4,*,*,1", "1025,*,*", "600,*,* 600,*,*", "1,4096,*"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn foreign_text_never_panics(text in ".{0,60}") {
            let _ = text.parse::<Mappings>();
        }

        #[test]
        fn sessions_survive_their_text(
            of in proptest::collection::vec((1u32..=8, proptest::option::of(0u32..4096)), 1..8)
        ) {
            let all = Mappings(of.into_iter().map(|(threads, cpu)| Mapping { threads, cpu }).collect());
            prop_assert_eq!(all.to_string().parse(), Ok(all));
        }
    }
}
