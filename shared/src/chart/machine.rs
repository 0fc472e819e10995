//! A machine is its cores: one bar a core, so that a full one is seen without a chart.

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
}
