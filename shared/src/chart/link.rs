//! The link drawn to scale: wall to wall is what the slower card carries, each lane is a stream.

use std::fmt::Write as _;

use super::svg::Number;
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

/// The middles of as many lanes that share the height evenly; none where they are drawn as one band.
fn even_lanes(streams: u32) -> Vec<f64> {
    if streams as usize > MOST_LANES {
        return Vec::new();
    }
    (0..streams).map(|stream| (f64::from(stream) + 0.5) / f64::from(streams)).collect()
}

/// From wall to wall, in pixels.
const HEIGHT: f64 = 84.0;
/// A lane that carries anything is never thinner than this, in pixels.
const THINNEST: f64 = 1.2;
/// From wall to wall of a link that is only planned, in pixels.
const PLANNED_HEIGHT: f64 = 72.0;

/// A line that does not reach the other machine, as SVG.
pub fn broken() -> &'static str {
    concat!(
        r#"<svg class="pipe" aria-hidden="true"><line class="pipe__lead" x1="0" x2="22%" y1="50%" y2="50%"/>"#,
        r#"<line class="pipe__ghost" x1="79%" x2="100%" y1="50%" y2="50%"/>"#,
        r#"<line class="pipe__gap" x1="26%" x2="75%" y1="50%" y2="50%"/>"#,
        r#"<svg x="22%" y="50%" overflow="visible"><circle class="pipe__plug" r="9"/></svg>"#,
        r#"<svg x="78%" y="50%" overflow="visible"><circle class="pipe__plug--ghost" r="9"/></svg></svg>"#
    )
}

/// A line from machine to machine, as SVG; one whose link is not `up` is dashed.
pub fn solid(up: bool) -> &'static str {
    if up {
        concat!(
            r#"<svg class="pipe" aria-hidden="true"><line class="pipe__lead" x1="0" x2="100%" y1="50%" y2="50%"/>"#,
            r#"<svg x="50%" y="50%" overflow="visible"><circle class="pipe__plug" r="9"/></svg></svg>"#
        )
    } else {
        concat!(
            r#"<svg class="pipe" aria-hidden="true"><line class="pipe__ghost" x1="0" x2="100%" y1="50%" y2="50%"/>"#,
            r#"<svg x="50%" y="50%" overflow="visible"><circle class="pipe__plug--ghost" r="9"/></svg></svg>"#
        )
    }
}

