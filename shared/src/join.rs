//! The join code: how it is written, typed and checked. It never handles the secret itself.

use std::fmt;
use std::str::FromStr;

/// Symbols of Crockford's base 32: no I, L, O, U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Random symbols in a code; one check symbol follows them.
pub const SECRET_SYMBOLS: usize = 7;

/// Seven random symbols and one check symbol, shown as `7K3F-Q9RN`.
#[derive(Clone, PartialEq, Eq)]
pub struct JoinCode([u8; SECRET_SYMBOLS + 1]);

/// Why something typed is not a join code. Found before any network is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Not eight symbols, dashes and spaces apart.
    #[error("a join code has 8 symbols, this has {0}")]
    Length(usize),
    /// A character that no code contains.
    #[error("`{0}` does not occur in a join code")]
    Symbol(char),
    /// The check symbol does not fit the seven before it.
    #[error("one symbol of the join code is off: check what was typed")]
    Check,
}

impl JoinError {
    /// Key of the message a person reads.
    pub fn key(self) -> &'static str {
        match self {
            Self::Length(_) => "code-length",
            Self::Symbol(_) => "code-symbol",
            Self::Check => "code-check",
        }
    }
}

/// The symbols weighted with powers of a generator of GF(32): each place has another weight, so
/// every single wrong symbol and every swap of two neighbours shows, and the sum is a symbol of
/// the same alphabet (a sum modulo a prime would need more symbols).
fn check_symbol(secret: &[u8]) -> u8 {
    secret.iter().fold(0, |sum, &symbol| times_generator(sum ^ symbol))
}

/// Multiplies by x in GF(2)[x]/(x^5 + x^2 + 1), whose x generates all 31 nonzero elements.
fn times_generator(value: u8) -> u8 {
    let shifted = value << 1;
    if shifted & 0b10_0000 == 0 { shifted } else { shifted ^ 0b10_0101 }
}

fn value_of(symbol: char) -> Option<u8> {
    let symbol = match symbol.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    ALPHABET.iter().position(|&known| char::from(known) == symbol).map(|index| index as u8)
}

impl JoinCode {
    /// The code whose symbols are the low five bits of each random byte.
    pub fn from_random(random: [u8; SECRET_SYMBOLS]) -> Self {
        let mut values = [0; SECRET_SYMBOLS + 1];
        for (value, byte) in values.iter_mut().zip(random) {
            *value = byte & 31;
        }
        values[SECRET_SYMBOLS] = check_symbol(&values[..SECRET_SYMBOLS]);
        Self(values.map(|value| ALPHABET[usize::from(value)]))
    }

    /// The eight symbols without the dash, upper case.
    pub fn symbols(&self) -> &str {
        // The alphabet is ASCII, so this cannot fail.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = self.symbols().split_at(4);
        write!(f, "{left}-{right}")
    }
}

/// A code is a secret while it lives: it does not show itself in logs.
impl fmt::Debug for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinCode(…)")
    }
}

impl FromStr for JoinCode {
    type Err = JoinError;

    /// Reads a code as people type it: any case, dashes and spaces anywhere, O for 0, I and L for 1.
    fn from_str(text: &str) -> Result<Self, JoinError> {
        let mut values = Vec::with_capacity(8);
        for symbol in text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–' | '—' | '_')) {
            values.push(value_of(symbol).ok_or(JoinError::Symbol(symbol))?);
        }
        let count = values.len();
        let values: [u8; SECRET_SYMBOLS + 1] = values.try_into().map_err(|_| JoinError::Length(count))?;
        if check_symbol(&values[..SECRET_SYMBOLS]) != values[SECRET_SYMBOLS] {
            return Err(JoinError::Check);
        }
        Ok(Self(values.map(|value| ALPHABET[usize::from(value)])))
    }
}

/// What a person types or pastes to join: a code, alone or with the inviter's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// `HOST[:PORT]` where it was given.
    pub address: Option<String>,
    /// The code.
    pub code: JoinCode,
}

