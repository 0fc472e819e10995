//! The processor's name and frequency: `/proc/cpuinfo`, whose keys differ with the architecture.

/// What the file says of the first CPU.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Cpu {
    /// The model as the kernel names it.
    pub(super) model: Option<String>,
    /// Current frequency in MHz.
    pub(super) mhz: Option<f64>,
}

/// Reads the first CPU. On x86 the keys are `model name` and `cpu MHz`, on POWER `cpu` and
/// `clock`, on some ARM boards only `Hardware`; other ARM kernels give no name at all.
pub(super) fn parse(text: &str) -> Cpu {
    let value = |wanted: &str| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim() == wanted)
            .map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
    };
    Cpu {
        model: ["model name", "cpu model", "Hardware", "cpu"].into_iter().find_map(value).map(str::to_owned),
        mhz: ["cpu MHz", "clock"].into_iter().find_map(value).and_then(|text| positive(text.trim_end_matches("MHz"))),
    }
}

/// MHz from a file that holds kHz.
pub(super) fn khz(text: &str) -> Option<f64> {
    positive(text).map(|khz| khz / 1000.0)
}

fn positive(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite() && *value > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_architecture_has_its_own_keys() {
        let x86 = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 2\nmodel name\t: AMD EPYC\ncpu MHz\t\t: 2695.946\n\n\
                   processor\t: 1\nmodel name\t: Other\ncpu MHz\t\t: 1.0\n";
        assert_eq!(parse(x86), Cpu { model: Some("AMD EPYC".to_owned()), mhz: Some(2695.946) });
        let power = "processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 2300.000000MHz\n";
        assert_eq!(parse(power), Cpu { model: Some("POWER9, altivec supported".to_owned()), mhz: Some(2300.0) });
        let arm = "processor\t: 0\nBogoMIPS\t: 108.00\nCPU implementer\t: 0x41\nHardware\t: BCM2835\n";
        assert_eq!(parse(arm), Cpu { model: Some("BCM2835".to_owned()), mhz: None });
    }

    #[test]
    fn odd_text_is_unknown() {
        for text in [
            "",
            ":::",
            "model name",
            "model name\t:\n",
            "cpu MHz : fast",
            "cpu MHz : NaN",
            "cpu MHz : -3",
            "cpu MHz : inf",
        ] {
            assert_eq!(parse(text), Cpu::default(), "{text}");
        }
        assert_eq!(khz("2400000\n"), Some(2400.0));
        assert_eq!(khz("0"), None);
    }
}
