//! Measuring a table.

use super::distance::Reference;
use super::diversity::{entropy_l, recursive_ratio};
use super::grouping::{Codes, Grouping};
use super::lookalike_sets::LookalikeSets;
use super::own_k::own_k_of_cell;
use super::sensitive::reference;
use super::units::{Histogram, Units};
use super::value_combinations::CombinationCodes;
use super::wildcard::compatible;
use super::{
    Audit, AuditError, AuditRequest, ClassSizes, CoalitionSize, Measurement, MissingReading, RecordsBelow,
    RecursiveDiversity, ReferenceDistances, Risks, RowsOfOne, SensitiveMeasurement, SensitiveRequest,
    SizeCount,
};
use incog_data::{Column, CountedTable, NarrowCodes, Table};
use incog_privacy::{CriterionSubject, MissingAs, ReferenceDistribution};

/// Measures a table under all three readings of missing cells.
pub fn audit<'a>(
    table: impl Into<CountedTable<'a>>,
    request: &AuditRequest<'_>,
) -> Result<Audit, AuditError> {
    let table = table.into();
    let readings = [MissingReading::OwnValue, MissingReading::MatchesAnything, MissingReading::LeftOut]
        .into_iter()
        .map(|missing| measure(table, &AuditRequest { missing, ..request.clone() }))
        .collect::<Result<Vec<_>, _>>()?;
    let columns = columns(table.table(), "table", request.quasi_identifiers.iter())?;
    let unknown: Vec<Vec<bool>> = columns.iter().map(|column| unknown_rows(column)).collect();
    let rows_with_missing = (0..table.table().rows())
        .filter(|&row: &usize| unknown.iter().any(|column| column[row]))
        .map(|row| table.count(row))
        .sum();
    Ok(Audit { rows_with_missing, readings })
}

/// Measures a table as the request reads it.
///
/// Errors: unknown columns, a column named twice, sensitive values outside their hierarchy.
///
/// ```
/// use incog_audit::{AuditRequest, SensitiveRequest, measure};
/// use incog_data::{ColumnBuilder, Table};
/// let column = |name: &str, values: [&str; 4]| {
///     let mut column = ColumnBuilder::new(name);
///     values.iter().for_each(|value| column.push(value));
///     column.finish(&["", "NA", "?"])
/// };
/// let table = Table::new(vec![
///     column("zip", ["130**", "130**", "148**", "148**"]),
///     column("disease", ["flu", "cold", "flu", "flu"]),
/// ]).unwrap();
/// let request = AuditRequest {
///     quasi_identifiers: vec!["zip".into()],
///     sensitive: vec![SensitiveRequest::new("disease")],
///     ..AuditRequest::default()
/// };
/// let measurement = measure(&table, &request).unwrap();
/// assert_eq!((measurement.k, measurement.sensitive[0].distinct_l), (2, 1));
/// assert_eq!(measurement.sensitive[0].t.equal, 0.25);
/// ```
pub fn measure<'a>(
    table: impl Into<CountedTable<'a>>,
    request: &AuditRequest<'_>,
) -> Result<Measurement, AuditError> {
    Ok(Grouped::new(table.into(), request)?.measure())
}

/// A table grouped into crowds, ready to be measured as it is or with records taken away.
pub(super) struct Grouped<'a> {
    counted: CountedTable<'a>,
    request: &'a AuditRequest<'a>,
    pub(super) crowds: LookalikeSets,
    /// Without the cell of each row where there is but one.
    pub(super) cells: Grouping,
    sensitive: Vec<Values>,
    /// All sensitive attributes together, where there are several.
    combinations: Option<Values>,
    provider_of_cell: Option<Vec<u32>>,
    /// The k that the person of each cell asks for, where a column says it; `None` inside where it
    /// cannot be read.
    pub(super) own_k_of_cell: Option<Vec<Option<u64>>>,
    units: Units,
}

/// A sensitive attribute in the cells of crowds.
struct Values {
    name: String,
    of_cell: Vec<u32>,
    /// For each cell, whether it counts for diversity: not when it is missing and the request says
    /// so. `None` when all count.
    counts: Option<Vec<bool>>,
    reference: TwoReferences,
}

