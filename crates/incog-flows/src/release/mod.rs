//! What is written: counts, report, page and map.

pub mod count_file;
pub mod geojson;
pub mod page;
pub mod report;
