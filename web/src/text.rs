//! The message catalogue for components: a key in, a sentence out.

use std::sync::OnceLock;

use pairperf_shared::report::Message;
use pairperf_shared::text::{Args, Catalogue};
use pairperf_shared::units::Quantity;
use yew::prelude::*;

/// The catalogue of the document's language, once it is there. Nothing is mounted before.
static SPOKEN: OnceLock<Catalogue> = OnceLock::new();

/// The language the page speaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text(&'static Catalogue);

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Text {
    /// English, for tests.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn english() -> Self {
        Self(Catalogue::english())
    }

    /// The catalogue itself, for shared code that says something.
    pub(crate) fn catalogue(self) -> &'static Catalogue {
        self.0
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
        message.say(self.0).into()
    }

    /// Whether there is a message of that key.
    pub(crate) fn has(self, key: &str) -> bool {
        self.0.has(key)
    }

    /// A figure that stands outside of a sentence, with its unit.
    pub(crate) fn figure(self, quantity: &Quantity) -> AttrValue {
        self.0.figure(quantity).into()
    }

    /// The number of a figure alone, where its unit is set apart.
    pub(crate) fn number(self, quantity: &Quantity) -> AttrValue {
        self.0.lang().number(&quantity.number).into()
    }

    /// A whole number that stands outside of a sentence.
    pub(crate) fn count(self, number: u64) -> AttrValue {
        self.0.lang().number(&number.to_string()).into()
    }
}

/// A sentence in which a name with a hyphen is never broken at it.
pub(crate) fn whole_names(sentence: &str) -> Html {
    let words = sentence.split(' ').enumerate().map(|(index, word)| {
        let space = if index > 0 { " " } else { "" };
        if word.contains('-') && word.chars().count() < LONG_NAME {
            html! { <>{ space }<span class="name">{ word.to_owned() }</span></> }
        } else {
            html! { <>{ space }{ word.to_owned() }</> }
        }
    });
    html! { <>{ for words }</> }
}

/// A name this long may have to be broken where it stands.
const LONG_NAME: usize = 16;

/// Makes that the language of everything that is mounted from now on.
pub(crate) fn speak(catalogue: Catalogue) {
    let _ = SPOKEN.set(catalogue);
}

/// The language of the page.
#[hook]
pub(crate) fn use_text() -> Text {
    spoken()
}

#[cfg(target_arch = "wasm32")]
fn spoken() -> Text {
    // A document whose catalogue did not come is never mounted, so an empty one is never seen.
    let empty = || Catalogue::new(pairperf_shared::lang::Lang::En, "").expect("an empty catalogue can be read");
    Text(SPOKEN.get_or_init(empty))
}

#[cfg(not(target_arch = "wasm32"))]
fn spoken() -> Text {
    Text::english()
}
