//! Between the proof of addresses and the start.

use std::io::ErrorKind;
use std::thread;
use std::time::{Duration, Instant};

use super::flow::{Flow, Post};
use super::wire::{SEALED_LENGTH, Sealed, Word};
use crate::gate::View;
use crate::platform;

/// How often to look whether something came.
const LOOK: Duration = Duration::from_millis(2);
/// Datagrams read from one socket in one look.
const MOST: usize = 64;

/// Waits for the start, at a sender; false if it was cancelled. Meanwhile it answers openers that still ask, because the
/// answer was lost. A receiver does the same while it receives.
pub(crate) fn attend(flows: &[Flow], post: &Post) -> bool {
    loop {
        match post.gate.look() {
            View::Cancelled => return false,
            View::Open(start) if start.saturating_duration_since(Instant::now()) <= 2 * LOOK => {
                return post.gate.wait_start();
            }
            View::Closed | View::Open(_) => {}
        }
        for flow in flows {
            hear(flow, post);
        }
        thread::sleep(LOOK);
    }
}

fn hear(flow: &Flow, post: &Post) {
    // One more than fits: what is longer than a sealed datagram must not look like one.
    let mut bytes = [0; SEALED_LENGTH + 1];
    for _ in 0..MOST {
        match flow.socket.recv_from(&mut bytes) {
            Ok((length, from)) if from == flow.far_end => {
                if let Some(sealed) = Sealed::read(&bytes[..length], post.tag, &*post.seal) {
                    flow.confirm(sealed, post);
                }
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            // What an earlier datagram met on its way; it concerns no payload.
            Err(_) => while platform::next_send_error(&flow.socket).is_some() {},
        }
    }
}

impl Flow {
    /// Says again that the flow is up, if that is what was asked.
    pub(super) fn confirm(&self, asked: Sealed, post: &Post) {
        if let Word::Answer(nonce) = asked.word {
            self.say(Word::Up(nonce), post);
        }
    }

    /// Says a word to the far end. One that can't be sent is as good as one that is lost.
    pub(super) fn say(&self, word: Word, post: &Post) {
        let bytes = Sealed { stream: self.stream, tag: post.tag, word }.write(&*post.seal);
        let _ = if self.connected { self.socket.send(&bytes) } else { self.socket.send_to(&bytes, self.far_end) };
    }
}
