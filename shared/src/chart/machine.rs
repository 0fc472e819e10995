//! A machine is its cores: one bar a core, so that a full one is seen without a chart.

use std::fmt::Write as _;

use super::svg::{MOST_LABEL, Number, Text};
use crate::plan::Role;

/// More cores than this share a bar.
pub const MOST_BARS: usize = 32;

/// The most room a bar takes, with the gap beside it.
const WIDEST: f64 = 0.125;

/// A core this busy is marked; below it the hottest of several is not worth a mark.
const HOT_PERCENT: f64 = 50.0;

/// One bar, in shares of the room for all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// Its left edge.
    pub left: f64,
    /// Its width.
    pub width: f64,
    /// How high it stands: 1 is a full core.
    pub height: f64,
    /// Whether this is the busiest core of the machine.
    pub hottest: bool,
}

/// Bars of `cores` cores; `percent` is the busy share of each, none while it is not known.
///
/// A bar that stands for several cores is as high as the busiest of them.
pub fn bars(cores: usize, percent: Option<&[f64]>) -> Vec<Bar> {
    let percent = percent.unwrap_or_default();
    let cores = if percent.is_empty() { cores } else { percent.len() }.max(1);
    let group = cores.div_ceil(MOST_BARS);
    let heights: Vec<f64> = (0..cores)
        .step_by(group)
        .map(|first| {
            let busiest = percent.iter().skip(first).take(group).copied().fold(0.0, f64::max);
            (busiest / 100.0).clamp(0.0, 1.0)
        })
        .collect();
    let hottest = heights
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(b.1))
        .filter(|(_, height)| **height * 100.0 >= HOT_PERCENT)
        .map(|(index, _)| index);
    // Few cores would be thick blocks otherwise: they stand together in the middle.
    let step = (1.0 / heights.len() as f64).min(WIDEST);
    let begin = f64::midpoint(0.0, 1.0 - step * heights.len() as f64);
    heights
        .iter()
        .enumerate()
        .map(|(index, &height)| Bar {
            left: begin + step * (index as f64 + 0.14),
            width: step * 0.72,
            height,
            hottest: hottest == Some(index),
        })
        .collect()
}

/// Where the bars stand inside the drawing of 136 by 112.
const LEFT: f64 = 12.0;
const TOP: f64 = 33.0;
const ROOM: (f64, f64) = (112.0, 58.0);

/// What is drawn of a machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Machine<'a> {
    /// Cores; none for a machine that is not there yet.
    pub cores: Option<u32>,
    /// The busy share of each, 0 to 100.
    pub percent: Option<&'a [f64]>,
    /// Whose colour the bars have; without it the sender's.
    pub role: Option<Role>,
    /// What it shows, for those who don't see it; without it the drawing says nothing.
    pub label: Option<&'a str>,
}

impl Machine<'_> {
    /// The machine as SVG.
    pub fn svg(&self) -> String {
        let mut out = String::with_capacity(2048);
        let side = if self.role == Some(Role::Receiver) { "machine__b" } else { "machine__a" };
        let ghost = if self.cores.is_none() { " machine--ghost" } else { "" };
        let _ = write!(out, r#"<svg class="machine {side}{ghost}" viewBox="0 0 136 112""#);
        let _ = match self.label {
            Some(label) => write!(out, r#" role="img" aria-label="{}">"#, Text(label, MOST_LABEL)),
            None => write!(out, r#" aria-hidden="true">"#),
        };
        out.push_str(r#"<rect class="machine__case" x="2" y="6" width="132" height="94" rx="4"/>"#);
        out.push_str(r#"<path class="machine__rail" d="M20 107h24M92 107h24"/>"#);
        out.push_str(r#"<circle class="machine__led" cx="15" cy="19" r="3"/><circle class="machine__led" cx="25" cy="19" r="3"/>"#);
        out.push_str(r#"<path class="machine__rail machine__rail--thin" d="M78 19h44"/>"#);
        let bars = self.cores.map(|cores| bars(cores as usize, self.percent)).unwrap_or_default();
        for bar in bars {
            let (x, width, height) = (LEFT + bar.left * ROOM.0, bar.width * ROOM.0, bar.height * ROOM.1);
            let (at, wide) = (Number(x), Number(width));
            let (top, high) = (Number(TOP), Number(ROOM.1));
            let _ = write!(out, r#"<rect class="machine__slot" x="{at}" y="{top}" width="{wide}" height="{high}"/>"#);
            let (top, high) = (Number(TOP + ROOM.1 - height), Number(height));
            let _ = write!(out, r#"<rect class="machine__bar" x="{at}" y="{top}" width="{wide}" height="{high}"/>"#);
            if bar.hottest {
                let _ =
                    write!(out, r#"<path class="machine__hot" d="M{} 25h8l-4 5.5z"/>"#, Number(x + width / 2.0 - 4.0));
            }
        }
        out.push_str("</svg>");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hottest_core_is_marked_once_it_matters() {
        let bars = bars(4, Some(&[10.0, 93.0, 20.0, 0.0]));
        assert_eq!(bars.iter().map(|bar| bar.hottest).collect::<Vec<_>>(), [false, true, false, false]);
        assert!(super::bars(2, Some(&[10.0, 12.0])).iter().all(|bar| !bar.hottest));
    }

    #[test]
    fn many_cores_share_bars_and_no_full_core_is_lost() {
        let mut percent = vec![1.0; 128];
        percent[77] = 100.0;
        let bars = bars(128, Some(&percent));
        assert_eq!(bars.len(), 32);
        assert!(bars[77 / 4].hottest && bars[77 / 4].height >= 1.0);
    }

    #[test]
    fn unknown_cores_are_empty_bars_inside_the_case() {
        for cores in [0, 1, 16, 33, 4096] {
            let bars = bars(cores, None);
            assert!(!bars.is_empty() && bars.len() <= MOST_BARS);
            assert!(bars.iter().all(|bar| bar.height == 0.0 && bar.left >= 0.0 && bar.left + bar.width <= 1.0));
        }
    }
    #[test]
    fn a_machine_is_drawn_with_a_bar_for_each_core() {
        let machine = Machine {
            cores: Some(2),
            percent: Some(&[10.0, 93.0]),
            role: Some(Role::Receiver),
            label: Some("2 cores of <db>"),
        };
        let svg = machine.svg();
        assert!(svg.starts_with(
            r#"<svg class="machine machine__b" viewBox="0 0 136 112" role="img" aria-label="2 cores of &lt;db&gt;">"#
        ));
        assert_eq!((svg.matches("machine__bar").count(), svg.matches("machine__hot").count()), (2, 1));
        let ghost = Machine::default().svg();
        assert!(ghost.contains("machine--ghost") && ghost.contains("aria-hidden") && !ghost.contains("machine__bar"));
    }
}
