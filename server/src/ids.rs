//! Random ids and secrets from the kernel.

use pairperf_shared::ApiError;

/// Random bytes.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// `N` random bytes as lower-case hexadecimal digits.
pub fn random_hex<const N: usize>() -> Result<String, NoRandomness> {
    Ok(data_encoding::HEXLOWER.encode(&random::<N>()?))
}

/// Crockford's base 32: no I, L, O, U.
const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a share's id: 128 bits, five in each.
const SHARE: usize = 26;

/// A new id of a share: 128 random bits as 26 Crockford base 32 characters.
pub fn share() -> Result<String, NoRandomness> {
    let bits = u128::from_be_bytes(random()?);
    Ok((0..SHARE).rev().map(|place| char::from(CROCKFORD[(bits >> (5 * place)) as usize & 31])).collect())
}

/// The id of a share as it is kept, from how it was typed or linked: any case, O for 0, I and L for 1.
pub fn share_from(text: &str) -> Option<String> {
    if text.len() != SHARE {
        return None;
    }
    text.bytes()
        .map(|byte| match byte.to_ascii_uppercase() {
            b'O' => Some('0'),
            b'I' | b'L' => Some('1'),
            other => CROCKFORD.contains(&other).then(|| char::from(other)),
        })
        .collect()
}

/// The kernel gave no random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the kernel gave no random bytes")]
pub struct NoRandomness;

impl From<NoRandomness> for ApiError {
    fn from(error: NoRandomness) -> Self {
        Self::new("internal", error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_26_symbols_in_any_case() {
        let (first, second) = (share().unwrap(), share().unwrap());
        assert_ne!(first, second);
        assert_eq!(first.len(), 26);
        // 26 symbols hold 130 bits: the first has but three of them.
        assert!(first.as_bytes()[0] <= b'7', "{first}");
        assert_eq!(share_from(&first.to_lowercase()).as_deref(), Some(first.as_str()));
        assert_eq!(share_from("oiL00000000000000000000000").as_deref(), Some("01100000000000000000000000"));
        for text in ["", "0", "U0000000000000000000000000", "000000000000000000000000000", "é000000000000000000000000"]
        {
            assert_eq!(share_from(text), None, "{text}");
        }
    }
}