/// Lanes in which nothing flows yet, as SVG: what a plan opens. Too many lanes are one band.
///
/// `forwards` where payload will flow from left to right; `walled` where the link's speed is known.
pub fn planned(streams: u32, forwards: bool, walled: bool) -> String {
    let mut out =
        String::from(r#"<svg class="pipe" aria-hidden="true"><svg y="50%" overflow="visible"><g class="pipe__g">"#);
    if walled {
        walls(&mut out, PLANNED_HEIGHT / 2.0);
    }
    let lanes = even_lanes(streams);
    if lanes.is_empty() {
        out.push_str(r#"<rect class="pipe__band-plan" x="0" y="-32" width="100%" height="64"/>"#);
    }
    for middle in lanes {
        let y = Number((middle - 0.5) * (PLANNED_HEIGHT - 8.0));
        let _ = write!(out, r#"<line class="pipe__lane-plan" x1="0" x2="100%" y1="{y}" y2="{y}"/>"#);
    }
    let (end, blank, head) = if forwards {
        ("100%", "M-24 -34H2V34H-24z", "M-24 -32L0 0L-24 32z")
    } else {
        ("0", "M24 -34H-2V34H24z", "M24 -32L0 0L24 32z")
    };
    let _ = write!(
        out,
        r#"<svg x="{end}" overflow="visible"><path class="pipe__blank" d="{blank}"/><path class="pipe__head-plan" d="{head}"/></svg></g></svg></svg>"#
    );
    out
}

fn walls(out: &mut String, half: f64) {
    for y in [Number(-half), Number(half)] {
        let _ = write!(out, r#"<line class="pipe__wall" x1="0" x2="100%" y1="{y}" y2="{y}"/>"#);
    }
}

impl Link {
    /// Traffic as SVG, each lane a stream as thick as it is fast; the lanes of payload that flows are `moving`.
    pub fn svg(&self, moving: bool) -> String {
        let mut out = String::with_capacity(4096);
        let class = if moving { "pipe pipe--moving" } else { "pipe" };
        let _ = write!(
            out,
            r#"<svg class="{class}" aria-hidden="true"><svg y="50%" overflow="visible"><g class="pipe__g">"#
        );
        if self.walls {
            walls(&mut out, HEIGHT / 2.0);
        }
        for (index, lane) in self.sent.iter().enumerate() {
            let (y, thickness) = place(lane);
            // Neighbouring lanes start their dashes at different points, so that they are told apart.
            let (lag, offset) = ([0, 3, 2, 1][index % 4], ["0", "-30", "-20", "-10"][index % 4]);
            let _ = write!(
                out,
                r#"<line class="pipe__lane-s pipe__lag-{lag}" x1="0" x2="50%" y1="{y}" y2="{y}" stroke-width="{thickness}" stroke-dasharray="34 6" stroke-dashoffset="{offset}"/>"#
            );
        }
        for (index, lane) in self.received.iter().enumerate() {
            let (y, thickness) = place(lane);
            let _ = write!(
                out,
                r#"<line class="pipe__lane-r" x1="50%" x2="100%" y1="{y}" y2="{y}" stroke-width="{thickness}"/>"#
            );
            if lane.thickness * HEIGHT > 4.0 {
                let lag = [0, 3, 2, 1][index % 4];
                let _ =
                    write!(out, r#"<line class="pipe__tick pipe__lag-{lag}" x1="52%" x2="100%" y1="{y}" y2="{y}"/>"#);
            }
        }
        if self.received.iter().chain(&self.sent).any(|lane| lane.thickness > 0.0) {
            out.push_str(
                r#"<svg x="50%" overflow="visible"><path class="pipe__turn" d="M-30 -38H-6L24 0L-6 38H-30z"/>"#,
            );
            out.push_str(r#"<path class="pipe__edge" d="M-3 -38L27 0L-3 38"/></svg>"#);
        }
        out.push_str("</g></svg></svg>");
        out
    }
}

/// The middle and the thickness of a lane, in pixels.
fn place(lane: &Lane) -> (Number, Number) {
    let room = HEIGHT - 4.0;
    let thickness = if lane.thickness > 0.0 { (lane.thickness * room).max(THINNEST) } else { 0.0 };
    (Number((lane.middle - 0.5) * room), Number(thickness))
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

    #[test]
    fn traffic_is_drawn_with_a_line_for_each_lane() {
        let svg = Link::of(&rates(&[5e9]), &rates(&[4e9]), Some(10e9)).svg(true);
        assert!(svg.starts_with(r#"<svg class="pipe pipe--moving" aria-hidden="true">"#), "{svg}");
        assert!(svg.contains(r#"y1="0" y2="0" stroke-width="40" stroke-dasharray"#), "{svg}");
        assert!(svg.contains(r#"class="pipe__lane-r" x1="50%" x2="100%" y1="0" y2="0" stroke-width="32""#), "{svg}");
        assert!(!Link::of(&rates(&[0.0]), &rates(&[0.0]), None).svg(false).contains("pipe__turn"));
        assert_eq!(
            (planned(8, true, true).matches("lane-plan").count(), planned(64, true, true).matches("band-plan").count()),
            (8, 1)
        );
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

    #[test]
    fn planned_lanes_share_the_height_evenly() {
        assert_eq!(even_lanes(1), [0.5]);
        assert_eq!(even_lanes(4), [0.125, 0.375, 0.625, 0.875]);
        assert!(even_lanes(64).is_empty());
    }
}
