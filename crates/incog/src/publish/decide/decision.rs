//! How it is decided how a table is published.

use crate::IncogError;
use crate::gate;
use crate::job::{Job, KeepColumns};
use crate::publish::context::Context;
use crate::publish::decide::held_plan::held_plan;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::source::Prepared;
use incog_data::Levels;
use incog_plan::Plan;
use std::borrow::Cow;

/// How it is decided how a table is published.
pub(in crate::publish) enum Decision<'p> {
    /// A search decides, once the gate has let the table pass.
    Search(SearchFiles),
    /// A search decides, and nothing is published yet.
    SearchOnly(SearchFiles),
    /// A plan that was made for this table.
    Apply(&'p PlanFile),
    /// The levels of a plan that was made for another table of the same form.
    Reuse(&'p PlanFile),
    /// The levels of each row, which its person keeps throughout a series.
    Held(&'p [Levels]),
}

/// A table, and how it is published.
pub(in crate::publish) struct Decided<'e> {
    /// The table.
    pub prepared: Prepared<'e>,
    /// How it is published.
    pub plan: Plan,
    /// What the search leaves beside its result; nothing where none was run.
    pub files: SearchFiles,
}

impl Decision<'_> {
    /// Whether it keeps the series of a job whose ledger has it.
    pub fn keeps_series(&self) -> bool {
        matches!(self, Self::Held(_))
    }

    /// The job whose problem is posed. Where the levels of a plan are reused, all are allowed,
    /// whatever a search for this table would leave out.
    pub fn job_to_pose<'j>(&self, job: &'j Job) -> Cow<'j, Job> {
        match self {
            Self::Reuse(_) => {
                let terms = job.terms().clone().with_kept_columns(KeepColumns::Off);
                Cow::Owned(job.clone().with_terms(terms))
            }
            _ => Cow::Borrowed(job),
        }
    }

    /// Decides about a table, and refuses a release that would be a danger.
    pub fn decide<'e>(
        self,
        prepared: Prepared<'e>,
        context: &mut Context<'_>,
    ) -> Result<Decided<'e>, IncogError> {
        let Prepared { problem, source, engine } = prepared;
        let mut files = SearchFiles::default();
        let (problem, plan) = match self {
            Self::Search(given) => {
                files = given;
                problem.decide(&mut files, context)?
            }
            Self::SearchOnly(given) => {
                files = given;
                files.check(&problem)?;
                problem.decided(|problem| files.search(problem, context))?
            }
            Self::Apply(plan) => {
                let plan = plan.allowed(&problem, context)?.into_owned();
                (problem, plan)
            }
            Self::Reuse(plan) => {
                let (problem, plan) = problem.decided(|problem| plan.for_table(problem))?;
                gate::check(&problem.input.terms, problem.input.real_records().counted())?;
                (problem, plan)
            }
            Self::Held(levels) => {
                gate::check(&problem.input.terms, problem.input.real_records().counted())?;
                let plan = held_plan(&problem, levels)?;
                (problem, plan)
            }
        };
        Ok(Decided { prepared: Prepared { problem, source, engine }, plan, files })
    }
}
