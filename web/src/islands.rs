//! Which component comes to life where: the one table of names.
//!
//! A document names what it wants by `data-page` on its main element and by `data-island` on others; their other
//! `data-` attributes are the arguments. What is not in the table stays as the server drew it.

mod actions;
mod banner;
mod charts;
mod deleted;
mod history;
mod import;
mod links;
mod state;

#[cfg(test)]
pub(crate) use {
    actions::actions, banner::banner, charts::explore, deleted::deleted, history::Basket, history::history,
    import::Importing, import::import, links::shares, state::state,
};

use yew::prelude::*;

use self::actions::Actions;
use self::banner::Banner;
use self::charts::Explore;
use self::deleted::Deleted;
use self::history::History;
use self::import::Import;
use self::links::Shares;
use self::state::State;
use crate::browser::Place;
use crate::pages::{Home, Join, Run, RunForm};

/// The component of an island; none for a name that is not known.
pub(crate) fn island(name: &str, place: &Place) -> Option<Html> {
    Some(match name {
        "state" => html! { <State /> },
        "banner" => html! { <Banner /> },
        "actions" => {
            let [id, label, note, again] = ["id", "label", "note", "again"].map(|name| place.data(name));
            html! { <Actions {id} {label} {note} {again} /> }
        }
        "charts" => html! { <Explore record={place.data("record")} place={place.clone()} /> },
        "history" => html! { <History place={place.clone()} /> },
        "deleted" => html! { <Deleted /> },
        "import" => html! { <Import /> },
        "shares" => html! { <Shares /> },
        _ => return None,
    })
}

/// Whether what the server drew stays beside the component of an island.
pub(crate) fn keeps(name: &str) -> bool {
    matches!(name, "history" | "charts")
}

/// Whether a page has nothing to show before the node answered.
pub(crate) fn needs_node(name: &str) -> bool {
    matches!(name, "home" | "new")
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
