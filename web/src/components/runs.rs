//! The latest runs of this node.

use pairperf_shared::phase::State;
use pairperf_shared::units;
use yew::prelude::*;

use crate::state::listed::Listed;
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
pub(crate) fn runs(text: Text, runs: &[Listed]) -> Html {
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
                        let (state, label) = (run.state, run.label.clone());
                        html! {
                            <tr role="row" key={run.id.clone()}>
                                <th role="rowheader" scope="row" class="r-when"><a href={route::run(&run.id)}>
                                    <time datetime={run.started_at.clone()}>{ browser::local_time(&run.started_at) }</time>
                                </a></th>
                                <td role="cell" class="r-what">{ text.tell("runs-line", &[
                                    ("from", run.from.as_str().into()), ("to", run.to.as_str().into()),
                                    ("protocol", run.protocol.name().into()), ("streams", run.streams.into()),
                                ]) } if let Some(label) = label { <small>{ label }</small> }</td>
                                <td role="cell" class="n r-mean">{ run.bits_per_second.map_or_else(|| "–".into(), |rate| text.figure(&units::rate(rate))) }</td>
                                <td role="cell" class="r-out"><span class={tone(state)}>{ text.say(&format!("state-{}", state.key().replace('_', "-"))) }</span></td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}
