//! Decides again, as long as the records that would be published ask for other bases of rounding.

use crate::IncogError;
use crate::ReleaseError;
use crate::auto_round::Bases;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::prepare::noise;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::automatic_bases::other_bases;
use crate::publish::recode::recoding::allocate;
use incog_plan::Plan;

/// How often a decision is made again, since the records that it publishes ask for other bases.
const MOST_DECISIONS: usize = 6;

impl PreparedProblem {
    /// Decides, and decides again as long as the records that would be published ask for other
    /// bases of rounding.
    pub(in crate::publish) fn decided(
        self,
        mut decide: impl FnMut(&Self) -> Result<Plan, IncogError>,
    ) -> Result<(Self, Plan), IncogError> {
        let mut prepared = self;
        for _ in 0..MOST_DECISIONS {
            let plan = decide(&prepared)?;
            match prepared.other_bases(&plan)? {
                None => return Ok((prepared, plan)),
                Some(bases) => prepared = prepared.on_bases(&bases)?,
            }
        }
        let column = prepared.input.exact.first().map(|column| column.name.clone()).unwrap_or_default();
        Err(IncogError::Release(ReleaseError::NoBase { column }))
    }

    /// The bases that the records of a plan ask for, where these are not those that it was made
    /// with.
    fn other_bases(&self, plan: &Plan) -> Result<Option<Bases>, IncogError> {
        if self.input.exact.is_empty() {
            return Ok(None);
        }
        let plan = self.as_written(plan.clone())?;
        let classes = plan.classes(self.problem.tuples())?;
        let (allocation, _) = allocate(&self.input, &classes, &self.rows);
        Ok(other_bases(&self.input, &allocation))
    }

    /// Rounds the numbers of the table to other bases.
    fn on_bases(self, bases: &Bases) -> Result<Self, IncogError> {
        let terms = self.input.terms.clone().with_bases(bases)?;
        let real = self.input.real_records();
        let table = terms.with_rounded(real.counted().table().clone(), &self.input.exact)?;
        Self::bound(noise::pad(BoundTable { table, terms, noise: None, ..self.input.clone() })?)
    }
}
