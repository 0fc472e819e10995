//! `/proc/stat`: all interrupts and all soft interrupts of the machine, the first number of `intr` and of `softirq`
//! (`proc_stat(5)`).

use super::Reading;

/// Both, as far as they are there (`softirq` since Linux 2.6.31).
pub(super) fn parse(text: &str) -> Vec<Reading> {
    let first = |key: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))?;
        Some((name.to_owned(), line.split_ascii_whitespace().next()?.parse().ok()?))
    };
    [first("intr", "interrupts.all"), first("softirq", "softirq.all")].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_of_each_line_is_the_sum() {
        // Captured, and cut.
        let text = "cpu  1 2 3 4\nintr 424140085 0 0 2 2 9\nctxt 557118540\nsoftirq 1775669895 0 3647253 4800828\n";
        let expected = [("interrupts.all", 424_140_085), ("softirq.all", 1_775_669_895)];
        assert_eq!(parse(text), expected.map(|(name, sum)| (name.to_owned(), sum)));
    }

    #[test]
    fn older_kernels_and_odd_text_say_less() {
        // Written by hand after proc_stat(5), of Linux 2.6.30.
        assert_eq!(parse("intr 5 1 4\nctxt 9\n"), [("interrupts.all".to_owned(), 5)]);
        for text in ["", "intr", "intr x", "interrupt 5", "softirq -1"] {
            assert_eq!(parse(text), [], "{text}");
        }
    }
}
