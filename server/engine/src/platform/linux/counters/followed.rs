//! One counter, followed from the value it had first.

/// Its name, and how far it came.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) name: String,
    narrow: bool,
    last: u64,
    grown: u64,
    gone: bool,
}

impl Followed {
    /// Counts from this value on.
    pub(super) fn new(name: String, value: u64) -> Self {
        Self { narrow: is_narrow(&name), name, last: value, grown: 0, gone: false }
    }

    /// What it grew by since the first value; none for good once it vanished or went backwards, as it does where an
    /// interface is made anew or a CPU is taken away.
    pub(super) fn follow(&mut self, value: Option<u64>) -> Option<u64> {
        let step = value.and_then(|now| step(self.last, now, self.narrow));
        self.gone |= step.is_none();
        if self.gone {
            return None;
        }
        self.last = value?;
        self.grown = self.grown.saturating_add(step?);
        Some(self.grown)
    }
}

/// Whether the kernel keeps it in 32 bits for each CPU, so that the sum steps back by 2^32 when one of them begins again:
/// `unsigned int` in `struct kernel_stat` and `irq_cpustat_t` (`include/linux/kernel_stat.h`, `arch/x86/include/asm/hardirq.h`)
/// and in `struct softnet_data` (include/linux/netdevice.h). All others are 64 bits wide on a 64-bit kernel.
fn is_narrow(name: &str) -> bool {
    ["softirq.", "softnet.", "interrupts."].iter().any(|group| name.starts_with(group))
}

/// From one value to the next; none where it went backwards.
fn step(last: u64, now: u64, narrow: bool) -> Option<u64> {
    if !narrow {
        return now.checked_sub(last);
    }
    // Modulo 2^32 the sum of counters that wrap grows as they do; read every few seconds, none grows by half of that.
    let step = now.wrapping_sub(last) as u32;
    (step < 1 << 31).then_some(u64::from(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str, values: &[Option<u64>]) -> Vec<Option<u64>> {
        let mut counter = Followed::new(name.to_owned(), 10);
        values.iter().map(|value| counter.follow(*value)).collect()
    }

    #[test]
    fn it_is_counted_from_the_first_value() {
        assert_eq!(all("Tcp.OutSegs", &[Some(10), Some(15), Some(15)]), [Some(0), Some(5), Some(5)]);
    }

    #[test]
    fn one_that_vanished_or_began_anew_is_unknown_for_good() {
        assert_eq!(all("nic.eth0.rx_bytes", &[Some(12), None, Some(20)]), [Some(2), None, None]);
        assert_eq!(all("nic.eth0.rx_bytes", &[Some(12), Some(3), Some(20)]), [Some(2), None, None]);
        assert_eq!(all("softnet.processed", &[Some(12), Some(3), Some(20)]), [Some(2), None, None]);
    }

    #[test]
    fn one_of_32_bits_goes_on_when_the_kernel_begins_again() {
        let top = u64::from(u32::MAX);
        let mut counter = Followed::new("softirq.NET_RX".to_owned(), top - 1);
        assert_eq!([top, 3].map(|now| counter.follow(Some(now))), [Some(1), Some(5)]);
        // The sum of two CPUs, of which one wraps.
        let mut counter = Followed::new("interrupts.eth0".to_owned(), top + 7);
        assert_eq!(counter.follow(Some(9)), Some(3));
    }
}
