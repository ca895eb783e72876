//! What a job may say beside a model whose records are drawn by the secret.
//!
//! The promise of such a model covers all that leaves, so nothing may follow from the records in
//! any other way than the model knows of: what is refused here is what nobody has proved to be
//! covered.

use super::check::Checked;
use super::error::{JobError, JobProblem};
use super::file::JobFile;
use super::islands::Islands;
use super::options::{ReleaseOrder, SuppressedAs, UnknownValues};
use super::spec::Job;
use super::terms::Terms;
use super::{ColumnJob, HierarchySource};
use incog_data::Publish;
use incog_io::{Place, TableFormat, table_format};
use incog_plan::RecodingSettings;
use incog_privacy::{DrawnShare, LevelChoice, ModelSpec, Role, draws_records};

/// The only model, which is asked for beside nothing else.
fn drawing(terms: &Terms) -> Option<&ModelSpec> {
    terms.models.iter().find(|model| model.drawn_share().is_some())
}

impl Terms {
    /// With which probability each record is drawn before anything else, where a model asks for
    /// that.
    pub(crate) fn drawn_share(&self) -> Option<DrawnShare> {
        drawing(self)?.drawn_share()
    }

    /// How levels are chosen before that, where the model spends something on it.
    pub(crate) fn level_choice(&self) -> Option<LevelChoice> {
        drawing(self)?.level_choice()
    }
}

impl JobFile {
    /// Whether records are drawn by the secret before anything else, so that nothing published may
    /// tell of the others: not even how many there are.
    pub fn draws_records(&self) -> bool {
        self.privacy.models().any(|asked| draws_records(asked.card().name))
    }

    /// Whether a part of epsilon is spent on a choice of levels.
    pub(crate) fn chooses_levels(&self) -> bool {
        self.draws_records() && self.privacy.models().any(|asked| asked.is_said("levels"))
    }
}

/// Checks what the terms say.
pub(super) fn check_drawn(terms: &Terms) -> Checked<()> {
    let Some(asked) = drawing(terms) else { return Ok(()) };
    let refused = |other: &str, why| excluded(asked, other, why);
    if terms.models.len() > 1 {
        // Of several of its own kind, the second.
        let other = terms.models.iter().find(|other| other.drawn_share().is_none()).unwrap_or(asked);
        let why = "what another model asks for is not in its proof; it stands alone, and once";
        return refused(&format!("privacy.{}", other.name()), why);
    }
    let (limit, form) = (terms.suppression.limit, terms.suppression.shown_as);
    let rules = [
        (
            terms.recoding != RecodingSettings::Global,
            "recoding.kind",
            "labels of a record would follow from others; leave [recoding] out",
        ),
        (
            terms.concealed.is_some(),
            "release.conceal_choice",
            "levels are fixed by the job, or chosen by a part of epsilon (privacy.differential-privacy.levels)",
        ),
        (
            terms.series.is_some(),
            "releases.earlier",
            "whether it is published would follow from earlier releases; epsilons and deltas add up instead",
        ),
        (terms.population.is_some(), "privacy.population", "figures of a population are not in its proof"),
        (
            terms.hierarchy.plan.is_some(),
            "hierarchy.plan",
            "the hierarchies of a plan were made from a table",
        ),
        (
            terms.hierarchy.unknown != UnknownValues::Refuse,
            "hierarchy.unknown",
            "hierarchy files have all values that there can be; leave it out",
        ),
        (
            limit < 1.0,
            "suppression.limit",
            "a release that is refused for what is left out tells of it; leave the limit out, which is 1",
        ),
        (
            form != SuppressedAs::Drop,
            "suppression.as",
            "rows of * tell how many records were left out; leave it out",
        ),
        (
            terms.release.order != ReleaseOrder::Sorted,
            "release.order",
            "the order of the input tells of records between; leave it out",
        ),
    ];
    for (is_said, other, why) in rules {
        if is_said {
            return refused(other, why);
        }
    }
    terms.columns.iter().try_for_each(|(name, column)| check_column(asked, name, column))?;
    let is_fixed = |column: &ColumnJob| column.role != Role::QuasiIdentifier || has_fixed_level(column);
    if asked.level_choice().is_some() && terms.columns.values().all(is_fixed) {
        let why = "there is nothing to choose: the job fixes all levels, so leave it out and spend that on the records";
        return refused(&format!("privacy.{}.levels", asked.name()), why);
    }
    Ok(())
}

/// Whether the job allows one level alone.
fn has_fixed_level(column: &ColumnJob) -> bool {
    column.min_level.is_some() && column.min_level == column.max_level
}

