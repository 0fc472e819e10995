//! What the charts of a run that goes on are drawn from.

use pairperf_shared::chart::run::{Chart, Run, Spans};
use pairperf_shared::plan::Role;
use pairperf_shared::report::charts::Named;
use pairperf_shared::summary::ceiling_between;
use pairperf_shared::summary::series::Figures;

use super::live::{End, LiveRun};

/// Both ends of a run, with everything else that its charts show.
pub(crate) struct Stack<'a> {
    sender: &'a End,
    receiver: &'a End,
    sender_figures: Figures,
    receiver_figures: Figures,
    spans: Spans,
    now: Option<f64>,
    /// What the words are made of.
    pub(crate) named: Named,
}

impl<'a> Stack<'a> {
    /// That of a run; none before anything was observed.
    pub(crate) fn of(live: &'a LiveRun) -> Option<Self> {
        let (sender, receiver) = (live.end(Role::Sender)?, live.end(Role::Receiver)?);
        let bounds = [sender, receiver].map(|end| end.series.bounds());
        let last = bounds.iter().flatten().map(|bounds| bounds.1).reduce(f64::max)?;
        let ended = live.state.is_final();
        let figures = |end: &End| {
            let latest = Figures::latest(&end.series);
            if ended { Figures { busiest_core: latest.busiest_core, ..end.figures } } else { latest }
        };
        let (sender_figures, receiver_figures) = (figures(sender), figures(receiver));
        let planned = Spans::planned(&live.record.config);
        Some(Self {
            sender,
            receiver,
            sender_figures,
            receiver_figures,
            // What has ended takes no longer than it took.
            spans: if ended { Spans { to: last, ..planned } } else { planned.at_least_to(last) },
            now: (!ended).then_some(last),
            named: Named {
                from: sender.host.name.clone(),
                to: receiver.host.name.clone(),
                sender_core: sender_figures.busiest_core,
                receiver_core: receiver_figures.busiest_core,
                mean: receiver.progress.mean(),
                carries: ceiling_between(
                    &sender.host,
                    &receiver.host,
                    live.record.in_effect.as_ref().and_then(|effect| effect.of(sender.side)),
                ),
                streams: live.record.config.streams,
            },
        })
    }

    /// What the drawing functions take.
    pub(crate) fn run(&self) -> Run<'_> {
        Run {
            sender: &self.sender.series,
            receiver: &self.receiver.series,
            sender_figures: self.sender_figures,
            receiver_figures: self.receiver_figures,
            spans: self.spans,
            carries: self.named.carries,
            mean: self.named.mean,
            now: self.now,
            notes: &[],
        }
    }

    /// Whether there is something to draw in that chart.
    pub(crate) fn has(&self, chart: Chart) -> bool {
        let run = self.run();
        chart.lines().iter().any(|line| !run.curve(*line).steps().is_empty())
    }

    /// Changes when a chart has to be drawn anew: its lines, or the axis of all.
    pub(crate) fn signature(&self, chart: Chart) -> Vec<u64> {
        let run = self.run();
        let ends = chart.lines().iter().flat_map(|line| {
            let steps = run.curve(*line).steps();
            let last = steps.last().map_or(0, |step| step.to_ns as u64);
            [steps.len() as u64, last]
        });
        ends.chain([self.spans.to.to_bits()]).collect()
    }
}
