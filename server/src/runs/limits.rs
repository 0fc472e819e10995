//! What a node refuses to run, whoever asks for it.

use pairperf_shared::api::ApiError;
use pairperf_shared::config::{MAX_TCP_STREAMS, Protocol, RunConfig};
use pairperf_shared::units::show_rate;

use super::registry::Inner;

/// What this node refuses whatever a config says.
#[derive(Debug, Clone, Copy)]
pub struct RunLimits {
    /// Most streams of a run, of all directions together.
    pub streams: u32,
    /// Longest time in which payload flows, in milliseconds.
    pub traffic_ms: u64,
    /// Highest payload rate of datagrams, in bits per second; none = no limit. TCP gives way to others by itself.
    pub bits_per_second: Option<u64>,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { streams: 2 * MAX_TCP_STREAMS, traffic_ms: 86_400_000, bits_per_second: None }
    }
}

impl Inner {
    /// Holds a config against this node's own limits.
    pub(super) fn check_limits(&self, config: &RunConfig) -> Result<(), ApiError> {
        self.limits.check(config, &self.name)
    }
}

impl RunLimits {
    fn check(&self, config: &RunConfig, node: &str) -> Result<(), ApiError> {
        let legs = config.direction.legs();
        let streams = u64::from(config.stream_count()) * legs.len() as u64;
        if streams > u64::from(self.streams) {
            let message = format!("{node} allows {} streams, {streams} were asked for", self.streams);
            return Err(ApiError::new("limit", message)
                .field("streams")
                .hint("ask for fewer, or start that node with --max-streams"));
        }
        if config.whole_ms() > self.traffic_ms {
            let (allowed, asked) = (self.traffic_ms / 1000, config.whole_ms() / 1000);
            let message = format!("{node} allows {allowed} s of traffic, {asked} s were asked for");
            return Err(ApiError::new("limit", message)
                .field("duration_ms")
                .hint("ask for less, or start that node with --max-duration"));
        }
        match self.bits_per_second.filter(|_| config.protocol == Protocol::Udp) {
            // Each end may ask for a rate of its own, and each direction has the line to itself.
            Some(most) => legs.iter().try_for_each(|leg| check_rate(&config.at(leg.sender()), node, most)),
            None => Ok(()),
        }
    }
}

fn check_rate(config: &RunConfig, node: &str, most: u64) -> Result<(), ApiError> {
    let (asked, field) = match config.asked_bits_per_second() {
        Some(rate) if rate <= most => return Ok(()),
        Some(rate) if config.rate_bits_per_second.is_some() => (show_rate(rate), "rate_bits_per_second"),
        Some(rate) => (show_rate(rate), "stream_rate_bits_per_second"),
        None => ("no limit".to_owned(), "unlimited"),
    };
    let message = format!("{node} allows datagrams at {}, {asked} was asked for", show_rate(most));
    Err(ApiError::new("limit", message).field(field).hint("ask for a lower rate, or start that node with --max-rate"))
}

#[cfg(test)]
mod tests {
    use pairperf_shared::config::Direction;

    use super::*;

    #[test]
    fn what_is_beyond_a_limit_names_its_field() {
        let limits = RunLimits { streams: 4, traffic_ms: 5_000, bits_per_second: Some(1_000_000) };
        let config = RunConfig { duration_ms: 1_000, ..RunConfig::default() };
        let udp = RunConfig { protocol: Protocol::Udp, ..config.clone() };
        let rate = |rate| RunConfig { rate_bits_per_second: Some(rate), ..udp.clone() };
        let each = |rate| RunConfig { stream_rate_bits_per_second: Some(rate), streams: 4, ..udp.clone() };
        for (config, field) in [
            (config.clone(), None),
            (RunConfig { streams: 5, ..config.clone() }, Some("streams")),
            (RunConfig { duration_ms: 4_001, ..config.clone() }, Some("duration_ms")),
            (RunConfig { direction: Direction::Both, streams: 2, ..config.clone() }, None),
            (RunConfig { direction: Direction::Both, streams: 3, ..config.clone() }, Some("streams")),
            (RunConfig { direction: Direction::EachInTurn, duration_ms: 1_001, ..config.clone() }, Some("duration_ms")),
            (RunConfig { direction: Direction::Both, duration_ms: 4_000, ..config.clone() }, None),
            (rate(1_000_000), None),
            (rate(1_000_001), Some("rate_bits_per_second")),
            (each(250_000), None),
            (each(250_001), Some("stream_rate_bits_per_second")),
            (each(u64::MAX), Some("stream_rate_bits_per_second")),
            (RunConfig { unlimited: true, ..udp.clone() }, Some("unlimited")),
        ] {
            let refused = limits.check(&config, "lab").err();
            assert_eq!(refused.as_ref().and_then(|error| error.field.as_deref()), field, "{refused:?}");
            assert!(RunLimits::default().check(&config, "lab").is_ok());
        }
    }
}