/// The distributions that classes are compared with.
struct TwoReferences {
    /// Q: that of the original, or of the table where there is no original.
    whole: Reference,
    /// That of the table, where it has other shares than the original.
    own: Option<Reference>,
}

impl TwoReferences {
    /// `own` is the distribution of the table, where there is an original beside it.
    fn new(whole: Reference, own: Option<Reference>) -> Self {
        let own = own.filter(|own| !own.has_same_shares(&whole));
        Self { whole, own }
    }
}

/// Counts by value of one class.
pub(super) struct ClassValues {
    /// Of all values, missing ones included.
    pub all: Histogram,
    /// Of those that count for diversity, if these are not all.
    diverse: Option<Histogram>,
}

impl ClassValues {
    /// Of the values that count for diversity.
    pub fn diverse(&self) -> &Histogram {
        self.diverse.as_ref().unwrap_or(&self.all)
    }
}

impl Values {
    fn of_class(&self, cells: &[(u32, u64)], units: &Units) -> ClassValues {
        let some = |counts: &Vec<bool>| {
            units.histogram(&self.of_cell, cells.iter().filter(|cell| counts[cell.0 as usize]))
        };
        let diverse = self.counts.as_ref().map(some);
        ClassValues { all: units.histogram(&self.of_cell, cells.iter()), diverse }
    }
}

impl<'a> Grouped<'a> {
    /// Groups the table as the request reads it.
    pub fn new(counted: CountedTable<'a>, request: &'a AuditRequest<'a>) -> Result<Self, AuditError> {
        check_names(request)?;
        let table = counted.table();
        if table.rows() >= u32::MAX as usize {
            return Err(AuditError::TooManyRows { rows: table.rows() });
        }
        let quasi_identifiers = columns(table, "table", request.quasi_identifiers.iter())?;
        let sensitive = columns(table, "table", request.sensitive.iter().map(|attribute| &attribute.name))?;
        let provider = columns(table, "table", request.provider.iter())?;
        let unit = columns(table, "table", request.unit.iter())?;
        let references = references(counted, &sensitive, request)?;
        let mut in_cells = sensitive.clone();
        let own_k = columns(table, "table", request.own_k.iter())?;
        in_cells.extend(provider.iter().chain(&own_k).chain(&unit));
        let (crowds, cells) = crowds(counted, &quasi_identifiers, &in_cells, request.missing);
        let value_of = |column: &Column| -> Vec<u32> {
            cells.representatives.iter().map(|&row| column.codes.at(row as usize)).collect()
        };
        let values = |((column, reference), request): ((&&Column, TwoReferences), &SensitiveRequest)| {
            let raw = value_of(column);
            Values {
                name: column.name.clone(),
                of_cell: raw.iter().map(|&code| column.one_missing(code)).collect(),
                counts: unless_all(raw.iter().map(|&code| counts(column, code, request)).collect()),
                reference,
            }
        };
        let combinations = match sensitive.len() {
            0 | 1 => None,
            _ => Some(combinations(counted, &sensitive, &cells, request)?),
        };
        let provider_of_cell = provider.first().map(|column| value_of(column));
        let own_k_of_cell = own_k_of_cell(counted, request, &cells);
        let units = Units::new(unit.first().copied(), &cells);
        let sensitive = sensitive.iter().zip(references).zip(&request.sensitive).map(values).collect();
        Ok(Self {
            counted,
            request,
            crowds,
            cells,
            sensitive,
            combinations,
            provider_of_cell,
            own_k_of_cell,
            units,
        })
    }

    /// Whether it is known what everybody asks for.
    pub(super) fn knows_own_k(&self) -> bool {
        self.own_k_of_cell.as_ref().is_some_and(|of_cell| of_cell.iter().all(Option::is_some))
    }

    /// The figures of the table.
    pub fn measure(&self) -> Measurement {
        self.measure_crowds(&self.crowds)
    }

    /// The figures of some of its crowds, or of parts of them.
    pub fn measure_crowds(&self, crowds: &LookalikeSets) -> Measurement {
        let measured = |values: &Values| measure_sensitive(values, crowds, &self.units, self.request);
        let providers = self.provider_of_cell.as_ref().map(|of_cell| by_provider(of_cell, crowds));
        let sensitive = self.sensitive.iter().map(measured).collect();
        let combinations = self.combinations.as_ref().map(measured);
        let measurement = summarize(self.counted, self.request, crowds, &self.units, sensitive, providers);
        Measurement { combinations, ..measurement }
    }

