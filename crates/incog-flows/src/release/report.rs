//! What a run says of itself.

use crate::counts::trip_ends::LARGEST_SHARE;
use crate::counts::{FlowTable, PublishedCount};
use crate::error::FlowsError;
use crate::facts::clock::FlowClock;
use crate::facts::grid::FlowGrid;
use crate::facts::stays::Stay;
use crate::fitness::FlowFitness;
use crate::job::FlowsJob;
use incog_trips::{Dropped, PromiseUnit, SuspectPoints};
use serde::{Deserialize, Serialize};

/// The `kind` of a report of flows.
pub const KIND: &str = "flows";

/// The report of published counts. All of it follows from these and from the job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowsReport {
    /// Version of the program.
    pub incog: String,
    /// What kind of report this is: `flows`.
    pub kind: String,
    /// The job as run; paths are relative to the folder of the report.
    pub job: FlowsJob,
    /// The squares.
    pub grid: FlowGrid,
    /// The stops that ended trips.
    pub stay: Option<Stay>,
    /// At most this share of those who begin in a square, or arrive there, make one published trip.
    pub largest_share: f64,
    /// The SHA-256 of the file of counts.
    pub sha256: String,
    /// The tables in it.
    pub tables: Vec<TableOfCounts>,
    /// What is promised.
    pub promises: Vec<String>,
    /// What is not.
    pub caveats: Vec<String>,
}

/// What a file of counts has of one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOfCounts {
    /// The table.
    pub table: FlowTable,
    /// Whether the counts are by band; otherwise of all bands.
    pub by_band: bool,
    /// How many counts.
    pub counts: usize,
    /// The smallest one.
    pub smallest: usize,
    /// How many have finest squares, those of twice the side, and so on.
    pub levels: Vec<usize>,
}

/// For the steward: what the public report leaves out, since it tells of all objects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InternalFlowsReport {
    /// What is public.
    pub public: FlowsReport,
    /// Objects in the input.
    pub objects: usize,
    /// Points that were not used.
    pub dropped: Dropped,
    /// Points that cannot be right.
    pub suspect: SuspectPoints,
    /// What the counts are good for.
    pub fitness: Vec<FlowFitness>,
}

impl FlowsReport {
    /// The report of some counts.
    pub fn new(
        job: FlowsJob,
        counts: &[PublishedCount],
        grid: FlowGrid,
        stay: Option<Stay>,
        sha256: String,
    ) -> Self {
        let kinds = FlowTable::ALL.into_iter().flat_map(|table| [(table, true), (table, false)]);
        let tables =
            kinds.filter_map(|(table, by_band)| TableOfCounts::new(counts, table, by_band)).collect();
        let (k, unit) = (job.privacy.k, job.privacy.unit);
        Self {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            kind: KIND.to_owned(),
            job,
            grid,
            stay,
            largest_share: LARGEST_SHARE,
            sha256,
            tables,
            promises: promises(k, unit),
            caveats: caveats(unit),
        }
    }

    /// The bands of time.
    pub fn clock(&self) -> FlowClock {
        self.job.clock()
    }

    /// As text.
    ///
    /// # Errors
    /// When it is no JSON.
    pub fn to_json(&self) -> Result<String, FlowsError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

fn promises(k: usize, unit: PromiseUnit) -> Vec<String> {
    let objects = if unit == PromiseUnit::Trip { "trips" } else { "objects" };
    vec![
        format!("every count is of at least {k} different {objects}"),
        format!(
            "in every count at least {k} {objects} are in no count below it, so that subtraction gives no \
             smaller count"
        ),
        format!(
            "a count with several counts within it has at least {} {objects} more than the largest of them",
            2 * k
        ),
        "at most 80 % of those who begin in a square, or arrive in it, make one published trip".to_owned(),
    ]
}

fn caveats(unit: PromiseUnit) -> Vec<String> {
    let of_trips =
        "trips are counted, not the people who made them: all trips of a count may be of one person";
    let of_objects = "an object is what the input names: somebody who uses several vehicles counts several times, \
                      and a vehicle may have one user";
    let of_unit = if unit == PromiseUnit::Trip { of_trips } else { of_objects };
    CAVEATS.into_iter().chain([of_unit]).map(str::to_owned).collect()
}

const CAVEATS: [&str; 3] = [
    "whoever knows all objects of a count but one may compute the last one's part in it",
    "two releases of overlapping data can be subtracted; the promise is about one release",
    "whoever knows the roads can compare counts along one road: what enters a square and does not leave it has \
     stopped there",
];

impl TableOfCounts {
    /// What the counts have of one table; none where they have nothing.
    pub fn new(counts: &[PublishedCount], table: FlowTable, by_band: bool) -> Option<Self> {
        let here: Vec<&PublishedCount> =
            counts.iter().filter(|count| count.is_kind(table, by_band)).collect();
        let smallest = here.iter().map(|count| count.objects).min()?;
        let top = here.iter().map(|count| count.key.level).max().unwrap_or(0);
        let mut levels = vec![0; usize::from(top) + 1];
        here.iter().for_each(|count| levels[usize::from(count.key.level)] += 1);
        Some(Self { table, by_band, counts: here.len(), smallest, levels })
    }
}
