//! What a person is doing with a run that is kept, and how it goes.

use std::rc::Rc;

use pairperf_shared::ApiError;
use pairperf_shared::api::{RunPatch, ShareAsk, ShareView};
use yew::Reducible;

/// What is unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Panel {
    /// Making links.
    Share,
    /// Label and note.
    Words,
}

/// How what was asked for goes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Going {
    /// Nothing is under way; the key of what to say of the last, or an empty one.
    Idle(&'static str),
    /// The node was asked.
    Working,
    /// It did not work. What was typed is still there.
    Failed(ApiError),
}

/// All of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Acting {
    pub(crate) panel: Option<Panel>,
    pub(crate) going: Going,
    /// As typed.
    pub(crate) label: String,
    /// As typed.
    pub(crate) note: String,
    /// How the next link is to be.
    pub(crate) ask: ShareAsk,
    /// The link that was made last.
    pub(crate) made: Option<String>,
    /// The links of the run, once they are known.
    pub(crate) shares: Vec<ShareView>,
    /// The run is deleted, and the page leaves in so many seconds.
    pub(crate) leaving: Option<u32>,
}

/// After a run was deleted its document stays so many seconds, in which that is taken back with one click.
pub(crate) const REGRET_S: u32 = 10;

/// What happens.
#[derive(Debug)]
pub(crate) enum Act {
    /// A panel was asked for, or asked away.
    Toggle(Panel),
    /// Something was typed.
    Label(String),
    /// Something was typed.
    Note(String),
    /// Whether names are hidden.
    Hide(bool),
    /// How many days a link lives, as the choice says it; nothing is for ever.
    Days(String),
    /// The node was asked for something.
    Asked,
    /// It would not.
    Failed(ApiError),
    /// These are the links.
    Links(Vec<ShareView>),
    /// A link was made.
    Made(ShareView),
    /// A link was ended.
    Withdrawn(String),
    /// The run was deleted.
    Deleted,
    /// The run is there again.
    Restored,
    /// A second passed.
    Tick,
}

impl Acting {
    /// Nothing yet, with the words of the run.
    pub(crate) fn new(label: &str, note: &str) -> Self {
        Self {
            panel: None,
            going: Going::Idle(""),
            label: label.to_owned(),
            note: note.to_owned(),
            ask: ShareAsk::default(),
            made: None,
            shares: Vec::new(),
            leaving: None,
        }
    }

    /// The words as they are sent: nothing where nothing is left of them.
    pub(crate) fn patch(&self) -> RunPatch {
        let given = |text: &str| Some(Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
        RunPatch { label: given(&self.label), note: given(&self.note) }
    }
}

impl Reducible for Acting {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        let mut next = (*self).clone();
        match act {
            Act::Toggle(panel) => {
                next.panel = if self.panel == Some(panel) { None } else { Some(panel) };
                next.going = Going::Idle("");
                next.made = None;
            }
            Act::Label(label) => next.label = label,
            Act::Note(note) => next.note = note,
            Act::Hide(hide) => next.ask.hide = hide,
            Act::Days(days) => next.ask.expires_in_days = days.parse().ok(),
            Act::Asked => next.going = Going::Working,
            Act::Failed(error) => next.going = Going::Failed(error),
            Act::Links(shares) => next.shares = shares,
            Act::Made(share) => {
                next.going = Going::Idle("share-made");
                next.made = Some(share.url.clone());
                next.shares.insert(0, share);
            }
            Act::Withdrawn(id) => {
                next.going = Going::Idle("share-withdrawn");
                next.made = None;
                next.shares.retain(|share| share.id != id);
            }
            Act::Deleted => {
                next.going = Going::Idle("");
                next.panel = None;
                next.leaving = Some(REGRET_S);
            }
            Act::Restored => {
                next.going = Going::Idle("run-restored");
                next.leaving = None;
            }
            Act::Tick => next.leaving = self.leaving.map(|left| left.saturating_sub(1)),
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(acts: impl IntoIterator<Item = Act>) -> Rc<Acting> {
        acts.into_iter().fold(Rc::new(Acting::new("lab", "")), Reducible::reduce)
    }

    fn link(id: &str) -> ShareView {
        ShareView {
            id: id.to_owned(),
            url: format!("http://10.0.0.4:7575/r/{id}"),
            run: "r".to_owned(),
            hidden: true,
            created_at: String::new(),
            expires_at: None,
        }
    }

    #[test]
    fn what_was_typed_survives_a_failure() {
        let acting = after([
            Act::Toggle(Panel::Words),
            Act::Label("  after the MTU change ".to_owned()),
            Act::Asked,
            Act::Failed(ApiError::new("no_answer", "")),
        ]);
        assert!(matches!(acting.going, Going::Failed(_)) && acting.panel == Some(Panel::Words));
        let patch = acting.patch();
        assert_eq!(patch.label, Some(Some("after the MTU change".to_owned())));
        assert_eq!(patch.note, Some(None), "an empty note is none");
    }

    #[test]
    fn links_come_and_go() {
        assert_eq!(after([Act::Days("7".to_owned())]).ask.expires_in_days, Some(7));
        assert_eq!(
            after([Act::Days(String::new()), Act::Hide(false)]).ask,
            ShareAsk { hide: false, expires_in_days: None }
        );
        let acting = after([Act::Links(vec![link("a")]), Act::Asked, Act::Made(link("b"))]);
        assert_eq!(acting.shares.iter().map(|share| share.id.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert!(acting.made.is_some());
        let acting = acting.reduce(Act::Withdrawn("b".to_owned()));
        assert!(acting.made.is_none() && acting.shares.len() == 1);
    }

    #[test]
    fn a_deleted_run_is_left_unless_it_is_taken_back() {
        let acting = after([Act::Deleted, Act::Tick, Act::Tick]);
        assert_eq!(acting.leaving, Some(REGRET_S - 2));
        let acting = acting.reduce(Act::Restored).reduce(Act::Tick);
        assert_eq!(acting.leaving, None);
    }
}
