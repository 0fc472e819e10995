//! The window's icon, which tells how far a run is.

use super::document;

/// Steps of the bar: the icon changes no more often than it can be told apart.
pub(crate) const STEPS: u32 = 16;

/// Shows a bar of so many steps in the icon of the window.
pub(crate) fn set_icon(steps: u32) {
    let show = || {
        let icon = document()?.query_selector("link[rel=icon]").ok()??;
        let width = 28 * steps.min(STEPS) / STEPS;
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path fill='%23857a69' d='M2 11h28v10H2z'/>\
             <path fill='%23d4600f' d='M2 11h{width}v10H2z'/></svg>"
        );
        icon.set_attribute("href", &format!("data:image/svg+xml,{svg}")).ok()
    };
    show();
}
