//! Which component comes to life where: the one table of names.
//!
//! A document names what it wants by `data-page` on its main element and by `data-island` on others; their other
//! `data-` attributes are the arguments. What is not in the table stays as the server drew it.

mod banner;
mod state;

#[cfg(test)]
pub(crate) use {banner::banner, state::state};

use yew::prelude::*;

use self::banner::Banner;
use self::state::State;
use crate::browser::Place;
use crate::pages::{Home, Join, Run, RunForm};

/// The component of an island; none for a name that is not known.
pub(crate) fn island(name: &str, _place: &Place) -> Option<Html> {
    Some(match name {
        "state" => html! { <State /> },
        "banner" => html! { <Banner /> },
        _ => return None,
    })
}

/// The component of a whole page; none where the document itself is the page.
pub(crate) fn page(name: &str, place: &Place) -> Option<Html> {
    Some(match name {
        "home" => html! { <Home /> },
        "join" => html! { <Join /> },
        "new" => html! { <RunForm /> },
        "run" => html! { <Run id={place.data("id")} /> },
        _ => return None,
    })
}
