//! The latest runs of this node.

use pairperf_shared::api::RunView;
use pairperf_shared::config::Direction;
use pairperf_shared::phase::State;
use pairperf_shared::units;
use yew::prelude::*;

use crate::text::Text;
use crate::{browser, route};

/// How a state is coloured; its word always stands beside.
pub(crate) fn tone(state: State) -> &'static str {
    match state {
        State::Done => "tag tag--good",
        State::Failed | State::Interrupted => "tag tag--bad",
        State::Cancelled => "tag tag--warn",
        _ => "tag tag--note",
    }
}

/// The table, or what to do where there are none.
pub(crate) fn runs(text: Text, runs: &[RunView]) -> Html {
    if runs.is_empty() {
        return html! { <p class="note">{ text.say("runs-none") }</p> };
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={text.say("runs")}>
            <table class="runs" role="table">
                <caption class="hidden">{ text.say("runs") }</caption>
                <thead role="rowgroup"><tr role="row">
                    <th role="columnheader" scope="col">{ text.say("runs-when") }</th>
                    <th role="columnheader" scope="col">{ text.say("runs-what") }</th>
                    <th role="columnheader" scope="col" class="n">{ text.say("runs-mean") }</th>
                    <th role="columnheader" scope="col" class="r-out">{ text.say("runs-outcome") }</th>
                </tr></thead>
                <tbody role="rowgroup">
                    { for runs.iter().map(|run| {
                        let (from, to) = match run.config.direction {
                            Direction::ToPeer => (&run.coordinator, &run.peer),
                            Direction::FromPeer => (&run.peer, &run.coordinator),
                        };
                        let rate = run.summary.as_ref().and_then(|summary| summary.bits_per_second);
                        let state = run.outcome.state;
                        let label = run.config.label.clone();
                        html! {
                            <tr role="row" key={run.id.clone()}>
                                <th role="rowheader" scope="row" class="r-when"><a href={route::run(&run.id)}>
                                    <time datetime={run.started_at.clone()}>{ browser::local_time(&run.started_at) }</time>
                                </a></th>
                                <td role="cell" class="r-what">{ text.tell("runs-line", &[
                                    ("from", from.as_str().into()), ("to", to.as_str().into()), ("streams", run.config.streams.into()),
                                ]) } if let Some(label) = label { <small>{ label }</small> }</td>
                                <td role="cell" class="n r-mean">{ rate.map_or_else(|| "–".to_owned(), |rate| units::rate(rate).to_string()) }</td>
                                <td role="cell" class="r-out"><span class={tone(state)}>{ text.say(&format!("state-{}", state.key().replace('_', "-"))) }</span></td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}