impl FromStr for Ticket {
    type Err = JoinError;

    /// Reads `7K3F-Q9RN`, `10.0.0.4:7575/7K3F-Q9RN`, `10.0.0.4 7k3f q9rn` or `http://10.0.0.4:7575/join#7K3F-Q9RN`.
    fn from_str(text: &str) -> Result<Self, JoinError> {
        let text = text.trim();
        let bare = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://")).unwrap_or(text);
        let split = bare.rsplit_once(['/', '#']).or_else(|| {
            // An address written before the code, as one says it: no code has a dot or a colon in it.
            let parts = bare.split_once(|c: char| c.is_whitespace() || c == ',')?;
            parts.0.contains(['.', ':']).then_some(parts)
        });
        let Some((address, code)) = split else {
            return Ok(Self { address: None, code: bare.parse()? });
        };
        let code = code.trim_start_matches([',', ' ']);
        let address = address.strip_suffix("/join").unwrap_or(address).trim_end_matches('/').trim();
        Ok(Self { address: (!address.is_empty()).then(|| address.to_owned()), code: code.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tickets_are_read_in_each_of_their_forms() {
        let code = JoinCode::from_random([1, 2, 3, 4, 5, 6, 7]);
        for (text, address) in [
            (format!("{code}"), None),
            (code.symbols().to_ascii_lowercase(), None),
            (format!("10.0.0.4:7575/{code}"), Some("10.0.0.4:7575")),
            (format!(" [fd00::4]:7575/{code} "), Some("[fd00::4]:7575")),
            (format!("http://a.example:8080/join#{code}"), Some("a.example:8080")),
            (format!("10.0.0.4 {}", code.to_string().to_lowercase().replace('-', " ")), Some("10.0.0.4")),
            (format!("10.0.0.4:7575, {code}"), Some("10.0.0.4:7575")),
        ] {
            let ticket: Ticket = text.parse().unwrap();
            assert_eq!((ticket.address.as_deref(), &ticket.code), (address, &code), "{text}");
        }
    }

    #[test]
    fn a_code_does_not_show_itself_in_debug_output() {
        let code = JoinCode::from_random([9; 7]);
        assert!(!format!("{code:?}").contains(code.symbols()));
    }

    proptest! {
        #[test]
        fn shown_codes_are_read_back(random: [u8; 7]) {
            let code = JoinCode::from_random(random);
            prop_assert_eq!(code.to_string().parse::<JoinCode>(), Ok(code.clone()));
            prop_assert_eq!(code.symbols().to_lowercase().replace('0', "o").replace('1', "l").parse::<JoinCode>(), Ok(code));
        }

        #[test]
        fn one_wrong_symbol_is_always_noticed(random: [u8; 7], place in 0usize..8, other in 0usize..32) {
            let code = JoinCode::from_random(random);
            let mut symbols = code.symbols().as_bytes().to_vec();
            prop_assume!(symbols[place] != ALPHABET[other]);
            symbols[place] = ALPHABET[other];
            prop_assert_eq!(String::from_utf8(symbols).unwrap().parse::<JoinCode>(), Err(JoinError::Check));
        }

        #[test]
        fn two_swapped_neighbours_are_always_noticed(random: [u8; 7], place in 0usize..7) {
            let code = JoinCode::from_random(random);
            let mut symbols = code.symbols().as_bytes().to_vec();
            prop_assume!(symbols[place] != symbols[place + 1]);
            symbols.swap(place, place + 1);
            prop_assert_eq!(String::from_utf8(symbols).unwrap().parse::<JoinCode>(), Err(JoinError::Check));
        }

        #[test]
        fn foreign_text_never_panics(text in ".{0,60}") {
            let _ = text.parse::<JoinCode>();
            let _ = text.parse::<Ticket>();
        }
    }
}