    /// The cells of each crowd with their records.
    pub fn crowds(&self) -> impl Iterator<Item = &[(u32, u64)]> {
        (0..self.crowds.len()).map(|crowd| self.crowds.cells(crowd))
    }

    fn values(&self, subject: &CriterionSubject) -> Option<&Values> {
        match subject {
            CriterionSubject::Column(column) => self.sensitive.iter().find(|values| values.name == *column),
            CriterionSubject::Combinations(_) => self.combinations.as_ref().or(self.sensitive.first()),
        }
    }

    /// The distribution of the values in the whole table, or in this one.
    pub fn reference(&self, subject: &CriterionSubject, of: ReferenceDistribution) -> Option<&Reference> {
        let TwoReferences { whole, own } = &self.values(subject)?.reference;
        Some(match of {
            ReferenceDistribution::Table => whole,
            ReferenceDistribution::Release => own.as_ref().unwrap_or(whole),
        })
    }

    /// For each crowd its counts by value.
    pub fn class_values(&self, subject: &CriterionSubject, crowds: &LookalikeSets) -> Vec<ClassValues> {
        let Some(values) = self.values(subject) else { return Vec::new() };
        (0..crowds.len()).map(|crowd| values.of_class(crowds.cells(crowd), &self.units)).collect()
    }

    /// The codes of the values of a column with these texts, all missing values being one; missing
    /// ones among them where the column of `original` knows one of the texts as such.
    pub fn codes_of(&self, original: CountedTable<'_>, column: &str, texts: &[String]) -> Vec<u32> {
        let before = original.column(column);
        let is_missing =
            |text: &String| before.is_some_and(|before| before.missing_texts().contains(&text.trim()));
        let Some(column) = self.counted.column(column) else { return Vec::new() };
        let is_named = |code: u32| texts.iter().any(|text| text == column.dictionary.get(code));
        let codes = (0..column.dictionary.len() as u32).filter(|&code| is_named(code));
        let missing = column.missing.first().filter(|_| texts.iter().any(is_missing));
        codes.map(|code| column.one_missing(code)).chain(missing.copied()).collect()
    }

    /// The records that a row of the table stands for.
    pub fn count(&self, row: u32) -> u64 {
        self.counted.count(row as usize)
    }

    /// Who is counted.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The provider of each cell; `None` without provider column.
    pub fn provider_of_cell(&self) -> Option<&[u32]> {
        self.provider_of_cell.as_deref()
    }
}

fn check_names(request: &AuditRequest<'_>) -> Result<(), AuditError> {
    let sensitive = request.sensitive.iter().map(|attribute| &attribute.name);
    let names: Vec<&String> =
        request.quasi_identifiers.iter().chain(sensitive).chain(&request.provider).collect();
    match (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
        Some(place) => Err(AuditError::NamedTwice { name: names[place].clone() }),
        None => Ok(()),
    }
}

pub(super) fn columns<'t, 'n>(
    table: &'t Table,
    which: &'static str,
    names: impl Iterator<Item = &'n String>,
) -> Result<Vec<&'t Column>, AuditError> {
    names
        .map(|name| {
            table.column(name).ok_or_else(|| AuditError::UnknownColumn {
                table: which,
                name: name.clone(),
                known: table.columns().iter().map(|column| column.name.clone()).collect(),
            })
        })
        .collect()
}

fn references(
    table: CountedTable<'_>,
    sensitive: &[&Column],
    request: &AuditRequest<'_>,
) -> Result<Vec<TwoReferences>, AuditError> {
    let names = request.sensitive.iter().map(|attribute| &attribute.name);
    let originals =
        request.original.map(|original| columns(original.table(), "original table", names)).transpose()?;
    let whole = request.original.unwrap_or(table);
    let unit = columns(whole.table(), "original table", request.unit.iter())?;
    let own_unit = columns(table.table(), "table", request.unit.iter())?;
    (sensitive.iter().zip(&request.sensitive).enumerate())
        .map(|(place, (column, request))| {
            let original = originals.as_ref().map(|originals| (originals[place], whole));
            let of_whole = reference(column, table, original, unit.first().copied(), request)?;
            let own = original.map(|_| reference(column, table, None, own_unit.first().copied(), request));
            Ok(TwoReferences::new(of_whole, own.transpose()?))
        })
        .collect()
}

