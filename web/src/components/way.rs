//! Ways to other pages of this one.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::browser;
use crate::route::Route;
use crate::state::query;

/// What leads from page to page; absent where pages are only drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Way(Option<Navigator>);

/// The way from this page.
#[hook]
pub(crate) fn use_way() -> Way {
    Way(use_navigator())
}

/// Where a way leads.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    way: Way,
    route: Route,
    query: String,
    current: bool,
}

impl Way {
    /// A way to that page.
    pub(crate) fn to(&self, route: Route) -> Target {
        Target { way: self.clone(), route, query: String::new(), current: false }
    }
}

impl Target {
    /// With that query, which begins with its `?`.
    pub(crate) fn query(mut self, query: String) -> Self {
        self.query = query;
        self
    }

    /// Whether it is where we are.
    pub(crate) fn current(mut self, current: bool) -> Self {
        self.current = current;
        self
    }

    /// Goes there.
    pub(crate) fn go(&self) {
        if let Some(navigator) = &self.way.0 {
            let _ = navigator.push_with_query(&self.route, query::pairs(&self.query));
            browser::begin_page();
        }
    }

    /// Changes the address to that place without a step back to this one.
    pub(crate) fn replace(&self) {
        if let Some(navigator) = &self.way.0 {
            let _ = navigator.replace_with_query(&self.route, query::pairs(&self.query));
        }
    }

    /// A link. With a modifier key the browser does what it always does with links.
    pub(crate) fn anchor(self, classes: &'static str, content: Html) -> Html {
        let href = format!("{}{}", self.route.to_path(), self.query);
        let current = self.current.then_some("page");
        let onclick = Callback::from(move |event: MouseEvent| {
            if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
                event.prevent_default();
                self.go();
            }
        });
        html! { <a {href} class={(!classes.is_empty()).then_some(classes)} aria-current={current} {onclick}>{ content }</a> }
    }
}
