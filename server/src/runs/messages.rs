//! What two nodes say to each other about runs, over the authenticated link.
//!
//! Control messages are JSON behind one byte, samples are postcard behind another: they are the
//! only ones that come often.

use pairperf_shared::api::ApiError;
use pairperf_shared::config::RunConfig;
use pairperf_shared::finding::Finding;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::reach::Reach;
use pairperf_shared::record::{EndInEffect, Event, InEffect, Outcome, Reason};
use pairperf_shared::sample::Sample;
use serde::{Deserialize, Serialize};

use crate::reach::Offer;

/// First byte of a control message.
const CONTROL: u8 = b'C';
/// First byte of samples.
const SAMPLES: u8 = b'S';
/// The most events and findings taken from a peer with an outcome.
pub(super) const MOST_NOTES: usize = 1000;

/// Anything one node tells the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Message {
    /// Steps of a run, or of the pairing.
    Control(Control),
    /// What the other end counted.
    Samples(Samples),
}

/// Samples of one run, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the samples are what the message is about")]
pub(super) struct Samples {
    /// The run.
    pub(super) run: String,
    /// True where these complete samples that were sent without their details before.
    pub(super) complete: bool,
    /// The samples.
    pub(super) samples: Vec<Sample>,
}

/// A step of a run, or of the pairing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "say")]
pub(super) enum Control {
    /// Whether the other node may start runs here.
    MayStart { allowed: bool },
    /// Asks for a look at the ways between the two, or agrees to one that was asked for (`back`): where this node may be found.
    Look { number: u64, offer: Box<Offer>, back: bool },
    /// Not now.
    NoLook { number: u64 },
    /// What this node found, as it sees it and as far as the other may know.
    Looked { number: u64, reach: Box<Reach> },
    /// Asks for the clock.
    Ping { run: String, number: u64 },
    /// Tells it: nanoseconds of `CLOCK_MONOTONIC`.
    Pong { run: String, number: u64, clock_ns: u64 },
    /// The coordinator asks for a run.
    Ask {
        run: String,
        config: Box<RunConfig>,
        host: Box<HostFacts>,
        started_at: String,
        key: String,
        /// What it found of the ways between the two, as it sees them and as far as the peer may know.
        reach: Option<Box<Reach>>,
    },
    /// The peer will not run it.
    Refuse { run: String, refusal: Box<Refusal> },
    /// The peer will, and computed a plan of that digest.
    Agree { run: String, host: Box<HostFacts>, digest: String },
    /// The digests are equal: open the streams.
    Prepare { run: String },
    /// All streams of a direction, from 0, are up at this end, whose system counts these.
    Ready {
        run: String,
        leg: u32,
        in_effect: EndInEffect,
        #[serde(default)]
        counter_names: Vec<String>,
    },
    /// Payload begins at that reading of the peer's clock.
    Go { run: String, clock_ns: u64, in_effect: Box<InEffect> },
    /// Something happened at this end.
    Happened { run: String, event: Event },
    /// End the run in that state and keep what was measured.
    Stop { run: String, state: State, reason: Reason },
    /// This end's engine has ended, and its samples are all sent.
    Collected { run: String, error: Option<Reason>, findings: Vec<Finding> },
    /// The coordinator's verdict; the run is over.
    Over { run: String, outcome: Outcome, events: Vec<Event>, findings: Vec<Finding> },
    /// This end has written it all and is free for the next run.
    Kept { run: String },
}

/// Why a peer will not run what was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Refusal {
    /// A stable word.
    pub(super) code: String,
    /// A sentence with names and numbers.
    pub(super) message: String,
    /// What can be done.
    pub(super) hint: Option<String>,
    /// The key of the config that has to change.
    pub(super) field: Option<String>,
    /// `busy`: whose run it is.
    pub(super) owner: Option<String>,
    /// `busy`: how long it still takes.
    pub(super) remaining_ms: Option<u64>,
}

impl Refusal {
    /// A refusal with nothing but its word and sentence.
    pub(super) fn new(code: &str, message: impl Into<String>) -> Self {
        ApiError::new(code, message).into()
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        // No run of another node is named to a peer.
        let ApiError { code, message, hint, field, owner, remaining_ms, run: _ } = error;
        Self { code, message, hint, field, owner, remaining_ms }
    }
}

