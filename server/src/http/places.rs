//! How many HTTP connections there may be: in all, and from one address, so that nobody can shut
//! everybody else out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// HTTP connections at once.
const MOST: usize = 768;
/// HTTP connections at once from one address (for IPv6 from one /64, which one machine may have whole).
const MOST_FROM_ONE: usize = 128;

/// The connections there are. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Places(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One connection, counted while it lives.
#[derive(Debug)]
pub(super) struct Place {
    places: Places,
    source: IpAddr,
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // A std mutex: held for a map access, never across an await.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection from there; none when there are too many.
    pub(super) fn take(&self, from: IpAddr) -> Option<Place> {
        let source = network(from);
        let mut counts = self.lock();
        if counts.values().sum::<usize>() >= MOST || counts.get(&source).is_some_and(|&count| count >= MOST_FROM_ONE) {
            return None;
        }
        *counts.entry(source).or_default() += 1;
        drop(counts);
        Some(Place { places: self.clone(), source })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.places.lock();
        if let Some(count) = counts.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.source);
            }
        }
    }
}

fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6((u128::from(ip) & (u128::MAX << 64)).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_can_not_take_all_places() {
        let places = Places::default();
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut held: Vec<Place> = (0..MOST_FROM_ONE).map(|_| places.take(ip("10.0.0.4")).unwrap()).collect();
        assert!(places.take(ip("10.0.0.4")).is_none() && places.take(ip("::ffff:10.0.0.4")).is_none());
        let _other = places.take(ip("10.0.0.5")).unwrap();
        held.pop();
        assert!(places.take(ip("10.0.0.4")).is_some());
        let _whole: Vec<Place> = (0..MOST_FROM_ONE).map(|_| places.take(ip("fd00::1")).unwrap()).collect();
        assert!(places.take(ip("fd00::2")).is_none());
        drop(held);
        assert_eq!(places.lock().len(), 2);
    }
}
