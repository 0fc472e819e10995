//! `pairperf invite`, `join` and `health`: what is asked of a running server.

use std::time::{Duration, Instant};

use clap::Args;
use pairperf_shared::ApiError;
use pairperf_shared::api::{InvitationView, PairingAsk, PairingState, PairingView};

use super::Exit;
use super::client::Server;
use super::run::print;
use super::serve::ticket;

/// Pairing is through within this, whatever its steps.
const PAIRING: Duration = Duration::from_mins(1);
/// How often the pairing is asked about.
const AGAIN: Duration = Duration::from_millis(100);

/// Make (or return) a running server's invitation.
#[derive(Debug, Args)]
pub(super) struct Invite {
    #[command(flatten)]
    server: Server,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Invite {
    pub(super) fn go(self) -> Result<(), Exit> {
        let invitation: InvitationView = self.server.post("/api/v1/invitations", &serde_json::json!({}))?;
        if self.json {
            let InvitationView { code, addresses, expires_at, .. } = &invitation;
            let json = serde_json::json!({ "code": code, "addresses": addresses, "expires_at": expires_at });
            return print(&format!("{json}\n"));
        }
        let address = invitation.addresses.first().cloned().unwrap_or_default();
        print(&format!(
            "{code}\n\non the other machine, one of:\n  pairperf join {address}/{code}\n  pairperf serve --join {address}/{code}\n  pairperf run {address}/{code}\n  pairperf check {address}/{code}\n\nvalid until {until}, works once\n",
            code = invitation.code,
            until = invitation.expires_at,
        ))
    }
}

/// Let a running server join the one that made an invitation.
#[derive(Debug, Args)]
pub(super) struct Join {
    /// The other machine and the code it shows
    #[arg(value_name = "ADDR[:PORT]/CODE")]
    other: String,
    #[command(flatten)]
    server: Server,
}

impl Join {
    pub(super) fn go(self) -> Result<(), Exit> {
        let (address, code) = ticket(&self.other)?;
        let mut pairing: PairingView = self.server.post("/api/v1/pairings", &PairingAsk { address, code })?;
        let deadline = Instant::now() + PAIRING;
        while pairing.state == PairingState::Connecting && Instant::now() < deadline {
            std::thread::sleep(AGAIN);
            pairing = self.server.get(&format!("/api/v1/pairings/{}", pairing.id))?;
        }
        match (pairing.state, pairing.error, pairing.peer) {
            (PairingState::Paired, _, Some(peer)) => print(&format!("paired with {} at {}\n", peer.name, peer.address)),
            (_, Some(error), _) => Err(Exit::of(&error)),
            _ => Err(Exit::of(&ApiError::new("timed_out", "the pairing did not come about in time"))),
        }
    }
}

/// Tell whether a server answers.
#[derive(Debug, Args)]
pub(super) struct Health {
    #[command(flatten)]
    server: Server,
}

impl Health {
    pub(super) fn go(self) -> Result<(), Exit> {
        self.server.answers()
    }
}
