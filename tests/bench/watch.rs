//! One tool, once: started, watched from outside while its traffic flows, and ended.

use std::process::Command;
use std::time::{Duration, Instant};

use super::counters::{Window, is_held, snapshot};
use crate::harness::program::{Ended, Running};

/// Traffic flows this long before it is counted, and goes on this long after.
pub(super) const AROUND: Duration = Duration::from_millis(600);

/// A tool is ready, and sends, within this.
const READY: Duration = Duration::from_secs(30);

/// When traffic is said to flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traffic {
    /// What has come to where that process is.
    pub(super) come: fn(u32) -> Option<u64>,
    /// More of it in a second than any tool needs to say that it is there.
    pub(super) least: f64,
}

/// A tool at both ends, whose traffic flows.
#[derive(Debug)]
pub(super) struct Flowing {
    receiver: Running,
    sender: Running,
    /// When its sender was started.
    began: Instant,
}

impl Flowing {
    /// Starts the receiver and, once it holds that port, the sender; waits for traffic.
    pub(super) fn start(
        mut receiver: Command,
        (protocol, port): (&str, u16),
        sender: impl FnOnce() -> Command,
        traffic: Traffic,
    ) -> Result<Self, String> {
        let mut receiver = Running::start(&mut receiver);
        let listens = wait("its receiver listens", || receiver.has_ended() || is_held(receiver.id(), protocol, port));
        if receiver.has_ended() || listens.is_err() {
            return Err(with_words("its receiver does not listen", &receiver.end_at_once()));
        }
        let mut sender = sender();
        let began = Instant::now();
        let mut sender = Running::start(&mut sender);
        let come = || (Instant::now(), (traffic.come)(receiver.id()).unwrap_or(0));
        let mut before = come();
        let flows = wait("its traffic flows", || {
            let now = come();
            let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64().max(1e-3);
            before = now;
            rate > traffic.least || sender.has_ended()
        });
        if sender.has_ended() || flows.is_err() {
            return Err(with_words("its sender does not send", &sender.end_at_once()));
        }
        std::thread::sleep(AROUND);
        Ok(Self { receiver, sender, began })
    }

    /// What happened while `watch` looked at the receiver and the sender.
    pub(super) fn window<T>(&self, watch: impl FnOnce(u32, u32) -> T) -> Result<(Window, T), String> {
        let (receiver, sender) = (self.receiver.id(), self.sender.id());
        let gone = || "it ended before its time".to_owned();
        let from = snapshot(receiver, sender).ok_or_else(gone)?;
        let seen = watch(receiver, sender);
        let to = snapshot(receiver, sender).ok_or_else(gone)?;
        Ok((from.until(to), seen))
    }

    /// Waits for the sender's end; says how long it took from its start.
    pub(super) fn end(self, patience: Duration) -> Result<(Ended, Duration), String> {
        let ended = self.sender.end(patience);
        let took = self.began.elapsed();
        if ended.code == Some(0) { Ok((ended, took)) } else { Err(with_words("its sender failed", &ended)) }
    }
}

/// A problem, and the last that the program said.
fn with_words(problem: &str, ended: &Ended) -> String {
    let last = |text: &str| text.trim_end().rsplit('\n').next().unwrap_or_default().trim().to_owned();
    let code = ended.code.map_or_else(|| "killed".to_owned(), |code| format!("code {code}"));
    format!("{problem} ({code}): {} {}", last(&ended.out), last(&ended.err))
}

/// Looks until it is so.
fn wait(what: &str, mut look: impl FnMut() -> bool) -> Result<(), String> {
    let deadline = Instant::now() + READY;
    // Long enough that a rate over it says something.
    while Instant::now() < deadline {
        if look() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("not within {} s: {what}", READY.as_secs()))
}
