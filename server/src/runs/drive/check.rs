//! `check`: both nodes compute the plan and compare it; `prepare` begins.

use pairperf_engine::{Open, Session, SessionPlan};
use pairperf_shared::api::ApiError;
use pairperf_shared::host::{HostFacts, clean_text};
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Plan, PlanError, RolePlan, plan};
use pairperf_shared::record::Outcome;
use sha2::{Digest, Sha256};

use super::{Drive, Stage, reason};
use crate::runs::keeper::Keeper;
use crate::runs::messages::{Control, Refusal};
use crate::runs::preface;
use crate::runs::registry::run_bytes;

/// The words a peer refuses with.
const REFUSALS: [&str; 6] = ["busy", "not_allowed", "limit", "bad_config", "bad_message", "plan_impossible"];

impl Drive {
    /// The first step: the coordinator asks, the peer answers.
    pub(super) fn open(&mut self) {
        if self.coordinates() {
            let parts = self.run.head();
            self.say(Control::Ask {
                run: parts.id,
                config: Box::new(parts.config),
                host: Box::new(self.facts.clone()),
                started_at: parts.started_at,
                key: data_encoding::HEXLOWER.encode(&self.key.0),
            });
            return;
        }
        let coordinator = self.run.head().coordinator.host;
        match self.decide(&coordinator, &self.facts.clone()) {
            Ok(digest) => {
                // Streams may come from now on: the coordinator opens them as soon as it has read this.
                if !self.way.dialled {
                    self.open_session();
                }
                self.say(Control::Agree { run: self.id(), host: Box::new(self.facts.clone()), digest });
            }
            Err(error) => {
                let refusal = impossible(&error).into();
                self.say(Control::Refuse { run: self.id(), refusal: Box::new(refusal) });
                self.forget();
            }
        }
    }

    /// Computes the plan; its digest.
    fn decide(&mut self, coordinator: &HostFacts, peer: &HostFacts) -> Result<String, PlanError> {
        let dialler = if self.way.dialled { self.run.side } else { self.run.side.other() };
        let plan =
            plan(&self.run.head().config, coordinator, peer, dialler, &pairperf_shared::reach::Reach::default())?;
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
                if !self.way.dialled {
                    self.open_session();
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
            Err(error) => self.take_back(State::Failed, impossible(&error)),
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

    /// `prepare` begins: the end that dialled opens the streams, the other waits for them.
    fn prepare(&mut self) {
        if self.stage != Stage::Check {
            return;
        }
        self.enter(Stage::Prepare);
        self.run.enter(Phase::Prepare, None);
        self.update_kept();
        if self.way.dialled {
            self.open_session();
        }
        self.ping();
    }

    fn open_session(&mut self) {
        let Some(role) = self.role_plan() else { return };
        let (run, streams) = (run_bytes(&self.run.id), role.streams);
        let open = if role.opens {
            let key = self.key.clone();
            let preface = Box::new(move |stream| preface::write(&key, run, stream));
            Open::Dial { target: self.way.target, preface, source: None }
        } else {
            let (engine, arrivals) = std::sync::mpsc::channel();
            self.expectation = Some(self.inner.arrivals.expect(run, self.key.clone(), streams, engine));
            Open::Accept { arrivals }
        };
        let notices = self.notices.clone();
        let send = move |notice| {
            let _ = notices.send(notice);
        };
        match Session::start(SessionPlan { role, open }, send) {
            Ok(session) => self.session = Some(session),
            Err(error) => self.conclude_here(State::Failed, reason(error.code(), error.to_string())),
        }
    }

    pub(super) fn role_plan(&self) -> Option<RolePlan> {
        self.plan.as_ref().map(|plan| plan.role(self.run.side).clone())
    }

    pub(super) fn update_kept(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.update(self.run.head());
        }
    }
}

/// The error of a plan that can't be made.
fn impossible(error: &PlanError) -> ApiError {
    ApiError::new("plan_impossible", error.to_string()).field(error.field())
}

/// SHA-256 over the plan's JSON, whose keys come in the order of the fields.
fn digest(plan: &Plan) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(serde_json::to_vec(plan).unwrap_or_default()))
}
