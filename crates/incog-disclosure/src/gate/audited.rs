//! What the gate finds in a table that somebody else may have made.

use super::class_demands::ClassDemands;
use super::outliers::singled_out_with_outliers;
use super::singling::{blur_of, of_release};
use crate::job::{ColumnJob, Role, Terms};
use incog_audit::{
    Blur, Finding, PublishedColumn, Rule, SingledOut, SinglingRequest, criteria, few_lookalikes, lint,
};
use incog_data::{Column, CountedTable, Hierarchy};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The k of an audit, where no model says one: a value in fewer than five records is rare in the
/// whole lint.
const K_OF_AN_AUDIT: u64 = 5;

/// A table with the roles of its columns.
#[derive(Debug, Clone, Copy)]
pub struct AuditedTable<'t> {
    /// The table.
    pub table: CountedTable<'t>,
    /// Roles and treatments of its columns; one that is not among them is insensitive.
    pub columns: &'t BTreeMap<String, ColumnJob>,
    /// Its quasi-identifiers.
    pub quasi_identifiers: &'t [String],
    /// The column of the people who are counted.
    pub unit: Option<&'t str>,
    /// The terms of a release, where a job says them.
    pub terms: Option<&'t Terms>,
}

impl AuditedTable<'_> {
    /// All findings about the columns of the table, with these roles and hierarchies.
    ///
    /// A table whose classes have two people or more is taken for a release: what the gate lets
    /// pass there is no finding here, either.
    pub fn findings(
        &self,
        roles: &BTreeMap<String, Role>,
        hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
    ) -> Vec<Finding> {
        let released = self.released_k();
        let mut findings = lint(self.table, roles, hierarchies);
        findings.retain(|finding| released.is_none() || !is_judged_by_gate(finding));
        let singled = match (released, self.terms) {
            (None, _) => singled_out_with_outliers(self.table, &self.as_it_stands()),
            (Some(_), Some(terms)) => {
                let asked = ClassDemands::by(&criteria(&terms.demand(self.table.table()), self.table));
                of_release(terms, self.table, self.people(), &asked)
            }
            (Some(k), None) => singled_out_with_outliers(self.table, &self.as_released(k)),
        };
        findings.extend(singled.iter().map(SingledOut::finding));
        findings
    }

    /// The least people, or records, of a class, at most [`K_OF_AN_AUDIT`]; `None` where somebody
    /// stands alone, as in a table before it is made a release.
    fn released_k(&self) -> Option<u64> {
        let labels = self.labels();
        let mut kept =
            (2..=K_OF_AN_AUDIT).rev().filter(|k| few_lookalikes(self.table, &labels, self.people(), *k) == 0);
        if labels.is_empty() { None } else { kept.next() }
    }

    fn labels(&self) -> Vec<&Column> {
        self.quasi_identifiers.iter().filter_map(|name| self.table.column(name)).collect()
    }

    fn people(&self) -> Option<&Column> {
        self.unit.and_then(|unit| self.table.column(unit))
    }

    /// The columns that would be published as they stand: those that a job treats would not.
    fn as_it_stands(&self) -> SinglingRequest<'_> {
        self.request(Vec::new(), K_OF_AN_AUDIT, |told| told.treatment.is_none().then_some(Blur::None))
    }

    /// The columns as they are published beside the labels.
    fn as_released(&self, k: u64) -> SinglingRequest<'_> {
        self.request(self.labels(), k, |told| Some(blur_of_release(told)))
    }

    fn request<'s>(
        &'s self,
        labels: Vec<&'s Column>,
        k: u64,
        blur: fn(&ColumnJob) -> Option<Blur>,
    ) -> SinglingRequest<'s> {
        let columns = self.table.table().columns().iter();
        SinglingRequest {
            columns: columns.filter_map(|column| self.published(column, blur)).collect(),
            labels,
            people: self.people(),
            counts: self.table.counts(),
            rows: self.table.table().rows(),
            k,
            values: BTreeMap::new(),
        }
    }

    /// A column that is published value by value, where it is one; `blur` is that of a column of
    /// the job.
    fn published<'s>(
        &self,
        column: &'s Column,
        blur: fn(&ColumnJob) -> Option<Blur>,
    ) -> Option<PublishedColumn<'s>> {
        let Some(told) = self.columns.get(&column.name) else {
            return Some(PublishedColumn { column, role: Role::Insensitive, blur: Blur::None });
        };
        let is_published =
            matches!(told.role, Role::Sensitive | Role::Insensitive) && told.aggregate.is_none();
        let blur = blur(told).filter(|_| is_published)?;
        Some(PublishedColumn { column, role: told.role, blur })
    }
}

fn blur_of_release(told: &ColumnJob) -> Blur {
    told.treatment.as_ref().map_or(Blur::None, |treatment| blur_of(&treatment.spec, 0))
}

/// Whether a finding has limits of its own, where the gate has others for the same values.
fn is_judged_by_gate(finding: &Finding) -> bool {
    matches!(finding.rule, Rule::RareValues | Rule::NearIdentifier)
}
