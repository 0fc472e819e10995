//! What a run will take, said before it starts: how long, and how much data at most.

use crate::config::{Mode, RunConfig};
use crate::host::{HostFacts, link_between};
use crate::report::Message;
use crate::units;

/// What to expect of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// From the first payload to the last, in milliseconds.
    pub whole_ms: u64,
    /// Whether little is moved, back and forth: requests and answers.
    pub exchange: bool,
    /// What the slower card carries, in bits per second; none where it is not known.
    pub carries: Option<f64>,
    /// How fast data moves in one direction at most, in bits per second: as fast as that card, and no faster than was asked;
    /// none where neither is known.
    pub rate: Option<f64>,
    /// What is moved at that rate in all directions, in bytes, headers not counted; none without a rate, and of an exchange.
    pub most_bytes: Option<f64>,
}

impl Forecast {
    /// The forecast of a config between two machines.
    pub fn of(config: &RunConfig, a: &HostFacts, b: &HostFacts) -> Self {
        let (exchange, carries) = (config.mode != Mode::Throughput, link_between(a, b));
        let asked = config.asked_bits_per_second().map(|rate| rate as f64);
        let rate = [carries, asked].into_iter().flatten().reduce(f64::min).filter(|_| !exchange);
        let seconds = config.traffic_ms() as f64 / 1e3 * config.direction.legs().len() as f64;
        let most_bytes = rate.map(|rate| rate / 8.0 * seconds);
        Self { whole_ms: config.whole_ms(), exchange, carries, rate, most_bytes }
    }

    /// How long payload flows.
    pub fn time(&self) -> Message {
        span(self.whole_ms)
    }

    /// How much is moved.
    pub fn volume(&self) -> Message {
        match self.most_bytes {
            Some(most) => Message::new("forecast-volume").with("volume", units::bytes(most)),
            None if self.exchange => Message::new("forecast-volume-exchange"),
            None => Message::new("forecast-volume-unknown"),
        }
    }

    /// Both in one line.
    pub fn line(&self) -> Message {
        if self.exchange {
            return self.time();
        }
        let (hours, minutes, seconds) = parts(self.whole_ms);
        let key = match self.most_bytes {
            Some(_) => ["forecast-seconds", "forecast-minutes", "forecast-hours"],
            None => ["forecast-seconds-unknown", "forecast-minutes-unknown", "forecast-hours-unknown"],
        }[unit(self.whole_ms)];
        let message = Message::new(key).with("hours", hours).with("minutes", minutes).with("seconds", seconds);
        match self.most_bytes {
            Some(most) => message.with("volume", units::bytes(most)),
            None => message,
        }
    }
}

/// Up to this, a span is said in seconds alone.
const SECONDS_UP_TO_MS: u64 = 120_000;
const HOUR_MS: u64 = 3_600_000;

fn unit(millis: u64) -> usize {
    match millis {
        0..SECONDS_UP_TO_MS => 0,
        SECONDS_UP_TO_MS..HOUR_MS => 1,
        _ => 2,
    }
}

/// Hours, minutes and seconds as the unit of the span leaves them.
fn parts(millis: u64) -> (f64, f64, f64) {
    match unit(millis) {
        0 => (0.0, 0.0, millis as f64 / 1e3),
        1 => (0.0, (millis / 60_000) as f64, (millis % 60_000 / 1000) as f64),
        _ => ((millis / HOUR_MS) as f64, (millis % HOUR_MS / 60_000) as f64, 0.0),
    }
}

/// A span of time in the units that a person would say it in.
pub fn span(millis: u64) -> Message {
    let (hours, minutes, seconds) = parts(millis);
    match unit(millis) {
        0 => Message::new("time-seconds").with("seconds", seconds),
        1 => Message::new("time-minutes").with("minutes", minutes).with("seconds", seconds),
        _ => Message::new("time-hours").with("hours", hours).with("minutes", minutes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Direction, Protocol};
    use crate::host::Interface;
    use crate::text::Catalogue;

    fn host(speed: Option<u64>) -> HostFacts {
        let card = Interface { bits_per_second: speed, ..Interface::default() };
        HostFacts { interfaces: vec![card], ..HostFacts::default() }
    }

    fn said(message: &Message) -> String {
        message.say(Catalogue::english()).replace('\u{a0}', " ")
    }

    #[test]
    fn the_slower_card_and_all_phases_bound_what_is_moved() {
        let config = RunConfig { duration_ms: 60_000, warm_up_ms: 3_000, cool_down_ms: 1_000, ..RunConfig::default() };
        let forecast = Forecast::of(&config, &host(Some(25_000_000_000)), &host(Some(10_000_000_000)));
        assert_eq!((forecast.whole_ms, forecast.most_bytes), (64_000, Some(80e9)));
        assert_eq!(said(&forecast.line()), "64 s, up to 74.5 GiB");
        let unknown = Forecast::of(&config, &host(None), &host(Some(1)));
        assert_eq!((unknown.carries, unknown.most_bytes), (None, None));
        assert_eq!(said(&unknown.line()), "64 s, amount of data unknown");
    }

    #[test]
    fn datagrams_take_what_their_rate_allows() {
        let config = RunConfig { protocol: Protocol::Udp, duration_ms: 9_000, ..RunConfig::default() };
        let most = |config: &RunConfig, card| Forecast::of(config, &host(card), &host(Some(u64::MAX))).most_bytes;
        let rate = RunConfig { rate_bits_per_second: Some(80_000_000), ..config.clone() };
        assert_eq!((most(&rate, Some(1_000_000_000)), most(&rate, None)), (Some(1e8), Some(1e8)));
        assert_eq!(most(&rate, Some(8_000_000)), Some(1e7), "no more than the card carries");
        let each = RunConfig { stream_rate_bits_per_second: Some(8_000_000), streams: 10, ..config.clone() };
        assert_eq!(most(&each, None), Some(1e8));
        let unlimited = RunConfig { unlimited: true, ..config };
        assert_eq!((most(&unlimited, Some(8_000_000)), most(&unlimited, None)), (Some(1e7), None));
    }

    #[test]
    fn both_directions_move_twice_as_much_and_in_turn_take_twice_as_long() {
        let of = |direction| {
            let config = RunConfig { direction, duration_ms: 8_000, warm_up_ms: 0, ..RunConfig::default() };
            let forecast = Forecast::of(&config, &host(Some(8_000_000)), &host(Some(8_000_000)));
            (forecast.whole_ms, forecast.most_bytes)
        };
        assert_eq!(of(Direction::ToPeer), (8_000, Some(8e6)));
        assert_eq!(of(Direction::Both), (8_000, Some(16e6)));
        assert_eq!(of(Direction::EachInTurn), (17_000, Some(16e6)));
    }

    #[test]
    fn of_an_exchange_only_the_time_is_known() {
        let config = RunConfig { mode: Mode::RequestResponse, ..RunConfig::default() };
        let forecast = Forecast::of(&config, &host(Some(8_000_000)), &host(Some(8_000_000)));
        assert_eq!((said(&forecast.line()), forecast.most_bytes), ("11 s".to_owned(), None));
        assert_eq!(said(&forecast.volume()), "as much as is asked and answered");
    }

    #[test]
    fn spans_are_said_in_units_that_fit() {
        for (millis, text) in [
            (1_500, "1.50 s"),
            (64_000, "64 s"),
            (119_000, "119 s"),
            (603_000, "10 min 3 s"),
            (3_600_000, "1 h 0 min"),
            (86_400_000, "24 h 0 min"),
        ] {
            assert_eq!(said(&span(millis)), text);
        }
    }
}
