//! What was decided, as its tuples tell it.

use crate::IncogError;
use crate::explore::{Found, unit_of};
use crate::job::Job;
use crate::publish::{PreparedProblem, information_loss, squared_errors};
use crate::report::RecodingKind;
use incog_io::Control;
use incog_plan::Plan;

/// How a job would publish a table.
pub struct Decision {
    pub(super) job: Job,
    pub(super) prepared: PreparedProblem,
    pub(super) plan: Plan,
}

/// The figures of a decision. They follow from the tuples, so the number of records hardly matters.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Value, bound and gap, what is suppressed, and the mean risk.
    pub found: Found,
    /// What each quasi-identifier loses, in the order of the table.
    pub columns: Vec<ColumnLoss>,
    /// The records of each class that stay.
    pub class_sizes: Vec<u64>,
    /// How many records the table has.
    pub records: u64,
}

/// What a quasi-identifier loses.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnLoss {
    /// The column.
    pub name: String,
    /// Its level, where that is one for all records.
    pub level: Option<u8>,
    /// The highest level of its hierarchy.
    pub top: u8,
    /// The share of its domain that a released value leaves open, a suppressed record counting 1;
    /// of groups by distance SSE / SST.
    pub loss: f64,
}

impl Decision {
    /// The job that was decided.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The decision itself.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What should be looked at: in hierarchy files, and of columns that are `*` in every record
    /// what it would cost to keep a level of them.
    pub fn notes(&self, control: &Control) -> Vec<String> {
        self.prepared.notes(&self.plan, control)
    }

    /// The figures of the decision.
    ///
    /// # Errors
    /// When the plan is for another table.
    pub fn figures(&self) -> Result<Figures, IncogError> {
        let tuples = self.prepared.problem.tuples();
        let classes = self.plan.classes(tuples)?;
        let losses = match RecodingKind::from(&self.plan.recoding) {
            RecodingKind::Microaggregation => squared_errors(&classes),
            RecodingKind::Global | RecodingKind::Local => information_loss(&classes),
        };
        let levels = self.plan.recoding.levels();
        let qids = tuples.quasi_identifiers().iter().zip(losses).enumerate();
        let columns = qids.map(|(place, (qid, loss))| ColumnLoss {
            name: qid.name.clone(),
            level: levels.map(|levels| levels[place]),
            top: qid.hierarchy.height() as u8,
            loss,
        });
        let terms = &self.job.terms;
        Ok(Figures {
            found: Found::new(terms.objective.name(), &self.plan, &classes, unit_of(terms, tuples)),
            columns: columns.collect(),
            class_sizes: classes.released().map(|class| class.kept).collect(),
            records: classes.rows(),
        })
    }
}
