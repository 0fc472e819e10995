//! Compresses the bundle ahead of time, as hard as it gets: it is done once and downloaded often.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::asset::Asset;

/// The strongest setting, and the largest window that every browser accepts.
const BROTLI_QUALITY: i32 = 11;
const BROTLI_WINDOW: i32 = 22;

/// An asset, and its compressed forms where its kind compresses.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) asset: Asset,
    pub(super) compressed: Option<Compressed>,
}

/// Both forms that browsers accept.
#[derive(Debug)]
pub(super) struct Compressed {
    pub(super) brotli: Vec<u8>,
    pub(super) gzip: Vec<u8>,
}

impl Packed {
    /// What a browser downloads at best.
    pub(super) fn smallest(&self) -> usize {
        self.compressed.as_ref().map_or(self.asset.content.len(), |forms| forms.brotli.len())
    }
}

/// Compresses all assets in the order they come.
pub(super) fn pack_all(assets: Vec<Asset>) -> Result<Vec<Packed>> {
    assets.into_iter().map(pack).collect()
}

fn pack(asset: Asset) -> Result<Packed> {
    let compressed = asset
        .is_compressible()
        .then(|| compress(&asset.content))
        .transpose()
        .with_context(|| format!("compressing {}", asset.name))?;
    Ok(Packed { asset, compressed })
}

fn compress(content: &[u8]) -> Result<Compressed> {
    let mut brotli = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: content.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*content, &mut brotli, &settings)?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    Ok(Compressed { brotli, gzip: gzip.finish()? })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn both_forms_give_the_content_back() {
        let content = "the network between two machines ".repeat(100).into_bytes();
        let packed = pack(Asset::new("a.css", content.clone())).unwrap();
        let forms = packed.compressed.as_ref().unwrap();

        let mut from_brotli = Vec::new();
        brotli::BrotliDecompress(&mut forms.brotli.as_slice(), &mut from_brotli).unwrap();
        let mut from_gzip = Vec::new();
        flate2::read::GzDecoder::new(forms.gzip.as_slice()).read_to_end(&mut from_gzip).unwrap();
        assert_eq!(from_brotli, content);
        assert_eq!(from_gzip, content);
        assert!(packed.smallest() < content.len() / 10);
    }

    #[test]
    fn a_picture_stays_as_it_is() {
        let packed = pack(Asset::new("a.png", vec![1, 2, 3])).unwrap();
        assert!(packed.compressed.is_none());
        assert_eq!(packed.smallest(), 3);
    }
}
