//! A release that is drawn by the secret among those nearly as good as the best.

use crate::IncogError;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::secret::Secret;
use incog_data::Levels;
use incog_plan::{Concealed, Plan, conceal};

impl PreparedProblem {
    /// The plan that is published: the one that was found, or, where the job conceals its choice,
    /// one that is drawn among those nearly as good.
    pub(in crate::publish) fn concealed(
        &self,
        plan: Plan,
        context: &mut Context<'_>,
    ) -> Result<Plan, IncogError> {
        let Some((share, secret)) = self.input.terms.share_to_draw_within()?.zip(self.input.secret.as_ref())
        else {
            return Ok(plan);
        };
        let tie_break_hash = |levels: &Levels| self.tie_break_hash(secret, levels);
        let control = context.control;
        let plan = conceal(&self.problem, plan, share, &tie_break_hash, &|| control.check().is_err());
        context.check()?;
        context.note(plan.concealed.iter().filter_map(little_choice));
        Ok(plan)
    }

    /// What a choice of levels draws. It follows from the secret, the names of the columns and
    /// their levels alone: were it another one for every table, a series of releases would tell by
    /// and by what the best is.
    fn tie_break_hash(&self, secret: &Secret, levels: &Levels) -> u64 {
        let names = self.problem.tuples().quasi_identifiers().iter().map(|qid| qid.name.as_str());
        let mut said: Vec<(&str, u8)> = names.zip(levels.iter().copied()).collect();
        said.sort_unstable();
        let text: String =
            said.iter().map(|(name, level)| format!("{}:{name}{level},", name.len())).collect();
        secret.hash("which release", &text)
    }
}

/// What the steward should know where the draw hides little.
fn little_choice(drawn: &Concealed) -> Option<String> {
    let within = 100.0 * drawn.within;
    if drawn.candidates < 2 {
        return Some(format!(
            "release.conceal_choice: no other release is within {within} % of the best, so the best one is \
             published and not concealed; set a larger share"
        ));
    }
    (drawn.coarser == 0).then(|| {
        format!(
            "release.conceal_choice: none of the {} releases within {within} % of the best is one level \
             coarser in a column than another, so an attacker may be right to assume that nothing finer was \
             possible; set a larger share",
            drawn.candidates
        )
    })
}
