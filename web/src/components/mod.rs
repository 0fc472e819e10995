//! Small parts that pages are put together from: drawn from their properties alone.
//!
//! Those without a state of their own are plain functions: each type of component adds some 4 KB to the program.

pub(crate) mod charts;
pub(crate) mod copy;
pub(crate) mod drawn;
pub(crate) mod ends;
pub(crate) mod facts;
pub(crate) mod field;
pub(crate) mod invitation;
pub(crate) mod join_form;
pub(crate) mod log;
pub(crate) mod machines;
pub(crate) mod notice;
pub(crate) mod phases;
pub(crate) mod pipe;
pub(crate) mod qr;
pub(crate) mod runs;
pub(crate) mod steps;
pub(crate) mod streams;
pub(crate) mod traffic;
pub(crate) mod waiting;
pub(crate) mod ways;
pub(crate) mod wire;
