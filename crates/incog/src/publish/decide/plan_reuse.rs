//! The decisions of an earlier plan for a table of the same form.

use crate::IncogError;
use crate::PlanStageError;
use crate::plan_mismatch::{Coarser, Miss};
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_data::{Classes, Generalization, Levels};
use incog_plan::{Plan, ReleaseProblem};
use incog_search::Stop;

impl PlanFile {
    /// The plan for another table: its levels, and what the models allow to stay of each class.
    pub(in crate::publish) fn for_table(&self, prepared: &PreparedProblem) -> Result<Plan, IncogError> {
        let names = prepared.input.quasi_identifiers.iter().map(|qid| &qid.name);
        if !names.eq(&self.quasi_identifiers) {
            return Err(IncogError::Plan(PlanStageError::OtherQuasiIdentifiers {
                expected: self.quasi_identifiers.clone(),
            }));
        }
        let levels = self.plan.recoding.levels().ok_or(IncogError::Plan(PlanStageError::LocalPlan))?;
        let problem = &prepared.problem;
        let generalization = Generalization::Global(levels.clone());
        let classes = problem.retained(Classes::whole(problem.tuples(), &generalization)?);
        if let Some(miss) = miss(problem, &classes, levels) {
            return Err(IncogError::Plan(PlanStageError::PlanMisses { miss: Box::new(miss) }));
        }
        let value = problem.metric().value(&classes);
        let recoding = classes.recoding();
        Ok(Plan::unsearched(recoding, value, prepared.lattice_nodes(), Stop::Reused))
    }
}

/// What keeps these classes from being released; `None` when nothing does.
fn miss(problem: &ReleaseProblem, classes: &Classes<'_>, levels: &Levels) -> Option<Miss> {
    if problem.allows(levels, classes) {
        return None;
    }
    let (suppressed, limit) = (classes.suppressed(), problem.suppression_limit());
    Some(Miss {
        as_a_whole: problem.keeps_enough(classes),
        classes: classes.all().iter().filter(|class| class.kept < class.size).count(),
        of: classes.all().len(),
        suppressed,
        at_least: classes.rows() - most_that_may_stay(problem, levels),
        limit,
        records: classes.rows(),
        coarser: coarser(problem, levels).filter(|coarser| coarser.suppressed < suppressed),
    })
}

/// No more records than these can stay of the classes at these levels.
fn most_that_may_stay(problem: &ReleaseProblem, levels: &Levels) -> u64 {
    let whole = Classes::group(problem.tuples(), levels);
    whole.all().iter().map(|class| problem.models().retain(&class.view()).at_most).sum()
}

/// Among all quasi-identifiers made one level coarser, the one that suppresses the fewest records;
/// among those within the limit, the one that loses least.
fn coarser(problem: &ReleaseProblem, levels: &Levels) -> Option<Coarser> {
    let qids = problem.tuples().quasi_identifiers().iter().enumerate();
    let next = qids.filter(|(place, qid)| levels[*place] < qid.max_level).map(|(place, qid)| {
        let level = levels[place] + 1;
        let classes = problem.classes(&levels.with(place, level));
        let beyond = classes.suppressed().saturating_sub(problem.suppression_limit());
        let loss = problem.signed(problem.metric().value(&classes));
        (beyond, loss, Coarser { column: qid.name.clone(), level, suppressed: classes.suppressed() })
    });
    next.min_by(|a, b| (a.0.cmp(&b.0)).then(a.1.total_cmp(&b.1))).map(|(.., coarser)| coarser)
}
