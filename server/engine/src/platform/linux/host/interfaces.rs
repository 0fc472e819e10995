//! Network interfaces: `/sys/class/net`.

use std::fs;
use std::path::Path;

use pairperf_shared::host::Interface;

const FOLDER: &str = "/sys/class/net";

/// Those that are up, by name, loopback excepted.
pub(super) fn read() -> Vec<Interface> {
    let Ok(entries) = fs::read_dir(FOLDER) else { return Vec::new() };
    let mut interfaces: Vec<_> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            interface(&entry.file_name().into_string().ok()?, &entry.path())
        })
        .collect();
    interfaces.sort_by(|a, b| a.name.cmp(&b.name));
    interfaces
}

fn interface(name: &str, folder: &Path) -> Option<Interface> {
    let text = |file: &str| fs::read_to_string(folder.join(file)).ok();
    if name == "lo" || !is_up(&text("operstate")?) {
        return None;
    }
    let driver = fs::read_link(folder.join("device/driver")).ok();
    Some(Interface {
        name: name.to_owned(),
        mtu: text("mtu").and_then(|mtu| mtu.trim().parse().ok()),
        // Reading the speed fails outright where a driver has none.
        bits_per_second: text("speed").and_then(|speed| bits_per_second(&speed)),
        driver: driver.and_then(|path| Some(path.file_name()?.to_str()?.to_owned())),
    })
}

/// Tunnels and other drivers without a carrier are `unknown` while they work.
fn is_up(operstate: &str) -> bool {
    matches!(operstate.trim(), "up" | "unknown")
}

/// The file counts in Mbit/s and says -1 (older kernels its unsigned twin) for unknown.
fn bits_per_second(speed: &str) -> Option<u64> {
    let megabits: i64 = speed.trim().parse().ok()?;
    u64::try_from(megabits)
        .ok()
        .filter(|&megabits| megabits > 0 && megabits < u64::from(u32::MAX))
        .map(|megabits| megabits * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_bits_and_unknown_is_none() {
        assert_eq!(bits_per_second("10000\n"), Some(10_000_000_000));
        assert_eq!(bits_per_second("400000"), Some(400_000_000_000));
        for text in ["-1\n", "0", "4294967295", "", "fast", "99999999999999999999"] {
            assert_eq!(bits_per_second(text), None, "{text}");
        }
    }

    #[test]
    fn only_working_interfaces_count() {
        assert!(is_up("up\n") && is_up("unknown\n"));
        assert!(!is_up("down\n") && !is_up("lowerlayerdown\n") && !is_up("") && !is_up("dormant"));
        assert_eq!(interface("ghost", Path::new("/sys/class/net/no-such-interface")), None);
    }
}
