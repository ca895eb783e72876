//! A release that was published, and its reports.

use crate::report::{BoundReport, Report};
use incog_plan::Plan;
use incog_search::Stop;
use std::path::PathBuf;

/// A release that was published.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseOutcome {
    /// Everything known about the release: the internal report, whether it is written or not. It
    /// contains information about suppressed records. Its page, the analyses and the risk before
    /// are there if it is written.
    pub report: Report,
    /// The report that was written beside the release and may be published with it.
    pub public: Report,
    /// Its text, as in the file.
    pub public_json: String,
    /// Why the search ended.
    pub stopped: Stop,
    /// The release.
    pub release: PathBuf,
    /// The public report as JSON.
    pub report_json: PathBuf,
    /// The public report for people.
    pub report_html: PathBuf,
    /// The internal report as a page for people, if it was asked for.
    pub internal_html: Option<PathBuf>,
}

impl ReleaseOutcome {
    /// Describes written files, the release first.
    pub(super) fn new(
        targets: &[PathBuf],
        public: BoundReport,
        internal: Report,
        plan: &Plan,
        has_internal: bool,
    ) -> Self {
        Self {
            report: internal,
            public: public.report,
            public_json: public.json,
            stopped: plan.stopped,
            release: targets[0].clone(),
            report_json: targets[1].clone(),
            report_html: targets[2].clone(),
            internal_html: targets.get(4).filter(|_| has_internal).cloned(),
        }
    }
}
