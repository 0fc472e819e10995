//! What the control groups that this process is in allow it: version 1 and version 2 (kernel documentation,
//! admin-guide/cgroup-v1 and admin-guide/cgroup-v2).
//!
//! A group has no more than those around it, so every limit is the least on the way up.

mod place;

use std::fs;
use std::path::{Path, PathBuf};

/// Which of the two interfaces a group has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// One tree for each controller.
    One,
    /// One tree for all.
    Two,
}

/// The groups of this process.
#[derive(Debug, Default)]
pub(super) struct Membership {
    groups: String,
    mounts: String,
}

impl Membership {
    /// Those it is in now.
    pub(super) fn read() -> Self {
        let text = |path: &str| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Self {
            groups: text("/proc/self/cgroup").unwrap_or_default(),
            mounts: text("/proc/self/mountinfo").unwrap_or_default(),
        }
    }

    /// Processor time, in CPUs.
    pub(super) fn cpus(&self) -> Option<f64> {
        let (version, folders) = self.folders("cpu")?;
        folders.iter().filter_map(|folder| cpus(version, folder)).min_by(f64::total_cmp)
    }

    /// Memory, in bytes.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        let (version, folders) = self.folders("memory")?;
        let file = if version == Version::One { "memory.limit_in_bytes" } else { "memory.max" };
        folders.iter().filter_map(|folder| limit(&text(folder, file)?)).min()
    }

    /// Processes and threads together.
    pub(super) fn threads(&self) -> Option<u64> {
        let (_, folders) = self.folders("pids")?;
        folders.iter().filter_map(|folder| limit(&text(folder, "pids.max")?)).min()
    }

    /// The `cpu.stat` of the group that may hold this process back: the nearest with a limit, else the nearest that counts.
    pub(super) fn throttled(&self) -> Option<(PathBuf, Version)> {
        let (version, folders) = self.folders("cpu")?;
        let counts = |folder: &&PathBuf| text(folder, "cpu.stat").is_some_and(|text| text.contains("nr_periods"));
        let counting: Vec<&PathBuf> = folders.iter().filter(counts).collect();
        let limited = counting.iter().find(|folder| cpus(version, folder).is_some());
        Some((limited.or(counting.first())?.join("cpu.stat"), version))
    }

    /// The folders of the group with that controller and of those around it, the innermost first.
    fn folders(&self, controller: &str) -> Option<(Version, Vec<PathBuf>)> {
        let one = place::version_one(&self.groups, &self.mounts, controller).map(|place| (Version::One, place));
        let (version, place) = one.or_else(|| Some((Version::Two, place::version_two(&self.groups, &self.mounts)?)))?;
        let ways_up = place.folder.ancestors().take_while(|folder| folder.starts_with(&place.mount));
        Some((version, ways_up.map(Path::to_path_buf).collect()))
    }
}

fn text(folder: &Path, file: &str) -> Option<String> {
    fs::read_to_string(folder.join(file)).ok()
}

fn cpus(version: Version, folder: &Path) -> Option<f64> {
    match version {
        Version::One => share(&text(folder, "cpu.cfs_quota_us")?, &text(folder, "cpu.cfs_period_us")?),
        Version::Two => {
            let text = text(folder, "cpu.max")?;
            let (quota, period) = text.trim().split_once(' ')?;
            share(quota, period)
        }
    }
}

/// A quota for each period, both in microseconds; `max` or −1 is none.
fn share(quota: &str, period: &str) -> Option<f64> {
    let [quota, period] = [quota, period].map(|text| text.trim().parse::<u32>().ok().filter(|&us| us > 0));
    Some(f64::from(quota?) / f64::from(period?))
}

/// A number that limits something. Version 1 says none by the largest number of whole pages (`PAGE_COUNTER_MAX`,
/// `include/linux/page_counter.h`), version 2 by `max`.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|&limit| limit < (i64::MAX as u64) >> 16 << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_numbers_and_no_limit_is_none() {
        // Written by hand after the kernel's documentation of both versions.
        assert_eq!((share("150000", "100000"), share("50000\n", "100000\n")), (Some(1.5), Some(0.5)));
        for (quota, period) in [("max", "100000"), ("-1\n", "100000\n"), ("0", "1"), ("1", "0"), ("", "")] {
            assert_eq!(share(quota, period), None, "{quota} {period}");
        }
        assert_eq!(limit("536870912\n"), Some(536_870_912));
        for text in ["max\n", "9223372036854771712\n", "9223372036854710272", "", "-1"] {
            assert_eq!(limit(text), None, "{text}");
        }
    }

    #[test]
    fn this_process_is_in_groups_that_are_there() {
        let membership = Membership::read();
        // Where no group has a limit there is none; what there is must be sane.
        assert!(membership.cpus().is_none_or(|cpus| cpus > 0.0));
        assert!(membership.memory_bytes().is_none_or(|bytes| bytes > 0));
        assert!(membership.threads().is_none_or(|threads| threads > 0));
        if let Some((path, _)) = membership.throttled() {
            assert!(path.exists());
        }
    }

    #[test]
    fn the_least_limit_on_the_way_up_counts() {
        let root = std::env::temp_dir().join(format!("pairperf-cgroup-{}", std::process::id()));
        let inner = root.join("outer/inner");
        fs::create_dir_all(&inner).unwrap();
        let put = |folder: &Path, file: &str, text: &str| fs::write(folder.join(file), text).unwrap();
        put(&inner, "cpu.max", "max 100000\n");
        put(&root.join("outer"), "cpu.max", "200000 100000\n");
        put(&inner, "memory.max", "4096000\n");
        put(&root.join("outer"), "memory.max", "8192000\n");
        put(&inner, "cpu.stat", "usage_usec 1\nnr_periods 0\n");
        put(&root.join("outer"), "cpu.stat", "usage_usec 1\nnr_periods 5\n");
        let mounts = format!("30 24 0:26 / {} rw - cgroup2 cgroup2 rw\n", root.display());
        let membership = Membership { groups: "0::/outer/inner\n".to_owned(), mounts };
        assert_eq!(
            (membership.cpus(), membership.memory_bytes(), membership.threads()),
            (Some(2.0), Some(4_096_000), None)
        );
        assert_eq!(membership.throttled(), Some((root.join("outer/cpu.stat"), Version::Two)));
        fs::remove_dir_all(&root).unwrap();
    }
}
