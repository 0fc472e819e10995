//! A QR code as the node drew it.

use pairperf_shared::api::QrView;
use yew::prelude::*;

/// The code under that label; nothing where there is none.
pub(crate) fn qr(code: Option<&QrView>, label: AttrValue) -> Html {
    let Some(QrView { size, path }) = code else { return Html::default() };
    html! {
        <svg class="qr" viewBox={format!("0 0 {size} {size}")} role="img" aria-label={label} shape-rendering="crispEdges">
            <path d={path.clone()} />
        </svg>
    }
}
