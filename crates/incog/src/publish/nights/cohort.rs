//! Classes of newcomers, who are recoded by themselves.

use crate::IncogError;
use crate::job::{Suppression, Terms};
use crate::publish::context::Context;
use crate::publish::decide::search::Sinks;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::recoding::allocate;
use crate::publish::recode::retained_rows::ClassOfRow;
use incog_card::Stop;
use incog_disclosure::ledger::{Block, PeopleOfTable};
use incog_plan::Plan;
use std::collections::BTreeMap;

/// The newcomers who can be published.
#[derive(Default)]
pub(crate) struct Cohort {
    /// Their classes.
    pub blocks: Vec<Block>,
    /// What the release of all newcomers loses by itself, where there is one.
    pub loss: Option<f64>,
    /// What no such release loses less than, where that is known.
    pub bound: Option<f64>,
    /// The relative distance of the two, 0 when proved.
    pub gap: Option<f64>,
    /// Why the search ended, where there was one.
    pub stopped: Option<Stop>,
}

/// Looks for classes of some rows of a table as for a table of their own. People who fit none do
/// not come back, so everybody is wanted first, then as many as the job asks for, then as many as
/// the objective does.
pub(super) fn cohort(
    terms: &Terms,
    people: &PeopleOfTable,
    rows: &[usize],
    context: &mut Context<'_>,
) -> Result<Cohort, IncogError> {
    if rows.is_empty() {
        return Ok(Cohort::default());
    }
    let table = people.table_of_rows(rows)?;
    for limit in [0.0, terms.suppression.limit, 1.0] {
        let suppression = Suppression { limit, ..terms.suppression };
        let alone = Terms { series: None, suppression, ..terms.clone() };
        let prepared = PreparedProblem::new(&alone, table.clone())?;
        match prepared.search(Sinks::default(), context) {
            Ok(plan) => return classes(people, rows, &prepared, &plan),
            // No class of newcomers meets the models, or none is found.
            Err(error) if matches!(error.exit_code(), 3 | 5) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Cohort::default())
}

fn classes(
    people: &PeopleOfTable,
    rows: &[usize],
    prepared: &PreparedProblem,
    plan: &Plan,
) -> Result<Cohort, IncogError> {
    let classes = plan.classes(prepared.problem.tuples())?;
    let (allocation, ClassOfRow(class_of_row)) = allocate(&prepared.input, &classes, &prepared.rows);
    let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, &class) in class_of_row.iter().enumerate().filter(|(place, _)| allocation.stays[*place]) {
        members.entry(class).or_default().push(rows[place]);
    }
    let blocks =
        members.into_iter().map(|(class, rows)| people.block(&rows, &classes.all()[class as usize].levels));
    let blocks = blocks.collect::<Result<Vec<Block>, _>>()?;
    Ok(Cohort {
        blocks,
        loss: Some(plan.value),
        bound: plan.upper_bound,
        gap: plan.gap,
        stopped: Some(plan.stopped),
    })
}
