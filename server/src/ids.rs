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

/// The kernel gave no random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the kernel gave no random bytes")]
pub struct NoRandomness;

impl From<NoRandomness> for ApiError {
    fn from(error: NoRandomness) -> Self {
        Self::new("internal", error.to_string())
    }
}
