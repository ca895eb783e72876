//! Plans: whatever a plan says, applying it to its table or to another one ends with a release that
//! holds, or an error.
#![no_main]

use incog::runs::FileRuns;
use incog::{Job, PlanFile};
use incog_fuzz::{FOLDER, file, releases};
use std::sync::LazyLock;

/// The table that the plans of the corpus are for.
static TABLE: LazyLock<()> = LazyLock::new(|| _ = file("people.csv", releases::people().as_bytes()));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    LazyLock::force(&TABLE);
    let path = file("fuzzed.plan.json", data);
    let Ok(mut plan) = PlanFile::read(&path) else { return };
    // No table, secret or plan from outside of the folder is read and nothing there is written,
    // whatever the plan says.
    (plan.job.input, plan.job.inputs) = (Some("people.csv".into()), None);
    plan.job.output = Some("fuzzed.release.csv".into());
    (plan.job.release.secret, plan.job.search.trace, plan.job.hierarchy.plan) = (None, None, None);
    let overwriting = |job: Job| job.replacing_output(true).with_internal_report(true);
    if let Ok(job) = plan.job(&*FOLDER) {
        let _ = overwriting(job).apply(&plan);
    }
    if let Ok(job) = plan.job_for(&path, FOLDER.join("people.csv")) {
        let _ = overwriting(job).reuse(&plan);
    }
});
