//! Whether pairperf runs inside a container, where ports may be published one by one and addresses be of a bridge.

use std::path::Path;

use super::read;

/// Put there by Docker and by Podman.
const MARKERS: [&str; 2] = ["/.dockerenv", "/run/.containerenv"];
/// Parts of the names of control groups that container engines make (version 1, or 2 without a namespace of its own).
const GROUPS: [&str; 5] = ["docker", "kubepods", "containerd", "libpod", "lxc"];

/// Best effort; unknown where nothing speaks for either.
pub(super) fn inside() -> Option<bool> {
    let marked = MARKERS.iter().any(|path| Path::new(path).exists());
    judge(
        marked,
        read("/proc/1/environ").as_deref(),
        read("/proc/self/cgroup").as_deref(),
        read("/proc/2/comm").as_deref(),
    )
}

/// `environ` is that of the first process, `second` the name of the second: in the machine's own list of processes it is
/// always the kernel's `kthreadd`, which a container does not see.
fn judge(marked: bool, environ: Option<&str>, groups: Option<&str>, second: Option<&str>) -> Option<bool> {
    // systemd.exec(5): what starts a container says so in this variable; LXC, nspawn and Podman do.
    let told =
        environ.is_some_and(|text| text.split('\0').any(|entry| entry.len() > 10 && entry.starts_with("container=")));
    let grouped = groups.is_some_and(|text| text.lines().any(|line| GROUPS.iter().any(|name| line.contains(name))));
    if marked || told || grouped {
        return Some(true);
    }
    (second.map(str::trim_end) == Some("kthreadd")).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sign_of_a_container_is_enough_and_only_the_machine_itself_is_sure_to_be_none() {
        let group = "12:cpu:/docker/8f0c1a\n0::/\n";
        for (marked, environ, groups, second, expected) in [
            (true, None, None, None, Some(true)),
            (false, Some("PATH=/bin\0container=lxc\0"), None, None, Some(true)),
            (false, None, Some(group), None, Some(true)),
            (false, None, Some("0::/kubepods.slice/x"), Some("kthreadd\n"), Some(true)),
            (false, Some("PATH=/bin\0"), Some("0::/init.scope\n"), Some("kthreadd\n"), Some(false)),
            (false, Some("mycontainer=lxc\0container="), Some("0::/\n"), Some("sh\n"), None),
            (false, None, None, None, None),
        ] {
            assert_eq!(judge(marked, environ, groups, second), expected, "{environ:?} {groups:?} {second:?}");
        }
    }
}
