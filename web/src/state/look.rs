//! How the charts of a kept run are looked at: which time, which lines. Stands in the address, so that a link keeps it.

use std::rc::Rc;

use pairperf_shared::chart::run::{Chart, LineKey, View};
use pairperf_shared::query;
use yew::Reducible;

/// The least time that is looked at, in seconds.
const LEAST: f64 = 0.2;
/// Begin and end of the time, and what is left out, in the address.
const NAMES: [&str; 3] = ["from", "to", "hide"];

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Look {
    /// From and to in seconds; none for the whole run.
    pub(crate) window: Option<(f64, f64)>,
    /// Lines that are left out.
    pub(crate) hidden: Vec<LineKey>,
}

/// What changes it. The span is that of the whole run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gaze {
    /// Looks at a part of what is looked at, given in shares of it.
    Part(f64, f64),
    /// Half as much time.
    In,
    /// Twice as much time, within the whole.
    Out((f64, f64)),
    /// The whole run.
    Whole,
    /// Leaves a line out, or brings it back.
    Toggle(LineKey),
}

impl Look {
    /// Reads it from an address.
    pub(crate) fn from_query(text: &str) -> Self {
        let pairs = query::pairs(text);
        let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let seconds = |name: &str| value(name)?.parse::<f64>().ok().filter(|seconds| seconds.is_finite());
        let hidden = value(NAMES[2]).unwrap_or_default().split('.');
        Self {
            window: seconds(NAMES[0]).zip(seconds(NAMES[1])).filter(|(from, to)| to - from >= LEAST),
            hidden: hidden.filter_map(|key| LineKey::ALL.into_iter().find(|line| line.key() == key)).collect(),
        }
    }

    /// Writes it into an address beside what else stands there.
    pub(crate) fn query(&self, text: &str) -> String {
        let mut pairs = query::pairs(text);
        pairs.retain(|(name, _)| !NAMES.contains(&name.as_str()));
        if let Some((from, to)) = self.window {
            pairs.push((NAMES[0].to_owned(), format!("{from:.2}")));
            pairs.push((NAMES[1].to_owned(), format!("{to:.2}")));
        }
        if !self.hidden.is_empty() {
            let keys: Vec<_> = self.hidden.iter().map(|line| line.key()).collect();
            pairs.push((NAMES[2].to_owned(), keys.join(".")));
        }
        query::write(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// The same for the drawing of a chart: the times stand below the first and below the last.
    pub(crate) fn view(&self, chart: Chart) -> View {
        let below = if matches!(chart, Chart::RoundTrip | Chart::Jitter) { chart } else { Chart::Rate };
        View { window: self.window, hidden: self.hidden.clone(), times_below: Some(below), ..View::default() }
    }
}

impl Reducible for Look {
    type Action = (Gaze, (f64, f64));

    /// The second part is the span that is looked at now.
    fn reduce(self: Rc<Self>, (gaze, (from, to)): Self::Action) -> Rc<Self> {
        let mut next = (*self).clone();
        let span = to - from;
        let window = |from: f64, to: f64| Some((from, to)).filter(|(from, to)| to - from >= LEAST);
        match gaze {
            Gaze::Part(a, b) => {
                next.window = window(span.mul_add(a.min(b), from), span.mul_add(a.max(b), from)).or(self.window);
            }
            Gaze::In => next.window = window(from + span / 4.0, to - span / 4.0).or(self.window),
            Gaze::Out((first, last)) => {
                let wider = ((from - span / 2.0).max(first), (to + span / 2.0).min(last));
                next.window = Some(wider).filter(|wider| *wider != (first, last));
            }
            Gaze::Whole => next.window = None,
            Gaze::Toggle(line) => {
                if next.hidden.contains(&line) {
                    next.hidden.retain(|known| *known != line);
                } else {
                    next.hidden.push(line);
                }
            }
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: (f64, f64) = (0.0, 12.0);

    fn after(gazes: &[Gaze]) -> Look {
        let look = gazes.iter().fold(Rc::new(Look::default()), |look, gaze| {
            let now = look.window.unwrap_or(WHOLE);
            look.reduce((*gaze, now))
        });
        (*look).clone()
    }

    #[test]
    fn a_part_is_taken_of_what_is_seen_and_given_back_step_by_step() {
        assert_eq!(after(&[Gaze::Part(0.75, 0.25)]).window, Some((3.0, 9.0)), "either way");
        assert_eq!(after(&[Gaze::In, Gaze::In]).window, Some((4.5, 7.5)));
        assert_eq!(after(&[Gaze::In, Gaze::Out(WHOLE)]).window, None, "the whole is no part");
        assert_eq!(after(&[Gaze::Part(0.0, 0.5), Gaze::Out(WHOLE)]).window, Some((0.0, 9.0)));
        assert_eq!(after(&[Gaze::Part(0.5, 0.5)]).window, None, "nothing can't be looked at");
        let closest = after(&[Gaze::In; 20]).window.unwrap();
        assert!(closest.1 - closest.0 >= LEAST);
        assert_eq!(after(&[Gaze::In, Gaze::Whole]).window, None);
    }

    #[test]
    fn a_link_keeps_what_is_looked_at() {
        let look = after(&[Gaze::In, Gaze::Toggle(LineKey::Sent), Gaze::Toggle(LineKey::SenderBusy)]);
        let query = look.query("?lang=fr&from=1");
        assert_eq!(query, "?lang=fr&from=3.00&to=9.00&hide=sent.sender-busy");
        assert_eq!(Look::from_query(&query), look);
        assert_eq!(after(&[Gaze::Toggle(LineKey::Sent), Gaze::Toggle(LineKey::Sent)]).query(""), "");
        for odd in ["?from=5&to=1", "?from=x&to=2", "?from=1", "?hide=nonsense", "?from=nan&to=inf"] {
            assert_eq!(Look::from_query(odd), Look::default(), "{odd}");
        }
    }
}
