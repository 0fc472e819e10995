//! What orders the packets of each interface: a dump of the queueing disciplines over rtnetlink (`rtnetlink(7)`,
//! include/uapi/linux/rtnetlink.h).

#![allow(unsafe_code, reason = "a netlink socket has no safe wrapper without more of nix")]

use std::collections::BTreeMap;
use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::time::Duration;

use nix::net::if_::if_nametoindex;
use socket2::Socket;

/// `struct nlmsghdr`, and `struct tcmsg` behind it.
const HEADER: usize = 16;
const ABOUT: usize = 20;
/// `TC_H_ROOT`: the parent of the outermost discipline.
const ROOT: u32 = u32::MAX;
/// The most that is read: some hundred bytes an interface.
const MOST: usize = 4 << 20;
/// The kernel answers at once.
const PATIENCE: Duration = Duration::from_millis(500);

/// By the name of the interface, the outermost discipline; empty where the kernel does not say.
pub(super) fn all() -> BTreeMap<String, String> {
    let by_index = ask().map(|answer| parse(&answer)).unwrap_or_default();
    let links = super::links::all();
    let named = |name: String| Some((by_index.get(&if_nametoindex(name.as_str()).ok()?)?.clone(), name));
    links.into_keys().filter_map(named).map(|(qdisc, name)| (name, qdisc)).collect()
}

/// The whole answer.
fn ask() -> Option<Vec<u8>> {
    // SAFETY: no memory is involved; what comes back is checked.
    let fd = unsafe { libc::socket(libc::AF_NETLINK, libc::SOCK_RAW | libc::SOCK_CLOEXEC, libc::NETLINK_ROUTE) };
    if fd < 0 {
        return None;
    }
    // SAFETY: the descriptor is open and nobody else's.
    let mut socket = Socket::from(unsafe { OwnedFd::from_raw_fd(fd) });
    socket.set_read_timeout(Some(PATIENCE)).ok()?;
    socket.send(&question()).ok()?;
    let (mut answer, mut part) = (Vec::new(), vec![0; 32 << 10]);
    while answer.len() < MOST {
        let length = socket.read(&mut part).ok()?;
        let part = part.get(..length)?;
        answer.extend_from_slice(part);
        if messages(part).any(|(kind, _)| matches!(kind, DONE | ERROR)) {
            return Some(answer);
        }
    }
    None
}

/// `NLMSG_DONE` and `NLMSG_ERROR`.
const DONE: u16 = libc::NLMSG_DONE as u16;
const ERROR: u16 = libc::NLMSG_ERROR as u16;

/// `RTM_GETQDISC` of all interfaces.
fn question() -> Vec<u8> {
    let flags = (libc::NLM_F_REQUEST | libc::NLM_F_DUMP) as u16;
    let mut bytes = Vec::with_capacity(HEADER + ABOUT);
    bytes.extend_from_slice(&((HEADER + ABOUT) as u32).to_ne_bytes());
    bytes.extend_from_slice(&libc::RTM_GETQDISC.to_ne_bytes());
    bytes.extend_from_slice(&flags.to_ne_bytes());
    bytes.resize(HEADER + ABOUT, 0);
    bytes
}

/// The kinds and bodies of the messages in it.
fn messages(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let length = word(bytes, 0)? as usize;
        let kind = u16::from_ne_bytes(bytes.get(4..6)?.try_into().ok()?);
        let body = bytes.get(HEADER..length)?;
        bytes = bytes.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some((kind, body))
    })
}

/// The outermost discipline of each interface, by the interface's number.
fn parse(answer: &[u8]) -> BTreeMap<u32, String> {
    let qdisc = |(kind, body): (u16, &[u8])| {
        // struct tcmsg: family, padding, the interface, the handle, the parent.
        let (index, parent) = (word(body, 4)?, word(body, 12)?);
        (kind == libc::RTM_NEWQDISC && parent == ROOT).then(|| Some((index, name(body.get(ABOUT..)?)?))).flatten()
    };
    messages(answer).filter_map(qdisc).collect()
}

/// `TCA_KIND` among the attributes (`struct rtattr`).
fn name(mut attributes: &[u8]) -> Option<String> {
    loop {
        let length = usize::from(u16::from_ne_bytes(attributes.get(..2)?.try_into().ok()?));
        let kind = u16::from_ne_bytes(attributes.get(2..4)?.try_into().ok()?);
        let value = attributes.get(4..length)?;
        if kind == TCA_KIND {
            let text = value.split(|&byte| byte == 0).next()?;
            return String::from_utf8(text.to_vec()).ok().filter(|text| !text.is_empty());
        }
        attributes = attributes.get(length.next_multiple_of(4)..)?;
    }
}

/// include/uapi/linux/rtnetlink.h
const TCA_KIND: u16 = 1;

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A message as the kernel writes it.
    fn message(kind: u16, index: u32, parent: u32, qdisc: &str) -> Vec<u8> {
        let mut attributes = Vec::new();
        for (kind, value) in [(8_u16, vec![0; 3]), (TCA_KIND, [qdisc.as_bytes(), &[0]].concat())] {
            attributes.extend_from_slice(&(4 + value.len() as u16).to_ne_bytes());
            attributes.extend_from_slice(&kind.to_ne_bytes());
            attributes.extend_from_slice(&value);
            attributes.resize(attributes.len().next_multiple_of(4), 0);
        }
        let mut bytes = ((HEADER + ABOUT + attributes.len()) as u32).to_ne_bytes().to_vec();
        bytes.extend_from_slice(&kind.to_ne_bytes());
        bytes.resize(HEADER + 4, 0);
        for word in [index, 0, parent, 0] {
            bytes.extend_from_slice(&word.to_ne_bytes());
        }
        bytes.extend_from_slice(&attributes);
        bytes
    }

    #[test]
    fn the_outermost_discipline_of_each_interface_is_found() {
        let answer = [
            message(libc::RTM_NEWQDISC, 1, ROOT, "noqueue"),
            message(libc::RTM_NEWQDISC, 2, ROOT, "mq"),
            message(libc::RTM_NEWQDISC, 2, 0x8001_0001, "fq_codel"),
            message(DONE, 3, ROOT, "none"),
        ]
        .concat();
        let expected = [(1, "noqueue".to_owned()), (2, "mq".to_owned())];
        assert_eq!(parse(&answer), expected.into());
        assert!(messages(&answer).any(|(kind, _)| kind == DONE));
    }

    #[test]
    fn this_kernel_answers() {
        // Loopback has no queue, and some kernels leave such out of the dump.
        assert!(ask().is_some());
        assert!(all().values().all(|name| !name.is_empty()));
    }

    proptest! {
        #[test]
        fn no_answer_is_too_odd(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0_usize..80) {
            let _ = parse(&bytes);
            let mut whole = message(libc::RTM_NEWQDISC, 1, ROOT, "fq");
            whole.truncate(cut);
            let _ = parse(&[whole, bytes].concat());
        }
    }
}
