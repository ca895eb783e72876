//! Micro-aggregation of the CASC reference data: information loss beside that which was published.
//!
//!     cargo run --release -p incog-local --example casc [FOLDER]
//!
//! FOLDER has Tarragona.csv, CASCrefmicrodata.csv (Census) and EIA.csv, as sdcMicro has them;
//! `../shared/data/sdcmicro` when not said. All columns are standardized. The figures for MDAV are
//! those of the literature that compares with it: Domingo-Ferrer and Mateo-Sanz 2002 and after;
//! they are listed in Khomnotai, Lin, Peng and Pal 2018, doi:10.3390/sym10070262.
#![allow(clippy::print_stdout)]

use incog_card::Parameters;
use incog_data::Table;
use incog_io::{ReadOptions, read_table};
use incog_local::microaggregation::{MICROAGGREGATIONS, NumericPoints, least_error};
use incog_search::Budget;
use std::error::Error;
use std::path::Path;

/// A data set: name, file, its columns (all when empty), and MDAV's published loss in percent for
/// each of [`SIZES`].
type Published = (&'static str, &'static str, &'static [&'static str], [f64; 4]);

const SIZES: [usize; 4] = [3, 4, 5, 10];

const EIA: &[&str] = &[
    "UTILITYID",
    "RESREVENUE",
    "RESSALES",
    "COMREVENUE",
    "COMSALES",
    "INDREVENUE",
    "INDSALES",
    "OTHREVENUE",
    "OTHRSALES",
    "TOTREVENUE",
    "TOTSALES",
];

const PUBLISHED: [Published; 3] = [
    ("Tarragona", "Tarragona.csv", &[], [16.93, 19.55, 22.46, 33.19]),
    ("Census", "CASCrefmicrodata.csv", &[], [5.69, 7.49, 9.09, 14.16]),
    ("EIA", "EIA.csv", EIA, [0.48, 0.67, 1.67, 3.84]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "../shared/data/sdcmicro".to_owned());
    println!("100 SSE/SST     k   published |     mdav  improved |   v-mdav  improved |  no less than");
    for (name, file, columns, published) in PUBLISHED {
        let path = Path::new(&folder).join(file);
        if !path.exists() {
            println!("{name}: {} is not there", path.display());
            continue;
        }
        let table = read_table(&path, &ReadOptions::default())?.table;
        let points = NumericPoints::standardized(&numbers(&table, columns)?, None)?;
        for (k, published) in SIZES.into_iter().zip(published) {
            print!("{name:<12} {k:>4} {published:>11.2} |");
            for method in MICROAGGREGATIONS {
                for improved in [false, true] {
                    let parameters = Parameters::defaults(method.card);
                    let found = method.run(&points, k, &parameters, improved, Budget::UNLIMITED)?;
                    print!(" {:>9.3}{}", 100.0 * found.information_loss(), if improved { " |" } else { "" });
                }
            }
            let least = least_error(&points, k, Budget::UNLIMITED);
            println!(" {:>12.3}", 100.0 * least.error / points.total_error());
        }
    }
    Ok(())
}

fn numbers(table: &Table, wanted: &[&str]) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
    let columns = table.columns().iter();
    let columns = columns.filter(|column| wanted.is_empty() || wanted.contains(&&*column.name));
    let number = |value: &str| value.trim().parse::<f64>().map_err(Into::into);
    columns.map(|column| (0..table.rows()).map(|row| number(column.value(row))).collect()).collect()
}
