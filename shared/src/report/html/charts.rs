//! The charts of a report.

use crate::record::RunRecord;
use crate::text::Catalogue;

pub(super) struct ChartShown {
    pub(super) title: String,
    pub(super) unit: String,
    pub(super) svg: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

pub(super) fn of(_record: &RunRecord, _catalogue: &Catalogue) -> Vec<ChartShown> {
    Vec::new()
}

pub(super) fn file(_record: &RunRecord, _catalogue: &Catalogue) -> String {
    String::new()
}
