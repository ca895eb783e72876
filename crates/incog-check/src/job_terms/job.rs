//! The job as a report tells it, as far as this checker counts with it.

use crate::heap::*;
use crate::job_terms::demands::{PrivacyDemand, demands};
use crate::job_terms::rules::GeneralizedColumn;
use crate::numbers::Decimal;
use crate::reading::json::Json;
use crate::reading::table::TextForm;

/// An objective that may have a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LossKind {
    GenLoss,
    Precision { counts_suppressed: bool },
    Transparency,
    Height,
    Loss,
    Other,
}

/// The job of a report.
#[derive(Debug, Clone)]
pub(crate) struct ReportedJob {
    pub form: TextForm,
    pub columns: Vec<GeneralizedColumn>,
    /// Sensitive columns, and whether their missing values are no values for diversity.
    pub sensitive: BTreeMap<String, bool>,
    pub demands: Vec<PrivacyDemand>,
    pub objective: String,
    pub loss: LossKind,
    /// The share of records that may be suppressed.
    pub limit: Option<Decimal>,
    /// `off`, `all` or `best-effort`.
    pub keep_columns: String,
    pub is_local: bool,
    /// Why the models cannot be measured on the release alone.
    pub not_measured: Option<String>,
    /// Why proofs of such a job are not checked.
    pub not_proved: Option<String>,
}

/// The keys of a job that change nothing here, or are read.
const JOB_KEYS: &str = "input output columns privacy suppression release utility search recoding csv waivers \
                        certificate releases";
const COLUMN_KEYS: [&str; 7] =
    ["role", "hierarchy", "min_level", "max_level", "weight", "missing", "publish"];
const RELEASE_KEYS: [&str; 4] = ["order", "labels", "secret", "provider"];

impl ReportedJob {
    /// `None` where the JSON is not the job of a report.
    pub fn read(job: &Json) -> Option<Self> {
        let objective = job.at(&["utility", "objective"])?;
        let name = objective.text().or_else(|| objective.get("metric")?.text())?;
        let columns = job.get("columns")?.map()?;
        let is_interval = job.text_at(&["release", "labels"]) == Some("interval");
        let sensitive: BTreeMap<String, bool> = with_role(columns, "sensitive")
            .map(|(name, column)| (name.clone(), column.text_at(&["missing"]) == Some("none")))
            .collect();
        let limit = job.at(&["suppression", "limit"]).map_or(Some(0.05), Json::number);
        Some(Self {
            form: TextForm::read(job),
            columns: with_role(columns, "quasi-identifier")
                .map(|(name, column)| GeneralizedColumn::read(name, column, is_interval))
                .collect(),
            demands: demands(job.get("privacy")?, &sensitive)?,
            sensitive,
            objective: name.to_owned(),
            loss: LossKind::read(name, objective),
            limit: limit.filter(|limit| (0.0..=1.0).contains(limit)).and_then(Decimal::from_f64),
            keep_columns: job.text_at(&["utility", "keep_columns"]).unwrap_or("off").to_owned(),
            is_local: job.text_at(&["recoding", "kind"]) == Some("local"),
            not_measured: not_measured(job, columns),
            not_proved: not_proved(job, columns),
        })
    }
}

/// The columns that have a role.
fn with_role<'a>(
    columns: &'a BTreeMap<String, Json>,
    role: &'a str,
) -> impl Iterator<Item = (&'a String, &'a Json)> {
    columns.iter().filter(move |(_, column)| column.text_at(&["role"]) == Some(role))
}

/// Why classes of the release are not those that the models are about.
fn not_measured(job: &Json, columns: &BTreeMap<String, Json>) -> Option<String> {
    if ["person", "household", "own-k"].iter().any(|role| with_role(columns, role).next().is_some()) {
        return Some("the models look at people, or at their own k, which are not in the release".to_owned());
    }
    let kind = job.text_at(&["recoding", "kind"]).unwrap_or("global");
    if !["global", "local"].contains(&kind) {
        return Some(format!("recoding.kind = {kind} is not read here"));
    }
    let is_star = job.text_at(&["suppression", "as"]).is_some_and(|how| how != "drop");
    is_star.then(|| "suppressed records stay in the release, which is not read here".to_owned())
}

/// The first setting of a job with which proofs are not checked.
fn not_proved(job: &Json, columns: &BTreeMap<String, Json>) -> Option<String> {
    fn unread(key: &str) -> Option<String> {
        Some(format!("{key} is not read here"))
    }
    if let Some(key) = job.map()?.keys().find(|key| !JOB_KEYS.split(' ').any(|known| known == *key)) {
        return unread(key);
    }
    for (name, column) in columns {
        let extra = column.map()?.keys().find(|key| !COLUMN_KEYS.contains(&key.as_str()));
        let is_treated = column.get("publish").is_some_and(|publish| publish.text() != Some("label"));
        let extra = extra.map(String::as_str).or(is_treated.then_some("publish"));
        if let Some(key) = extra {
            return unread(&format!("columns.{name}.{key}"));
        }
    }
    let allowed: [(&str, &[&str]); 3] =
        [("release", &RELEASE_KEYS), ("csv", &["delimiter", "quote", "missing"]), ("releases", &[])];
    for (part, keys) in allowed {
        let of_part = job.get(part).and_then(Json::map);
        if let Some(key) = of_part.and_then(|of| of.keys().find(|key| !keys.contains(&key.as_str()))) {
            return unread(&format!("{part}.{key}"));
        }
    }
    let input = job.text_at(&["input"]).unwrap_or_default();
    let is_text = [".csv", ".tsv", ".txt", ".data"].iter().any(|end| input.ends_with(end));
    if is_text { not_measured(job, columns) } else { unread("input") }
}

impl LossKind {
    fn read(name: &str, objective: &Json) -> Self {
        let suppressed = objective.text_at(&["suppressed"]);
        let known =
            objective.map().is_none_or(|map| map.keys().all(|key| key == "metric" || key == "suppressed"));
        match name {
            _ if !known => Self::Other,
            "precision" => Self::Precision { counts_suppressed: suppressed == Some("lost") },
            _ if suppressed.is_some() => Self::Other,
            "gen-loss" => Self::GenLoss,
            "transparency" => Self::Transparency,
            "height" => Self::Height,
            "loss" => Self::Loss,
            _ => Self::Other,
        }
    }
}
