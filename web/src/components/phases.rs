//! Where a run stands: its phases in order, the present one with its time left.

use pairperf_shared::RunConfig;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::units;
use yew::prelude::*;

use crate::text::Text;

/// Where a run stands.
#[derive(Clone, Copy)]
pub(crate) struct Phases<'a> {
    pub(crate) state: State,
    pub(crate) config: &'a RunConfig,
    /// Tenths of a second since the common start.
    pub(crate) elapsed_tenths: Option<i64>,
    /// Streams up and asked for, while they are opened.
    pub(crate) opening: Option<(u32, u32)>,
}

/// When a phase begins and how long it is, in milliseconds since the common start; none for phases without a length.
pub(crate) fn span(config: &RunConfig, phase: Phase) -> Option<(u64, u64)> {
    match phase {
        Phase::WarmUp => Some((0, config.warm_up_ms)),
        Phase::Measure => Some((config.warm_up_ms, config.duration_ms)),
        Phase::CoolDown => Some((config.warm_up_ms + config.duration_ms, config.cool_down_ms)),
        _ => None,
    }
}

/// The bar of phases. Phases of no length are left out.
pub(crate) fn phases(text: Text, props: Phases<'_>) -> Html {
    let now = Phase::ALL.into_iter().position(|phase| State::from(phase) == props.state);
    let shown = Phase::ALL
        .into_iter()
        .enumerate()
        .filter(|(_, phase)| span(props.config, *phase).is_none_or(|(_, length)| length > 0));
    html! {
        <ol class="phases" aria-label={text.say("phases")}>
            { for shown.map(|(index, phase)| {
                let name = text.say(&format!("phase-{}", phase.key().replace('_', "-")));
                match now {
                    Some(now) if index < now => html! { <li class="is-done"><span class="phases__n">{ name }</span></li> },
                    Some(now) if index == now => html! { <li class="is-now" aria-current="step">{ present(text, props, phase, &name) }</li> },
                    _ => html! { <li><span class="phases__n">{ name }</span></li> },
                }
            }) }
        </ol>
    }
}

fn present(text: Text, props: Phases<'_>, phase: Phase, name: &AttrValue) -> Html {
    let timed = span(props.config, phase).zip(props.elapsed_tenths);
    if let Some(((begin, length), tenths)) = timed {
        let passed = (tenths.max(0) as u64 * 100).saturating_sub(begin).min(length);
        let left = (length - passed).div_ceil(1000);
        return html! { <>
            <progress max={length.to_string()} value={passed.to_string()} aria-label={name.clone()} />
            { text.tell("phase-left", &[("phase", name.as_str().into()), ("seconds", (left as f64).into())]) }
            { " " }<small>{ text.tell("phase-of", &[
                ("passed", (passed as f64 / 1e3).floor().into()),
                ("whole", units::seconds(length as f64 / 1e3).into()),
            ]) }</small>
        </> };
    }
    if let Some((up, of)) = props.opening {
        return html! { <>
            <progress max={of.to_string()} value={up.to_string()} aria-label={name.clone()} />
            { text.tell("opening", &[("up", up.into()), ("of", of.into())]) }
        </> };
    }
    html! { <><progress aria-label={name.clone()} />{ name }</> }
}
