//! Proofs: whatever a proof says, verifying a report with it ends with a verdict or an error.
#![no_main]

use incog::verify::VerifyOptions;
use incog::verify_report_with;
use incog_fuzz::{FOLDER, file, releases};
use std::sync::LazyLock;

/// The releases that the proofs of the corpus are about.
static PROVED: LazyLock<[String; 2]> = LazyLock::new(|| releases::proofs(&FOLDER));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    LazyLock::force(&PROVED);
    let options = VerifyOptions { proof: Some(file("fuzzed.proof.json", data)), ..VerifyOptions::default() };
    for kind in releases::KINDS {
        let report = FOLDER.join(format!("{kind}.csv.report.json"));
        if let Ok(found) = verify_report_with(report, &options) {
            assert!(!found.to_text().is_empty());
        }
    }
});
