//! Many columns together that single nobody out alone or by pairs: those that chance has moved, and
//! those in which most people have nothing, or the usual value.

use super::LookedAt;
use crate::grouping::Grouping;
use crate::lint::Severity;
use crate::singling::compared_rows::{ComparedRows, FewRecords};
use crate::singling::thresholds::{BESIDE_LABELS, FEWEST_SHARED, MOST_ANSWERS, SPARSE, severity};
use crate::singling::{Blur, Knowable, Known, PublishedColumn, SingledOut, Singling, says_something};
use incog_data::Column;
use incog_privacy::Role;

/// Fewer noisy columns are looked at as pairs.
const FEWEST_NOISY: usize = 3;

impl LookedAt<'_> {
    /// All columns that chance has moved or replaced, known as far as it allows: those that are not
    /// categories, or else all that somebody may know.
    pub fn noisy_together(&self, found: &[SingledOut]) -> Option<SingledOut> {
        let noisy: Vec<&Known<'_>> = self.noisy(found).collect();
        let amounts = noisy.iter().copied().filter(|known| known.knowable != Knowable::Category).collect();
        self.worst_union([amounts, noisy], FEWEST_NOISY, |columns| {
            let rows = ComparedRows::new(self.crowd, &published(columns)).fewer_than(self.least, false);
            (Singling::Noisy, rows)
        })
    }

    /// Noisy columns beside the released labels: each one that is not sensitive, and all together.
    pub fn noisy_beside_labels(&self, found: &[SingledOut], classes: &Grouping) -> Vec<SingledOut> {
        let noisy: Vec<&Known<'_>> = self.noisy(found).collect();
        let beside = |columns: &[&Known<'_>]| {
            let rows = ComparedRows::within(self.crowd, &published(columns), classes).fewer_than(2, false);
            let is_many = u128::from(rows.records) * u128::from(BESIDE_LABELS) > u128::from(self.records);
            is_many.then(|| self.estimated(Singling::BesideLabels, columns, rows))
        };
        let is_alone = |known: &&&Known<'_>| {
            known.published.role != Role::Sensitive && !known.published.blur.has_kinds()
        };
        let mut singled: Vec<SingledOut> =
            noisy.iter().filter(is_alone).filter_map(|known| beside(&[*known])).collect();
        singled.extend(if noisy.len() > 1 { beside(&noisy) } else { None });
        singled
    }

    /// Columns in which most people have nothing, by all values that a record has in them.
    pub fn sparse_together(&self, found: &[SingledOut]) -> Option<SingledOut> {
        if self.records < FEWEST_SHARED {
            return None;
        }
        let sparse = |known: &&Known<'_>| {
            known.published.blur == Blur::None && !known.is_hidden() && self.is_sparse(known)
        };
        let sparse: Vec<&Known<'_>> = self.others(found).filter(sparse).collect();
        let is_exact =
            |known: &&Known<'_>| known.knowable != Knowable::Category && known.distinct > MOST_ANSWERS;
        let exact = sparse.iter().copied().filter(is_exact).collect();
        self.worst_union([exact, sparse], 2, |columns| {
            let emptied: Vec<Column> = columns.iter().map(|known| without_usual(known)).collect();
            let columns = emptied.iter().zip(columns);
            let columns = columns.map(|(column, known)| PublishedColumn { column, ..known.published });
            let columns: Vec<PublishedColumn<'_>> = columns.collect();
            (Singling::Sparse, ComparedRows::new(self.crowd, &columns).fewer_than(self.least, false))
        })
    }

    /// Whether one record in five, or fewer, has another value than the usual one.
    fn is_sparse(&self, known: &Known<'_>) -> bool {
        let said = said(known).map(|code| known.of_code[code as usize]);
        let others =
            said.sum::<u64>() - usual(known, self.records).map_or(0, |code| known.of_code[code as usize]);
        others > 0 && u128::from(others) * u128::from(SPARSE) <= u128::from(self.records)
    }

    /// The first union that is a danger, or else the first that is a warning.
    fn worst_union<'k>(
        &self,
        unions: [Vec<&'k Known<'k>>; 2],
        fewest: usize,
        few: impl Fn(&[&'k Known<'k>]) -> (Singling, FewRecords),
    ) -> Option<SingledOut> {
        let mut worst: Option<SingledOut> = None;
        for (place, columns) in unions.iter().enumerate() {
            let is_tried = place > 0 && columns.len() == unions[0].len();
            if columns.len() < fewest || is_tried {
                continue;
            }
            let (by, rows) = few(columns);
            let knowable = if place == 0 { columns[0].knowable } else { Knowable::Category };
            let Some(severity) = severity(knowable, rows.records, self.records) else { continue };
            let found = SingledOut { severity, knowable, ..self.estimated(by, columns, rows) };
            if severity == Severity::Danger {
                return Some(found);
            }
            worst = worst.or(Some(found));
        }
        worst
    }

    pub(super) fn noisy<'s>(&'s self, found: &'s [SingledOut]) -> impl Iterator<Item = &'s Known<'s>> {
        self.others(found).filter(|known| known.published.blur != Blur::None && known.is_told())
    }

    /// A finding about these records.
    pub(super) fn estimated(&self, by: Singling, columns: &[&Known<'_>], rows: FewRecords) -> SingledOut {
        SingledOut { sample: rows.sample, ..self.found(by, columns, rows.records) }
    }
}

pub(super) fn published<'a>(columns: &[&Known<'a>]) -> Vec<PublishedColumn<'a>> {
    columns.iter().map(|known| known.published).collect()
}

/// The codes of a column that say something of a record.
fn said<'a>(known: &'a Known<'_>) -> impl Iterator<Item = u32> + 'a {
    let codes = 0..known.of_code.len() as u32;
    codes.filter(|code| known.of_code[*code as usize] > 0 && says_something(known.published.column, *code))
}

/// The value that most records have, such as `0` or `no`: it says as little as an empty cell.
fn usual(known: &Known<'_>, records: u64) -> Option<u32> {
    let most = said(known).max_by_key(|code| (known.of_code[*code as usize], std::cmp::Reverse(*code)))?;
    let others = records - known.of_code[most as usize];
    (u128::from(others) * u128::from(SPARSE) <= u128::from(records)).then_some(most)
}

/// A column in which the usual value counts as missing.
fn without_usual(known: &Known<'_>) -> Column {
    let mut column = known.published.column.clone();
    let records = known.of_code.iter().sum();
    if let Some(place) =
        usual(known, records).and_then(|code| column.missing.binary_search(&code).err().zip(Some(code)))
    {
        column.missing.insert(place.0, place.1);
    }
    column
}
