//! Exhaustive tests in small scopes, and all one-byte changes of real files.
#![allow(clippy::unwrap_used)]

mod arithmetic;
mod boxes;
mod bytes;
mod intervals;
mod matching;
mod prices;
mod size;
mod texts;

use crate::job_terms::job::ReportedJob;
use crate::proof::fault::ProofFault;
use crate::proof::file;
use crate::proof::lattice::ReleaseSpace;
use crate::reading::json::Json;
use crate::reading::table::CodedTable;
use crate::trees::hierarchy::LabelTree;
use std::string::String;

/// A job with its table.
pub(super) struct SmallJob {
    job: ReportedJob,
    table: CodedTable,
}

impl SmallJob {
    pub fn new(job: &str, table: &str) -> Self {
        let job = ReportedJob::read(&Json::parse(job).unwrap()).unwrap();
        let table = CodedTable::parse(table.as_bytes(), &job.form, "table").unwrap();
        Self { job, table }
    }

    pub fn space(&self) -> ReleaseSpace<'_> {
        ReleaseSpace::new(
            &self.job,
            &self.table,
            |given: &crate::job_terms::rules::GeneralizedColumn, column: &_| {
                LabelTree::build(&given.rule, column)
            },
        )
        .unwrap()
    }

    /// The bound that some evidence proves.
    pub fn bound(&self, evidence: &str) -> Result<f64, ProofFault> {
        let proof =
            format!(r#"{{"incog":"0","objective":"{}","evidence":{{{evidence}}}}}"#, self.job.objective);
        file::bound(&mut self.space(), &Json::parse(&proof).unwrap())
    }
}

/// All lists of so many of these.
pub(super) fn lists<T: Clone>(of: &[T], length: usize) -> impl Iterator<Item = Vec<T>> {
    let count = of.len().pow(length as u32);
    (0..count).map(move |number| {
        let digits = (0..length).map(|place| number / of.len().pow(place as u32) % of.len());
        digits.map(|digit| of[digit].clone()).collect()
    })
}

/// A job with one column of ages, whose hierarchy has intervals of one, two, four and eight values.
pub(super) fn ages_job(objective: &str, k: usize, limit: f64, local: bool) -> String {
    let kind = if local { "local" } else { "global" };
    format!(
        r#"{{"input":"in.csv","columns":{{"age":{{"role":"quasi-identifier","hierarchy":{{"intervals":[2,4],"origin":0}}}}}},
        "privacy":{{"k-anonymity":{k}}},"suppression":{{"limit":{limit}}},"utility":{{"objective":{objective}}},
        "recoding":{{"kind":"{kind}"}}}}"#
    )
}
