//! By which published columns records are singled out, measured again on the release.

use super::Check;
use super::evidence::Evidence;
use incog_audit::{Finding, SingledOut};
use incog_data::CountedTable;
use incog_disclosure::gate::{self, ClassDemands};
use incog_disclosure::job::Job;

/// Why figures by people are not shown where columns are not made again.
pub(super) const WHOSE_TAKES_KEYS: &str = "needs the keys of the columns to know whose record each row is";

/// What the files show of columns that single people out.
pub(super) struct Shown {
    found: Vec<SingledOut>,
    /// Why it is not all of it.
    unshown: Option<&'static str>,
}

impl Shown {
    pub fn new(job: &Job, evidence: &Evidence<'_>, asked: &ClassDemands) -> Self {
        let terms = &job.terms;
        let named = terms.people().and_then(|people| evidence.input.column(people));
        // Equal records of the input may have become different ones of the release, by columns that
        // are not made again.
        let is_sure = terms.open_treatments().is_empty();
        let rows = evidence.rows.as_ref().filter(|_| is_sure);
        let people = named.zip(rows).map(|(people, rows)| people.of_rows(rows));
        let unshown = match (named, &people) {
            (Some(_), None) if !is_sure => Some(WHOSE_TAKES_KEYS),
            (Some(_), None) => Some("the files do not show whose record each row is"),
            _ if gate::moves_several(terms) && !is_sure => {
                Some("needs the keys of the columns to know which dates move together")
            }
            _ => None,
        };
        let records = CountedTable::from(&evidence.records);
        Self { found: gate::of_release(terms, records, people.as_ref(), asked), unshown }
    }

    /// That no column singles people out unless a waiver accepts it. Records are never fewer
    /// than their people.
    pub fn check(&self, job: &Job) -> Check {
        let claim = "no column published unchanged singles people out";
        let open: Vec<String> = gate::open(&job.terms, &self.found).iter().map(Finding::key).collect();
        match (open.as_slice(), self.unshown) {
            ([], Some(why)) => Check::not_shown(claim, why),
            ([], None) => Check::new(claim, true, "only findings that a waiver accepts or the report lists"),
            (open, _) => Check::new(claim, false, format!("no waiver for {}", open.join(", "))),
        }
    }

    /// That no danger is open: what the table shows, unless a danger of the release is not shown.
    pub fn judge(&self, of_table: Check) -> Check {
        match self.unshown {
            Some(why) if !of_table.is_refuted() => Check::not_shown("no open danger", why),
            _ => of_table,
        }
    }

    /// What a report has of it; what it claims where the files do not show that.
    pub fn told<'a>(&'a self, claimed: &'a [SingledOut]) -> &'a [SingledOut] {
        if self.unshown.is_some() { claimed } else { &self.found }
    }

    pub fn unshown(&self) -> Option<String> {
        self.unshown.map(str::to_owned)
    }
}
