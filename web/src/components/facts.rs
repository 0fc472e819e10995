//! What each end brings, side by side, with what differs marked.

use pairperf_shared::host::HostFacts;
use pairperf_shared::units::{self, Quantity};
use yew::prelude::*;

use crate::text::Text;

/// The table of both machines.
pub(crate) fn facts(text: Text, here: &HostFacts, there: &HostFacts) -> Html {
    let rows = rows(text, here).into_iter().zip(rows(text, there));
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={text.say("facts")}>
            <table class="facts">
                <caption>{ text.say("facts") }</caption>
                <thead><tr>
                    <th scope="col"><span class="hidden">{ text.say("facts-what") }</span></th>
                    <th scope="col">{ &here.name }</th><th scope="col">{ &there.name }</th>
                </tr></thead>
                <tbody>
                    { for rows.map(|((key, a), (_, b))| {
                        let differs = a != b;
                        html! {
                            <tr class={differs.then_some("differs")}>
                                <th scope="row">{ text.say(key) }
                                    if differs { <span class="differs__mark"><span aria-hidden="true">{ " ≠" }</span><span class="hidden">{ " " }{ text.say("differs") }</span></span> }
                                </th>
                                <td>{ a }</td><td>{ b }</td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn rows(text: Text, host: &HostFacts) -> Vec<(&'static str, AttrValue)> {
    let unknown = || AttrValue::from("–");
    let word = |value: Option<&str>| value.map_or_else(unknown, |value| value.to_owned().into());
    let bytes = |value: Option<u64>| value.map_or_else(unknown, |value| text.figure(&units::bytes(value as f64)));
    let cores = match host.cpu_mhz {
        Some(mhz) => text.tell(
            "fact-cores-at",
            &[
                ("count", host.cpu_count.into()),
                ("clock", Quantity { number: units::three_figures(mhz / 1e3), unit: "GHz" }.into()),
            ],
        ),
        None => host.cpu_count.to_string().into(),
    };
    let card = host.interfaces.iter().max_by_key(|card| card.bits_per_second);
    let speed = card.map(|card| {
        let speed = card.bits_per_second.map(|speed| format!(", {}", text.figure(&units::rate(speed as f64))));
        let speed = speed.unwrap_or_default();
        format!("{}{speed}", card.name)
    });
    let mtu = card.and_then(|card| card.mtu).map(|mtu| mtu.to_string());
    let system = [host.os.as_deref(), host.kernel.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    vec![
        ("fact-cpu", word(host.cpu_model.as_deref())),
        ("fact-cores", cores),
        ("fact-memory", bytes(host.memory_bytes)),
        ("fact-system", word(Some(system.as_str()).filter(|system| !system.is_empty()))),
        ("fact-card", word(speed.as_deref())),
        ("fact-mtu", word(mtu.as_deref())),
        ("fact-control", word(host.congestion_control.as_deref())),
        ("fact-send-max", bytes(host.send_socket_buffer_max_bytes)),
        ("fact-receive-max", bytes(host.receive_socket_buffer_max_bytes)),
        ("fact-version", word(Some(&host.version))),
    ]
}
