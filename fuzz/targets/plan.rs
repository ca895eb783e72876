//! Plans: whatever a plan says, applying it to its table or to another one ends with a release that holds, or an error.
#![no_main]

use incog::{Job, PlanFile};
use incog_fuzz::{FOLDER, file, releases};
use std::sync::LazyLock;

/// The table that the plans of the corpus are for.
static TABLE: LazyLock<()> = LazyLock::new(|| _ = file("people.csv", releases::people().as_bytes()));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    LazyLock::force(&TABLE);
    let path = file("fuzzed.plan.json", data);
    let Ok(plan) = PlanFile::read(&path) else { return };
    // Nothing outside of the folder is read or written, whatever the plan says.
    let input = FOLDER.join("people.csv");
    let inside = |job: Job| Job {
        input: input.clone(),
        inputs: Vec::new(),
        output: FOLDER.join("fuzzed.release.csv"),
        secret: None,
        force: true,
        internal: true,
        ..job
    };
    if let Ok(job) = plan.job(&*FOLDER) {
        let _ = inside(job).apply(&plan);
    }
    if let Ok(job) = plan.job_for(&path, &input) {
        let _ = inside(job).reuse(&plan);
    }
});
