//! What is wrong with a form, and what to know of it: by the code that the nodes use.

use pairperf_shared::RunConfig;
use pairperf_shared::forecast::Forecast;
use pairperf_shared::plan::{self, Plan, PlanError, Side};
use pairperf_shared::report::Message;
use pairperf_shared::units;
use pairperf_shared::warning::{Warning, warnings};
use yew::AttrValue;

use super::view::Ready;
use crate::state::form::{Place, problem};
use crate::text::Text;

/// The switch that asks for no limit.
const UNLIMITED: &str = "unlimited";

/// What was found.
pub(super) struct Judgement {
    /// What is wrong, by key of the config.
    problems: Vec<(String, AttrValue)>,
    /// What to know of the plan.
    pub(super) warnings: Vec<Warning>,
    /// What a run without a limit takes, to be said where that is asked for.
    takes: Option<Message>,
    /// The config and its plan, where nothing is wrong that can be known here.
    pub(super) ready: Option<(RunConfig, Plan)>,
}

impl Judgement {
    fn wrong(problems: Vec<(String, AttrValue)>) -> Self {
        Self { problems, warnings: Vec::new(), takes: None, ready: None }
    }

    /// What is wrong with that field.
    pub(super) fn problem(&self, key: &str) -> Option<AttrValue> {
        self.problems.iter().find(|(field, _)| field == key).map(|(_, says)| says.clone())
    }

    /// What to know of that field.
    pub(super) fn warnings(&self, key: &'static str) -> impl Iterator<Item = &Message> {
        let about = self.warnings.iter().filter(move |warning| warning.field == Some(key));
        about.map(|warning| &warning.message).chain(self.takes.iter().filter(move |_| key == UNLIMITED))
    }

    /// The first field with something wrong.
    pub(super) fn first_wrong(&self) -> Option<&str> {
        self.problems.first().map(|(field, _)| field.as_str())
    }
}

/// Judges a form as it stands.
pub(super) fn judge(text: Text, props: &Ready<'_>) -> Judgement {
    let config = match props.asked.form.config() {
        Ok(config) => config,
        Err(issues) => {
            let says = |found: &_| text.message(&problem(found));
            return Judgement::wrong(issues.iter().map(|issue| (issue.field.clone(), says(&issue.problem))).collect());
        }
    };
    let (here, there) = (&props.view.host, &props.peer.host);
    let dialler = if props.pairing.dialled { Side::Coordinator } else { Side::Peer };
    let reach = props.pairing.reach.clone().unwrap_or_default();
    let plan = match plan::plan(&config, here, there, dialler, &reach) {
        Ok(plan) => plan,
        Err(error) => return Judgement::wrong(vec![(error.field().to_owned(), impossible(text, &error))]),
    };
    // The node has the last word, and says by its answer which field it means.
    let refused = props.asked.failure.as_ref().and_then(|error| {
        let field = error.field.as_ref().filter(|field| Place::of(field).is_some())?;
        Some((field.clone(), AttrValue::from(error.message.clone())))
    });
    let warnings = warnings(&config, &plan, here, there);
    let takes = config.unlimited.then(|| Forecast::of(&config, here, there).line());
    Judgement { problems: refused.into_iter().collect(), warnings, takes, ready: Some((config, plan)) }
}

fn impossible(text: Text, error: &PlanError) -> AttrValue {
    match error {
        PlanError::CongestionControl { host, wanted, offered } => text.tell(
            "plan-congestion-control",
            &[("host", host.as_str().into()), ("wanted", wanted.as_str().into()), ("offered", offered.as_str().into())],
        ),
        PlanError::OpenFiles { host, allowed, needed, .. } => text.tell(
            "plan-open-files",
            &[
                ("host", host.as_str().into()),
                ("allowed", (*allowed as f64).into()),
                ("needed", (*needed as f64).into()),
            ],
        ),
        PlanError::Memory { host, needed_bytes, allowed_bytes, .. } => text.tell(
            "plan-memory",
            &[
                ("host", host.as_str().into()),
                ("needed", units::bytes(*needed_bytes as f64).into()),
                ("allowed", units::bytes(*allowed_bytes as f64).into()),
            ],
        ),
        PlanError::Threads { host, allowed, threads } => text.tell(
            "plan-threads",
            &[
                ("host", host.as_str().into()),
                ("allowed", (*allowed as f64).into()),
                ("threads", (*threads as f64).into()),
            ],
        ),
        PlanError::SegmentationOffload { host } => {
            text.tell("plan-segmentation-offload", &[("host", host.as_str().into())])
        }
        PlanError::NotListening { host, from } => {
            text.tell("plan-not-listening", &[("host", host.as_str().into()), ("from", from.as_str().into())])
        }
        PlanError::WayClosed { protocol, from, host, port, found, .. } => text.tell(
            "plan-way-closed",
            &[
                ("protocol", protocol.as_str().into()),
                ("from", from.as_str().into()),
                ("host", host.as_str().into()),
                ("port", port.to_string().into()),
                ("state", text.say(found.key()).as_str().into()),
            ],
        ),
        PlanError::LocalPorts { host, available, .. } => {
            text.tell("plan-local-ports", &[("host", host.as_str().into()), ("available", (*available).into())])
        }
    }
}
