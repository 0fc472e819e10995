//! This node as its own page sees it: each snapshot is the new truth.

use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::{NodeView, PairingState, PairingView};
use yew::Reducible;

/// What is known of the node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NodeState {
    /// It was not heard of yet.
    Loading,
    /// It could not be asked, and was never heard of.
    Failed(ApiError),
    /// The latest it said.
    Ready {
        /// Everything about it.
        view: Rc<NodeView>,
        /// When it said so, on the page's own clock.
        at_ms: f64,
    },
}

/// What changes it.
#[derive(Debug)]
pub(crate) enum NodeAction {
    /// The node said how it is.
    Heard(Box<NodeView>, f64),
    /// It could not be asked.
    Failed(ApiError),
}

impl Reducible for NodeState {
    type Action = NodeAction;

    fn reduce(self: Rc<Self>, action: NodeAction) -> Rc<Self> {
        match action {
            NodeAction::Heard(view, at_ms) => Rc::new(Self::Ready { view: view.into(), at_ms }),
            // What was known stays on the screen; the banner says that it may be old.
            NodeAction::Failed(_) if matches!(*self, Self::Ready { .. }) => self,
            NodeAction::Failed(error) => Rc::new(Self::Failed(error)),
        }
    }
}

impl NodeState {
    /// The node, once it was heard of.
    pub(crate) fn view(&self) -> Option<&Rc<NodeView>> {
        match self {
            Self::Ready { view, .. } => Some(view),
            _ => None,
        }
    }
}

/// The pairings that stand and that a run can be over.
pub(crate) fn paired(view: &NodeView) -> impl Iterator<Item = &PairingView> {
    view.pairings.iter().filter(|pairing| pairing.state == PairingState::Paired && !pairing.only_checks)
}

/// The newest pairing where the other node came to look at the ways and for nothing else.
pub(crate) fn checked(view: &NodeView) -> Option<&PairingView> {
    view.pairings.first().filter(|pairing| pairing.only_checks && pairing.peer.is_some())
}

/// The newest pairing where it is under way or did not come about: what the join form shows.
pub(crate) fn attempt(view: &NodeView) -> Option<&PairingView> {
    view.pairings.first().filter(|pairing| pairing.state != PairingState::Paired && pairing.dialled)
}

/// The newest pairing where it stood once and has ended.
pub(crate) fn ended(view: &NodeView) -> Option<&PairingView> {
    // What a person ended by hand needs no telling.
    let by_hand = |pairing: &PairingView| pairing.error.as_ref().is_some_and(|error| error.code == "unpaired");
    view.pairings
        .first()
        .filter(|pairing| pairing.state == PairingState::Failed && pairing.peer.is_some())
        .filter(|pairing| !by_hand(pairing) && !pairing.only_checks)
}

/// Seconds until something ends that had `in_ms` left at `at_ms`; none once it has ended.
pub(crate) fn seconds_left(in_ms: u64, at_ms: f64, now_ms: f64) -> Option<u64> {
    let left = in_ms as f64 - (now_ms - at_ms);
    (left > 0.0).then(|| (left / 1000.0).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture;

    #[test]
    fn an_error_never_takes_away_what_is_known() {
        let ready = Rc::new(NodeState::Loading).reduce(NodeAction::Heard(Box::new(fixture::node()), 5.0));
        assert!(ready.view().is_some());
        let still = ready.clone().reduce(NodeAction::Failed(ApiError::new("no_answer", "")));
        assert_eq!(still, ready);
        let failed = Rc::new(NodeState::Loading).reduce(NodeAction::Failed(ApiError::new("no_answer", "")));
        assert!(matches!(*failed, NodeState::Failed(_)));
    }

    #[test]
    fn an_invitation_counts_down_to_its_end() {
        assert_eq!(seconds_left(10_000, 500.0, 500.0), Some(10));
        assert_eq!(seconds_left(10_000, 500.0, 9_600.0), Some(1));
        assert_eq!(seconds_left(10_000, 500.0, 10_500.0), None);
    }

    #[test]
    fn only_the_newest_attempt_counts() {
        let mut node = fixture::node();
        node.pairings = vec![fixture::failed_attempt(), fixture::pairing()];
        assert_eq!(paired(&node).count(), 1);
        assert!(attempt(&node).is_some() && ended(&node).is_none());
        node.pairings.reverse();
        assert!(attempt(&node).is_none());
    }
}
