//! Checks a file of counts against the input.
//!
//! It counts again, row by row, with plain sets, and shares only the reading of points with the
//! code that chose the counts.

mod row;
mod trip_ways;

use crate::counted::read;
use crate::counts::{FlowKey, FlowTable};
use crate::error::FlowsError;
use crate::facts::{FlowFact, FlowFacts};
use crate::job::FlowsJob;
use crate::release::count_file::{digest, read_rows};
use crate::release::report::{FlowsReport, KIND};
use incog_io::read_json;
use incog_report::verification::reach::Reach;
use incog_report::{Check, Verification, VerifyOptions};
use row::{CheckedRow, band_names, understand};
use std::collections::BTreeMap;
use std::path::Path;
use trip_ways::TripWays;

/// Whether the text of a report is about flows.
pub fn is_report(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct KindOfReport {
        kind: Option<String>,
    }
    read_json(text).is_ok_and(|report: KindOfReport| report.kind.as_deref() == Some(KIND))
}

/// Reads input and counts of a report again, and checks the promise.
///
/// # Errors
/// When the text is no report, or a file cannot be read.
pub fn verify(path: &Path, text: &str, options: &VerifyOptions) -> Result<Verification, FlowsError> {
    let report: FlowsReport = read_json(text).map_err(|error| FlowsError::NoReport {
        path: path.to_owned(),
        what: incog_io::without_found_values(&error.to_string()),
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let reach = Reach::new(folder, []);
    let input = options.input.clone().unwrap_or_else(|| folder.join(&report.job.input));
    let output = options.release.clone().unwrap_or_else(|| folder.join(&report.job.output));
    if options.input.is_none() {
        reach.check(&input, "--input FILE")?;
    }
    if options.release.is_none() {
        reach.check(&output, "--release FILE")?;
    }
    let job = FlowsJob { input, output: output.clone(), ..report.job.clone() };
    job.check()?;
    let counted = read(&job, Some(report.grid))?;
    let mut checks = check_file(&report, &output, &counted.facts)?;
    let grid = (counted.reading.grid, counted.reading.stay) == (report.grid, report.stay);
    checks.push(Check::new("grid", grid, "parallel and stops follow from the input and the job"));
    checks.push(Check::new("promises", report.promises_hold(), "the sentences are those of this k"));
    Ok(Verification::from_checks(checks))
}

impl FlowsReport {
    fn promises_hold(&self) -> bool {
        let told = Self::new(self.job.clone(), &[], self.grid, self.stay, String::new());
        (told.promises, told.caveats, told.largest_share)
            == (self.promises.clone(), self.caveats.clone(), self.largest_share)
    }
}

/// All checks of a written file.
pub fn check_file(report: &FlowsReport, path: &Path, facts: &FlowFacts) -> Result<Vec<Check>, FlowsError> {
    let found = read_rows(path)?;
    let bands = band_names(report, facts);
    let mut rows: Vec<CheckedRow> = found.iter().filter_map(|row| understand(row, report, &bands)).collect();
    let understood = rows.len() == found.len() && !rows.is_empty();
    let places: BTreeMap<(FlowTable, FlowKey), usize> =
        rows.iter().enumerate().map(|(place, row)| ((row.table, row.key), place)).collect();
    let top = report.grid.top();
    let once = places.len() == rows.len() && are_apart(&rows, &places, top);
    let mut ways = TripWays::default();
    for table in FlowTable::ALL {
        for fact in facts.of_table(table) {
            for place in around(table, fact, &places, top) {
                rows[place].counted.insert(fact.object);
                if table == FlowTable::Trips {
                    ways.add(fact, top);
                }
                let above = above(table, rows[place].key.band, fact);
                let above: Vec<usize> = above
                    .iter()
                    .flat_map(|(table, fact, all)| at(*table, fact, *all, &places, top))
                    .collect();
                above.into_iter().for_each(|above| {
                    rows[above].told.insert(fact.object);
                });
            }
        }
    }
    for place in 0..rows.len() {
        let count = rows[place].objects;
        for around in rows[place].lies_within(top).iter().filter_map(|key| places.get(key)) {
            rows[*around].inner += 1;
            rows[*around].largest_inner = rows[*around].largest_inner.max(count);
        }
    }
    rows.iter_mut().filter(|row| row.table == FlowTable::Moves).for_each(|row| ways.tell(row));
    let k = report.job.privacy.k;
    let same = digest(path)? == report.sha256;
    let check = |claim: &str, test: &dyn Fn(&CheckedRow) -> bool| {
        let wrong = rows.iter().filter(|row| !test(row)).count();
        Check::new(claim, wrong == 0, format!("{} of {} counts", rows.len() - wrong, rows.len()))
    };
    Ok(vec![
        check("every count has at least k different objects", &|row| row.counted.len() >= k).promised(),
        check("subtraction leaves at least k objects of every count", &|row| {
            row.counted.difference(&row.told).count() >= k
        })
        .promised(),
        check("counts within a count leave at least k objects open", &|row| {
            row.inner < 2 || row.objects >= 2 * k + row.largest_inner
        })
        .promised(),
        check("no trip is the only one of a square", &|row| row.is_shared(facts)).promised(),
        check("every count is right", &|row| row.objects == row.counted.len()),
        Check::new("every row is understood", understood, format!("{} rows", found.len())),
        Check::new("no two counts of a table overlap", once, "each fact is in one count of its kind"),
        Check::new("sha256", same, "of the file of counts"),
        Check::new("tables", tables_match(report, &rows), "how many counts there are, and the smallest"),
    ])
}

/// The rows of a table that count a fact: by its band, or of all bands.
fn at(
    table: FlowTable,
    fact: &FlowFact,
    all_bands: bool,
    places: &BTreeMap<(FlowTable, FlowKey), usize>,
    top: u8,
) -> Vec<usize> {
    let keys = (0..=top).map(|level| (table, FlowKey::around(fact, level, all_bands)));
    keys.filter_map(|key| places.get(&key).copied()).collect()
}

/// The rows of a table that count a fact.
fn around(
    table: FlowTable,
    fact: &FlowFact,
    places: &BTreeMap<(FlowTable, FlowKey), usize>,
    top: u8,
) -> Vec<usize> {
    [false, true].into_iter().flat_map(|all| at(table, fact, all, places, top)).collect()
}

/// What a fact of a row implies: facts of rows above, by band or of all bands.
fn above(table: FlowTable, band: Option<i32>, fact: &FlowFact) -> Vec<(FlowTable, FlowFact, bool)> {
    let (from, to) = (fact.presence(fact.from, fact.band), fact.presence(fact.to, fact.until));
    let mut implied = Vec::new();
    if table != FlowTable::Presence {
        implied.extend([(FlowTable::Presence, from, false), (FlowTable::Presence, to, false)]);
    }
    if table != FlowTable::Presence || band.is_some() {
        implied.extend([(FlowTable::Presence, from, true), (FlowTable::Presence, to, true)]);
    }
    if table == FlowTable::Trips && band.is_some() {
        implied.push((FlowTable::Trips, *fact, true));
    }
    implied
}

/// Whether no square of a row is inside one of another row of its kind.
fn are_apart(rows: &[CheckedRow], places: &BTreeMap<(FlowTable, FlowKey), usize>, top: u8) -> bool {
    rows.iter().all(|row| {
        let mut key = row.key;
        (row.key.level..top).all(|_| {
            key = key.parent();
            !places.contains_key(&(row.table, key))
        })
    })
}

fn tables_match(report: &FlowsReport, rows: &[CheckedRow]) -> bool {
    let counts: usize = report.tables.iter().map(|table| table.counts).sum();
    counts == rows.len()
        && report.tables.iter().all(|told| {
            let here: Vec<&CheckedRow> = rows
                .iter()
                .filter(|row| row.table == told.table && row.key.band.is_some() == told.by_band)
                .collect();
            let mut levels = vec![0; told.levels.len()];
            for level in here.iter().map(|row| usize::from(row.key.level)) {
                levels.get_mut(level).into_iter().for_each(|count| *count += 1);
            }
            here.iter().map(|row| row.objects).min() == Some(told.smallest)
                && told.levels == levels
                && told.counts == here.len()
        })
}
