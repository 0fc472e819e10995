//! What each CPU spends its time on: `/proc/stat` (`proc_stat(5)`).

use std::fs::File;
use std::os::unix::fs::FileExt;

use pairperf_shared::sample::CoreTicks;

use super::user_hz::user_hz;

/// Reads CPU times relative to the moment it was made, from a file it keeps open (half the cost
/// of opening it anew).
#[derive(Debug)]
pub(crate) struct CoreClock {
    file: File,
    buffer: Vec<u8>,
    hz: u64,
    origin: Vec<(u32, CoreTicks)>,
}

impl CoreClock {
    /// Begins counting; none where the kernel does not say.
    pub(crate) fn start() -> Option<Self> {
        let file = File::open("/proc/stat").ok()?;
        let mut clock = Self { file, buffer: vec![0; 16 << 10], hz: user_hz(), origin: Vec::new() };
        clock.origin = clock.read()?;
        Some(clock)
    }

    /// Ticks of each CPU since the start; none if CPUs came or went meanwhile.
    pub(crate) fn since_start(&mut self) -> Option<Vec<CoreTicks>> {
        let now = self.read()?;
        difference(&self.origin, &now, self.hz)
    }

    fn read(&mut self) -> Option<Vec<(u32, CoreTicks)>> {
        loop {
            let length = self.file.read_at(&mut self.buffer, 0).ok()?;
            let text = self.buffer.get(..length)?;
            // The lines of CPUs come first; `intr` follows them and is long, it need not fit.
            if length < self.buffer.len() || text.windows(5).any(|window| window == b"\nintr") {
                return parse(&String::from_utf8_lossy(text));
            }
            self.buffer.resize(length * 2, 0);
        }
    }
}

/// The number and the times of each CPU; none if there is no line that can be read.
fn parse(text: &str) -> Option<Vec<(u32, CoreTicks)>> {
    let cores: Vec<_> = text.lines().filter_map(core).collect();
    (!cores.is_empty()).then_some(cores)
}

/// One line such as `cpu0 user nice system idle iowait irq softirq steal …`.
fn core(line: &str) -> Option<(u32, CoreTicks)> {
    // The line of the sum has a space where the others have their number.
    let (number, times) = line.strip_prefix("cpu")?.split_once(' ')?;
    let number = number.parse().ok()?;
    let mut fields = times.split_ascii_whitespace();
    let mut ticks = [0_u64; 8];
    for (index, tick) in ticks.iter_mut().enumerate() {
        *tick = match fields.next() {
            Some(field) => field.parse().ok()?,
            // Before Linux 2.6.11 there was no steal; four fields have always been there.
            None if index >= 4 => 0,
            None => return None,
        };
    }
    let [user, nice, system, idle, iowait, irq, softirq, steal] = ticks;
    let sum = u64::saturating_add;
    Some((
        number,
        CoreTicks { user: sum(user, nice), system: sum(system, irq), softirq, steal, idle: sum(idle, iowait) },
    ))
}

/// Later less earlier, in hundredths of a second.
fn difference(earlier: &[(u32, CoreTicks)], later: &[(u32, CoreTicks)], hz: u64) -> Option<Vec<CoreTicks>> {
    if earlier.len() != later.len() {
        return None;
    }
    // iowait may shrink (`proc_stat(5)`), hence saturating.
    let since = |now: u64, then: u64| now.saturating_sub(then).saturating_mul(100) / hz.max(1);
    earlier
        .iter()
        .zip(later)
        .map(|((number, then), (same, now))| {
            (number == same).then(|| CoreTicks {
                user: since(now.user, then.user),
                system: since(now.system, then.system),
                softirq: since(now.softirq, then.softirq),
                steal: since(now.steal, then.steal),
                idle: since(now.idle, then.idle),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTURED: &str = "cpu  15268 0 2164 135244 241 0 56 49 0 0\n\
        cpu0 7340 1 982 68120 26 3 21 25 0 0\n\
        cpu1 7928 0 1182 67123 215 0 34 24 0 0\n\
        intr 289734 0 0 0 0\nctxt 537549\n";

    #[test]
    fn every_cpu_is_read_and_the_sum_is_not() {
        let cores = parse(CAPTURED).unwrap();
        assert_eq!(cores.len(), 2);
        assert_eq!(cores[0], (0, CoreTicks { user: 7341, system: 985, softirq: 21, steal: 25, idle: 68146 }));
    }

    #[test]
    fn odd_lines_are_left_out() {
        for text in [
            "",
            "cpu",
            "cpu0",
            "cpu0 1 2",
            "cpux 1 2 3 4",
            "cpu0 1 2 three 4",
            "intr 1 2 3",
            "cpu0 99999999999999999999999 1 1 1",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(
            parse("cpu7 1 2 3 4").unwrap(),
            [(7, CoreTicks { user: 3, system: 3, softirq: 0, steal: 0, idle: 4 })]
        );
        let huge = parse(&format!("cpu0 {0} {0} 1 1", u64::MAX)).unwrap();
        assert_eq!(huge[0].1.user, u64::MAX);
    }

    #[test]
    fn differences_are_in_hundredths_and_never_negative() {
        let then = parse("cpu0 100 0 50 1000").unwrap();
        let now = parse("cpu0 300 0 60 990").unwrap();
        assert_eq!(
            difference(&then, &now, 100).unwrap(),
            [CoreTicks { user: 200, system: 10, softirq: 0, steal: 0, idle: 0 }]
        );
        assert_eq!(difference(&then, &now, 1000).unwrap()[0].user, 20);
        assert_eq!(difference(&then, &[], 100), None);
        assert_eq!(difference(&then, &parse("cpu1 300 0 60 990").unwrap(), 100), None);
    }

    #[test]
    fn this_machine_is_read() {
        let mut clock = CoreClock::start().unwrap();
        assert!(!clock.since_start().unwrap().is_empty());
        clock.buffer.truncate(8);
        assert!(!clock.since_start().unwrap().is_empty(), "the buffer grows");
    }
}