/// The crowds of all records that count, and the cells they are spread over.
fn crowds(
    table: CountedTable<'_>,
    quasi_identifiers: &[&Column],
    in_cells: &[&Column],
    reading: MissingReading,
) -> (LookalikeSets, Grouping) {
    let rows = table.table().rows();
    let unknown: Vec<Vec<bool>> = match reading {
        MissingReading::OwnValue => vec![vec![]; quasi_identifiers.len()],
        _ => quasi_identifiers.iter().map(|column| unknown_rows(column)).collect(),
    };
    let told: Vec<&Vec<bool>> =
        unknown.iter().filter(|column| column.iter().any(|unknown| !unknown)).collect();
    let is_kept = |row: usize| !told.iter().any(|column| column[row]);
    // Only where rows are left out are codes copied; representatives then need the old row numbers.
    let picked: Option<Vec<u32>> = match reading {
        MissingReading::LeftOut => Some((0..rows as u32).filter(|&row| is_kept(row as usize)).collect()),
        _ => None,
    };
    let picked = picked.filter(|picked| picked.len() < rows);
    let row_of = |place: u32| picked.as_ref().map_or(place, |picked| picked[place as usize]);
    let group = |columns: &[&Column]| {
        let Some(picked) = &picked else { return Grouping::of_columns(columns.iter().copied(), rows) };
        let copies: Vec<NarrowCodes> = columns
            .iter()
            .map(|column: &&Column| column.codes.of_items(picked.iter().map(|&row| row as usize)))
            .collect();
        let values = columns.iter().map(|column| column.dictionary.len());
        let codes = copies.iter().zip(values).map(|(of_row, values)| Codes { of_row, values });
        Grouping::by(&codes.collect::<Vec<_>>(), picked.len())
    };
    let mut cells = group(in_cells);
    let crowds = match reading {
        MissingReading::MatchesAnything if unknown.iter().flatten().any(|&unknown| unknown) => {
            let codes: Vec<Codes<'_>> = quasi_identifiers.iter().map(|&column| column.into()).collect();
            compatible(&codes, &unknown, table, &cells)
        }
        _ => {
            let count = |place: u32| table.count(row_of(place) as usize);
            if cells.len() == 1 {
                // Each row has the only one.
                cells.of_row = Vec::new();
            }
            match &picked {
                None if cells.len() == 1 => {
                    let columns = quasi_identifiers.iter().copied();
                    LookalikeSets::of_sizes(Grouping::sizes_of_columns(columns, rows, table.counts()))
                }
                _ => LookalikeSets::of_classes(&group(quasi_identifiers), &cells, count),
            }
        }
    };
    cells.representatives.iter_mut().for_each(|row| *row = row_of(*row));
    (crowds, cells)
}

/// For each row whether its cell is missing (the reader's markers, or empty, `NA`, `?`) or
/// suppressed (stars only).
fn unknown_rows(column: &Column) -> Vec<bool> {
    let unknown: Vec<bool> = (0u32..)
        .zip(column.dictionary.iter())
        .map(|(code, value)| {
            let value = value.trim();
            // This includes the empty text.
            column.is_missing(code)
                || matches!(value, "NA" | "?")
                || value.chars().all(|character| character == '*')
        })
        .collect();
    column.codes.iter().map(|code| unknown[code as usize]).collect()
}

/// Whether a value counts for diversity.
fn counts(column: &Column, code: u32, request: &SensitiveRequest) -> bool {
    request.missing == MissingAs::Value || !column.is_missing(code)
}

/// Checked once, rather than in every crowd and coalition.
fn unless_all(counts: Vec<bool>) -> Option<Vec<bool>> {
    counts.contains(&false).then_some(counts)
}

/// For each crowd its records by provider, ascending by the provider's code.
fn by_provider(provider_of_cell: &[u32], crowds: &LookalikeSets) -> Vec<Histogram> {
    let records = Units::default();
    (0..crowds.len()).map(|crowd| records.histogram(provider_of_cell, crowds.cells(crowd).iter())).collect()
}

