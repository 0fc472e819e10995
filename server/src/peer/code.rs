//! The inviter's book of invitations: who may still try the code, and how often.
//!
//! A state machine over instants it is given; it reads no clock and draws no random numbers. It
//! never compares a code: whether a try was right is found out by the handshake.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use pairperf_shared::join::{JoinCode, SECRET_SYMBOLS};
use tokio::sync::watch;

/// How long an invitation lives and how many wrong tries it bears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvitationLimits {
    /// Life of an invitation. As long again after its end, a dialler learns nothing of the end.
    pub life: Duration,
    /// Failed tries after which the invitation ends.
    pub tries: u32,
    /// Failed tries after which a source is refused, whatever it says.
    pub tries_per_source: u32,
}

impl Default for InvitationLimits {
    /// Ten minutes are enough to walk over to the other machine; 20 guesses at 35 bits are nothing.
    fn default() -> Self {
        Self { life: Duration::from_mins(10), tries: 20, tries_per_source: 3 }
    }
}

/// An invitation as the inviter's own page may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The code to read out.
    pub code: JoinCode,
    /// When it ends by itself.
    pub expires_at: Instant,
    /// Wrong tries it still bears.
    pub tries_left: u32,
}

/// Why an invitation is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationEnd {
    /// Nobody came in time.
    Expired,
    /// A node paired with it.
    Used,
    /// The inviter took it back.
    Withdrawn,
    /// Too many wrong tries.
    Exhausted,
}

impl InvitationEnd {
    /// Stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Used => "used",
            Self::Withdrawn => "withdrawn",
            Self::Exhausted => "exhausted",
        }
    }
}

/// What the inviter's page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InvitationView {
    /// The invitation that can be used now.
    pub open: Option<OpenInvitation>,
    /// How the last one ended.
    pub ended: Option<InvitationEnd>,
}

/// What a charged try is held against.
#[derive(Debug)]
pub(super) enum Charge {
    /// The open invitation's code.
    Code { invitation: InvitationNumber, code: JoinCode },
    /// No code at all: the handshake takes a random secret, and the dialler can't tell.
    Hopeless,
}

/// Tells an invitation from those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InvitationNumber(u64);

/// Addresses that count as one: a host's IPv4 address, or the /64 that an IPv6 host can move in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Source {
    V4(u32),
    V6(u64),
}

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self::V4(v4.to_bits()),
            IpAddr::V6(v6) => Self::V6((v6.to_bits() >> 64) as u64),
        }
    }
}

struct Open {
    number: InvitationNumber,
    code: JoinCode,
    expires_at: Instant,
    /// Tries answered; none is taken back, since success ends the invitation anyway.
    charged: u32,
    /// Those of them that came to nothing.
    failed: u32,
    charged_by: HashMap<Source, u32>,
}

impl Open {
    fn shown(&self, tries: u32) -> OpenInvitation {
        OpenInvitation {
            code: self.code.clone(),
            expires_at: self.expires_at,
            tries_left: tries.saturating_sub(self.charged),
        }
    }
}

/// At most one open invitation, and the memory of the one before.
pub(super) struct Invitations {
    limits: InvitationLimits,
    open: Option<Open>,
    ended: Option<(InvitationEnd, Instant)>,
    last_number: u64,
    view: watch::Sender<InvitationView>,
}

