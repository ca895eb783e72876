//! What proves the bound of a plan.

use crate::IncogError;
use crate::ReportFileError;
use crate::proof_file::ProofEvidence;
use crate::publish::context::Context;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_audit::{BoxProof, BoxStep, Demand, FullDomain};
use incog_plan::{ClassPrices, Plan, RecodingSettings, certify};
use incog_search::exact::{NoCertificate, OptimalityCertificate, Step};

impl PreparedProblem {
    /// Refuses to prove what cannot be proved to others, before any work is done.
    pub fn check_provable(&self) -> Result<(), IncogError> {
        if self.input.noise.is_some() {
            let why = "the release has noisy records, which a verifier cannot know".to_owned();
            return Err(IncogError::ReportFile(ReportFileError::NoProofToWrite { why }));
        }
        if self.input.terms.recoding == RecodingSettings::Microaggregation {
            let why = "the bound of micro-aggregation cannot be proved in a file, because it depends on all \
                 distances"
                .to_owned();
            return Err(IncogError::ReportFile(ReportFileError::NoProofToWrite { why }));
        }
        if self.input.terms.recoding == RecodingSettings::Global {
            let demand = self.input.terms.demand(&self.input.table);
            let can_be = self.full_domain(&demand).can_be_bounded();
            can_be.map_err(|why| {
                IncogError::ReportFile(ReportFileError::NoProofToWrite { why: why.to_string() })
            })?;
        }
        Ok(())
    }

    /// The full-domain releases of the table, as whoever checks a proof sees them: without the
    /// levels that `utility.keep_columns` leaves out.
    pub fn full_domain<'a>(&'a self, demand: &'a Demand) -> FullDomain<'a> {
        FullDomain {
            input: &self.input.table,
            quasi_identifiers: self.problem.tuples().quasi_identifiers(),
            demand,
            hierarchies: &self.input.sensitive_hierarchies,
            objective: &self.input.terms.objective,
            limit: self.problem.suppression_limit(),
        }
    }

    /// What proves the bound of a plan, whose search gave each tuple a price if it made levels by
    /// record; or why it would take too much.
    pub fn evidence(
        &self,
        plan: &Plan,
        prices: &[ClassPrices<f64>],
        context: &mut Context<'_>,
    ) -> Result<ProofEvidence, NoCertificate> {
        if self.input.terms.recoding != RecodingSettings::Global {
            return Ok(ProofEvidence::Prices(prices.iter().map(|block| self.by_row(block)).collect()));
        }
        context.tell(Event::Proving);
        let certificate =
            certify(&self.problem, plan, &self.input.terms.search, context.control.stop_flag())?;
        Ok(ProofEvidence::Boxes(self.boxes(certificate)))
    }

    fn by_row(&self, block: &ClassPrices<f64>) -> incog_audit::PriceBlock {
        let name = |&place: &usize| self.input.quasi_identifiers[place].name.clone();
        let price = |&tuple: &u32| block.of_tuple[tuple as usize];
        incog_audit::PriceBlock {
            quasi_identifiers: block.attributes.iter().map(name).collect(),
            prices: self.rows.tuple_of_row.iter().map(price).collect(),
        }
    }

    fn boxes(&self, certificate: OptimalityCertificate) -> BoxProof {
        let step = |step| match step {
            Step::Cut { attribute, level } => BoxStep::Cut(attribute, level),
            Step::Below(node) => BoxStep::Below(node),
            Step::Dear { nodes, highest } => BoxStep::Dear(nodes, highest),
        };
        BoxProof {
            quasi_identifiers: self.input.quasi_identifiers.iter().map(|qid| qid.name.clone()).collect(),
            nodes: certificate.nodes.iter().map(|node| node.to_vec()).collect(),
            steps: certificate.steps.into_iter().map(step).collect(),
        }
    }
}
