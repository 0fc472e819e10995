//! Words in a plot: at the ends of its lines, pushed apart, and at what happened.

use std::fmt::Write as _;

use super::Plot;
use crate::chart::svg::{MOST_TEXT, Number, Percent, Text};

/// Words nearer than this would touch, in pixels.
const APART: f64 = 16.0;
/// A word pushed farther than this from its line is led back to it, in pixels.
const LED: f64 = 5.0;
/// Where the first row of notes stands, as a share of the height.
const NOTES: f64 = 0.38;
/// The height of a row of notes, in pixels.
const ROW: f64 = 18.0;
/// The share of the width that one letter of a note takes at most; measured on a plot 600 pixels wide.
const LETTER: f64 = 0.0125;

/// Pushes places apart that are nearer than `apart`, keeping their order and all within `low..=high`.
/// The places must be in order.
pub(super) fn push_apart(places: &mut [f64], apart: f64, low: f64, high: f64) {
    let count = places.len();
    let apart = if count > 1 { apart.min((high - low).max(0.0) / (count - 1) as f64) } else { apart };
    let mut least = low;
    for place in places.iter_mut() {
        *place = place.max(least);
        least = *place + apart;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - apart;
    }
}

impl Plot {
    /// The names of the lines at their ends.
    pub(super) fn names(&self, out: &mut String) {
        let mut names: Vec<(f64, f64, usize)> = Vec::new();
        for (index, line) in self.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty()) {
            let Some(end) = line.points.iter().rev().find(|point| point.y.is_finite()) else { continue };
            let (Some(x), Some(y)) = (self.across.at(end.x), self.down(end.y)) else { continue };
            // A line that goes on beyond the window ends at its edge.
            if x >= 0.0 {
                names.push((y.clamp(0.0, self.height), x.min(1.0), index));
            }
        }
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Lines that run together would swap their words with every sample: near each other they keep their
        // order, what is drawn last on top.
        for _ in 1..names.len() {
            for at in 1..names.len() {
                if names[at].0 - names[at - 1].0 < APART / 2.0 && names[at].2 > names[at - 1].2 {
                    names.swap(at - 1, at);
                }
            }
        }
        // A pair that meets moves by half each way before everything is put in order.
        let mut places: Vec<f64> = names.iter().map(|name| name.0).collect();
        places.sort_unstable_by(f64::total_cmp);
        for at in 1..places.len() {
            let short = APART - (places[at] - places[at - 1]);
            if short > 0.0 {
                places[at - 1] -= short / 2.0;
                places[at] += short / 2.0;
            }
        }
        places.sort_unstable_by(f64::total_cmp);
        push_apart(&mut places, APART, 3.0, self.height - 8.0);
        // All words stand behind the longest line, so that none runs through another.
        let last = names.iter().map(|name| name.1).fold(0.0, f64::max);
        for ((y, _, index), place) in names.iter().zip(&places) {
            let line = &self.lines[*index];
            let (x, place, name) = (Percent(last), *place, Text(&line.name, MOST_TEXT));
            let (class, mut dx) = (line.class, 8);
            if (place - y).abs() > LED {
                let (from, to) = (Number(*y), Number(place));
                let _ = write!(
                    out,
                    r#"<svg x="{x}" overflow="visible"><path class="leader" d="M2 {from}L10 {to}"/></svg>"#
                );
                dx = 13;
            }
            let y = Number(place);
            let _ = write!(
                out,
                r#"<text class="line-name line-name--{class}" x="{x}" y="{y}" dx="{dx}" dy="4">{name}</text>"#
            );
        }
    }

    /// What happened, each at its time; those near each other one below the other.
    pub(super) fn notes(&self, out: &mut String) {
        let first = self.height * NOTES;
        let rows = ((self.height - first - 12.0) / ROW).max(0.0) as usize;
        let mut taken = vec![f64::NEG_INFINITY; rows];
        let mut notes: Vec<_> = self.notes.iter().filter_map(|note| Some((self.across.at(note.at)?, note))).collect();
        notes.retain(|(x, _)| (0.0..=1.0).contains(x));
        notes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut texts = String::new();
        for (x, note) in notes {
            let length = note.text.chars().count().min(MOST_TEXT) as f64 * LETTER;
            let late = x + length > 1.0;
            let (begin, end) = if late { (x - length, x) } else { (x, x + length) };
            let row = taken.iter().position(|taken| *taken < begin);
            let y = row.map_or(first, |row| first + row as f64 * ROW);
            let (share, bottom) = (Percent(x), Number(y));
            let _ = write!(out, r#"<line class="note" x1="{share}" x2="{share}" y1="0" y2="{bottom}"/>"#);
            // Without a row of its own a note keeps its mark alone.
            let Some(row) = row else { continue };
            taken[row] = end + 0.01;
            let (class, dx) = if late { (" late", -5) } else { ("", 5) };
            let text = Text(&note.text, MOST_TEXT);
            let _ =
                write!(texts, r#"<text class="note__text{class}" x="{share}" y="{bottom}" dx="{dx}">{text}</text>"#);
        }
        // No mark runs through the text of another.
        out.push_str(&texts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_apart_in_order_and_inside(mut places in proptest::collection::vec(0.0f64..100.0, 0..6)) {
            places.sort_unstable_by(f64::total_cmp);
            push_apart(&mut places, 16.0, 3.0, 97.0);
            prop_assert!(places.iter().all(|place| (2.999..=97.001).contains(place)));
            prop_assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 15.999));
        }
    }
}
