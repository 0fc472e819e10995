//! The link drawn to scale: wall to wall is what the slower card carries, each lane is a stream.

use crate::summary::live::StreamRate;

/// More streams than this are drawn as one band.
pub const MOST_LANES: usize = 16;

/// The room between the lanes of a link without walls, as a share of the height.
const AIR: f64 = 0.3;

/// One lane, in shares of the height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lane {
    /// Its middle, from the top.
    pub middle: f64,
    /// How thick it is.
    pub thickness: f64,
}

/// What is between the two machines.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Whether the walls stand for the link's speed.
    pub walls: bool,
    /// Lanes of the sender, then those of the receiver, in the same order of streams.
    pub sent: Vec<Lane>,
    /// See `sent`.
    pub received: Vec<Lane>,
    /// Whether a lane stands for all streams together.
    pub band: bool,
}

impl Link {
    /// Draws both ends' streams; `carries` is the link's speed in bits per second where it is known.
    ///
    /// A link that carries more than it says (a virtual card may) has no walls: they would be a lie.
    pub fn of(sent: &[StreamRate], received: &[StreamRate], carries: Option<f64>) -> Self {
        let total = |rates: &[StreamRate]| rates.iter().map(|rate| rate.bits_per_second).sum::<f64>();
        let most = total(sent).max(total(received));
        let carries = carries.filter(|carries| carries.is_finite() && *carries > 0.0 && most <= *carries);
        let height = carries.unwrap_or(most / (1.0 - AIR)).max(1.0);
        let band = sent.len().max(received.len()) > MOST_LANES;
        let lanes = |rates: &[StreamRate]| {
            let rates: Vec<f64> =
                if band { vec![total(rates)] } else { rates.iter().map(|rate| rate.bits_per_second).collect() };
            stack(&rates, height)
        };
        Self { walls: carries.is_some(), sent: lanes(sent), received: lanes(received), band }
    }
}

/// Lanes one below the other, as thick as they are fast, what is left shared out between them.
fn stack(rates: &[f64], height: f64) -> Vec<Lane> {
    let thickness: Vec<f64> =
        rates.iter().map(|rate| if rate.is_finite() { (rate / height).clamp(0.0, 1.0) } else { 0.0 }).collect();
    let air = (1.0 - thickness.iter().sum::<f64>()).max(0.0) / rates.len().max(1) as f64;
    let mut top = 0.0;
    thickness
        .into_iter()
        .map(|thickness| {
            let lane = Lane { middle: top + f64::midpoint(air, thickness), thickness };
            top += air + thickness;
            lane
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rates(values: &[f64]) -> Vec<StreamRate> {
        values
            .iter()
            .enumerate()
            .map(|(stream, &bits_per_second)| StreamRate { stream: stream as u32, bits_per_second })
            .collect()
    }

    #[test]
    fn a_known_speed_makes_walls_and_a_wrong_one_does_not() {
        let half = Link::of(&rates(&[2.5e9, 2.5e9]), &rates(&[2.5e9, 2.4e9]), Some(10e9));
        assert!(half.walls && !half.band);
        assert!((half.sent[0].thickness - 0.25).abs() < 1e-9);
        assert!(!Link::of(&rates(&[25e9]), &rates(&[25e9]), Some(10e9)).walls);
        assert!(!Link::of(&rates(&[1e9]), &rates(&[1e9]), None).walls);
    }

    #[test]
    fn many_streams_are_one_band() {
        let many = rates(&[1e8; 64]);
        let link = Link::of(&many, &many, Some(10e9));
        assert!(link.band && link.sent.len() == 1 && (link.sent[0].thickness - 0.64).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn lanes_stay_inside_and_never_overlap(values in proptest::collection::vec(0.0f64..1e10, 0..16), carries in proptest::option::of(1e6f64..1e11)) {
            let link = Link::of(&rates(&values), &rates(&values), carries);
            let mut bottom = -1e-9;
            for lane in &link.received {
                prop_assert!(lane.middle.is_finite() && lane.thickness.is_finite());
                prop_assert!(lane.middle - lane.thickness / 2.0 >= bottom - 1e-9);
                bottom = lane.middle + lane.thickness / 2.0;
            }
            prop_assert!(bottom <= 1.0 + 1e-9);
        }
    }
}
