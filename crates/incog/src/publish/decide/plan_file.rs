//! A plan in a file, which is decided now and applied later.

use crate::IncogError;
use crate::draw_key::DrawKey;
use crate::gate;
use crate::hierarchy::PinnedHierarchy;
use crate::job::{
    HierarchyOptions, Job, JobError, JobFile, JobProblem, Pins, Place, Terms, hierarchy_file, path_from,
    without_found_values,
};
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::{PlanStageError, ReportFileError};
use incog_data::QuasiIdentifier;
use incog_io::{WholeFile, read_json};
use incog_plan::{Plan, fingerprint};
use incog_search::Stop;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const BY_HAND: &str = "this plan was written or changed by hand, so the report makes no claim about a search";

/// A plan with the job it was made for.
///
/// It contains information about single records, including suppressed ones, and can confirm guesses
/// at the table: it is for the steward, and the file can be read only by its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    /// The version of the program that made it.
    pub incog: String,
    /// The job file, relative to the folder of the plan.
    pub job_file: Option<String>,
    /// The job; paths in it are relative to the folder of the plan.
    pub job: JobFile,
    /// The quasi-identifiers, in the order of the levels.
    pub quasi_identifiers: Vec<String>,
    /// A digest of the table it was made for.
    pub fingerprint: String,
    /// The hierarchies of the quasi-identifiers, for other tables of the same form.
    pub hierarchies: BTreeMap<String, PinnedHierarchy>,
    /// The key by which people were put into the order in which they stay, where people are counted
    /// and the job names no secret: the decision means nothing without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_key: Option<String>,
    /// The decision.
    pub plan: Plan,
    /// A digest of all the rest, without which a plan counts as made by hand.
    #[serde(default)]
    pub seal: String,
}

impl PlanFile {
    /// Reads a plan.
    ///
    /// # Errors
    /// When the file cannot be read or is not a plan.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, IncogError> {
        let path = path.as_ref();
        let text = WholeFile::PLAN.read_text(path);
        let text = text.map_err(|fault| {
            IncogError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault })
        })?;
        Self::parse(&text, path)
    }

    /// The plan that a text is; `name` is what messages call it.
    ///
    /// # Errors
    /// When the text is not a plan.
    pub fn parse(text: &str, name: impl AsRef<Path>) -> Result<Self, IncogError> {
        read_json(text).map_err(|error| {
            IncogError::Plan(PlanStageError::NoPlan {
                path: name.as_ref().to_owned(),
                what: without_found_values(&error.to_string()),
            })
        })
    }

    /// The plan of a job for a table, sealed; paths are relative to `folder`.
    pub(in crate::publish) fn new(
        job: &Job,
        prepared: &PreparedProblem,
        plan: Plan,
        folder: &Path,
    ) -> Result<Self, IncogError> {
        // Whoever applies the plan rounds to the bases that were chosen.
        let terms = job.terms.clone().with_bases(&prepared.input.terms.bases())?;
        let job = job.clone().with_terms(terms);
        let file = Self {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            job_file: job.file.as_ref().map(|file| path_from(file, folder)),
            job: job.to_file(folder),
            quasi_identifiers: prepared.input.quasi_identifiers.iter().map(|qid| qid.name.clone()).collect(),
            fingerprint: fingerprint(prepared.problem.tuples()),
            hierarchies: pinned(prepared),
            draw_key: prepared.input.unit().and(prepared.input.draw.fresh()).map(str::to_owned),
            plan,
            seal: String::new(),
        };
        Ok(file.sealed(prepared.input.secret.as_ref()))
    }

    /// The decision for the table it was made for, if that may be published; says so where it was
    /// made by hand.
    pub(in crate::publish) fn allowed(
        &self,
        prepared: &PreparedProblem,
        context: &mut Context<'_>,
    ) -> Result<Cow<'_, Plan>, IncogError> {
        self.check(prepared)?;
        gate::check(&prepared.input.terms, prepared.input.real_records().counted())?;
        let decision = self.decision(prepared);
        if decision.stopped == Stop::Given {
            context.note([BY_HAND.to_owned()]);
        }
        Ok(decision)
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("numbers, texts, and maps whose keys are numbers or texts are JSON") + "\n"
    }

    /// The key by which the plan's job draws: the plan's own, or one that is made for the run.
    fn draw_key(&self) -> DrawKey {
        self.draw_key.as_deref().and_then(DrawKey::from_text).unwrap_or_default()
    }

    /// The job of a plan that is in `folder`.
    ///
    /// # Errors
    /// When the job is wrong.
    pub fn job(&self, folder: impl AsRef<Path>) -> Result<Job, JobError> {
        let folder = folder.as_ref();
        let job = Job::from_file(&self.job, folder)?.drawing_by(self.draw_key());
        Ok(Job { file: self.job_file.as_ref().map(|file| folder.join(file)), ..job })
    }
}

