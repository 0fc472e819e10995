//! A run's record as far as a page that follows it needs it.
//!
//! The figures of a record are of no use while it goes on: they grow with the samples. Leaving out what is not needed
//! keeps its readers out of the program.

use pairperf_shared::RunConfig;
use pairperf_shared::api::{LiveBody, part};
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::State;
use pairperf_shared::plan::{Role, Side};
use pairperf_shared::record::{Event, InEffect};
use pairperf_shared::sample::Sample;
use pairperf_shared::summary::series::{Figures, Sampling};
use serde_json::{Error, Value};

/// How often an end is sampled before the plan is known, in milliseconds.
const USUAL_SAMPLE_MS: u64 = 100;

/// One end of the run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FollowedEnd {
    pub(crate) role: Role,
    pub(crate) side: Side,
    pub(crate) host: HostFacts,
    pub(crate) samples: Vec<Sample>,
    /// Its figures in the record: of a run that has ended.
    pub(crate) figures: Figures,
}

/// The run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Followed {
    pub(crate) state: State,
    pub(crate) config: RunConfig,
    /// Milliseconds between two samples, and between two of each stream.
    pub(crate) sample_ms: (u64, u64),
    pub(crate) in_effect: Option<InEffect>,
    /// The sender, then the receiver.
    pub(crate) ends: Vec<FollowedEnd>,
    /// In the order of time.
    pub(crate) events: Vec<Event>,
}

impl Followed {
    /// Reads a record.
    pub(crate) fn read(mut record: Value) -> Result<Self, Error> {
        let millis = |key: &str| record["plan"]["timing"][key].as_u64().unwrap_or(USUAL_SAMPLE_MS);
        let sample_ms = (millis("sample_ms"), millis("stream_sample_ms"));
        let ends = record["ends"].as_array_mut().map(std::mem::take).unwrap_or_default();
        Ok(Self {
            state: part(&mut record["outcome"], "state")?,
            config: part(&mut record, "config")?,
            sample_ms,
            in_effect: part(&mut record, "in_effect")?,
            ends: ends.into_iter().map(FollowedEnd::read).collect::<Result<_, _>>()?,
            events: part(&mut record, "events")?,
        })
    }

    /// How the end in that role is sampled.
    pub(crate) fn sampling(&self, role: Role) -> Sampling {
        let (sample_ms, stream_sample_ms) = self.sample_ms;
        let (streams, traffic_ms) = (self.config.streams, self.config.traffic_ms());
        Sampling { role, sample_ms, stream_sample_ms, streams, traffic_ms }
    }
}

impl FollowedEnd {
    fn read(mut end: Value) -> Result<Self, Error> {
        let figure = |key: &str| end[key].as_f64();
        let figures = Figures {
            rate: figure("bits_per_second"),
            busy: figure("cpu_percent"),
            busiest: figure("busiest_core_percent"),
            busiest_core: None,
            resent: figure("retransmits"),
            round_trip: end["round_trip"]["median_seconds"].as_f64(),
            lost: end["udp"]["lost_percent"].as_f64(),
            jitter: end["udp"]["jitter_seconds"].as_f64(),
        };
        Ok(Self {
            figures,
            role: part(&mut end, "role")?,
            side: part(&mut end, "side")?,
            host: part(&mut end, "host")?,
            samples: part(&mut end, "samples")?,
        })
    }
}

/// What a live message of a run says.
#[derive(Debug)]
pub(crate) enum Told {
    /// Everything so far, and the milliseconds since the common start.
    Snapshot(Box<Followed>, Option<i64>),
    /// Something new.
    News(Box<LiveBody>),
}

impl Told {
    /// Reads a message.
    pub(crate) fn read(mut message: Value) -> Result<Self, Error> {
        if message["type"] != "snapshot" {
            return LiveBody::news(&mut message).map(|news| Self::News(news.into()));
        }
        let elapsed_ms = part(&mut message, "elapsed_ms")?;
        Followed::read(message["record"].take()).map(|run| Self::Snapshot(run.into(), elapsed_ms))
    }
}

#[cfg(test)]
impl From<pairperf_shared::RunRecord> for Followed {
    fn from(record: pairperf_shared::RunRecord) -> Self {
        Self::read(serde_json::to_value(record).unwrap()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture;
    use serde_json::json;

    #[test]
    fn a_record_is_followed_from_where_it_stands() {
        let record = fixture::record(State::Measure);
        let followed = Followed::from(record.clone());
        assert_eq!((followed.state, &followed.config), (State::Measure, &record.config));
        assert_eq!((&followed.in_effect, &followed.events), (&record.in_effect, &record.events));
        for (end, kept) in followed.ends.iter().zip(&record.ends) {
            assert_eq!((end.role, end.side, &end.host), (kept.role, kept.side, &kept.host));
            assert_eq!(end.samples, kept.samples);
            let plan = record.plan.as_ref();
            let theirs = Sampling::of(end.role, plan, record.config.streams, record.config.traffic_ms());
            assert_eq!(followed.sampling(end.role), theirs);
        }
    }

    #[test]
    fn messages_are_told_apart() {
        let record = serde_json::to_value(fixture::record(State::WarmUp)).unwrap();
        let snapshot = json!({"seq": 1, "type": "snapshot", "record": record, "elapsed_ms": 600});
        assert!(matches!(Told::read(snapshot), Ok(Told::Snapshot(run, Some(600))) if run.state == State::WarmUp));
        let opening = json!({"seq": 2, "type": "opening", "up": 1, "of": 2});
        assert!(matches!(Told::read(opening), Ok(Told::News(news)) if *news == LiveBody::Opening { up: 1, of: 2 }));
        for wrong in [json!({"type": "gossip"}), json!({"type": "snapshot"}), json!(null)] {
            assert!(Told::read(wrong).is_err());
        }
    }
}
