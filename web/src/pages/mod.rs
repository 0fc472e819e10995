//! The screens. Each loads, lets a reducer decide, and puts components together in four states: loading, empty,
//! failed, ready.

pub(crate) mod home;
mod join;
mod paired;
pub(crate) mod run;
pub(crate) mod run_form;
pub(crate) mod run_view;

pub(crate) use home::Home;
pub(crate) use join::Join;
pub(crate) use run::Run;
pub(crate) use run_form::RunForm;
