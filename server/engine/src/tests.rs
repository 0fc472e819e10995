//! Whole sessions in pairs, over loopback. No speed is ever asserted.

mod asked;
mod counted;
mod datagrams;
mod exchange;
mod faults;
mod lifecycle;
mod pair;
mod release;
