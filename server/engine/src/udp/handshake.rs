//! How two ends prove their addresses to each other before a flow begins. Pure; time, randomness and sockets come in.
//!
//! The end that opens asks (`Open`) until it is asked back (`Challenge`) with a nonce that was sent to its address alone; it
//! says that nonce (`Answer`) until it is confirmed (`Up`). Every word is sealed and of one length, each question has one
//! answer, so that nobody gets more than it sent. Any of them may be lost, doubled, or come late.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::wire::Word;

/// Sent to one address once, and said by nobody who is not there.
pub(crate) type Nonce = [u8; 16];

/// How long to wait for an answer before saying it again, in milliseconds; the last one holds from then on.
const PAUSES: [u64; 4] = [50, 100, 200, 400];
/// Instead of every so manieth answer it asks anew: its challenge may not hold any more. It does not give the answer up,
/// though, for the other end may have been content with it, and listen to nothing else by now.
const ASKING: usize = 5;

/// A flow at the end that opens it.
#[derive(Debug, Clone)]
pub(crate) struct Opener {
    nonce: Nonce,
    /// What the other end asked back.
    challenge: Option<Nonce>,
    /// How often the present word was said.
    said: usize,
    again_at: Option<Instant>,
    /// Whether the other end ever asked back.
    asked_back: bool,
}

/// What an opener makes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing new.
    Wait,
    /// It has something to say at once.
    Say,
    /// The flow is up.
    Up,
}

impl Opener {
    /// Asks with that nonce, which is fresh.
    pub(crate) fn new(nonce: Nonce) -> Self {
        Self { nonce, challenge: None, said: 0, again_at: None, asked_back: false }
    }

    /// When it wants to say something; none = at once.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.again_at
    }

    /// Whether the other end ever asked back.
    pub(crate) fn asked_back(&self) -> bool {
        self.asked_back
    }

    /// The word to say now.
    pub(crate) fn say(&mut self, now: Instant) -> Word {
        // Up to a quarter more or less, so that many flows do not speak at once.
        let pause = PAUSES[self.said.min(PAUSES.len() - 1)] * 1000;
        let share = u64::from(self.nonce[self.said % self.nonce.len()]);
        self.again_at = Some(now + Duration::from_micros(pause * 3 / 4 + pause / 2 * share / 255));
        self.said += 1;
        match self.challenge {
            Some(challenge) if !self.said.is_multiple_of(ASKING) => Word::Answer(challenge),
            _ => Word::Open(self.nonce),
        }
    }

    /// Hears a word that is sealed and of this flow.
    pub(crate) fn hear(&mut self, word: Word) -> Step {
        match word {
            Word::Challenge(ours, theirs) if ours == self.nonce => {
                if self.challenge == Some(theirs) {
                    return Step::Wait;
                }
                self.challenge = Some(theirs);
                self.asked_back = true;
                (self.said, self.again_at) = (0, None);
                Step::Say
            }
            Word::Up(theirs) if self.challenge == Some(theirs) => Step::Up,
            _ => Step::Wait,
        }
    }
}

/// A flow at the end that it comes to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Acceptor {
    /// Who was asked back last, and with what; for good once it has proven to be there.
    asked: Option<(SocketAddr, Nonce)>,
    proven: bool,
}

/// What an acceptor makes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    /// No answer.
    Nothing,
    /// This, to where the word came from.
    Say(Word),
    /// This, and the flow is up, from that address.
    Up(Word),
}

impl Acceptor {
    /// Hears a word that is sealed, of this flow, and came from `from`; `fresh` draws a nonce, for nobody else to know.
    pub(crate) fn hear<E>(
        &mut self,
        word: Word,
        from: SocketAddr,
        fresh: impl FnOnce() -> Result<Nonce, E>,
    ) -> Result<Reply, E> {
        Ok(match word {
            Word::Open(theirs) => match self.asked {
                Some((address, ours)) if address == from => Reply::Say(Word::Challenge(theirs, ours)),
                _ if self.proven => Reply::Nothing,
                _ => {
                    let ours = fresh()?;
                    self.asked = Some((from, ours));
                    Reply::Say(Word::Challenge(theirs, ours))
                }
            },
            Word::Answer(nonce) if self.asked == Some((from, nonce)) => {
                let first = !self.proven;
                self.proven = true;
                if first { Reply::Up(Word::Up(nonce)) } else { Reply::Say(Word::Up(nonce)) }
            }
            _ => Reply::Nothing,
        })
    }