impl std::fmt::Debug for Invitations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Invitations")
            .field("open", &self.open.is_some())
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl Invitations {
    pub(super) fn new(limits: InvitationLimits) -> Self {
        let (view, _) = watch::channel(InvitationView::default());
        Self { limits, open: None, ended: None, last_number: 0, view }
    }

    /// Follows every change that the inviter's page should show.
    pub(super) fn subscribe(&self) -> watch::Receiver<InvitationView> {
        self.view.subscribe()
    }

    /// The open invitation, or a new one of these random bytes.
    pub(super) fn invite(&mut self, now: Instant, random: [u8; SECRET_SYMBOLS]) -> OpenInvitation {
        self.expire(now);
        let open = self.open.get_or_insert_with(|| {
            self.last_number += 1;
            Open {
                number: InvitationNumber(self.last_number),
                code: JoinCode::from_random(random),
                expires_at: now + self.limits.life,
                charged: 0,
                failed: 0,
                charged_by: HashMap::new(),
            }
        });
        let shown = open.shown(self.limits.tries);
        self.publish();
        shown
    }

    /// Takes the open invitation back; says whether there was one.
    pub(super) fn withdraw(&mut self, now: Instant) -> bool {
        self.expire(now);
        let was_open = self.open.is_some();
        self.end(InvitationEnd::Withdrawn, now);
        was_open
    }

    /// Ends the open invitation if its time is up.
    pub(super) fn expire(&mut self, now: Instant) {
        if let Some(expires_at) = self.open.as_ref().map(|open| open.expires_at)
            && expires_at <= now
        {
            self.end(InvitationEnd::Expired, expires_at);
        }
    }

    /// Whether a dialler gets as far as trying a code: one is open, or ended not long ago.
    pub(super) fn is_inviting(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.open.is_some() || self.ended.is_some_and(|(_, at)| now.saturating_duration_since(at) < self.limits.life)
    }

    /// Charges a try, at the moment the inviter answers the dialler's half of the key exchange: an
    /// abandoned handshake has already cost one.
    pub(super) fn charge(&mut self, source: Source, now: Instant) -> Charge {
        self.expire(now);
        let Some(open) = &mut self.open else { return Charge::Hopeless };
        let by_source = open.charged_by.get(&source).copied().unwrap_or_default();
        // A refused source is not counted on: alone it could not kill the invitation.
        if by_source >= self.limits.tries_per_source || open.charged >= self.limits.tries {
            return Charge::Hopeless;
        }
        open.charged += 1;
        open.charged_by.insert(source, by_source + 1);
        let charge = Charge::Code { invitation: open.number, code: open.code.clone() };
        self.publish();
        charge
    }

    /// The charged try came to nothing.
    pub(super) fn fail(&mut self, invitation: InvitationNumber, now: Instant) {
        self.expire(now);
        let Some(open) = self.open.as_mut().filter(|open| open.number == invitation) else { return };
        open.failed += 1;
        if open.failed >= self.limits.tries {
            self.end(InvitationEnd::Exhausted, now);
        }
    }

    /// The charged try proved the code. False if the invitation ended meanwhile: it is used once.
    pub(super) fn succeed(&mut self, invitation: InvitationNumber, now: Instant) -> bool {
        self.expire(now);
        let stands = self.open.as_ref().is_some_and(|open| open.number == invitation);
        if stands {
            self.end(InvitationEnd::Used, now);
        }
        stands
    }

    fn end(&mut self, reason: InvitationEnd, at: Instant) {
        if self.open.take().is_some() {
            self.ended = Some((reason, at));
            self.publish();
        }
    }

    fn publish(&self) {
        let view = InvitationView {
            open: self.open.as_ref().map(|open| open.shown(self.limits.tries)),
            ended: self.ended.map(|(reason, _)| reason),
        };
        self.view.send_if_modified(|shown| {
            let differs = *shown != view;
            *shown = view;
            differs
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    fn source(last: u8) -> Source {
        IpAddr::from([10, 0, 0, last]).into()
    }

    fn book() -> (Invitations, Instant) {
        (Invitations::new(InvitationLimits::default()), Instant::now())
    }

    fn counted(charge: &Charge) -> Option<InvitationNumber> {
        match charge {
            Charge::Code { invitation, .. } => Some(*invitation),
            Charge::Hopeless => None,
        }
    }

    fn fail_once(book: &mut Invitations, from: Source, now: Instant) -> bool {
        let number = counted(&book.charge(from, now));
        number.inspect(|number| book.fail(*number, now)).is_some()
    }

    #[test]
    fn asking_again_returns_the_open_invitation() {
        let (mut book, now) = book();
        let first = book.invite(now, [1; 7]);
        assert_eq!(book.invite(now + MINUTE, [2; 7]), first);
        assert_ne!(book.invite(now + 10 * MINUTE, [2; 7]).code, first.code);
    }

    #[test]
    fn an_invitation_lives_ten_minutes_and_stays_silent_for_ten_more() {
        let (mut book, now) = book();
        assert!(!book.is_inviting(now));
        book.invite(now, [1; 7]);
        for (minutes, inviting, counts) in
            [(0, true, true), (9, true, true), (10, true, false), (19, true, false), (20, false, false)]
        {
            let then = now + minutes * MINUTE;
            assert_eq!(book.is_inviting(then), inviting, "after {minutes} minutes");
            assert_eq!(counted(&book.charge(source(1), then)).is_some(), counts, "after {minutes} minutes");
        }
        assert_eq!(book.subscribe().borrow().ended, Some(InvitationEnd::Expired));
    }

    #[test]
    fn a_source_is_refused_after_three_tries_and_others_are_not() {
        let (mut book, now) = book();
        book.invite(now, [1; 7]);
        for _ in 0..3 {
            assert!(fail_once(&mut book, source(1), now));
        }
        assert!(counted(&book.charge(source(1), now)).is_none());
        assert!(counted(&book.charge(source(2), now)).is_some());
        assert_eq!(book.invite(now, [2; 7]).tries_left, 16);
    }

    #[test]
    fn ipv6_neighbours_of_one_subnet_and_mapped_addresses_count_as_one_source() {
        let of = |text: &str| Source::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn an_invitation_dies_at_twenty_failed_tries() {
        let (mut book, now) = book();
        book.invite(now, [1; 7]);
        for attempt in 0..20 {
            assert!(fail_once(&mut book, source(attempt), now), "try {attempt}");
        }
        let view = book.subscribe().borrow().clone();
        assert_eq!((view.open, view.ended), (None, Some(InvitationEnd::Exhausted)));
        assert!(counted(&book.charge(source(99), now)).is_none());
        assert!(book.is_inviting(now));
    }

    #[test]
    fn an_abandoned_try_stays_charged_and_the_last_one_may_still_succeed() {
        let (mut book, now) = book();
        book.invite(now, [1; 7]);
        let tries: Vec<_> = (0..20).filter_map(|last| counted(&book.charge(source(last), now))).collect();
        assert_eq!(book.invite(now, [2; 7]).tries_left, 0);
        assert!(counted(&book.charge(source(77), now)).is_none());
        for failed in &tries[..19] {
            book.fail(*failed, now);
        }
        assert!(book.succeed(tries[19], now));
        assert_eq!(book.subscribe().borrow().ended, Some(InvitationEnd::Used));
    }

    #[test]
    fn an_invitation_is_used_once() {
        let (mut book, now) = book();
        book.invite(now, [1; 7]);
        let first = counted(&book.charge(source(1), now)).unwrap();
        let second = counted(&book.charge(source(2), now)).unwrap();
        assert!(book.succeed(first, now));
        assert!(!book.succeed(second, now));
    }

    #[test]
    fn success_after_the_end_or_against_a_later_invitation_does_not_count() {
        let (mut book, now) = book();
        book.invite(now, [1; 7]);
        let late = counted(&book.charge(source(1), now + 9 * MINUTE)).unwrap();
        assert!(!book.succeed(late, now + 10 * MINUTE));
        book.invite(now + 11 * MINUTE, [2; 7]);
        assert!(!book.succeed(late, now + 11 * MINUTE));
        book.fail(late, now + 11 * MINUTE);
        assert!(book.subscribe().borrow().open.is_some());
    }

    #[test]
    fn withdrawing_ends_the_invitation_and_is_told() {
        let (mut book, now) = book();
        let mut view = book.subscribe();
        book.invite(now, [1; 7]);
        assert!(view.has_changed().unwrap());
        view.mark_unchanged();
        assert!(book.withdraw(now));
        assert!(!book.withdraw(now));
        assert_eq!(view.borrow_and_update().ended, Some(InvitationEnd::Withdrawn));
    }
}
