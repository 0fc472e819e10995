//! Kept runs over the wire: changing their label, sharing them, listing links.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::command::KNOBS;
use crate::config::ConfigIssue;

/// `PATCH /api/v1/runs/ID`: what a person calls a run. An absent key leaves as is, null clears.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunPatch {
    /// A short name, 120 characters at most.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub label: Option<Option<String>>,
    /// Anything worth remembering, 2000 characters at most.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub note: Option<Option<String>>,
}

impl RunPatch {
    /// The patch with its texts trimmed, empty ones cleared; or the first that no config would take.
    pub fn checked(self) -> Result<Self, ConfigIssue> {
        Ok(Self { label: checked("label", self.label)?, note: checked("note", self.note)? })
    }
}

#[expect(clippy::option_option, reason = "absent, null and a text are three answers")]
fn checked(key: &str, text: Option<Option<String>>) -> Result<Option<Option<String>>, ConfigIssue> {
    let Some(text) = text else { return Ok(None) };
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let value = text.clone().map_or(Value::Null, Value::from);
    match KNOBS.iter().find(|knob| knob.key == key).map(|knob| knob.kind.check(&value)) {
        Some(Err(problem)) => Err(ConfigIssue::new(key, problem)),
        _ => Ok(Some(text)),
    }
}

/// A key that is there, null or not; an absent one never comes here.
#[expect(clippy::option_option, reason = "absent, null and a text are three answers")]
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

/// `POST /api/v1/runs/ID/share`: how a link is to be made. Every key is optional.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ShareAsk {
    /// Leave addresses, host names, label and note out of what the link shows.
    pub hide: bool,
    /// Days until the link ends, 1 to 3650; null = never.
    pub expires_in_days: Option<u32>,
}

impl ShareAsk {
    /// The most days a link can be asked to last.
    pub const MOST_DAYS: u32 = 3650;
}

impl Default for ShareAsk {
    fn default() -> Self {
        Self { hide: true, expires_in_days: Some(30) }
    }
}

/// A link that shows one run to whoever has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShareView {
    /// Its id: 128 random bits as 26 Crockford base 32 characters.
    pub id: String,
    /// Where the run is shown, whole, to be passed on.
    pub url: String,
    /// The run's id.
    pub run: String,
    /// Whether addresses, host names, label and note are left out.
    pub hidden: bool,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339; null = never.
    pub expires_at: Option<String>,
}

/// `GET /api/v1/shares` and `GET /api/v1/runs/ID/share`: the links that work now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShareList {
    /// The newest first.
    pub shares: Vec<ShareView>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::from_str;

    #[test]
    fn an_absent_key_leaves_and_null_clears() {
        assert_eq!(from_str::<RunPatch>("{}").unwrap(), RunPatch::default());
        let patch = from_str::<RunPatch>(r#"{"label": null, "note": "n"}"#).unwrap();
        assert_eq!(patch, RunPatch { label: Some(None), note: Some(Some("n".to_owned())) });
        assert_eq!(serde_json::to_string(&patch).unwrap(), r#"{"label":null,"note":"n"}"#);
        assert!(from_str::<RunPatch>(r#"{"name": "x"}"#).unwrap_err().to_string().contains("name"));
    }

    #[test]
    fn a_label_is_what_a_config_would_take() {
        let label = |text: &str| RunPatch { label: Some(Some(text.to_owned())), note: None }.checked();
        assert_eq!(label("  lab 7 ").unwrap().label, Some(Some("lab 7".to_owned())));
        assert_eq!(label(" ").unwrap().label, Some(None));
        assert_eq!(label(&"x".repeat(121)).unwrap_err().field, "label");
        for odd in ["a\u{7}b", "a\nb", "a\u{202e}b", "a\u{2066}b", "a\u{200f}b", "a\u{61c}b", "a\u{2028}b", "a\u{85}b"]
        {
            assert_eq!(label(odd).unwrap_err().field, "label", "{odd:?}");
        }
        let lines = RunPatch { label: None, note: Some(Some("one\n\ntwo – ñ 漢 😀".to_owned())) };
        assert_eq!(lines.clone().checked().unwrap(), lines);
        let turned = RunPatch { label: None, note: Some(Some("one\u{202e}two".to_owned())) };
        assert_eq!(turned.checked().unwrap_err().field, "note");
        let note = RunPatch { label: None, note: Some(Some("x".repeat(2001))) };
        assert_eq!(note.checked().unwrap_err().field, "note");
    }

    #[test]
    fn a_link_hides_and_ends_unless_told() {
        assert_eq!(from_str::<ShareAsk>("{}").unwrap(), ShareAsk { hide: true, expires_in_days: Some(30) });
        assert_eq!(from_str::<ShareAsk>(r#"{"expires_in_days": null}"#).unwrap().expires_in_days, None);
    }
}
