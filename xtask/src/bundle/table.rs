//! The sizes of the bundle as a table for people.

use std::fmt::Write as _;

use super::pack::Packed;

/// One line for each file with its bytes as it is, in gzip and in brotli, and one for all.
pub(super) fn sizes(packed: &[Packed]) -> String {
    let rows: Vec<(&str, [usize; 3])> = packed.iter().map(|item| (item.asset.file.as_str(), bytes(item))).collect();
    let total = rows.iter().fold([0; 3], |sum, (_, bytes)| [sum[0] + bytes[0], sum[1] + bytes[1], sum[2] + bytes[2]]);
    let width = rows.iter().map(|(file, _)| file.len()).max().unwrap_or(0);
    let mut table = format!("{:width$} {:>9} {:>9} {:>9}", "file", "bytes", "gzip", "brotli");
    for (file, [raw, gzip, brotli]) in rows.into_iter().chain([("total", total)]) {
        // Writing to a string can't fail.
        let _ = write!(table, "\n{file:width$} {raw:>9} {gzip:>9} {brotli:>9}");
    }
    table
}

fn bytes(item: &Packed) -> [usize; 3] {
    let raw = item.asset.content.len();
    match &item.compressed {
        Some(forms) => [raw, forms.gzip.len(), forms.brotli.len()],
        None => [raw; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::asset::Asset;
    use crate::bundle::pack::Compressed;

    #[test]
    fn a_file_that_does_not_compress_counts_with_its_own_size() {
        let packed = [
            Packed {
                asset: Asset::plain("a.html", vec![0; 1000]),
                compressed: Some(Compressed { brotli: vec![0; 80], gzip: vec![0; 90] }),
            },
            Packed { asset: Asset::plain("b.png", vec![0; 5]), compressed: None },
        ];
        let table = sizes(&packed);
        let last: Vec<_> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(last, ["total", "1005", "95", "85"]);
        assert_eq!(table.lines().count(), 4);
    }
}
