//! Tests of the page as a whole: every screen in its states, drawn natively; the catalogue against the code.

mod catalogue;
pub(crate) mod fixture;
mod islands;
mod run;
mod run_form;
mod screens;
