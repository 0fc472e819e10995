//! Pairing by code: what both nodes see of it, and every way in which it does not come about.

mod budget;
mod by_code;
mod refusals;
mod restart;
mod ways;
