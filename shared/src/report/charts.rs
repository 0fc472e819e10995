//! The charts of a run with their words: what a report, a file and the page draw alike.

use super::exchange;
use super::headline::{headline, name, origin};
use crate::chart::run::{self, Chart, LineKey, Run, Spans, Words};
use crate::chart::{Plot, both, file, strip};
use crate::plan::Role;
use crate::record::{EndRecord, Leg, RunRecord};
use crate::summary;
use crate::summary::series::{Figures, Sampling, Series};
use crate::text::{Arg, Catalogue};
use crate::units;

/// What the words are made of.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Named {
    /// The machine that sends.
    pub from: String,
    /// The machine that receives.
    pub to: String,
    /// The sender's busiest CPU, from 0.
    pub sender_core: Option<u32>,
    /// The receiver's busiest CPU, from 0.
    pub receiver_core: Option<u32>,
    /// The receiver's mean, in bits per second.
    pub mean: Option<f64>,
    /// The payload that the link can carry, in bits per second.
    pub carries: Option<f64>,
    /// How many streams there are.
    pub streams: u32,
}

/// The words in the charts.
pub fn words(named: &Named, catalogue: &Catalogue) -> Words {
    let rate = |value: Option<f64>| value.map_or(Arg::from("–"), |value| units::rate(value).into());
    // A text: the number of a CPU is a name, without marks between its thousands.
    let core = |number: Option<u32>| Arg::from(number.map_or_else(|| "–".to_owned(), |number| number.to_string()));
    let args = [
        ("from", named.from.as_str().into()),
        ("to", named.to.as_str().into()),
        ("mean", rate(named.mean)),
        ("speed", rate(named.carries)),
        ("sender_core", core(named.sender_core)),
        ("receiver_core", core(named.receiver_core)),
    ];
    let say = |key: String| catalogue.say(&key, &args);
    Words {
        decimal: catalogue.lang().decimal_mark(),
        names: LineKey::ALL.map(|line| say(format!("line-{}", line.key()))),
        labels: Chart::ALL.map(|chart| say(format!("chart-{}-label", chart.key()))),
        titles: Chart::ALL.map(|chart| say(format!("chart-{}", chart.key()))),
        subtitles: Chart::ALL.map(|chart| say(format!("chart-{}-what", chart.key()))),
        warm_up: say("phase-warm-up".to_owned()),
        cool_down: say("phase-cool-down".to_owned()),
        ceiling: say("chart-ceiling".to_owned()),
    }
}

/// The words in and around the strip of streams.
pub fn strip_words(named: &Named, catalogue: &Catalogue) -> strip::Words {
    let args = [("to", named.to.as_str().into()), ("streams", named.streams.into())];
    strip::Words {
        decimal: catalogue.lang().decimal_mark(),
        label: catalogue.say("strip-label", &args),
        stopped: catalogue.say("strip-stopped", &[]),
    }
}

/// Everything the charts of a kept run are drawn from.
#[derive(Debug, Clone)]
pub struct Charts {
    sender: Series,
    receiver: Series,
    sender_figures: Figures,
    receiver_figures: Figures,
    spans: Spans,
    /// What the words are made of.
    pub named: Named,
}

impl Charts {
    /// Those of a record's first direction; none where one end observed nothing that could be drawn.
    pub fn of(record: &RunRecord) -> Option<Self> {
        Self::of_leg(record, record.legs().first()?)
    }

    /// Those of one direction.
    pub fn of_leg(record: &RunRecord, leg: &Leg<'_>) -> Option<Self> {
        let (sender, receiver) = (leg.sender?, leg.receiver?);
        let config = &record.config;
        let series = |end: &EndRecord| {
            let sampling = Sampling::of(end.role, record.plan.as_ref(), config.stream_count(), config.traffic_ms());
            Series::of(&end.samples, sampling)
        };
        let (sent, received) = (series(sender), series(receiver));
        // A peer that was lost may have brought nothing: then the other end says when what was.
        let (samples, marked) =
            if received.bounds().is_some() { (&receiver.samples, &received) } else { (&sender.samples, &sent) };
        marked.bounds()?;
        let (sender_figures, receiver_figures) = (Figures::of(sender), Figures::of(receiver));
        Some(Self {
            spans: Spans::kept(samples, marked),
            named: Named {
                from: name(Some(sender)),
                to: name(Some(receiver)),
                sender_core: sender_figures.busiest_core,
                receiver_core: receiver_figures.busiest_core,
                mean: receiver.bits_per_second,
                carries: summary::ceiling_of(record, leg),
                streams: config.stream_count(),
            },
            sender: sent,
            receiver: received,
            sender_figures,
            receiver_figures,
        })
    }