    /// Whether the flow is up.
    pub(crate) fn is_up(&self) -> bool {
        self.proven
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn address(port: u16) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], port))
    }

    fn hear(acceptor: &mut Acceptor, word: Word, from: u16, nonce: u8) -> Reply {
        acceptor.hear(word, address(from), || Ok::<_, Infallible>([nonce; 16])).unwrap()
    }

    #[test]
    fn four_words_and_both_know() {
        let now = Instant::now();
        let (mut opener, mut acceptor) = (Opener::new([1; 16]), Acceptor::default());
        let Reply::Say(challenge) = hear(&mut acceptor, opener.say(now), 5, 2) else { panic!() };
        assert_eq!(opener.hear(challenge), Step::Say);
        let Reply::Up(up) = hear(&mut acceptor, opener.say(now), 5, 3) else { panic!() };
        assert!(acceptor.is_up());
        assert_eq!(opener.hear(up), Step::Up);
    }

    #[test]
    fn an_address_is_proven_by_its_own_nonce_alone() {
        let mut acceptor = Acceptor::default();
        assert_eq!(hear(&mut acceptor, Word::Answer([2; 16]), 5, 0), Reply::Nothing, "nothing was asked");
        assert_eq!(hear(&mut acceptor, Word::Open([1; 16]), 5, 2), Reply::Say(Word::Challenge([1; 16], [2; 16])));
        // The same address keeps its nonce, another one gets another, which takes its place.
        assert_eq!(hear(&mut acceptor, Word::Open([1; 16]), 5, 9), Reply::Say(Word::Challenge([1; 16], [2; 16])));
        assert_eq!(hear(&mut acceptor, Word::Open([1; 16]), 6, 3), Reply::Say(Word::Challenge([1; 16], [3; 16])));
        assert_eq!(hear(&mut acceptor, Word::Answer([2; 16]), 5, 0), Reply::Nothing);
        assert_eq!(hear(&mut acceptor, Word::Answer([3; 16]), 5, 0), Reply::Nothing, "overheard, from elsewhere");
        assert_eq!(hear(&mut acceptor, Word::Answer([3; 16]), 6, 0), Reply::Up(Word::Up([3; 16])));
        // A confirmation that was lost is said again; nobody takes the place of who is proven.
        assert_eq!(hear(&mut acceptor, Word::Answer([3; 16]), 6, 0), Reply::Say(Word::Up([3; 16])));
        assert_eq!(hear(&mut acceptor, Word::Open([1; 16]), 5, 4), Reply::Nothing);
        assert_eq!(hear(&mut acceptor, Word::Open([1; 16]), 6, 4), Reply::Say(Word::Challenge([1; 16], [3; 16])));
    }

    #[test]
    fn an_opener_speaks_less_and_less_often_and_asks_anew_where_its_answer_does_not_hold() {
        let mut now = Instant::now();
        let mut opener = Opener::new([128; 16]);
        let mut waits = Vec::new();
        for _ in 0..6 {
            assert_eq!(opener.say(now), Word::Open([128; 16]));
            let due = opener.due().unwrap();
            waits.push((due - now).as_millis());
            now = due;
        }
        assert_eq!(waits, [50, 100, 200, 400, 400, 400]);
        assert!(!opener.asked_back());
        assert_eq!(opener.hear(Word::Challenge([7; 16], [9; 16])), Step::Wait, "to somebody else's question");
        assert_eq!(opener.hear(Word::Up([0; 16])), Step::Wait);
        assert_eq!(opener.hear(Word::Challenge([128; 16], [9; 16])), Step::Say);
        assert!(opener.due().is_none() && opener.asked_back());
        for round in 1..=12 {
            let expected = if round % ASKING == 0 { Word::Open([128; 16]) } else { Word::Answer([9; 16]) };
            assert_eq!(opener.say(now), expected);
            assert_eq!(opener.hear(Word::Challenge([128; 16], [9; 16])), Step::Wait, "said already");
        }
        assert_eq!(opener.hear(Word::Challenge([128; 16], [8; 16])), Step::Say);
        assert_eq!(opener.say(now), Word::Answer([8; 16]));
        assert_eq!(opener.hear(Word::Up([9; 16])), Step::Wait);
        assert_eq!(opener.hear(Word::Up([8; 16])), Step::Up);
    }

    proptest! {
        #[test]
        fn it_comes_to_an_end_whatever_is_lost_and_doubled(fates in proptest::collection::vec(0_u8..4, 0..200)) {
            let now = Instant::now();
            let (mut opener, mut acceptor) = (Opener::new([1; 16]), Acceptor::default());
            let mut up = false;
            for (round, fate) in fates.iter().chain(&[1; 8]).enumerate() {
                let word = opener.say(now);
                // 0: lost on the way there; 1: arrives; 2: doubled; 3: the answer is lost.
                for _ in 0..match fate { 0 => 0, 2 => 2, _ => 1 } {
                    let reply = hear(&mut acceptor, word, 5, round as u8);
                    if let Reply::Say(word) | Reply::Up(word) = reply && *fate != 3 {
                        up |= opener.hear(word) == Step::Up;
                    }
                }
            }
            prop_assert!(up && acceptor.is_up());
        }
    }
}
