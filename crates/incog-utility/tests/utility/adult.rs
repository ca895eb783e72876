//! The complete-case Adult table and ARX's hierarchies, when they are there.

use incog_data::{Classes, Column, ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier, Tuples};
use std::path::Path;
use std::sync::Arc;

/// The nine quasi-identifiers of adult_30162.csv in the order of the file, or `None` with a
/// printed reason when the data is not beside the repository.
pub fn tuples() -> Option<Tuples> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult");
    if !folder.join("adult_30162.csv").exists() {
        eprintln!("skipped: {} is not there", folder.display());
        return None;
    }
    let columns = columns(&folder.join("adult_30162.csv"));
    let qids = columns.iter().map(|column| {
        let path = folder.join(format!("hierarchies_arx/adult_hierarchy_{}.csv", column.name));
        QuasiIdentifier::new(column, Arc::new(hierarchy(&path))).unwrap()
    });
    let rows = columns[0].codes.len();
    Some(Tuples::new(qids.collect(), &columns.iter().collect::<Vec<_>>(), &[], rows).unwrap())
}

/// Groups at `levels` and suppresses the classes of fewer than `k` records.
pub fn k_anonymous<'a>(tuples: &'a Tuples, levels: &[u8], k: u64) -> Classes<'a> {
    Classes::group(tuples, &Levels::from(levels.to_vec()))
        .retain(|class| if class.size >= k { Kept::All } else { Kept::Nothing })
}

fn records(path: &Path, headers: bool) -> csv::Reader<std::fs::File> {
    csv::ReaderBuilder::new().delimiter(b';').has_headers(headers).from_path(path).unwrap()
}

fn columns(path: &Path) -> Vec<Column> {
    let mut reader = records(path, true);
    let mut builders: Vec<_> = reader.headers().unwrap().iter().map(ColumnBuilder::new).collect();
    for record in reader.records() {
        let record = record.unwrap();
        builders.iter_mut().zip(&record).for_each(|(builder, value)| builder.push(value));
    }
    builders.into_iter().map(|builder| builder.finish(&["?"])).collect()
}

fn hierarchy(path: &Path) -> Hierarchy {
    let rows: Vec<_> = records(path, false).records().map(Result::unwrap).collect();
    Hierarchy::new(rows.iter().map(|row| row.iter().collect::<Vec<_>>())).unwrap()
}
