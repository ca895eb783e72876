//! Job files, of tables and of trajectories: what is read is the same when it is written and read
//! again.
#![no_main]

use incog::Job;
use incog::trajectories::TrajectoryJob;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Ok(job) = Job::from_toml(&text, "") {
        // Neither is written, as the result does not depend on them.
        let terms = job.terms().clone().with_threads(None);
        let job = job.with_terms(terms).with_trace(None);
        let written = job.to_toml("").expect("a job can be written");
        let again = Job::from_toml(&written, "").expect("what was written can be read");
        // A path from the root is written as seen from the folder, and then is the same file by
        // another name.
        let may_name_the_root = ["\"/", "'/", "\\"].iter().any(|mark| text.contains(mark));
        if may_name_the_root && again != job {
            assert_eq!(again.to_toml("").ok(), Some(written));
        } else {
            assert_eq!(again, job);
        }
    }
    let _ = TrajectoryJob::from_toml_file(incog_fuzz::file("job.toml", data));
});
