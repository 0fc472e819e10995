//! What the system counts by itself, since a session began: one small parser a file, files kept open.
//!
//! Cumulative counters alone: what goes up and down (`CurrEstab`, `conntrack_allowance_available`) is none.

mod followed;
mod interrupts;
pub(super) mod nic;
pub(super) mod paired;
pub(super) mod snmp6;
mod softirqs;
pub(super) mod softnet;
mod source;
mod stat;
mod throttle;

use std::collections::HashMap;

use pairperf_shared::sample::MAX_COUNTERS;

use super::cgroup::Membership;
use super::ethtool::Ethtool;
use super::kept::Kept;
use super::links;
use followed::Followed;
use source::Source;

/// A counter's name (see [`pairperf_shared::summary::system::Counters`]) and what it is at.
type Reading = (String, u64);

/// What a counter of that name is at, among what was read.
pub(super) fn value(readings: &[Reading], name: &str) -> Option<u64> {
    readings.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
}

/// Everything that is counted, each relative to the moment this was opened.
///
/// Names are fixed then. Whatever this kernel does not have has no name.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    groups: Vec<Group>,
}

/// The counters of one source.
#[derive(Debug)]
struct Group {
    source: Source,
    counters: Vec<Followed>,
    places: HashMap<String, usize>,
}

impl Counters {
    /// Opens what there is and begins to count. `/proc/net/tcp` is never among it: one reading takes 10 ms at 8,192 sockets.
    pub(crate) fn open() -> Self {
        let links = links::counted();
        let file = |path: &str, parse| Kept::open(path).map(|file| Source::Text { file, parse });
        let files = [
            file("/proc/self/net/snmp", paired::snmp),
            file("/proc/self/net/snmp6", snmp6::parse),
            file("/proc/self/net/netstat", paired::netstat),
            file("/proc/softirqs", softirqs::parse),
            file("/proc/stat", stat::parse),
            file("/proc/self/net/softnet_stat", softnet::parse),
        ];
        let interrupts = Kept::open("/proc/interrupts").map(|file| {
            let devices = links.iter().map(|link| interrupts::Device::of(link)).collect();
            Source::Interrupts { file, devices }
        });
        let nics = Kept::open("/proc/self/net/dev").map(|file| Source::Links { file, names: links.clone() });
        let throttled = Membership::read().throttled().and_then(|(path, version)| {
            Some(Source::Text { file: Kept::open(path.to_str()?)?, parse: throttle::parser(version) })
        });
        let drivers = links.iter().filter_map(|link| Ethtool::of(link)?.statistics()).map(Source::Driver);
        let sources = files.into_iter().chain([interrupts, nics, throttled]).flatten().chain(drivers);
        let mut opened = Self { groups: sources.filter_map(Group::open).collect() };
        let mut room = MAX_COUNTERS;
        for group in &mut opened.groups {
            group.counters.truncate(room);
            room -= group.counters.len();
        }
        opened
    }

    /// The names, in the order of the values that [`read`](Self::read) gives.
    pub(crate) fn names(&self) -> Vec<String> {
        self.groups.iter().flat_map(|group| &group.counters).map(|counter| counter.name.clone()).collect()
    }

    /// What was counted since the opening; none for what can't be read, and for good for what vanished or began anew.
    pub(crate) fn read(&mut self) -> Vec<Option<u64>> {
        self.groups.iter_mut().flat_map(Group::read).collect()
    }
}

impl Group {
    fn open(mut source: Source) -> Option<Self> {
        let mut counters: Vec<Followed> = Vec::new();
        let mut places = HashMap::new();
        for (name, value) in source.read()? {
            if !places.contains_key(&name) {
                places.insert(name.clone(), counters.len());
                counters.push(Followed::new(name, value));
            }
        }
        (!counters.is_empty()).then_some(Self { source, counters, places })
    }

    fn read(&mut self) -> Vec<Option<u64>> {
        let Some(now) = self.source.read() else { return vec![None; self.counters.len()] };
        let mut values = vec![None; self.counters.len()];
        for (name, value) in now {
            if let Some(counter) = self.places.get(&name).and_then(|&at| self.counters.get(at)) {
                values[self.places[&counter.name]] = Some(value);
            }
        }
        self.counters.iter_mut().zip(values).map(|(counter, value)| counter.follow(value)).collect()
    }
}

#[cfg(test)]
mod tests;
