//! What a node says of the machine it runs on.

use serde::{Deserialize, Serialize};

mod detail;

pub use detail::{Card, HostDetail};

/// Facts of one machine, read by the engine's probes. Whatever could not be read is null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct HostFacts {
    /// The node's name: `--name`, else the host name.
    pub name: String,
    /// The operating system, for example `Debian GNU/Linux 12`.
    pub os: Option<String>,
    /// Kernel release, for example `6.12.0`.
    pub kernel: Option<String>,
    /// Processor model as the kernel names it.
    pub cpu_model: Option<String>,
    /// CPUs this process may use.
    pub cpu_count: u32,
    /// Current frequency of the first CPU in MHz.
    pub cpu_mhz: Option<f64>,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
    /// An opaque value that is the same for two nodes on one running kernel (a hash of the boot id).
    pub machine: Option<String>,
    /// Network interfaces that are up, loopback excepted.
    pub interfaces: Vec<Interface>,
    /// Congestion controls this process may choose.
    pub congestion_controls: Vec<String>,
    /// The one the kernel uses when none is asked for.
    pub congestion_control: Option<String>,
    /// Open files allowed (`RLIMIT_NOFILE`, soft, after we raised it to the hard one).
    pub max_open_files: Option<u64>,
    /// Threads that this process may have: the least of `RLIMIT_NPROC`, `kernel.threads-max` and the container's `pids.max`.
    pub max_threads: Option<u64>,
    /// First and last port of `net.ipv4.ip_local_port_range`.
    pub local_ports: Option<(u16, u16)>,
    /// `net.core.wmem_max`: the largest send socket buffer that may be asked for, in bytes.
    pub send_socket_buffer_max_bytes: Option<u64>,
    /// `net.core.rmem_max`: the largest receive socket buffer that may be asked for, in bytes.
    pub receive_socket_buffer_max_bytes: Option<u64>,
    /// Whether the kernel cuts large buffers into datagrams (`UDP_SEGMENT`, `udp(7)`).
    pub udp_segmentation: Option<bool>,
    /// Whether it joins arriving ones (`UDP_GRO`, `udp(7)`).
    pub udp_joining: Option<bool>,
    /// Whether the node runs in a container.
    pub container: Option<bool>,
    /// The port it listens at; null where it does not.
    pub listens_at: Option<u16>,
    /// Version of pairperf.
    pub version: String,
    /// What explains its figures beyond that.
    #[cfg_attr(target_family = "wasm", serde(skip))]
    pub detail: HostDetail,
}

/// One network interface.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Interface {
    /// The kernel's name for it, for example `eth0`.
    pub name: String,
    /// Maximum transmission unit in bytes.
    pub mtu: Option<u32>,
    /// Link speed in bits per second; null where the driver does not say.
    pub bits_per_second: Option<u64>,
    /// The kernel driver.
    pub driver: Option<String>,
}

/// The longest text kept of anything a peer says of itself, in characters.
pub const MAX_TEXT: usize = 200;

/// Text from outside, made fit to be stored and shown: no control characters, bounded length.
pub fn clean_text(text: &str) -> String {
    text.chars().filter(|c| !is_odd(*c, false)).take(MAX_TEXT).collect()
}

/// What a text from outside must not hold: control characters, and those that make it read as another. A text of several
/// lines may have line breaks.
pub fn is_odd(c: char, lines: bool) -> bool {
    (c.is_control() && !(lines && c == '\n')) || matches!(c, '\u{2028}' | '\u{2029}') || turns_text(c)
}

/// The text without any of those.
pub fn without_odd(text: &str, lines: bool) -> String {
    text.chars().filter(|c| !is_odd(*c, lines)).collect()
}

/// Characters that turn the text around them about (Unicode UAX #9), so that it reads as another.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl HostFacts {
    /// The same facts with every text cleaned and every list bounded, for facts that came from a peer.
    pub fn cleaned(mut self) -> Self {
        let clean = |text: &mut Option<String>| {
            if let Some(t) = text {
                *t = clean_text(t);
            }
        };
        self.name = clean_text(&self.name);
        self.version = clean_text(&self.version);
        for text in
            [&mut self.os, &mut self.kernel, &mut self.cpu_model, &mut self.machine, &mut self.congestion_control]
        {
            clean(text);
        }
        self.cpu_mhz = self.cpu_mhz.filter(|mhz| mhz.is_finite());
        self.cpu_count = self.cpu_count.clamp(1, 4096);
        self.interfaces.truncate(64);
        for interface in &mut self.interfaces {
            interface.name = clean_text(&interface.name);
            clean(&mut interface.driver);
        }
        self.detail = std::mem::take(&mut self.detail).cleaned();
        self.congestion_controls.truncate(32);
        for name in &mut self.congestion_controls {
            *name = clean_text(name);
        }
        self
    }

    /// Whether both nodes run on one kernel.
    pub fn shares_machine(&self, other: &Self) -> bool {
        self.machine.is_some() && self.machine == other.machine
    }

    /// The interface with the highest known speed, else the first: the likeliest card of a run, since the route is not known.
    pub fn fastest_interface(&self) -> Option<&Interface> {
        let fastest = self.interfaces.iter().filter(|i| i.bits_per_second.is_some()).max_by_key(|i| i.bits_per_second);
        fastest.or_else(|| self.interfaces.first())
    }

    /// The fastest interface whose speed is known, in bits per second.
    pub fn link_bits_per_second(&self) -> Option<u64> {
        self.interfaces.iter().filter_map(|i| i.bits_per_second).max()
    }
}

/// The speed of the slower of two machines' cards, in bits per second, where both say one.
pub fn link_between(a: &HostFacts, b: &HostFacts) -> Option<f64> {
    // Two nodes on one machine talk past their cards.
    if a.shares_machine(b) {
        return None;
    }
    Some(a.link_bits_per_second()?.min(b.link_bits_per_second()?) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_a_peer_loses_control_characters_and_length() {
        assert_eq!(clean_text("web\u{1b}[31m-a\n"), "web[31m-a");
        assert_eq!(clean_text("a\u{202e}b\u{2028}\u{61c}"), "ab");
        assert_eq!(
            (without_odd("a\n\t\u{2066}b", true), without_odd("a\n\u{85}b", false)),
            ("a\nb".into(), "ab".into())
        );
        assert_eq!(clean_text(&"x".repeat(5000)).len(), MAX_TEXT);
        let facts = HostFacts { name: "a\0b".to_owned(), cpu_count: 0, ..HostFacts::default() }.cleaned();
        assert_eq!((facts.name.as_str(), facts.cpu_count), ("ab", 1));
    }
}
