//! How evenly datagrams come, seen from outside the same way for every tool: once a millisecond the bytes that the
//! receiver's interface has counted are read, together with the time; what counts is the rate between two readings. Bytes,
//! for with segmentation offload the interface counts a buffer of many datagrams as one packet.
//!
//! A reading takes a few microseconds, one in a hundred of a processor. The thread that reads runs before all ordinary ones
//! (`SCHED_FIFO`, `sched(7)`), so that the tools can't delay it; it still wakes late now and then. Then the span is
//! longer and the rate over it is still right, but it evens out: spans that are not a millisecond are left out.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::bench::statistics::variation_percent as variation;

const BIN: Duration = Duration::from_millis(1);
/// Spans between these are a millisecond.
const LEAST: f64 = 0.000_8;
const MOST: f64 = 0.001_25;
/// With fewer of the spans than this, there is nothing to say.
const ENOUGH: f64 = 0.5;

/// Reads for that long what that interface of that process's network namespace receives; the standard deviation of the
/// rates of its milliseconds, in percent of their mean.
pub(super) fn variation_percent(process: u32, interface: &str, length: Duration) -> Option<f64> {
    let file = File::open(format!("/proc/{process}/net/dev")).ok()?;
    let interface = format!("{interface}:");
    let reader = std::thread::spawn(move || {
        hurry();
        let mut text = [0; 4096];
        let begun = Instant::now();
        let bins = length.as_millis() as u32;
        let mut readings = Vec::with_capacity(bins as usize + 1);
        for bin in 0..=bins {
            let due = begun + BIN * bin;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            let Ok(read) = file.read_at(&mut text, 0) else { break };
            let text = std::str::from_utf8(&text[..read]).unwrap_or_default();
            readings.extend(bytes(text, &interface).map(|bytes| (begun.elapsed().as_secs_f64(), bytes)));
        }
        readings
    });
    of(&reader.join().ok()?)
}

/// Lets this thread run before others. Where that is not allowed, more of its spans are left out.
fn hurry() {
    let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let thread = thread.file_name().unwrap_or_default();
    let _ = Command::new("chrt").args(["--fifo", "--pid", "10"]).arg(thread).output();
}

/// Bytes received by an interface: the first of its figures in `/proc/net/dev`.
fn bytes(text: &str, interface: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(interface))?;
    line.split_whitespace().next()?.parse().ok()
}

fn of(readings: &[(f64, u64)]) -> Option<f64> {
    let spans = readings.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1.saturating_sub(pair[0].1)));
    let rates: Vec<f64> = spans
        .filter(|(seconds, _)| (LEAST..MOST).contains(seconds))
        .map(|(seconds, bytes)| bytes as f64 / seconds)
        .collect();
    if (rates.len() as f64) < ENOUGH * readings.len() as f64 { None } else { variation(&rates) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_by_the_name_of_the_interface() {
        let text = "Inter-| Receive\n face |bytes packets\n    lo:  10  2 0\n  eth0: 900 85 0 0\n";
        assert_eq!(bytes(text, "eth0:"), Some(900));
        assert_eq!(bytes(text, "eth1:"), None);
    }

    #[test]
    fn a_late_reading_is_no_unevenness_and_half_of_them_are_no_figure() {
        let steady = |times: &[f64]| times.iter().map(|ms| (ms / 1e3, (ms * 80.0) as u64)).collect::<Vec<_>>();
        assert!(of(&steady(&[0.0, 1.0, 2.1, 5.0, 6.0, 7.0])).unwrap() < 1e-9);
        assert_eq!(of(&steady(&[0.0, 3.0, 6.0, 7.0, 10.0])), None);
    }
}
