//! What a search looked like, generation by generation, as a table.

use super::ReleaseProblem;
use incog_data::{ColumnBuilder, Table};
use incog_search::evolutionary::{Snapshot, Strategy};

/// One row a generation: evaluations, island, objective and anonymity degree of the best individual (no
/// objective where it is not allowed), diversity of levels (Euclidean) and of records (Hamming), and the probabilities
/// of the genetic algorithm, of differential evolution and of its strategies where they are adapted.
///
/// `incog_io::write_table` writes it as CSV, Parquet or Arrow.
pub fn snapshot_table(problem: &ReleaseProblem, snapshots: &[Snapshot]) -> Table {
    let fixed = [
        "evaluations",
        "island",
        "best",
        "anonymity",
        "diversity_of_levels",
        "diversity_of_records",
        "ga",
        "de",
    ];
    let names = fixed.into_iter().chain(Strategy::ALL.map(Strategy::name));
    let mut builders: Vec<ColumnBuilder> = names.map(ColumnBuilder::new).collect();
    for snapshot in snapshots {
        for (builder, value) in builders.iter_mut().zip(row(problem, snapshot)) {
            builder.push(&value);
        }
    }
    let columns = builders.into_iter().map(|builder| builder.finish(&[""])).collect();
    Table::new(columns).expect("the names are different and every column got one value a row")
}

fn row(problem: &ReleaseProblem, snapshot: &Snapshot) -> Vec<String> {
    let number = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
    let share = |share: Option<f64>| share.map_or(String::new(), number);
    let best = snapshot.best.is_feasible().then(|| problem.signed(snapshot.best.loss));
    let mut row = vec![
        snapshot.evaluations.to_string(),
        snapshot.island.to_string(),
        share(best),
        number(snapshot.anonymity),
        number(snapshot.diversity_of_levels),
        number(snapshot.diversity_of_records),
        share(snapshot.shares.map(|shares| shares.ga)),
        share(snapshot.shares.map(|shares| shares.de)),
    ];
    row.extend((0..6).map(|strategy| share(snapshot.strategies.map(|shares| shares[strategy]))));
    row
}
