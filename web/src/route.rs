//! The URL space of the page.

use yew_router::Routable;

/// Every address that shows something.
#[derive(Debug, Clone, PartialEq, Eq, Routable)]
pub(crate) enum Route {
    /// The two machines: pairing, and what both are once paired.
    #[at("/")]
    Home,
    /// Where a join link leads: asks which machine is the other end.
    #[at("/join")]
    Join,
    /// The form of a run; all of it is in the query.
    #[at("/new")]
    New,
    /// A run: live, then its result.
    #[at("/runs/:id")]
    Run {
        /// The run's id.
        id: String,
    },
    /// Anything else.
    #[not_found]
    #[at("/404")]
    NotFound,
}
