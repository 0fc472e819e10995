//! What the screens know, and how it changes: pure, and tested natively.

pub(crate) mod acting;
pub(crate) mod charts;
pub(crate) mod followed;
pub(crate) mod form;
pub(crate) mod join;
pub(crate) mod listed;
pub(crate) mod live;
pub(crate) mod look;
pub(crate) mod node;
pub(crate) mod streams;
