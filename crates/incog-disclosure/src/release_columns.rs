//! The columns in which a release is written, and what they say: a quasi-identifier that is
//! published as numbers has cells in the place of each label.

use crate::gate;
use crate::job::{Role, Terms};
use crate::report::AllColumnsRisk;
use incog_audit::{
    LinkedFacts, MovedColumns, NoisyRequest, exposure, exposure_by_noisy_columns, exposure_of_joined_rows,
};
use incog_data::{
    Aggregate, Column, CountedTable, DictionaryBuilder, NarrowCodes, Publish, QuantileLimits, Table,
    ValueType,
};
use incog_treatment::{NeededKey, redaction_mark};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// A cell that says nothing in the form in which its column is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoCell {
    /// The quasi-identifier.
    pub column: String,
    /// The row, from 1 without the header.
    pub row: usize,
}

impl Terms {
    /// In what form a column of the table is published.
    pub fn publish_as(&self, column: &str) -> Publish {
        let column = self.columns.get(column).filter(|column| column.role == Role::QuasiIdentifier);
        column.map_or(Publish::Label, |column| column.publish)
    }

    /// What stands for the values of a class in a column; `None` where values are published as they
    /// are.
    pub fn aggregate_of(&self, column: &str) -> Option<Aggregate> {
        self.columns.get(column)?.aggregate
    }

    /// The quantiles at which the published numbers of a column are coded.
    pub fn limits_of(&self, column: &str) -> Option<QuantileLimits> {
        self.treatment_of(column)?.spec.limits()
    }

    /// Whether the cells of a column are made of the values of all published records, so that the
    /// release does not have these.
    pub fn is_made_of_others(&self, column: &str) -> bool {
        self.aggregate_of(column).is_some() || self.limits_of(column).is_some()
    }

    /// The word for the form in which a column is published, where that is not as labels or values.
    pub fn published_form(&self, column: &str) -> Option<String> {
        let publish = self.publish_as(column);
        if let Some(treatment) = self.treatment_of(column) {
            return Some(treatment.spec.name().to_owned());
        }
        let aggregate = self.aggregate_of(column).map(Aggregate::name);
        aggregate.or_else(|| publish.is_numeric().then(|| publish.name())).map(str::to_owned)
    }

    /// What the rows of one person tell together in the records of a release, where the column
    /// joins them.
    pub fn linked(&self, records: &Table, column: &str) -> Option<LinkedFacts> {
        let person = records.column(column).filter(|_| self.role(column).names_people())?;
        let names = records.columns().iter().map(|column| column.name.as_str());
        let quasi_identifiers: Vec<&str> =
            names.filter(|name| self.role(name) == Role::QuasiIdentifier).collect();
        Some(LinkedFacts::measure(records, person, &quasi_identifiers))
    }

    /// How often the mark of each detector stands in the published cells of a column whose text is
    /// redacted.
    pub fn redacted(&self, records: &Table, column: &str) -> BTreeMap<String, u64> {
        let said = self.treatment_of(column).map(|treatment| treatment.spec.parameters().texts("redact"));
        let (Some(Ok(detectors)), Some(cells)) = (said, records.column(column)) else {
            return BTreeMap::new();
        };
        let rows = cells.counts();
        let count = |detector: &String| {
            let mark = redaction_mark(detector);
            let found = cells
                .dictionary
                .iter()
                .zip(&rows)
                .map(|(cell, rows)| cell.matches(&mark).count() as u64 * rows);
            (detector.clone(), found.sum())
        };
        detectors.iter().map(count).collect()
    }

