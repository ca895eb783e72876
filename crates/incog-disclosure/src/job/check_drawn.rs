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
use incog_privacy::{DrawnShare, LevelChoice, ModelSpec, Role, draws_records};
use incog_request::RecodingSettings;

/// The only model, which is asked for beside nothing else.
fn drawing(terms: &Terms) -> Option<&ModelSpec> {
    terms.models.iter().find(|model| model.drawn_share().is_some())
}

impl Terms {
    /// With which probability each record is drawn before anything else, where a model asks for
    /// that.
    pub fn drawn_share(&self) -> Option<DrawnShare> {
        drawing(self)?.drawn_share()
    }

    /// How levels are chosen before that, where the model spends something on it.
    pub fn level_choice(&self) -> Option<LevelChoice> {
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
    pub fn chooses_levels(&self) -> bool {
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
        let why = "its proof does not cover other models; use it alone, and once";
        return refused(&format!("privacy.{}", other.name()), why);
    }
    let (limit, form) = (terms.suppression.limit, terms.suppression.shown_as);
    let rules = [
        (
            terms.recoding != RecodingSettings::Global,
            "recoding.kind",
            "labels would depend on other records; remove [recoding]",
        ),
        (
            terms.concealed.is_some(),
            "release.conceal_choice",
            "the job fixes the levels, or spends a part of epsilon on them \
             (privacy.differential-privacy.levels)",
        ),
        (
            terms.series.is_some(),
            "releases.earlier",
            "publication would depend on earlier releases; add up the epsilons and deltas of all releases \
             instead",
        ),
        (
            terms.population.is_some(),
            "privacy.population",
            "its proof does not cover figures of a \
            population",
        ),
        (terms.hierarchy.plan.is_some(), "hierarchy.plan", "the hierarchies of a plan depend on a table"),
        (
            terms.hierarchy.unknown != UnknownValues::Refuse,
            "hierarchy.unknown",
            "hierarchy files must have all possible values; remove this key",
        ),
        (
            limit < 1.0,
            "suppression.limit",
            "a limit would reveal something about the records left out; remove it (the default of this model is 1)",
        ),
        (
            form != SuppressedAs::Drop,
            "suppression.as",
            "rows of * reveal how many records were left out; remove this key",
        ),
        (
            terms.release.order != ReleaseOrder::Sorted,
            "release.order",
            "the order of the input reveals that records are missing between others; remove this key",
        ),
    ];
    for (is_said, other, why) in rules {
        if is_said {
            return refused(other, why);
        }
    }
    terms.columns.iter().try_for_each(|(name, column)| check_column(asked, name, column))?;
    if asked.level_choice().is_some()
        && terms
            .columns
            .values()
            .all(|column: &ColumnJob| column.role != Role::QuasiIdentifier || has_fixed_level(column))
    {
        let why = "the job fixes all levels, so there is nothing to choose; remove it, and the records get \
            this part of epsilon";
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
        let why = "columns can only be published as labels of their hierarchies";
        return excluded(asked, &key("publish"), why);
    }
    if column.role.names_people() {
        return Ok(());
    }
    if column.role != Role::QuasiIdentifier {
        let why = "every published column must be generalized; give it the role \"quasi-identifier\" and a \
            level, or leave it out with the role \"identifier\"";
        return excluded(asked, &key("role"), why);
    }
    if !matches!(column.hierarchy, Some(HierarchySource::File(_))) {
        let why = "labels must not depend on the records; name a hierarchy file with all possible values, \
            made without the table";
        return excluded(asked, &key("hierarchy"), why);
    }
    if has_fixed_level(column) || asked.level_choice().is_some() {
        return Ok(());
    }
    let why = "a searched level depends on the records; fix it with equal min_level and max_level, or \
        spend a part of epsilon on the choice (levels = 0.1)";
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
            "records can only be drawn from a file; export the table to .csv",
        ),
        (
            job.counted.is_some(),
            "input.counts",
            "records are drawn one by one, and this table has counts; \
            export the records one per row",
        ),
        (!job.inputs.is_empty(), "inputs", "records can only be drawn from one table"),
        (
            !is_text(&job.input),
            "input",
            "only text tables (.csv, .tsv) are read independently cell by cell; convert the table to .csv",
        ),
        (
            !is_text(&job.output),
            "output",
            "only text tables (.csv, .tsv) contain nothing but cells; choose \
            such an output",
        ),
        (
            !is_delimited,
            "csv.fixed_width",
            "only tables with delimiters are covered; convert the table to \
            .csv",
        ),
        (
            job.csv.delimiter.is_none(),
            "csv.delimiter",
            "a detected delimiter depends on the records; set it, such as delimiter = \",\"",
        ),
        (
            job.csv.decimal.is_some(),
            "csv.decimal",
            "whether a column has numbers depends on all of its records; write numbers with a decimal point",
        ),
        (
            !knows_missing,
            "csv.missing",
            "the marker of missing values depends on other records; set csv.missing = [], and add \
             the markers to the hierarchy files",
        ),
        (job.trace.is_some(), "search.trace", "there is no search"),
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
    pub fn check_draws(&self) -> Result<(), JobError> {
        let Some(asked) = drawing(&self.terms) else { return Ok(()) };
        let checked = check_drawn(&self.terms).and_then(|()| check_places(self));
        checked.map_err(|(_, problem)| JobError::new(Place::default(), problem))?;
        let problem = if self.terms.secret.is_none() {
            JobProblem::Missing {
                key: "release.secret",
                what: "differential privacy needs a file with a secret, for this release alone (make one \
                    with: incog key new key.txt); otherwise anybody could find out which records were \
                    drawn",
            }
        } else if self.internal || self.proof.is_some() {
            let (first, second) = (
                format!("privacy.{}", asked.name()),
                if self.internal { "--internal" } else { "--proof" }.to_owned(),
            );
            let why = "there is no search to prove, and an internal report would reveal which records were not \
                 drawn";
            JobProblem::Contradiction { first, second, why }
        } else if self.islands != Islands::default() {
            let second = if self.islands.checkpoint.is_some() { "--checkpoint" } else { "several processes" };
            let (first, second) = (format!("privacy.{}", asked.name()), second.to_owned());
            let why = "there is no search to share or resume";
            JobProblem::Contradiction { first, second, why }
        } else {
            return Ok(());
        };
        Err(JobError::new(Place::default(), problem))
    }
}
