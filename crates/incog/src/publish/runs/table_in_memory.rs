//! Publishing without files: from a table in memory to a release in memory.

use crate::IncogError;
use crate::gate;
use crate::job::Terms;
use crate::publish::context::Context;
use crate::publish::decide::search::Sinks;
use crate::publish::event::Event;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::automatic_bases::check_bases;
use crate::publish::recode::recoding::{allocate, recode};
use crate::publish::recode::released_table::released_table;
use crate::publish::release::measure::Measured;
use crate::publish::release::read_back::read_back;
use crate::publish::threads::on_threads;
use crate::report::{RecodingKind, UtilityFacts};
use crate::treated_table::treated;
use incog_audit::Judgement;
use incog_data::{Column, CountedTable, Table};
use incog_io::{Control, ReadOptions};
use incog_plan::{Plan, ReleaseProblem};

/// A release of a table in memory. Only its `table` may be given to others.
#[derive(Debug, Clone)]
pub struct TableRelease {
    /// The release. Its columns are those of the table without identifiers and, unless the terms
    /// publish it, the provider.
    pub table: Table,
    /// For each row of the release, its row in the table, from 0; a noisy record has a number after
    /// the last row.
    pub rows: Vec<u32>,
    /// For each row of the release, how many records it stands for, where the table was one that
    /// somebody had counted.
    pub counts: Option<Vec<u32>>,
    /// What the terms promise, judged on the release by code that shares nothing with the search.
    pub privacy: Vec<Judgement>,
    /// The utility of the release. These figures are computed with knowledge of the suppressed
    /// records.
    pub utility: UtilityFacts,
}

/// Deciding on tables in memory, and publishing them.
pub trait TableRuns {
    /// The terms.
    fn terms(&self) -> &Terms;

    /// Decides how to publish a table, or one whose rows somebody has counted.
    ///
    /// # Errors
    /// When the table lacks a column, a hierarchy does not cover its values, or no release can meet
    /// the models.
    fn plan<'t>(&self, table: impl Into<CountedTable<'t>>) -> Result<Plan, IncogError> {
        self.plan_with(table, &Control::default(), &mut |_| {})
    }

    /// As [`TableRuns::plan`], but can be ended early through a [`Control`] and reports its
    /// progress to an observer.
    ///
    /// # Errors
    /// As [`TableRuns::plan`].
    fn plan_with<'t>(
        &self,
        table: impl Into<CountedTable<'t>>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Plan, IncogError> {
        let (terms, table) = (self.terms(), table.into());
        on_threads(terms, control, || {
            prepared(terms, table)?.search(Sinks::default(), &mut Context::new(control, observe))
        })
    }

    /// Makes the release of a plan, and measures it.
    ///
    /// The records are the same as those a job with these terms would write for this table in a
    /// file, also where rows of the table stand for several records.
    ///
    /// # Errors
    /// When the plan was made for another table, or the release would not satisfy what the terms
    /// promise.
    fn publish<'t>(
        &self,
        table: impl Into<CountedTable<'t>>,
        plan: &Plan,
    ) -> Result<TableRelease, IncogError> {
        let (terms, table) = (self.terms(), table.into());
        on_threads(terms, &Control::default(), || {
            let prepared = prepared(terms, table)?;
            prepared.check(plan)?;
            gate::check(terms, prepared.input.real_records().counted())?;
            TableRelease::make(&prepared, &terms.treated_columns(table.table()), plan)
        })
    }

    /// The search problem that publishing a table poses, without running the search.
    ///
    /// # Errors
    /// As [`TableRuns::plan`].
    fn problem<'t>(&self, table: impl Into<CountedTable<'t>>) -> Result<ReleaseProblem, IncogError> {
        let (terms, table) = (self.terms(), table.into());
        let input = BoundTable::new(terms, as_posed(terms, table)?, table.counts())?;
        Ok(PreparedProblem::bound(input)?.problem)
    }
}

impl TableRuns for Terms {
    fn terms(&self) -> &Terms {
        self
    }
}

impl TableRelease {
    /// Makes the release of a plan that may be published, and measures it. `untreated` are the
    /// treated columns as they were, where they are at hand.
    pub(in crate::publish) fn make(
        prepared: &PreparedProblem,
        untreated: &[Column],
        plan: &Plan,
    ) -> Result<Self, IncogError> {
        let PreparedProblem { input, problem, rows, .. } = prepared;
        let plan = &prepared.as_written(plan.clone())?;
        let classes = plan.classes(problem.tuples())?;
        let (allocation, class_of_row) = allocate(input, &classes, rows);
        check_bases(input, &allocation)?;
        let input = &*allocation.input;
        let recoded = recode(&allocation, class_of_row, &classes, RecodingKind::from(&plan.recoding))?;
        let table = released_table(input, &recoded)?;
        let released = read_back(input, &recoded, table.clone())?;
        let measured = Measured::measure(input, untreated, &classes, plan, &recoded, &released)?;
        let utility = measured.utility()?;
        let of_row = |&row: &u32| input.counts().at(row as usize) as u32;
        let counts = input.counts.as_ref().map(|_| recoded.rows.iter().map(of_row).collect());
        let rows = allocation.origins(&recoded.rows);
        Ok(Self { privacy: measured.judgements, utility, rows, counts, table })
    }
}

/// The problem of a table as a file of it would pose it: in each column all that is missing is one
/// value.
fn prepared(terms: &Terms, table: CountedTable<'_>) -> Result<PreparedProblem, IncogError> {
    PreparedProblem::counted(terms, as_posed(terms, table)?, table.counts())
}

fn as_posed(terms: &Terms, table: CountedTable<'_>) -> Result<Table, IncogError> {
    Ok(treated(terms, with_one_missing(table.table())?, table.counts())?)
}

fn with_one_missing(table: &Table) -> Result<Table, IncogError> {
    let one_missing = |column: &Column| {
        if column.missing.len() < 2 {
            return column.clone();
        }
        let text = ReadOptions::default().missing_text(column, false);
        column.clone().with_missing_as(&text)
    };
    Ok(Table::new(table.columns().iter().map(one_missing).collect())?)
}
