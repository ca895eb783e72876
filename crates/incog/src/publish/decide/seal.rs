//! The seal of a plan, which tells whether it is still what the program decided.

use crate::IncogError;
use crate::job::path_from;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::secret::Secret;
use incog_io::sha256_of_text;
use incog_plan::Plan;
use incog_search::Stop;
use std::borrow::Cow;
use std::path::Path;

impl PlanFile {
    /// The plan with its seal.
    pub(in crate::publish) fn sealed(self, secret: Option<&Secret>) -> Self {
        Self { seal: self.digest(secret), ..self }
    }

    /// The decision for the table it was made for.
    ///
    /// What a plan says of the search cannot be seen from the table, and becomes claims of the
    /// report. Of a plan that was written or changed by hand nothing is claimed, therefore.
    pub(in crate::publish) fn decision(&self, prepared: &PreparedProblem) -> Cow<'_, Plan> {
        if self.seal == self.digest(prepared.input.secret.as_ref()) {
            return Cow::Borrowed(&self.plan);
        }
        let Plan { recoding, value, .. } = &self.plan;
        Cow::Owned(Plan::unsearched(recoding.clone(), *value, prepared.lattice_nodes(), Stop::Given))
    }

    /// The plan for a file in the folder `to`, whose paths are relative to the folder `from` now. A
    /// seal that holds is made again, one that does not stays broken.
    ///
    /// # Errors
    /// When its job is wrong, or the secret of the job cannot be read.
    pub fn moved(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Self, IncogError> {
        let (job, to) = (self.job(from)?, to.as_ref());
        let secret = Secret::for_terms(job.terms())?;
        let holds = self.seal == self.digest(secret.as_ref());
        let job_file = job.file.as_ref().map(|file| path_from(file, to));
        let moved = Self { job_file, job: job.to_file(to), ..self.clone() };
        Ok(if holds { moved.sealed(secret.as_ref()) } else { moved })
    }

    /// HMAC-SHA-256 of all but the seal where there is a secret, without which nobody can forge it;
    /// SHA-256 otherwise, which tells of a slip and not of a forger.
    fn digest(&self, secret: Option<&Secret>) -> String {
        let text = Self { seal: String::new(), ..self.clone() }.to_json();
        match secret {
            Some(secret) => secret.digest("what was planned", &text),
            None => sha256_of_text(&text),
        }
    }
}
