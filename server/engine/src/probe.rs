//! What the engine finds out about the machine before a run. Whatever can't be read is null.

use pairperf_shared::host::HostFacts;

use crate::platform;

/// Reads the facts of this machine. `name` is how the node calls itself, `version` pairperf's.
pub fn host_facts(name: &str, version: &str) -> HostFacts {
    HostFacts { name: name.to_owned(), version: version.to_owned(), ..platform::host_facts() }
}

/// Raises the number of files this process may open as far as it may, and says how many they are
/// now. To be called once, early; [`host_facts`] calls it too.
pub fn raise_open_files() -> Option<u64> {
    platform::raise_open_files()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_facts() {
        let facts = host_facts("node-a", "0.1.0");
        assert_eq!((facts.name.as_str(), facts.version.as_str()), ("node-a", "0.1.0"));
        assert!(facts.cpu_count >= 1);
        assert!(facts.kernel.is_some() && facts.memory_bytes.is_some() && facts.max_open_files.is_some());
        assert!(facts.congestion_control.as_ref().is_some_and(|name| !name.is_empty()));
        assert!(facts.congestion_controls.iter().any(|name| name == "reno"), "reno is built into every kernel");
        assert_eq!(facts.machine, host_facts("node-b", "0.1.0").machine);
        assert!(facts.interfaces.iter().all(|interface| interface.name != "lo"));
    }
}
