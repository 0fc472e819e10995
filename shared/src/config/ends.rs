//! Settings in which the two ends of a run differ.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RunConfig;
use crate::plan::Side;

/// What one end has otherwise than the config says: values by key, of settings that may differ.
pub type Overrides = BTreeMap<String, Value>;

/// Where the two ends of a run differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Ends {
    /// The node that starts the run.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub coordinator: Overrides,
    /// The other one.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub peer: Overrides,
}

impl Ends {
    /// Whether the ends do not differ.
    pub fn is_empty(&self) -> bool {
        self.coordinator.is_empty() && self.peer.is_empty()
    }

    /// What that end has otherwise.
    pub fn of(&self, side: Side) -> &Overrides {
        match side {
            Side::Coordinator => &self.coordinator,
            Side::Peer => &self.peer,
        }
    }

    /// The same, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Overrides {
        match side {
            Side::Coordinator => &mut self.coordinator,
            Side::Peer => &mut self.peer,
        }
    }
}

/// The name of that end in a config.
pub fn side_key(side: Side) -> &'static str {
    match side {
        Side::Coordinator => "coordinator",
        Side::Peer => "peer",
    }
}

impl RunConfig {
    /// The config as it is at that end: what `ends` says there stands in its place, and `ends` is empty.
    pub fn at(&self, side: Side) -> Self {
        let overrides = self.ends.of(side);
        let plain = Self { ends: Ends::default(), ..self.clone() };
        if overrides.is_empty() {
            return plain;
        }
        let Ok(Value::Object(mut map)) = serde_json::to_value(&plain) else { return plain };
        map.extend(overrides.iter().map(|(key, value)| (key.clone(), value.clone())));
        crate::reader::read(Value::Object(map)).unwrap_or(plain)
    }
}
