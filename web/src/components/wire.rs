//! The one composition of every screen: two machines and what is between them.

use yew::prelude::*;

/// One of the two machines.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Station {
    pub(crate) name: AttrValue,
    /// Below the name.
    pub(crate) meta: Html,
    /// The drawing.
    pub(crate) machine: Html,
    /// Below the drawing.
    pub(crate) facts: Html,
}

#[derive(Properties, PartialEq)]
pub(crate) struct WireProps {
    /// What the whole shows, in a sentence.
    pub(crate) label: AttrValue,
    pub(crate) left: Station,
    pub(crate) right: Station,
    /// The headline over the gap.
    pub(crate) top: Html,
    /// The drawing of the link.
    pub(crate) pipe: Html,
    /// Below the link.
    #[prop_or_default]
    pub(crate) facts: Html,
}

/// Puts them together.
#[component]
pub(crate) fn Wire(props: &WireProps) -> Html {
    let WireProps { left, right, .. } = props;
    html! {
        <figure class="wire" aria-label={&props.label}>
            <div class="wire__na"><p class="wire__name">{ &left.name }</p><div class="wire__meta">{ left.meta.clone() }</div></div>
            <div class="wire__nb"><p class="wire__name">{ &right.name }</p><div class="wire__meta">{ right.meta.clone() }</div></div>
            <div class="wire__top">{ props.top.clone() }</div>
            <div class="wire__ma">{ left.machine.clone() }</div>
            <div class="wire__pipe">{ props.pipe.clone() }</div>
            <div class="wire__mb">{ right.machine.clone() }</div>
            <div class="wire__facts">{ props.facts.clone() }</div>
            <div class="wire__fa wire__meta">{ left.facts.clone() }</div>
            <div class="wire__fb wire__meta">{ right.facts.clone() }</div>
        </figure>
    }
}
