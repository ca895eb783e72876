//! A table, and the problem that publishing it poses.

use crate::IncogError;
use crate::PlanStageError;
use crate::job::Terms;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::prepare::kept_columns::{KeptColumns, KeptProblem, keep_columns};
use crate::publish::prepare::noise;
use crate::report::RecodingKind;
use incog_data::{RecordCounts, RowMap, Table};
use incog_plan::{Plan, ReleaseProblem, release_problem};
use incog_utility::Goal;

/// A table, and the problem that publishing it poses.
pub(crate) struct PreparedProblem {
    /// The table, with noisy records where they are needed.
    pub input: BoundTable,
    /// The problem.
    pub problem: ReleaseProblem,
    /// Which row of the table has which tuple.
    pub rows: RowMap,
    /// Which quasi-identifiers keep at least two labels.
    pub kept: KeptColumns,
}

impl PreparedProblem {
    /// The problem of a table that is published on these terms.
    pub fn new(terms: &Terms, table: Table) -> Result<Self, IncogError> {
        Self::counted(terms, table, RecordCounts::ONE_EACH)
    }

    /// Like `new`, for a weighted table.
    pub fn counted(terms: &Terms, table: Table, counts: RecordCounts<'_>) -> Result<Self, IncogError> {
        Self::bound(noise::pad(BoundTable::new(terms, table, counts)?)?)
    }

    /// The problem of a bound table, to which no noisy records are added.
    pub fn bound(input: BoundTable) -> Result<Self, IncogError> {
        input.check_drawn()?;
        let (tuples, rows) = input.tuples()?;
        let problem = release_problem(&input.terms.request(), tuples)?;
        Ok(match keep_columns(&input, &problem)? {
            Some(KeptProblem { problem, rows, kept }) => Self { input, problem, rows, kept },
            None => Self { input, problem, rows, kept: KeptColumns::default() },
        })
    }

    /// Whether more or less is better.
    pub fn goal(&self) -> Goal {
        self.problem.metric().goal()
    }

    /// The problem of the same table on other terms. Where tuples and hierarchies follow from what
    /// both share, they are taken over; `asked` are the terms of this one before hierarchies were
    /// made.
    pub fn on_terms(&self, asked: &Terms, terms: &Terms) -> Option<Result<Self, IncogError>> {
        terms.has_tuples_of(asked).then(|| {
            let columns = self.input.terms.columns.clone();
            let input = BoundTable { terms: Terms { columns, ..terms.clone() }, ..self.input.clone() };
            input.check_drawn()?;
            let problem = release_problem(&terms.request(), self.problem.shared_tuples())?;
            Ok(Self { input, problem, rows: self.rows.clone(), kept: self.kept.clone() })
        })
    }

    /// Nodes of the lattice of generalizations.
    pub fn lattice_nodes(&self) -> f64 {
        let qids = self.problem.tuples().quasi_identifiers().iter();
        qids.map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product()
    }

    /// Refuses a plan that does not fit the table, or whose kind is not the one that is asked for,
    /// or whose value not the one it states.
    pub fn check(&self, plan: &Plan) -> Result<(), IncogError> {
        if RecodingKind::from(&plan.recoding) != self.input.terms.recoding.into() {
            return Err(IncogError::Plan(PlanStageError::OtherKind));
        }
        let value = self.problem.metric().value(&plan.classes(self.problem.tuples())?);
        let same = value == plan.value || (value - plan.value).abs() <= 1e-9 * value.abs();
        if same { Ok(()) } else { Err(IncogError::Plan(PlanStageError::ChangedPlan)) }
    }
}
