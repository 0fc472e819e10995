//! What is decided for datagrams: their size, their pace, and how they are moved.

use serde::{Deserialize, Serialize};

use super::PlanError;
use crate::config::{Direction, Offload, Pace, Ports, Protocol, RunConfig};
use crate::host::HostFacts;
use crate::reach::{Family, Reach};

/// What one node does with the datagrams of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UdpPlan {
    /// Payload bytes of one datagram, the header of ours included.
    pub datagram_bytes: u32,
    /// Whether datagrams may be cut up on the way; else they carry the mark not to (DF), and what does not fit is refused.
    pub fragment: bool,
    /// Payload bits per second of each flow; null = as fast as the sender can.
    pub stream_bits_per_second: Option<u64>,
    /// How that rate is kept.
    pub pace: Pace,
    /// A sender looks at its schedule this often; 0 = for every datagram.
    pub quantum_us: u32,
    /// A sender that fell behind its schedule catches up no more than this.
    pub catch_up_ms: u32,
    /// Whether the sender's kernel cuts (GSO) and the receiver's joins (GRO).
    pub segmentation: bool,
    /// Datagrams in one buffer that the kernel cuts up; 1 without segmentation.
    pub segments: u32,
    /// Buffers handed over, or taken, in one call at most.
    pub batch: u32,
    /// A receiver with nothing to take sleeps this long.
    pub nap_us: u32,
    /// A receiver tells the sender this often that it is there.
    pub feedback_ms: u32,
    /// A sender that heard nothing for this long stops.
    pub silence_ms: u32,
    /// Where the flows go to: null = all to the node's one port, else the first one's port.
    pub base_port: Option<u16>,
}

/// Payload that fits one IPv4 packet (RFC 791: 65,535 less 28 bytes of headers).
const MOST_BYTES: u32 = 65_507;
/// The smallest path MTU that IPv6 allows (RFC 8200 §5); what is not known is taken for that.
const LEAST_MTU: u32 = 1280;
/// Datagrams above this are not worth a buffer of several: the kernel takes 64 KiB at once.
const SEGMENTS_UP_TO: u32 = 32_000;
/// The most segments of one buffer that every kernel takes (`UDP_MAX_SEGMENTS`, linux/udp.h).
const MOST_SEGMENTS: u32 = 64;
/// Buffers of one call (measured: more gain nothing).
const MOST_BATCH: u32 = 64;
/// Memory of one call, so that it stays in the second-level cache.
const CALL_BYTES: u32 = 1 << 20;
/// How often a paced sender wakes. Measured at 1 Gbit/s: half of it costs a fifth more CPU and is no more even over a
/// millisecond; twice of it saves a tenth, and sends bursts of 17 datagrams instead of 9.
const QUANTUM_US: u32 = 100;
/// The same where the kernel cuts each burst up: a burst is then one call of the stack, at a third of the CPU (measured).
const GSO_QUANTUM_US: u32 = 250;
/// A busy machine keeps a sender from its core for some tens of milliseconds; what fell due then is made up for at twice
/// the rate, so that the rate is met and no queue on the way overflows (measured: a stall is over before 50 ms).
const CATCH_UP_MS: u32 = 50;
/// The receive buffer to ask for: a burst of the sender, or a nap of the receiver, fits (measured).
pub(super) const RECEIVE_BUFFER: u64 = 4 << 20;
/// What a receiver waits at most after the planned end, so that it is through within a second of the sender.
pub(super) const DRAIN_MS: u64 = 800;

/// Decides the datagrams of a run.
pub(super) fn decide(
    config: &RunConfig,
    direction: Direction,
    hosts: [&HostFacts; 2],
    reach: &Reach,
) -> Result<UdpPlan, PlanError> {
    let fits = largest(reach, direction, hosts);
    let datagram_bytes = config.datagram_bytes.map_or(fits, |asked| asked.min(u64::from(MOST_BYTES)) as u32);
    let segmentation = segmentation(config, hosts, datagram_bytes)?;
    let segments = if segmentation { (MOST_BYTES / datagram_bytes).clamp(1, MOST_SEGMENTS) } else { 1 };
    Ok(UdpPlan {
        datagram_bytes,
        fragment: datagram_bytes > fits,
        stream_bits_per_second: config.stream_bits_per_second(),
        pace: config.pace,
        quantum_us: match config.pace {
            Pace::Quantum => QUANTUM_US,
            Pace::Spin => 0,
            Pace::Gso => GSO_QUANTUM_US,
        },
        catch_up_ms: CATCH_UP_MS,
        segmentation,
        segments,
        batch: (CALL_BYTES / (datagram_bytes * segments)).clamp(1, MOST_BATCH),
        nap_us: 100,
        feedback_ms: 250,
        silence_ms: 2000,
        base_port: (config.ports == Ports::Ntttcp).then_some(config.base_port),
    })
}

