//! Reports: whatever a report says, verifying it ends with a verdict or an error.
#![no_main]

use incog_fuzz::{FOLDER, file};
use std::sync::LazyLock;

/// The files that the reports of the corpus speak of.
static RELEASES: LazyLock<[String; 2]> = LazyLock::new(|| incog_fuzz::releases::make(&FOLDER));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    LazyLock::force(&RELEASES);
    if let Ok(found) = incog::verify_report(file("fuzzed.report.json", data)) {
        assert!(!found.to_text().is_empty());
    }
});
