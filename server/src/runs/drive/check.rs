//! `check`: both nodes compute the plan and compare it; `prepare` begins.

use pairperf_engine::{Open, Session, SessionPlan};
use pairperf_shared::api::ApiError;
use pairperf_shared::host::HostFacts;
use pairperf_shared::phase::{Phase, State};
use pairperf_shared::plan::{Plan, PlanError, RolePlan, plan};
use sha2::{Digest, Sha256};

use super::{Drive, Stage, reason};
use crate::runs::keeper::Keeper;
use crate::runs::messages::{Control, Refusal};
use crate::runs::preface;
use crate::runs::registry::run_bytes;

impl Drive {
    /// The first step: the coordinator asks, the peer answers.
    pub(super) async fn open(&mut self) {
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
                self.begin_to_keep().await;
                // Streams may come from now on: the coordinator opens them as soon as it has read this.
                if !self.way.dialled {
                    self.open_session();
                }
                self.say(Control::Agree { run: self.id(), host: Box::new(self.facts.clone()), digest });
            }
            Err(error) => {
                let refusal = Refusal {
                    code: "plan_impossible".to_owned(),
                    message: error.to_string(),
                    hint: None,
                    field: Some(error.field().to_owned()),
                    owner: None,
                    remaining_ms: None,
                };
                self.say(Control::Refuse { run: self.id(), refusal: Box::new(refusal) });
                self.forget();
            }
        }
    }

    /// Computes the plan; its digest.
    fn decide(&mut self, coordinator: &HostFacts, peer: &HostFacts) -> Result<String, PlanError> {
        let dialler = if self.way.dialled { self.run.side } else { self.run.side.other() };
        let plan = plan(&self.run.head().config, coordinator, peer, dialler)?;
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
                if self.verdict.is_some() {
                    return self.engine_ended();
                }
                if !self.way.dialled {
                    self.open_session();
                }
                self.say(Control::Prepare { run: self.id() });
                self.prepare();
            }
            Ok(_) => self.fail_check(
                ApiError::new(
                    "plans_differ",
                    format!("this node and {} decided differently on the same run", self.way.peer_name),
                )
                .hint("run the same version of pairperf on both machines"),
            ),
            Err(error) => {
                self.fail_check(ApiError::new("plan_impossible", error.to_string()).field(error.field()));
            }
        }
    }

    fn fail_check(&mut self, error: ApiError) {
        self.say(Control::Stop {
            run: self.id(),
            state: State::Failed,
            reason: reason(&error.code, error.message.clone()),
        });
        self.refusal = Some(error);
        self.forget();
    }

    /// Coordinator: the peer will not.
    pub(super) fn refused(&mut self, refusal: Refusal) {
        if self.stage != Stage::Check {
            return;
        }
        self.refusal = Some(ApiError {
            code: pairperf_shared::host::clean_text(&refusal.code),
            message: pairperf_shared::host::clean_text(&refusal.message),
            hint: refusal.hint.map(|hint| pairperf_shared::host::clean_text(&hint)),
            field: refusal.field.map(|field| pairperf_shared::host::clean_text(&field)),
            owner: refusal.owner.map(|owner| pairperf_shared::host::clean_text(&owner)),
            remaining_ms: refusal.remaining_ms,
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
    fn forget(&mut self) {
        self.stage = Stage::Over;
    }

    async fn begin_to_keep(&mut self) {
        match Keeper::start(self.inner.store.clone(), &self.run.head(), self.run.side).await {
            Ok(keeper) => self.keeper = Some(keeper),
            Err(error) => tracing::warn!(run.id = %self.run.id, %error, "keeping run {}", self.run.id),
        }
    }

    /// `prepare` begins: the end that dialled opens the streams, the other waits for them.
    pub(super) fn prepare(&mut self) {
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

/// SHA-256 over the plan's JSON, whose keys come in the order of the fields.
fn digest(plan: &Plan) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(serde_json::to_vec(plan).unwrap_or_default()))
}