/// The hierarchies of a table; where the job gives none, with how they were made.
fn pinned(prepared: &PreparedProblem) -> BTreeMap<String, PinnedHierarchy> {
    let pin = |qid: &QuasiIdentifier| {
        let source = prepared.input.terms.columns.get(&qid.name).and_then(|column| column.hierarchy.as_ref());
        let made = source.filter(|_| prepared.input.made_by_default.contains(&qid.name));
        let made = made.map(|source| hierarchy_file(source, Path::new("")));
        (qid.name.clone(), PinnedHierarchy::new(qid, made))
    };
    prepared.input.quasi_identifiers.iter().map(pin).collect()
}

impl PlanFile {
    /// The job of the plan for another table: the plan is in the file `plan`, and its hierarchies
    /// are used.
    ///
    /// # Errors
    /// When the job is wrong, or pools the tables of several providers.
    pub fn job_for(&self, plan: impl AsRef<Path>, input: impl Into<PathBuf>) -> Result<Job, JobError> {
        let plan = plan.as_ref();
        let job = Job::from_file(&self.job, plan.parent().unwrap_or(Path::new("")))?;
        if job.engine.is_some() {
            let (first, second) = ("input".to_owned(), "--input".to_owned());
            let why = "the plan is for a database table, and can publish only that table";
            return Err(JobError::new(Place::default(), JobProblem::Contradiction { first, second, why }));
        }
        if !job.inputs.is_empty() {
            let (first, second) = ("inputs".to_owned(), "--input".to_owned());
            let why = "the job of this plan combines the tables of several providers";
            return Err(JobError::new(Place::default(), JobProblem::Contradiction { first, second, why }));
        }
        let hierarchy = HierarchyOptions { plan: Some(plan.to_owned()), ..job.terms.hierarchy };
        Ok(Job { input: input.into(), terms: Terms { hierarchy, ..job.terms }, ..job })
    }

    /// The job of the plan for another table in memory (`Job::reuse_on`), which the report calls
    /// `input`: the plan is the file `plan`, or will be when somebody verifies the release, and is
    /// not read.
    ///
    /// # Errors
    /// As [`PlanFile::job_for`].
    pub fn job_for_rows(&self, plan: impl AsRef<Path>, input: impl Into<PathBuf>) -> Result<Job, JobError> {
        let job = self.job_for(plan, input)?;
        let pins = Some(Arc::new(Pins { hierarchies: self.hierarchies.clone() }));
        let hierarchy = HierarchyOptions { pins, ..job.terms.hierarchy };
        Ok(Job { terms: Terms { hierarchy, ..job.terms }, ..job })
    }

    /// Refuses a different table, and a plan whose value is not the one it states.
    fn check(&self, prepared: &PreparedProblem) -> Result<(), IncogError> {
        let tuples = prepared.problem.tuples();
        if fingerprint(tuples) != self.fingerprint {
            return Err(IncogError::Plan(PlanStageError::OtherTable));
        }
        prepared.check(&self.plan)
    }
}
