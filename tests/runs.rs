//! Runs between two hosts: who sends, who started it, what both nodes keep, what is refused.

mod accounting;
mod contract;
mod directions;
mod ends;
mod exports;
mod live;
mod loops;
mod opener;
mod queue;
mod slot;
mod truth;
mod udp;
