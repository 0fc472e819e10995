//! Whole sessions in pairs, over loopback. No speed is ever asserted.

mod faults;
mod lifecycle;
mod pair;
mod release;
