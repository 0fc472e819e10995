//! Samples packed for the database: zlib over a JSON array, so that old ones stay readable as the
//! type grows.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use pairperf_shared::sample::Sample;

use super::StoreError;

/// Samples in one chunk of a finished run.
pub(super) const SAMPLES: usize = 512;
/// A chunk larger than this when unpacked is not ours: 512 samples of 512 streams stay well below.
const MOST_BYTES: u64 = 256 << 20;

pub(super) fn pack(samples: &[Sample]) -> Result<Vec<u8>, StoreError> {
    let unpackable = |error: &dyn std::fmt::Display| StoreError::Content(error.to_string());
    let json = serde_json::to_vec(samples).map_err(|error| unpackable(&error))?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&json).map_err(|error| unpackable(&error))?;
    encoder.finish().map_err(|error| unpackable(&error))
}

pub(super) fn unpack(body: &[u8]) -> Result<Vec<Sample>, StoreError> {
    let mut json = Vec::new();
    ZlibDecoder::new(body)
        .take(MOST_BYTES)
        .read_to_end(&mut json)
        .map_err(|error| StoreError::Content(error.to_string()))?;
    serde_json::from_slice(&json).map_err(|error| StoreError::Content(error.to_string()))
}
