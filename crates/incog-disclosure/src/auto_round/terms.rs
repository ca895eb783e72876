//! What terms say of columns that are rounded by their published numbers.

use super::{Bases, ChosenBase, PublishedNumbers};
use crate::DisclosureError;
use crate::ReleaseError;
use crate::job::Terms;
use incog_audit::{criteria, required_k};
use incog_data::{Column, CountedTable, RecordCounts, Table};
use incog_treatment::{TreatmentSpec, rounded};

impl Terms {
    /// Whether a column is rounded to a base that its published numbers decide.
    pub fn is_automatic(&self, column: &str) -> bool {
        self.treatment_of(column).is_some_and(|treatment| treatment.spec.automatic_base().is_some())
    }

    /// The bases that are known already.
    pub fn bases(&self) -> Bases {
        let said = self.treatments().filter(|(name, _)| self.is_automatic(name));
        let base = |(name, spec): (&str, &TreatmentSpec)| {
            let said = spec.parameters();
            let ends =
                said.get("lowest").zip(said.get("highest")).map(|(one, other)| [one.clone(), other.clone()]);
            Some((name.to_owned(), ChosenBase { base: said.get("base")?.clone(), ends }))
        };
        said.filter_map(|(name, treatment)| base((name, &treatment.spec))).collect()
    }

    /// The terms with these bases in the place of `"auto"`.
    pub fn with_bases(mut self, bases: &Bases) -> Result<Self, DisclosureError> {
        for (name, base) in bases {
            let treatment = self.columns.get_mut(name).and_then(|column| column.treatment.as_mut());
            let Some(treatment) = treatment.filter(|one| one.spec.automatic_base().is_some()) else {
                continue;
            };
            let ends = base.ends.iter().flat_map(|ends| ["lowest", "highest"].into_iter().zip(ends.clone()));
            let with_base = treatment.spec.with(ends.chain([("base", base.base.clone())]));
            treatment.spec = with_base
                .map_err(|_| DisclosureError::Release(ReleaseError::NoBase { column: name.clone() }))?;
        }
        Ok(self)
    }

    /// The columns of a table that are rounded so, as they are in it.
    pub fn automatic_columns(&self, table: &Table) -> Vec<Column> {
        table.columns().iter().filter(|column| self.is_automatic(&column.name)).cloned().collect()
    }

    /// The table with these columns rounded to the bases that are known.
    pub fn with_rounded(&self, table: Table, exact: &[Column]) -> Result<Table, DisclosureError> {
        let bases = self.bases();
        exact.iter().try_fold(table, |table, column| {
            let Some((chosen, base)) = bases.get(&column.name).and_then(|one| Some((one, one.number()?)))
            else {
                return Ok(table);
            };
            Ok(table.with_replaced(rounded(column, base, chosen.end_numbers())?)?)
        })
    }

    /// The lookalikes that each record should have: the largest k that a model asks for, at least
    /// 2.
    pub fn lookalikes(&self, table: CountedTable<'_>) -> u64 {
        required_k(&criteria(&self.demand(table.table()), table)).max(2)
    }

    /// A table of exact numbers with the columns rounded that say so, and the terms with their
    /// bases, where these are not said those that all records decide. The columns as they were come
    /// third.
    pub fn rounding(
        self,
        table: Table,
        counts: RecordCounts<'_>,
    ) -> Result<(Self, Table, Vec<Column>), DisclosureError> {
        let exact = self.automatic_columns(&table);
        let mut terms = self;
        if terms.bases().len() < exact.len() {
            let records: Vec<(u32, u64)> =
                (0..table.rows()).map(|row| (row as u32, counts.at(row))).collect();
            let counted = CountedTable::with_counts(&table, counts);
            let k = terms.lookalikes(counted.expect("whoever counted the rows has a count for each"));
            let all = PublishedNumbers { terms: &terms, exact: &exact, table: &table, records: &records, k };
            let bases = all.bases();
            terms = terms.with_bases(&bases)?;
        }
        let table = terms.with_rounded(table, &exact)?;
        Ok((terms, table, exact))
    }
}
