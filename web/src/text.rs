//! The message catalogue for components: a key in, a sentence out.

use pairperf_shared::report::Message;
use pairperf_shared::report::text as report_text;
use pairperf_shared::text::{Args, Catalogue};
use yew::AttrValue;
use yew::prelude::hook;

/// The language the page speaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text(&'static Catalogue);

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Text {
    /// English, which is compiled in.
    pub(crate) fn english() -> Self {
        Self(Catalogue::english())
    }

    /// The message of that key.
    pub(crate) fn say(self, key: &str) -> AttrValue {
        self.0.say(key, &[]).into()
    }

    /// The message of that key with its arguments.
    pub(crate) fn tell(self, key: &str, args: Args<'_>) -> AttrValue {
        self.0.say(key, args).into()
    }

    /// A message that shared code made.
    pub(crate) fn message(self, message: &Message) -> AttrValue {
        report_text::say(self.0, message).into()
    }

    /// Whether there is a message of that key.
    pub(crate) fn has(self, key: &str) -> bool {
        self.0.has(key)
    }

    /// What a cell of a report shows.
    pub(crate) fn cell(self, cell: &pairperf_shared::report::Cell) -> AttrValue {
        report_text::cell(self.0, cell).into()
    }
}

/// The language of the page.
#[hook]
pub(crate) fn use_text() -> Text {
    Text::english()
}