/// Whether kernels cut and join: by itself only where no even pace is asked for.
fn segmentation(config: &RunConfig, hosts: [&HostFacts; 2], datagram_bytes: u32) -> Result<bool, PlanError> {
    let lacking = hosts.into_iter().find(|host| host.udp_segmentation != Some(true) || host.udp_joining != Some(true));
    let wanted = config.segmentation_offload == Offload::On || config.pace == Pace::Gso;
    match (config.segmentation_offload, lacking) {
        (Offload::Off, _) => Ok(false),
        (_, Some(host)) if wanted => Err(PlanError::SegmentationOffload { host: host.name.clone() }),
        (_, Some(_)) => Ok(false),
        (Offload::On, None) => Ok(true),
        (Offload::Auto, None) => Ok(wanted || (config.unlimited && datagram_bytes <= SEGMENTS_UP_TO)),
    }
}

/// The largest payload of one datagram that goes that way whole, as far as is known.
pub fn largest(reach: &Reach, direction: Direction, hosts: [&HostFacts; 2]) -> u32 {
    let known = |direction| {
        let way = reach.open(direction, Protocol::Udp)?;
        Some((way.path_mtu_bytes?, way.family))
    };
    // Within a flow the way back is open even where it was not on its own.
    let (mtu, family) = known(direction).or_else(|| known(direction.turned())).unwrap_or_else(|| {
        let smallest = |host: &HostFacts| host.interfaces.iter().filter_map(|interface| interface.mtu).min();
        let mtu = hosts.into_iter().filter_map(smallest).min().unwrap_or(LEAST_MTU);
        (mtu.max(LEAST_MTU), Family::Ipv6)
    });
    mtu.saturating_sub(family.udp_headers()).clamp(512, MOST_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Connect;
    use crate::plan::{Loop, Side, plan};
    use crate::reach::{Way, WayState};
    use proptest::prelude::*;

    fn host(name: &str, offload: bool) -> HostFacts {
        HostFacts {
            name: name.to_owned(),
            cpu_count: 4,
            udp_segmentation: Some(offload),
            udp_joining: Some(offload),
            listens_at: Some(7575),
            ..HostFacts::default()
        }
    }

    fn way(direction: Direction, family: Family, state: WayState, mtu: Option<u32>) -> Reach {
        let way = Way {
            direction,
            protocol: Protocol::Udp,
            family,
            address: None,
            port: 7575,
            of_link: true,
            state,
            round_trip_ns: None,
            path_mtu_bytes: mtu,
        };
        Reach { ways: vec![way], ..Reach::default() }
    }

    fn udp() -> RunConfig {
        RunConfig { protocol: Protocol::Udp, unlimited: true, ..RunConfig::default() }
    }

    fn decided(config: &RunConfig, offload: bool, reach: &Reach) -> Result<UdpPlan, PlanError> {
        let plan = plan(config, &host("a", offload), &host("b", offload), Side::Coordinator, reach)?;
        assert_eq!(plan.coordinator.inner_loop, Loop::Batch);
        assert_eq!(plan.coordinator.udp, plan.peer.udp);
        plan.coordinator.udp.ok_or_else(|| unreachable!("a plan for UDP plans datagrams"))
    }

    #[test]
    fn datagrams_fill_the_path_and_larger_ones_are_cut_up() {
        let open = |direction, family, mtu| way(direction, family, WayState::Open, Some(mtu));
        for (reach, bytes) in [
            (open(Direction::ToPeer, Family::Ipv4, 1500), 1472),
            (open(Direction::ToPeer, Family::Ipv6, 1500), 1452),
            (open(Direction::FromPeer, Family::Ipv4, 9001), 8973),
            (open(Direction::ToPeer, Family::Ipv4, 65_536), 65_507),
            (Reach::default(), 1232),
        ] {
            let plan = decided(&udp(), false, &reach).unwrap();
            assert_eq!((plan.datagram_bytes, plan.fragment), (bytes, false));
        }
        let large = RunConfig { datagram_bytes: Some(1473), ..udp() };
        assert!(decided(&large, false, &open(Direction::ToPeer, Family::Ipv4, 1500)).unwrap().fragment);
    }

    #[test]
    fn kernels_cut_and_join_only_where_both_can_and_no_even_pace_is_asked_for() {
        let reach = way(Direction::ToPeer, Family::Ipv4, WayState::Open, Some(1500));
        let of = |config: RunConfig, offload| decided(&config, offload, &reach).map(|plan| plan.segmentation);
        let paced = || RunConfig { unlimited: false, rate_bits_per_second: Some(1_000_000), ..udp() };
        assert_eq!((of(udp(), true), of(udp(), false), of(paced(), true)), (Ok(true), Ok(false), Ok(false)));
        assert_eq!(of(RunConfig { pace: Pace::Gso, ..paced() }, true), Ok(true));
        assert_eq!(of(RunConfig { segmentation_offload: Offload::Off, ..udp() }, true), Ok(false));
        let refused = of(RunConfig { segmentation_offload: Offload::On, ..paced() }, false);
        assert_eq!(refused.map_err(|error| error.field()), Err("segmentation_offload"));
    }

    #[test]
    fn a_way_that_was_found_closed_is_not_taken() {
        let shut = way(Direction::ToPeer, Family::Ipv4, WayState::Filtered, None);
        let error = decided(&udp(), false, &shut).unwrap_err();
        assert!(error.to_string().starts_with("UDP from a to port 7575 of b is filtered"), "{error}");
        let back = RunConfig { connect: Connect::Inviter, ..udp() };
        assert!(decided(&back, false, &shut).is_ok(), "the flows are opened the other way");
        let deaf = HostFacts { listens_at: None, ..host("a", false) };
        let plan = plan(&back, &deaf, &host("b", false), Side::Coordinator, &Reach::default());
        assert!(matches!(plan, Err(PlanError::NotListening { .. })));
    }

    #[test]
    fn every_port_of_a_run_has_to_be_open() {
        let open = way(Direction::ToPeer, Family::Ipv4, WayState::Open, None);
        let at = |port, state| Way { port, state, ..open.ways[0].clone() };
        let config = RunConfig { ports: Ports::Ntttcp, base_port: 5001, streams: 2, ..udp() };
        let reach = |further: &[Way]| Reach { ways: [&open.ways[..], further].concat(), ..Reach::default() };
        let (first, second) = (at(5001, WayState::Open), at(5002, WayState::Refused));
        assert!(decided(&config, false, &reach(&[])).is_ok(), "what was not looked at is not known to be closed");
        let error = decided(&config, false, &reach(&[first.clone(), second])).unwrap_err();
        assert!(matches!(error, PlanError::WayClosed { port: 5002, found: WayState::Refused, .. }), "{error}");
        assert!(decided(&config, false, &reach(&[first.clone(), at(5002, WayState::Open)])).is_ok());
        assert!(decided(&config, false, &reach(&[first, at(5003, WayState::Refused)])).is_ok(), "not one of the run's");
    }

    proptest! {
        #[test]
        fn a_call_stays_in_the_cache_and_rates_add_up(
            bytes in 32u64..=65_507, streams in 1u32..=64, rate in 1_000u64..=100_000_000_000, offload: bool,
        ) {
            let config = RunConfig {
                streams, datagram_bytes: Some(bytes), rate_bits_per_second: Some(rate), unlimited: false,
                segmentation_offload: if offload { Offload::On } else { Offload::Auto }, ..udp()
            };
            let plan = decided(&config, true, &Reach::default()).unwrap();
            let call = plan.datagram_bytes * plan.segments * plan.batch;
            prop_assert!(plan.batch >= 1 && plan.segments >= 1 && call <= CALL_BYTES.max(MOST_BYTES));
            prop_assert!(plan.datagram_bytes * plan.segments <= MOST_BYTES);
            prop_assert!(plan.stream_bits_per_second.unwrap() * u64::from(streams) <= rate);
        }
    }
}
