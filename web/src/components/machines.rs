//! Both machines at the moment, side by side: only what is known of at least one.

use pairperf_shared::phase::State;
use pairperf_shared::plan::Role;
use pairperf_shared::summary::live::{LiveDatagrams, datagrams};
use pairperf_shared::units;
use yew::prelude::*;

use crate::state::live::{End, LiveRun};
use crate::text::Text;

/// The table; nothing before anything is known.
pub(crate) fn machines(text: Text, run: &LiveRun, ends: [&End; 2]) -> Html {
    let rows: Vec<(AttrValue, [Option<AttrValue>; 2])> = rows(text, run, ends)
        .into_iter()
        .filter(|(_, cells)| cells.iter().any(Option::is_some))
        .map(|(key, cells)| (text.say(key), cells))
        .collect();
    if rows.is_empty() || run.state == State::Check {
        return Html::default();
    }
    let title = text.say("machines-now");
    html! {
        <section class="sec" aria-labelledby="machines">
            <h2 id="machines">{ title.clone() }</h2>
            <div class="scroll" tabindex="0" role="region" aria-label={title.clone()}>
                <table>
                    <caption class="hidden">{ title }</caption>
                    <thead><tr>
                        <th scope="col"><span class="hidden">{ text.say("facts-what") }</span></th>
                        { for ends.map(|end| html! { <th scope="col" class="n">{ text.tell(if end.role == Role::Sender { "role-sender" } else { "role-receiver" }, &[("host", end.host.name.as_str().into())]) }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for rows.into_iter().map(|(name, cells)| html! {
                            <tr><th scope="row">{ name }</th>{ for cells.map(|cell| html! { <td class="n figure">{ cell.unwrap_or_else(|| "–".into()) }</td> }) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

type Rows = Vec<(&'static str, [Option<AttrValue>; 2])>;

fn rows(text: Text, run: &LiveRun, ends: [&End; 2]) -> Rows {
    let percent = |value: f64| text.figure(&units::percent(value));
    let bytes = |value: u64| text.figure(&units::bytes(value as f64));
    let effect = |end: &End| run.record.in_effect.as_ref().and_then(|effect| effect.of(end.side));
    let socket = |end: &End| match end.role {
        Role::Sender => effect(end)?.send_socket_buffer_bytes,
        Role::Receiver => effect(end)?.receive_socket_buffer_bytes,
    };
    let busiest = |end: &End| {
        let cpu = end.cpu.as_ref()?;
        let share = units::percent(cpu.busiest_percent);
        Some(text.tell("now-core", &[("percent", share.into()), ("core", cpu.busiest.into())]))
    };
    // What only the receiver can know.
    let datagrams = datagrams(&ends[0].progress, &ends[1].progress);
    let of = |show: &dyn Fn(LiveDatagrams) -> Option<AttrValue>| [None, datagrams.and_then(show)];
    vec![
        ("row-udp-lost-percent", of(&|it| Some(percent(it.lost_percent?)))),
        ("row-udp-lost", of(&|it| Some(text.count(it.lost)))),
        ("row-udp-at-socket", of(&|it| Some(text.count(it.at_socket?)))),
        ("row-udp-duplicates", of(&|it| Some(text.count(it.duplicates)))),
        ("row-udp-reordered", of(&|it| Some(text.count(it.reordered)))),
        ("row-udp-jitter", of(&|it| Some(text.figure(&units::seconds(it.jitter_seconds?))))),
        ("now-cpu", ends.map(|end| Some(percent(end.cpu.as_ref()?.percent)))),
        ("now-busiest", ends.map(busiest)),
        ("now-softirq", ends.map(|end| Some(percent(end.cpu.as_ref()?.busiest_softirq_percent?)))),
        ("now-steal", ends.map(|end| end.cpu.as_ref()?.steal_percent.filter(|steal| *steal > 0.0).map(percent))),
        ("now-socket", ends.map(|end| Some(bytes(socket(end)?)))),
        ("now-control", ends.map(|end| Some(effect(end)?.congestion_control.clone()?.into()))),
        ("now-bytes", ends.map(|end| end.progress.bytes().map(bytes))),
    ]
}