/// Every column is generalized to a level that the job fixes, or that a part of epsilon chooses, by
/// a hierarchy that it states, or is left out.
fn check_column(asked: &ModelSpec, name: &str, column: &ColumnJob) -> Checked<()> {
    let key = |key: &str| format!("columns.{name}.{key}");
    if column.treatment.is_some() || column.aggregate.is_some() || column.publish != Publish::Label {
        let why = "columns are published by the labels of their hierarchies alone";
        return excluded(asked, &key("publish"), why);
    }
    if column.role.names_people() {
        return Ok(());
    }
    if column.role != Role::QuasiIdentifier {
        let why = "all that is published is generalized: give the column the role \"quasi-identifier\" and a level, or leave it out as \"identifier\"";
        return excluded(asked, &key("role"), why);
    }
    if !matches!(column.hierarchy, Some(HierarchySource::File(_))) {
        let why = "its labels must not follow from the records: name a file with all values that there can be, made without looking at the \
                   table";
        return excluded(asked, &key("hierarchy"), why);
    }
    if has_fixed_level(column) || asked.level_choice().is_some() {
        return Ok(());
    }
    let why = "a level that is looked for follows from the records: fix it, with min_level and max_level alike, or spend a part of epsilon on a choice \
               (levels = 0.1)";
    excluded(asked, &key("min_level"), why)
}

/// Checks what the job says of files.
pub(super) fn check_places(job: &Job) -> Checked<()> {
    let Some(asked) = drawing(&job.terms) else { return Ok(()) };
    let is_text = |path| table_format(path).is_some_and(TableFormat::is_delimited);
    let is_delimited = job.csv.fixed_width.is_none() && job.released_fields.is_none();
    let knows_missing = job.csv.missing.as_ref().is_some_and(Vec::is_empty);
    let rules = [
        (
            job.engine.is_some() || job.into.is_some(),
            "input.adbc",
            "records are drawn from a file; export the table to .csv",
        ),
        (job.counted.is_some(), "input.counts", "records are drawn one by one, and these are counted"),
        (!job.inputs.is_empty(), "inputs", "records are drawn from one table"),
        (
            !is_text(&job.input),
            "input",
            "only a table in a text (.csv, .tsv) is read cell by cell, whatever stands in others",
        ),
        (!is_text(&job.output), "output", "only a text (.csv, .tsv) has cells and nothing else"),
        (!is_delimited, "csv.fixed_width", "only fields between delimiters are covered"),
        (
            job.csv.delimiter.is_none(),
            "csv.delimiter",
            "a delimiter that is detected follows from the records: say it, such as delimiter = \",\"",
        ),
        (
            !knows_missing,
            "csv.missing",
            "how a missing value is marked follows from other records: say missing = [] under [csv], and give the markers \
                                         lines in the hierarchy files",
        ),
        (job.trace.is_some(), "search.trace", "nothing is searched"),
    ];
    for (is_said, other, why) in rules {
        if is_said {
            return excluded(asked, other, why);
        }
    }
    Ok(())
}

fn excluded<T>(asked: &ModelSpec, other: &str, why: &'static str) -> Checked<T> {
    let (first, second) = (format!("privacy.{}", asked.name()), other.to_owned());
    Err((Some(first.clone()), JobProblem::Contradiction { first, second, why }))
}

impl Job {
    /// Refuses a release whose records are drawn where there is no secret to draw by, or where
    /// somebody wants what the draw hides. The rest is checked again, as a job may have got other
    /// terms and files since it was read.
    pub(crate) fn check_draws(&self) -> Result<(), JobError> {
        let Some(asked) = drawing(&self.terms) else { return Ok(()) };
        let checked = check_drawn(&self.terms).and_then(|()| check_places(self));
        checked.map_err(|(_, problem)| JobError::new(Place::default(), problem))?;
        let problem = if self.terms.secret.is_none() {
            JobProblem::Missing {
                key: "release.secret",
                what: "a file with the secret by which records are drawn (incog key new key.txt makes one, for this release alone); whoever could \
                       draw again would know who was drawn",
            }
        } else if self.internal || self.proof.is_some() {
            let (first, second) = (
                format!("privacy.{}", asked.name()),
                if self.internal { "--internal" } else { "--proof" }.to_owned(),
            );
            let why =
                "there is no internal report of what was not drawn, and nothing to prove: no search is made";
            JobProblem::Contradiction { first, second, why }
        } else if self.islands != Islands::default() {
            let second = if self.islands.checkpoint.is_some() { "--checkpoint" } else { "several processes" };
            let (first, second) = (format!("privacy.{}", asked.name()), second.to_owned());
            let why = "nothing is searched, in one process or in several";
            JobProblem::Contradiction { first, second, why }
        } else {
            return Ok(());
        };
        Err(JobError::new(Place::default(), problem))
    }
}
