//! Bytes over the interfaces, and which of them are of the run.

use serde::{Deserialize, Serialize};

use super::{Counters, Run, ratio};
use crate::host::clean_text;
use crate::plan::Role;
use crate::record::EndInEffect;
use crate::summary::{LEAST_FRAME, packet};

/// Bytes over an interface in `measure`, Ethernet's header included (sysfs-class-net-statistics).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InterfaceBytes {
    /// The kernel's name for it.
    pub interface: String,
    /// `rx_bytes`.
    pub received: u64,
    /// `tx_bytes`.
    pub sent: u64,
    /// The interface that counts the same bytes as its own, where this is the fast way of a synthetic one (netvsc of Azure
    /// and Hyper-V): they are not to be added up.
    pub counted_by: Option<String>,
}

/// The interface that carried a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Carried {
    /// The interface whose bytes in the run's direction come nearest to the run's, and are no fewer.
    pub interface: String,
    /// Its bytes in the run's direction.
    pub bytes: u64,
    /// Of those, bytes that can't be the run's, at least: `bytes` less the run's payload, what was sent again, and headers.
    pub foreign_bytes: u64,
    /// `foreign_bytes` as a share of `bytes`, 0 to 100.
    pub foreign_percent: f64,
}

/// All interfaces that carried something.
pub(super) struct Interfaces(Vec<InterfaceBytes>);

/// A fast way is known by its bytes, which differ by the headers that the driver or the joining of packets (GRO) took off:
/// 66 of 1514 bytes, and less where drivers count them too.
const TWIN: f64 = 0.1;
/// An interface with this share of the run's bytes is likelier the one in use, with payload still in buffers, than another
/// one that happened to carry more.
const NEARLY: f64 = 0.9;
/// What an interface counts beside IP packets, in bytes: Ethernet's header, and with some drivers its check sequence.
const COUNTED_FRAMING: f64 = 18.0;

impl Interfaces {
    /// None where no interface is counted.
    pub(super) fn of(counters: &Counters<'_>) -> Option<Self> {
        let mut all: Vec<InterfaceBytes> = Vec::new();
        for (interface, counter, grown) in counters.of_group("nic") {
            let known = all.iter().position(|it| it.interface == interface);
            let at = known.unwrap_or_else(|| {
                all.push(InterfaceBytes { interface: interface.to_owned(), ..InterfaceBytes::default() });
                all.len() - 1
            });
            match counter {
                "rx_bytes" => all[at].received = grown,
                "tx_bytes" => all[at].sent = grown,
                _ => {}
            }
        }
        if all.is_empty() {
            return None;
        }
        all.retain(|it| it.received > 0 || it.sent > 0);
        let synthetic: Vec<String> = all.iter().map(|it| it.interface.clone()).collect();
        for name in synthetic {
            let fast = ["vf_rx_bytes", "vf_tx_bytes"].map(|counter| format!("ethtool.{name}.{counter}"));
            let Some(fast) = counters.sum(&[&fast[0], &fast[1]]).filter(|&bytes| bytes > 0) else { continue };
            let apart =
                |it: &InterfaceBytes| (it.received.saturating_add(it.sent) as f64 - fast as f64).abs() / fast as f64;
            let others = all.iter_mut().filter(|it| it.interface != name && apart(it) <= TWIN);
            if let Some(twin) = others.min_by(|a, b| apart(a).total_cmp(&apart(b))) {
                twin.counted_by = Some(clean_text(&name));
            }
        }
        for it in &mut all {
            it.interface = clean_text(&it.interface);
        }
        Some(Self(all))
    }

    pub(super) fn into_bytes(self) -> Vec<InterfaceBytes> {
        self.0
    }

    /// Which carried the run; none where it is not known what the run's packets weigh, or no interface carried as much.
    pub(super) fn carried(&self, run: &Run<'_>, counters: &Counters<'_>) -> Option<Carried> {
        let payload = counters.bytes() as f64;
        let ours = most_on_wire(run, payload)?;
        let carried = |it: &InterfaceBytes| if run.end.role == Role::Sender { it.sent } else { it.received };
        let apart = |it: &&InterfaceBytes| (carried(it) as f64 - ours).abs();
        let own = self.0.iter().filter(|it| it.counted_by.is_none() && carried(it) as f64 >= payload * NEARLY);
        let nearest = own.min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        let bytes = carried(nearest);
        let foreign = (bytes as f64 - ours).max(0.0);
        (payload > 0.0 && bytes as f64 >= payload).then(|| Carried {
            interface: nearest.interface.clone(),
            bytes,
            // Below `bytes`, which is a whole number of 64 bits.
            foreign_bytes: foreign as u64,
            foreign_percent: ratio(100.0 * foreign, bytes as f64).unwrap_or_default(),
        })
    }
}

/// The most bytes that the payload may have been on the wire, with all headers.
///
/// What a receiver's socket dropped came over the wire too, so it is no less than what was sent. A call may end in a segment
/// that is not full, so each may add one. What was sent again counts once more.
fn most_on_wire(run: &Run<'_>, payload: f64) -> Option<f64> {
    let (sender, effect) = run.sender?;
    let effect: &EndInEffect = effect?;
    let (full, headers) = packet(Some(effect))?;
    let again = sender.retransmits.unwrap_or(0) as f64;
    let payload = payload.max(sender.bytes.unwrap_or(0) as f64);
    let calls = if effect.udp.is_some() { 0.0 } else { sender.operations.unwrap_or(0) as f64 };
    let smallest = (full + headers).max(LEAST_FRAME) + COUNTED_FRAMING;
    let whole = (payload / full).ceil() + again;
    Some(whole * smallest + calls * (headers + COUNTED_FRAMING).max(LEAST_FRAME + COUNTED_FRAMING))
}
