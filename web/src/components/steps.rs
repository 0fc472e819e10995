//! The steps of coming together, as they pass.

use std::cmp::Ordering;

use pairperf_shared::api::{PairingState, PairingView};
use yew::prelude::*;

use super::notice::notice;
use crate::text::Text;

/// All steps, in the order in which they pass.
pub(crate) const STEPS: [&str; 4] = ["reach", "versions", "verify", "introduce"];

/// Shows how far a pairing came, and why it did not come about.
pub(crate) fn steps(text: Text, pairing: &PairingView) -> Html {
    // The node names the steps that have passed; the one after them is under way, or the one that failed.
    let passed = pairing
        .steps
        .iter()
        .filter_map(|passed| STEPS.iter().position(|step| *step == passed.step))
        .max()
        .map_or(0, |last| last + 1);
    let passed = if pairing.state == PairingState::Paired { STEPS.len() } else { passed };
    let (mark, mark_key) = match pairing.state {
        PairingState::Failed => ("is-bad", "step-failed"),
        _ => ("is-now", "step-now"),
    };
    html! { <>
        <ol class="steps">
            { for STEPS.iter().enumerate().map(|(index, step)| {
                let (class, spoken) = match index.cmp(&passed) {
                    Ordering::Less => ("is-done", "step-done"),
                    Ordering::Equal => (mark, mark_key),
                    Ordering::Greater => ("is-next", "step-next"),
                };
                let tried: Vec<&str> =
                    pairing.steps.iter().filter(|s| s.step == *step).filter_map(|s| s.detail.as_deref()).collect();
                html! {
                    <li {class}><span>
                        { text.say(&format!("step-{step}")) }
                        if !tried.is_empty() { { " " }<span class="steps__detail">{ tried.join(", ") }</span> }
                        <span class="hidden">{ " " }{ text.say(spoken) }</span>
                    </span></li>
                }
            }) }
        </ol>
        if let Some(error) = &pairing.error { { notice(text, error, None) } }
    </> }
}
