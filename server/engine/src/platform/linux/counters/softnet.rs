//! `/proc/net/softnet_stat`: a line for each CPU that is there, in hexadecimal (`softnet_seq_show`, net/core/net-procfs.c).
//! Of the whole machine.

use super::Reading;

/// The first columns; what follows differs between kernels.
const COLUMNS: [&str; 3] = ["softnet.processed", "softnet.dropped", "softnet.time_squeeze"];

/// Their sums over the CPUs; nothing where a line can't be read.
pub(in crate::platform::linux) fn parse(text: &str) -> Vec<Reading> {
    let mut sums = [0_u64; COLUMNS.len()];
    for line in text.lines() {
        let mut fields = line.split_ascii_whitespace();
        for sum in &mut sums {
            let Some(count) = fields.next().and_then(|field| u64::from_str_radix(field, 16).ok()) else {
                return Vec::new();
            };
            *sum = sum.wrapping_add(count);
        }
    }
    if text.is_empty() {
        return Vec::new();
    }
    COLUMNS.into_iter().map(str::to_owned).zip(sums).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpus_are_added_up() {
        // Captured, and cut.
        let text = "3fcf580e 000004a5 0000001d 00000000\n2aa5e1f5 00000a57 0000001a 00000000\n";
        let sums: Vec<u64> = parse(text).into_iter().map(|(_, sum)| sum).collect();
        assert_eq!(sums, [0x3fcf_580e + 0x2aa5_e1f5, 0x4a5 + 0xa57, 0x1d + 0x1a]);
    }

    #[test]
    fn nine_columns_of_linux_2_6_and_odd_text() {
        // Written by hand after softnet_seq_show of Linux 2.6.32.
        assert_eq!(parse("0000000a 00000001 00000002 0 0 0 0 0 0\n")[0], ("softnet.processed".to_owned(), 10));
        for text in ["", "\n", "1 2\n", "1 2 x\n", "1 2 3\n-1 2 3\n"] {
            assert_eq!(parse(text), [], "{text:?}");
        }
    }
}