fn measure_sensitive(
    values: &Values,
    crowds: &LookalikeSets,
    units: &Units,
    request: &AuditRequest<'_>,
) -> SensitiveMeasurement {
    let Values { name, reference: TwoReferences { whole, own }, .. } = values;
    let mut recursive: Vec<RecursiveDiversity> =
        request.recursive_l.iter().map(|&l| RecursiveDiversity { l, c: Some(0.0) }).collect();
    let (mut distinct_l, mut least_entropy) = (u64::MAX, f64::INFINITY);
    let mut worst = ReferenceDistances::NONE;
    let mut against_release = own.as_ref().map(|_| ReferenceDistances::NONE);
    for crowd in 0..crowds.len() {
        let class = values.of_class(crowds.cells(crowd), units);
        worst = worst.or_of_class(whole, &class.all);
        against_release =
            against_release.zip(own.as_ref()).map(|(worst, own)| worst.or_of_class(own, &class.all));
        let diverse = class.diverse();
        distinct_l = distinct_l.min(diverse.len() as u64);
        least_entropy = least_entropy.min(entropy_l(diverse));
        for model in &mut recursive {
            let ratio = recursive_ratio(diverse, model.l);
            model.c = model.c.zip(ratio).map(|(worst, ratio)| worst.max(ratio));
        }
    }
    if crowds.len() == 0 {
        (distinct_l, least_entropy) = (0, 0.0);
    }
    SensitiveMeasurement {
        name: name.clone(),
        distinct_l,
        entropy_l: least_entropy,
        recursive,
        t: worst.t,
        shares: worst.shares,
        against_release,
    }
}

/// The combinations of all sensitive values as one attribute (HAEF section 3.2).
fn combinations(
    table: CountedTable<'_>,
    sensitive: &[&Column],
    cells: &Grouping,
    request: &AuditRequest<'_>,
) -> Result<Values, AuditError> {
    let all_count = |row: &u32| {
        let mut columns = sensitive.iter().zip(&request.sensitive);
        columns.all(|(column, request)| counts(column, column.codes.at(*row as usize), request))
    };
    let counts = unless_all(cells.representatives.iter().map(all_count).collect());
    let mut codes = CombinationCodes::default();
    let whole = request.original.unwrap_or(table);
    let names = request.sensitive.iter().map(|attribute| &attribute.name);
    let in_whole = columns(whole.table(), "original table", names)?;
    let of_whole = codes.of_table(&in_whole, whole.table().rows());
    let of_cell = codes.of_rows(sensitive, &cells.representatives);
    let of_own = request.original.map(|_| codes.of_table(sensitive, table.table().rows()));
    let unit = columns(whole.table(), "original table", request.unit.iter())?.first().copied();
    let own_unit = columns(table.table(), "table", request.unit.iter())?.first().copied();
    let reference = TwoReferences::new(
        codes.reference(&of_whole, whole, unit),
        of_own.map(|rows| codes.reference(&rows, table, own_unit)),
    );
    let names: Vec<&str> = sensitive.iter().map(|column| column.name.as_str()).collect();
    Ok(Values { name: names.join(" x "), of_cell, counts, reference })
}

