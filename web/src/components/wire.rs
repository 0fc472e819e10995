//! The one composition of every screen: two machines and what is between them.

use yew::prelude::*;

use crate::text::whole_names;

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

/// The composition.
pub(crate) struct Wire {
    /// What the whole shows, in a sentence.
    pub(crate) label: AttrValue,
    pub(crate) left: Station,
    pub(crate) right: Station,
    /// The headline over the gap.
    pub(crate) top: Html,
    /// The drawing of the link.
    pub(crate) pipe: Html,
    /// Below the link.
    pub(crate) facts: Html,
}

/// Puts them together.
pub(crate) fn wire(props: Wire) -> Html {
    let Wire { label, left, right, top, pipe, facts } = props;
    html! {
        <figure class="wire" aria-label={label}>
            <div class="wire__na"><p class="wire__name">{ whole_names(&left.name) }</p><div class="wire__meta">{ left.meta }</div></div>
            <div class="wire__nb"><p class="wire__name">{ whole_names(&right.name) }</p><div class="wire__meta">{ right.meta }</div></div>
            <div class="wire__top">{ top }</div>
            <div class="wire__ma">{ left.machine }</div>
            <div class="wire__pipe">{ pipe }</div>
            <div class="wire__mb">{ right.machine }</div>
            <div class="wire__facts">{ facts }</div>
            <div class="wire__fa wire__meta">{ left.facts }</div>
            <div class="wire__fb wire__meta">{ right.facts }</div>
        </figure>
    }
}