    /// The columns of a release whose published cells others may know of somebody:
    /// quasi-identifiers by their labels, all others by their value. Nobody knows pseudonyms, what
    /// a secret has changed, and what is made of the values of a class.
    pub fn knowable<'t>(&self, records: &'t Table) -> Vec<&'t Column> {
        let is_drawn = |name: &str| {
            self.treatment_of(name).is_some_and(|treatment| treatment.spec.needed_key() != NeededKey::None)
        };
        let is_known = |column: &&Column| {
            let (name, role) = (column.name.as_str(), self.role(&column.name));
            role == Role::QuasiIdentifier
                || !role.names_people() && self.aggregate_of(name).is_none() && !is_drawn(name)
        };
        records.columns().iter().filter(is_known).collect()
    }

    /// The risk by all columns of a release that others may know, measured on its records; `unit`
    /// names whom each is about. Where a published pseudonym joins rows, all rows of a person are
    /// known, and of dates that are moved by person the days between.
    pub fn all_columns_risk(
        &self,
        records: CountedTable<'_>,
        unit: Option<&Column>,
        k: u64,
    ) -> AllColumnsRisk {
        let known = self.knowable(records.table());
        let Some(person) = self.joins_rows(records.table()) else {
            return self.risk_by_noisy_columns(records, unit, k);
        };
        let moved = self.moved_together(records.table());
        let is_told = |column: &&Column| {
            known.iter().chain(moved.iter().flat_map(|one| &one.0)).any(|one| one.name == column.name)
        };
        let names = records.table().columns().iter().filter(is_told).map(|column| column.name.clone());
        let names = names.collect();
        let found = exposure_of_joined_rows(records, known.iter().copied(), &moved, person);
        AllColumnsRisk::of_columns(names, &found, k)
    }

    /// The risk where no pseudonym joins rows: the true numbers behind noisy columns are known,
    /// too, as far as twice the deviation of the noise leaves them apart.
    fn risk_by_noisy_columns(
        &self,
        records: CountedTable<'_>,
        unit: Option<&Column>,
        k: u64,
    ) -> AllColumnsRisk {
        let known = self.knowable(records.table());
        let names = known.iter().map(|column| column.name.clone()).collect();
        let noisy = gate::noisy(self, records.table());
        if noisy.is_empty() {
            return AllColumnsRisk::of_columns(names, &exposure(records, known, unit), k);
        }
        let of_noise = noisy.iter().map(|noisy| noisy.column.name.clone()).collect();
        let request = NoisyRequest { known, noisy, unit };
        let (found, sample) = exposure_by_noisy_columns(records, &request);
        AllColumnsRisk { noisy: of_noise, sample, ..AllColumnsRisk::of_columns(names, &found, k) }
    }

    /// The published pseudonym that says which rows of a release are one person's: that of the
    /// people who are counted, or else the first.
    fn joins_rows<'t>(&self, records: &'t Table) -> Option<&'t Column> {
        let mut pseudonyms = records.columns().iter().filter(|column| self.role(&column.name).names_people());
        let unit = self.unit.column().and_then(|unit| records.column(unit));
        unit.or_else(|| pseudonyms.next())
    }

    /// The columns of dates that are moved by person, those of equally many days together: a public
    /// report has no path of the key.
    fn moved_together<'t>(&self, records: &'t Table) -> Vec<MovedColumns<'t>> {
        let mut by_most: BTreeMap<u64, MovedColumns<'t>> = BTreeMap::new();
        for column in records.columns() {
            if let Some(most) = self.most_days_moved(&column.name) {
                by_most.entry(most).or_default().0.push(column);
            }
        }
        by_most.into_values().collect()
    }

    /// Whether the cells of a column that is not generalized are values of the table, which can be
    /// counted.
    pub fn has_values_of(&self, column: &str) -> bool {
        matches!(self.aggregate_of(column), None | Some(Aggregate::Mode)) && self.limits_of(column).is_none()
    }
}

/// A written release with the label that the cells say in the place of the cells, row by row; the
/// release itself where there are none. Columns that are not there, or do not stand side by side,
/// are left as they are.
pub fn with_labels<'t>(terms: &Terms, release: Cow<'t, Table>) -> Result<Cow<'t, Table>, NoCell> {
    if !release.columns().iter().any(|column| begins(terms, &column.name).is_some()) {
        return Ok(release);
    }
    let mut columns = release.into_owned().into_columns().into_iter().peekable();
    let mut labelled = Vec::new();
    while let Some(column) = columns.next() {
        let Some((name, publish)) = begins(terms, &column.name) else {
            labelled.push(column);
            continue;
        };
        let names = publish.columns(name);
        let mut cells = vec![column];
        while cells.len() < names.len() {
            match columns.next_if(|next| next.name == names[cells.len()]) {
                Some(next) => cells.push(next),
                None => break,
            }
        }
        if cells.len() == names.len() {
            labelled.push(labels(name, publish, &cells)?);
        } else {
            labelled.extend(cells);
        }
    }
    // Fails where a column stands beside its own bounds.
    Table::new(labelled).map(Cow::Owned).map_err(|_| NoCell { column: String::new(), row: 1 })
}

/// The quasi-identifier of which this is the first written column.
fn begins<'t>(terms: &'t Terms, written: &str) -> Option<(&'t str, Publish)> {
    let forms = terms.columns.keys().map(|name| (name.as_str(), terms.publish_as(name)));
    let mut numeric = forms.filter(|(_, publish)| publish.is_numeric());
    numeric.find(|(name, publish)| publish.columns(name).first().is_some_and(|first| first == written))
}

/// The labels that some columns say together.
fn labels(name: &str, publish: Publish, cells: &[Column]) -> Result<Column, NoCell> {
    let rows = cells.first().map_or(0, |column| column.codes.len());
    let (mut values, mut codes) = (DictionaryBuilder::default(), NarrowCodes::new());
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    for row in 0..rows {
        let key: Vec<u32> = cells.iter().map(|column| column.codes.at(row)).collect();
        if let Some(&code) = known.get(&key) {
            codes.push(code);
            continue;
        }
        let texts: Vec<&str> = cells.iter().map(|column| column.value(row)).collect();
        let label = publish.label(&texts).ok_or_else(|| NoCell { column: name.to_owned(), row: row + 1 })?;
        let code = values.insert(&label);
        known.insert(key, code);
        codes.push(code);
    }
    let dictionary = values.finish();
    Ok(Column {
        value_type: ValueType::infer(dictionary.iter()),
        name: name.to_owned(),
        dictionary,
        codes,
        missing: Vec::new(),
    })
}