fn summarize(
    table: CountedTable<'_>,
    request: &AuditRequest<'_>,
    crowds: &LookalikeSets,
    units: &Units,
    sensitive: Vec<SensitiveMeasurement>,
    providers: Option<Vec<Vec<(u32, u64)>>>,
) -> Measurement {
    let rows = table.records();
    let sizes = units.sizes(crowds);
    let hiding = || crowds.records.iter().copied().zip(sizes.iter().copied());
    let records: u64 = crowds.records.iter().sum();
    let k = sizes.iter().copied().min().unwrap_or(0);
    let below = |k: u64| hiding().filter(|&(_, size)| size < k).map(|(records, _)| records).sum();
    let overlapping = crowds.records != crowds.sizes;
    let norm = request.k.unwrap_or(k) as f64 * crowds.len() as f64;
    let rows_missing = request.original.map(|original| original.records().saturating_sub(rows));
    let suppressed = request
        .original
        .zip(rows_missing)
        .map_or(0.0, |(original, missing)| missing as f64 * original.records() as f64);
    let mean_risk =
        hiding().map(|(records, size)| records as f64 / size as f64).sum::<f64>() / records.max(1) as f64;
    Measurement {
        reading: request.missing,
        unit: request.unit.clone(),
        rows,
        records,
        rows_missing,
        k,
        classes: class_sizes(crowds),
        records_below: request.thresholds.iter().map(|&k| RecordsBelow { k, records: below(k) }).collect(),
        unique_records: below(2),
        c_avg: (!overlapping && norm > 0.0).then(|| records as f64 / norm),
        discernibility: suppressed
            + crowds.records.iter().zip(&crowds.sizes).map(|(&a, &b)| a as f64 * b as f64).sum::<f64>(),
        risks: Risks {
            prosecutor_max: if k == 0 { 0.0 } else { 1.0 / k as f64 },
            records_at_max: below(k + 1),
            prosecutor_mean: mean_risk,
            marketer: mean_risk,
            journalist_max: None,
            rows_of_one: (!units.are_records()).then(|| rows_of_one(crowds, units)),
        },
        sensitive,
        combinations: None,
        provider_diversity: providers
            .as_ref()
            .map(|providers| providers.iter().map(|histogram| histogram.len() as u64).min().unwrap_or(0)),
        // Whose records hide the same people, one sum cannot say.
        coalitions: providers.filter(|_| units.are_records()).map_or_else(Vec::new, |providers| {
            (1..=request.coalition).map(|m| CoalitionSize { m, k: after_coalitions(&providers, m) }).collect()
        }),
    }
}

/// The largest share of one person among the records of a crowd.
fn rows_of_one(crowds: &LookalikeSets, units: &Units) -> RowsOfOne {
    let share =
        |crowd: usize| units.most_of_one(crowds.cells(crowd)) as f64 / crowds.sizes[crowd].max(1) as f64;
    let shares: Vec<f64> = (0..crowds.len()).map(share).collect();
    let records: u64 = crowds.records.iter().sum();
    let of_records = shares.iter().zip(&crowds.records).map(|(share, records)| share * *records as f64);
    RowsOfOne {
        highest: shares.iter().copied().fold(0.0, f64::max),
        mean: of_records.sum::<f64>() / records.max(1) as f64,
    }
}

/// The smallest number of records left in a class when any `m` providers take theirs away: the m
/// largest take most. 0 where nothing is left, since m-privacy is read strictly.
fn after_coalitions(providers: &[Vec<(u32, u64)>], m: usize) -> u64 {
    let counts =
        |histogram: &Vec<(u32, u64)>| histogram.iter().map(|&(_, count)| count).collect::<Vec<u64>>();
    providers.iter().map(|histogram| after_coalition(&counts(histogram), m)).min().unwrap_or(0)
}

/// The records that a class keeps when the `m` largest of its providers, by their records, take
/// theirs away.
pub(super) fn after_coalition(records: &[u64], m: usize) -> u64 {
    let mut records = records.to_vec();
    records.sort_unstable();
    records.truncate(records.len().saturating_sub(m));
    records.iter().sum()
}

fn class_sizes(crowds: &LookalikeSets) -> ClassSizes {
    let mut sizes = crowds.sizes.clone();
    sizes.sort_unstable();
    let count = sizes.len() as u64;
    let mut histogram: Vec<SizeCount> = Vec::new();
    let mut by_size: Vec<(u64, u64)> =
        crowds.sizes.iter().copied().zip(crowds.records.iter().copied()).collect();
    by_size.sort_unstable();
    for (size, records) in by_size {
        let from = 1 << size.max(1).ilog2();
        match histogram.last_mut() {
            Some(last) if last.from == from => {
                last.classes += 1;
                last.records += records;
            }
            _ => histogram.push(SizeCount { from, to: 2 * from - 1, classes: 1, records }),
        }
    }
    ClassSizes {
        count,
        min: sizes.first().copied().unwrap_or(0),
        median: sizes.get(sizes.len().saturating_sub(1) / 2).copied().unwrap_or(0),
        mean: if count == 0 { 0.0 } else { sizes.iter().sum::<u64>() as f64 / count as f64 },
        max: sizes.last().copied().unwrap_or(0),
        histogram,
    }
}
