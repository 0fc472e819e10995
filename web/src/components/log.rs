//! What happened, in sentences with their times.

use pairperf_shared::record::Event;
use pairperf_shared::text::Arg;
use pairperf_shared::units::Quantity;
use yew::prelude::*;

use crate::text::Text;

/// What happened, the newest first.
pub(crate) fn log(text: Text, events: &[Event]) -> Html {
    html! {
        <ol class="log">
            { for events.iter().rev().map(|event| {
                let time = event.t_ns.map_or_else(|| "–".into(), |t_ns| text.tell("at-seconds", &[("seconds", hundredths(t_ns).into())]));
                html! { <li><span class="log__time">{ time }</span><span>{ sentence(text, event) }</span></li> }
            }) }
        </ol>
    }
}

/// Seconds to the hundredth.
fn hundredths(ns: i64) -> Quantity {
    Quantity { number: format!("{:.2}", ns as f64 / 1e9), unit: "" }
}

/// An event in a sentence; one of a newer node still shows its word.
pub(crate) fn sentence(text: Text, event: &Event) -> AttrValue {
    let key = event.message_key();
    if !text.has(&key) {
        return event.code.clone().into();
    }
    let args: Vec<(&str, Arg<'_>)> = event.args.iter().map(|(name, value)| (name.as_str(), Arg::from(value))).collect();
    text.tell(&key, &args)
}
