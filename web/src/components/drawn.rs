//! Drawings that shared code wrote as text.

use yew::prelude::*;

/// Puts a drawing in its place. The text is SVG by [`pairperf_shared::chart`], which escapes all foreign text in it.
pub(crate) fn drawn(svg: impl Into<AttrValue>) -> Html {
    Html::from_html_unchecked(svg.into())
}
