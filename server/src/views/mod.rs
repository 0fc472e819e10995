//! The documents a node serves: values in, HTML out, in the reader's language.
//!
//! Each is whole without a script; the page's program brings to life what it finds in it. Knows nothing of requests.

mod app;
mod error;
mod frame;
mod help;
mod history;
mod login;
mod report;
mod ways;

pub use app::app;
pub use error::error;
pub use frame::{Assets, Frame, NodeShown};
pub use help::help;
pub use history::{History, history};
pub use login::login;
pub use report::{Files, Kept, report, shared};
pub use ways::{WaysFound, ways};