    /// What the drawing functions take.
    pub fn run(&self) -> Run<'_> {
        Run {
            sender: &self.sender,
            receiver: &self.receiver,
            sender_figures: self.sender_figures,
            receiver_figures: self.receiver_figures,
            spans: self.spans,
            carries: self.named.carries,
            mean: self.named.mean,
            now: None,
            notes: &[],
        }
    }

    /// The charts there is something to draw in.
    pub fn shown(&self) -> impl Iterator<Item = Chart> + '_ {
        let run = self.run();
        Chart::ALL
            .into_iter()
            .filter(move |chart| chart.lines().iter().any(|line| run.curve(*line).highest().is_some()))
    }

    /// The strip of the streams, as the receiver counted them, or the sender where the receiver brought none; and whose it is.
    pub fn strip(&self, order: strip::Order, most_cells: usize) -> (strip::Levels, Role) {
        let received = strip::levels(&self.receiver.strip, order, most_cells);
        if received.rows.is_empty() {
            (strip::levels(&self.sender.strip, order, most_cells), Role::Sender)
        } else {
            (received, Role::Receiver)
        }
    }

    /// The whole of the run, its times below every chart.
    pub fn view(&self) -> run::View {
        run::View::default()
    }
}

/// What reached either machine of a run of two directions, on one axis; none of one direction.
pub fn both(record: &RunRecord, catalogue: &Catalogue) -> Option<Plot> {
    let legs = record.legs();
    let receivers: Vec<&EndRecord> = legs.iter().filter_map(|leg| leg.receiver).filter(|_| legs.len() > 1).collect();
    let config = &record.config;
    let series: Vec<(String, Series)> = receivers
        .iter()
        .map(|end| {
            let sampling = Sampling::of(end.role, record.plan.as_ref(), config.stream_count(), config.traffic_ms());
            (
                catalogue.say("reached-host", &[("host", end.host.name.as_str().into())]),
                Series::of(&end.samples, sampling),
            )
        })
        .collect();
    let ways: Vec<_> = series.iter().map(|(name, series)| (name.clone(), &series.rate)).collect();
    both::plot(&ways, catalogue.say("both-chart-label", &[]), catalogue.lang().decimal_mark())
}

/// What a file of the charts says of its run: plots get mixed up.
pub fn head(record: &RunRecord, catalogue: &Catalogue) -> file::Head {
    file::Head {
        headline: headline(record).say(catalogue),
        lines: vec![origin(record).say(catalogue), format!("pairperf {}", env!("CARGO_PKG_VERSION"))],
    }
}

/// All charts of a record in one SVG file: of both directions on one axis, then of each in turn; how long answers took.
pub fn file(record: &RunRecord, catalogue: &Catalogue) -> String {
    let head = head(record, catalogue);
    let of_whole = [
        both(record, catalogue).map(|plot| (catalogue.say("both-chart", &[]), plot)),
        exchange::plot(record, catalogue).map(|plot| (catalogue.say("section-exchange", &[]), plot)),
    ];
    let mut page = file::Page::new(&head);
    for (title, plot) in of_whole.iter().flatten() {
        page.plot(title, "", plot);
    }
    for charts in record.legs().iter().filter_map(|leg| Charts::of_leg(record, leg)) {
        let (levels, role) = charts.strip(strip::Order::SlowestFirst, strip::DOCUMENT_COLUMNS);
        let words = strip_words(&charts.named, catalogue);
        let (title, subtitle) = (catalogue.say("strip", &[]), catalogue.say("strip-what", &[]));
        let streams = file::Streams { levels: &levels, role, words: &words, title: &title, subtitle: &subtitle };
        let streams = (charts.named.streams > 1 && !levels.rows.is_empty()).then_some(streams);
        page.run(&charts.run(), &charts.view(), &self::words(&charts.named, catalogue), streams);
    }
    page.end()
}
