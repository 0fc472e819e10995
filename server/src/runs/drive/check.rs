//! `check`: both nodes compute the plan and compare it; `prepare` begins.

use std::time::Instant;

use pairperf_shared::api::ApiError;
use pairperf_shared::host::{HostFacts, clean_text};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Plan, PlanError, plan};
use pairperf_shared::reach::Reach;
use pairperf_shared::record::Outcome;
use sha2::{Digest, Sha256};

use super::{Drive, Stage, reason};
use crate::runs::keeper::Keeper;
use crate::runs::messages::{Control, Refusal};
use crate::runs::ways::told;

/// The words a peer refuses with.
const REFUSALS: [&str; 8] =
    ["busy", "not_allowed", "limit", "bad_config", "bad_message", "plan_impossible", "way_closed", "udp_port"];

impl Drive {
    /// Coordinator: asks, now that it knows the ways.
    pub(super) fn ask(&mut self, found: Option<Reach>) {
        self.run.change(|parts| parts.reach = found.map(told));
        let parts = self.run.head();
        self.say(Control::Ask {
            run: parts.id,
            config: Box::new(parts.config),
            host: Box::new(self.facts.clone()),
            started_at: parts.started_at,
            key: data_encoding::HEXLOWER.encode(&self.key.0),
            reach: parts.reach.map(Box::new),
        });
        self.since = Instant::now();
    }

    /// Peer: agrees to what it was asked for, or refuses it.
    pub(super) fn consider(&mut self) {
        let coordinator = self.run.head().coordinator.host;
        let agreed = self.decide(&coordinator, &self.facts.clone()).map_err(impossible).and_then(|digest| {
            // Streams may come from now on: the coordinator opens them as soon as it has read what follows.
            if !self.opens() {
                self.open_sessions().map_err(|reason| ApiError::new(&reason.code, reason.message))?;
            }
            Ok(digest)
        });
        match agreed {
            Ok(digest) => self.say(Control::Agree { run: self.id(), host: Box::new(self.facts.clone()), digest }),
            Err(error) => {
                self.say(Control::Refuse { run: self.id(), refusal: Box::new(error.into()) });
                self.forget();
            }
        }
    }

    /// Computes the plan; its digest.
    fn decide(&mut self, coordinator: &HostFacts, peer: &HostFacts) -> Result<String, PlanError> {
        let dialler = if self.way.dialled { self.run.side } else { self.run.side.other() };
        let parts = self.run.head();
        let plan = plan(&parts.config, coordinator, peer, dialler, &parts.reach.unwrap_or_default())?;
        let digest = digest(&plan);
        self.run.change(|parts| parts.plan = Some(plan.clone()));
        self.plan = Some(plan);
        Ok(digest)
    }

    /// Coordinator: the peer agreed.
    pub(super) async fn agreed(&mut self, host: HostFacts, digest: &str) {
        if self.stage != Stage::Check {
            return;
        }
        let host = host.cleaned();
        self.run.change(|parts| parts.peer.host = host.clone());
        match self.decide(&self.facts.clone(), &host) {
            Ok(own) if own == digest => {
                self.begin_to_keep().await;
                self.answer(Ok(()));
                if !self.opens()
                    && let Err(reason) = self.open_sessions()
                {
                    return self.conclude_here(State::Failed, reason);
                }
                self.say(Control::Prepare { run: self.id() });
                self.prepare();
            }
            Ok(_) => self.take_back(
                State::Failed,
                ApiError::new(
                    "plans_differ",
                    format!("this node and {} decided differently on the same run", self.way.peer_name),
                )
                .hint("run the same version of pairperf on both machines"),
            ),
            Err(error) => self.take_back(State::Failed, impossible(error)),
        }
    }

    /// Coordinator: takes back what was asked. The peer hears the last word, so that it waits for nothing.
    pub(super) fn take_back(&mut self, state: State, error: ApiError) {
        let outcome = Outcome { state, reason: Some(reason(&error.code, error.message.clone())) };
        self.say(Control::Over { run: self.id(), outcome, events: Vec::new(), findings: Vec::new() });
        self.refusal = Some(error);
        self.forget();
    }

    /// Coordinator: the peer will not.
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        if self.stage != Stage::Check {
            return;
        }
        // The word decides a status and an exit code here: it is one of ours, or none.
        let code = if REFUSALS.contains(&refusal.code.as_str()) { &refusal.code } else { "refused" };
        self.refusal = Some(ApiError {
            code: code.to_owned(),
            message: clean_text(&refusal.message),
            hint: refusal.hint.as_deref().map(clean_text),
            field: refusal.field.as_deref().map(clean_text),
            owner: refusal.owner.as_deref().map(clean_text),
            remaining_ms: refusal.remaining_ms,
            run: None,
        });
        self.forget();
    }

    pub(super) fn answer(&mut self, answer: Result<(), ApiError>) {
        if let Some(asker) = self.answer.take() {
            // The asker may have gone; the run goes on without.
            let _ = asker.send(answer);
        }
    }

    /// Ends without a record: nothing was agreed, so there was no run.
    pub(super) fn forget(&mut self) {
        self.stage = Stage::Over;
    }

    /// Peer: the coordinator holds the same plan, so there is a run.
    pub(super) async fn prepared(&mut self) {
        if self.stage == Stage::Check {
            self.begin_to_keep().await;
            self.prepare();
        }
    }

    async fn begin_to_keep(&mut self) {
        match Keeper::start(self.inner.store.clone(), &self.run.head(), self.run.side).await {
            Ok(keeper) => self.keeper = Some(keeper),
            Err(error) => tracing::warn!(run.id = %self.run.id, %error, "keeping run {}", self.run.id),
        }
    }

    /// `prepare` begins: one end opens the streams, the other waits for them already.
    fn prepare(&mut self) {
        if self.stage != Stage::Check {
            return;
        }
        self.enter(Stage::Prepare);
        self.run.enter(Phase::Prepare, None);
        self.update_kept();
        if self.opens()
            && let Err(reason) = self.open_sessions()
        {
            return self.conclude_here(State::Failed, reason);
        }
        self.ping();
    }

    pub(super) fn update_kept(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.update(self.run.head());
        }
    }
}

/// The error of a plan that can't be made.
fn impossible(error: PlanError) -> ApiError {
    let field = error.field();
    match error {
        // Another config does not mend it: the network has to.
        PlanError::WayClosed { protocol, from, host, port, state, advice, .. } => {
            let message = format!("{protocol} from {from} to port {port} of {host} is {state}");
            ApiError::new("way_closed", message).hint(advice).field(field)
        }
        error => ApiError::new("plan_impossible", error.to_string()).field(field),
    }
}

/// SHA-256 over the plan's JSON, whose keys come in the order of the fields.
fn digest(plan: &Plan) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(serde_json::to_vec(plan).unwrap_or_default()))
}