impl Message {
    /// The bytes for the link.
    pub(super) fn encode(&self) -> Vec<u8> {
        let (first, body) = match self {
            Self::Control(control) => (CONTROL, serde_json::to_vec(control).unwrap_or_default()),
            Self::Samples(samples) => (SAMPLES, postcard::to_allocvec(samples).unwrap_or_default()),
        };
        let mut bytes = Vec::with_capacity(body.len() + 1);
        bytes.push(first);
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads bytes from the link; none if they are no message of ours.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (first, body) = bytes.split_first()?;
        match *first {
            CONTROL => serde_json::from_slice(body).ok().map(Self::Control),
            SAMPLES => postcard::from_bytes(body).ok().map(Self::Samples),
            _ => None,
        }
    }

    /// The run it belongs to; none for those of the pairing.
    pub(super) fn run(&self) -> Option<&str> {
        match self {
            Self::Samples(samples) => Some(&samples.run),
            Self::Control(control) => match control {
                Control::MayStart { .. } | Control::Look { .. } | Control::NoLook { .. } | Control::Looked { .. } => {
                    None
                }
                Control::Ping { run, .. }
                | Control::Pong { run, .. }
                | Control::Ask { run, .. }
                | Control::Refuse { run, .. }
                | Control::Agree { run, .. }
                | Control::Prepare { run }
                | Control::Ready { run, .. }
                | Control::Go { run, .. }
                | Control::Happened { run, .. }
                | Control::Stop { run, .. }
                | Control::Collected { run, .. }
                | Control::Over { run, .. }
                | Control::Kept { run } => Some(run),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::datagram::{UdpCount, UdpEndCount, UdpHostCount};
    use pairperf_shared::phase::Phase;
    use pairperf_shared::sample::{CoreTicks, Mark, StreamCount, TcpCount};
    use proptest::prelude::*;

    #[test]
    fn samples_survive_the_link() {
        let sample = Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: -5,
            phase: Phase::Measure,
            mark: Some(Mark::MeasureStart),
            bytes: u64::MAX,
            operations: 3,
            cores: Some(vec![CoreTicks { softirq: 4, ..CoreTicks::default() }]),
            streams: Some(vec![StreamCount {
                checked: None,
                zero_copy: None,
                stream: 1,
                bytes: 2,
                tcp: Some(TcpCount::default()),
                udp: None,
            }]),
            udp: None,
        };
        let message = Message::Samples(Samples { run: "r".to_owned(), complete: false, samples: vec![sample] });
        assert_eq!(Message::decode(&message.encode()), Some(message));
    }

    #[test]
    fn what_flows_counted_survives_the_link() {
        let count = UdpCount { datagrams: u64::MAX, expected: 9, pace_bin_squares: 1 << 50, ..UdpCount::default() };
        let sample = Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: 5,
            phase: Phase::CoolDown,
            mark: None,
            bytes: 3,
            operations: 2,
            cores: None,
            streams: Some(vec![StreamCount {
                checked: None,
                zero_copy: None,
                stream: 63,
                bytes: 3,
                tcp: None,
                udp: Some(count),
            }]),
            udp: Some(UdpEndCount { out_of_run: 1, socket_drops: None, host: Some(UdpHostCount::default()) }),
        };
        let message = Message::Samples(Samples { run: "r".to_owned(), complete: true, samples: vec![sample] });
        assert_eq!(Message::decode(&message.encode()), Some(message));
    }

    #[test]
    fn an_asking_brings_the_ways_or_none() {
        for reach in [None, Some(Box::new(Reach { took_ms: 7, ..Reach::default() }))] {
            let ask = Control::Ask {
                run: "r".to_owned(),
                config: Box::default(),
                host: Box::default(),
                started_at: "t".to_owned(),
                key: "k".to_owned(),
                reach,
            };
            let message = Message::Control(ask);
            assert_eq!(Message::decode(&message.encode()), Some(message));
        }
    }

    #[test]
    fn a_total_is_small() {
        let sample = Sample {
            leg: 0,
            counters: None,
            exchange: None,
            t_ns: 3_600_000_000_000,
            phase: Phase::Measure,
            mark: None,
            bytes: 1 << 50,
            operations: 1 << 32,
            cores: None,
            streams: None,
            udp: None,
        };
        let message = Message::Samples(Samples { run: "0".repeat(32), complete: false, samples: vec![sample] });
        // At 10 Hz this stays far below the 4 kB/s that a run may use of the link.
        assert!(message.encode().len() < 80);
    }

    proptest! {
        #[test]
        fn foreign_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = Message::decode(&bytes);
        }
    }
}
