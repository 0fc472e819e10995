//! Whole sessions of datagrams in pairs, over loopback: what is counted, what goes wrong.

mod faults;
mod lifecycle;
mod pair;
mod paths;
mod relay;
