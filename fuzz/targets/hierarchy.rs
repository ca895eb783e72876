//! Hierarchy files: what is read has one root, and reads the same when it is written again.
#![no_main]

use incog_data::{HierarchyCsvOptions, read_hierarchy_csv, write_hierarchy_csv};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(hierarchy) = read_hierarchy_csv(data, "h.csv", HierarchyCsvOptions::default()) else { return };
    assert_eq!(hierarchy.labels(hierarchy.height()).len(), 1);
    let mut written = Vec::new();
    write_hierarchy_csv(&hierarchy, b';', &mut written).expect("memory can be written to");
    let options = HierarchyCsvOptions { delimiter: Some(b';'), header: Some(false) };
    let again = read_hierarchy_csv(&written, "h.csv", options).expect("what was written can be read");
    assert!(again == hierarchy);
});
