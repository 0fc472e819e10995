//! Where the folder of a process's control group is: `/proc/self/cgroup` (`cgroups(7)`) says which, and
//! `/proc/self/mountinfo` (`proc_pid_mountinfo(5)`) where its tree can be seen.

use std::path::{Component, Path, PathBuf};

/// A group's folder, and where its tree begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) folder: PathBuf,
    pub(super) mount: PathBuf,
}

/// With version 1, of that controller: a line such as `4:cpu,cpuacct:/docker/1f`.
pub(super) fn version_one(groups: &str, mounts: &str, controller: &str) -> Option<Place> {
    let has = |list: &str| list.split(',').any(|name| name == controller);
    let group = groups.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        has(fields.next()?).then(|| fields.next()).flatten()
    })?;
    let (root, mount) = mounts.lines().find_map(|line| mounted(line, "cgroup", has))?;
    Some(place(group, root, mount))
}

/// With version 2: the line `0::/user.slice`.
pub(super) fn version_two(groups: &str, mounts: &str) -> Option<Place> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let (root, mount) = mounts.lines().find_map(|line| mounted(line, "cgroup2", |_| true))?;
    Some(place(group, root, mount))
}

/// Which part of a tree is seen, and where, if the line is one of that kind.
fn mounted<'a>(line: &'a str, kind: &str, suits: impl Fn(&str) -> bool) -> Option<(&'a str, &'a str)> {
    // Before the lone dash there are optional fields.
    let (place, what) = line.split_once(" - ")?;
    let mut what = what.split(' ');
    let (found, options) = (what.next()?, what.nth(1)?);
    let mut place = place.split(' ').skip(3);
    (found == kind && suits(options)).then(|| Some((place.next()?, place.next()?))).flatten()
}

/// A container sees its own group as the root of the tree, whatever it is called outside.
fn place(group: &str, root: &str, mount: &str) -> Place {
    let mount = PathBuf::from(mount);
    let inside = Path::new(group).strip_prefix(root).ok();
    let plain = |path: &&Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let folder = inside.filter(plain).map_or_else(|| mount.clone(), |inside| mount.join(inside));
    Place { folder, mount }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(folder: &str, mount: &str) -> Place {
        Place { folder: folder.into(), mount: mount.into() }
    }

    #[test]
    fn version_two_is_one_tree() {
        // Written by hand after cgroups(7) and proc_pid_mountinfo(5).
        let mounts = "24 1 0:22 / /sys rw shared:2 - sysfs sysfs rw\n\
            30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let group = "0::/system.slice/pairperf.service\n";
        let expected = Some(at("/sys/fs/cgroup/system.slice/pairperf.service", "/sys/fs/cgroup"));
        assert_eq!(version_two(group, mounts), expected);
        assert_eq!(version_two("0::/\n", mounts), Some(at("/sys/fs/cgroup", "/sys/fs/cgroup")));
        assert_eq!(version_one(group, mounts, "cpu"), None);
        // A group outside of what a namespace shows.
        assert_eq!(version_two("0::/../other\n", mounts), Some(at("/sys/fs/cgroup", "/sys/fs/cgroup")));
    }

    #[test]
    fn version_one_has_a_tree_for_each_controller() {
        // Captured, and shortened.
        let groups = "4:memory:/process/4c88\n3:cpuset:/\n2:cpuacct:/\n1:cpu:/\n0::/\n";
        let mounts = "40 30 0:30 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n\
            42 30 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
        assert_eq!(version_one(groups, mounts, "cpu"), Some(at("/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu")));
        let expected = Some(at("/sys/fs/cgroup/memory/process/4c88", "/sys/fs/cgroup/memory"));
        assert_eq!(version_one(groups, mounts, "memory"), expected);
        assert_eq!(version_one(groups, mounts, "pids"), None);
    }

    #[test]
    fn a_container_of_version_one_sees_its_own_group_as_the_root() {
        // Written by hand in the manner of Docker without a namespace of control groups.
        let groups = "7:cpu,cpuacct:/docker/1f2e\n";
        let mounts = "90 80 0:30 /docker/1f2e /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n";
        let mount = "/sys/fs/cgroup/cpu,cpuacct";
        assert_eq!(version_one(groups, mounts, "cpu"), Some(at(mount, mount)));
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(groups in "([0-9]{0,2}:?[a-z,]{0,6}:?[/.a-z]{0,8}\n?){0,3}", mounts in "([0-9 /a-z:-]{0,40}\n?){0,3}") {
            let _ = (version_one(&groups, &mounts, "cpu"), version_two(&groups, &mounts));
        }
    }
}
