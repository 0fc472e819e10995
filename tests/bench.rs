//! Figures of the product itself, measured and printed; `cargo xtask bench` runs them. They never fail for being slow:
//! a shared machine would decide.

mod page;
mod udp;
