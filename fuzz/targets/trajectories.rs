//! Points in every format, sampled and searched; the first byte chooses the format.
#![no_main]

use incog::Control;
use incog::trajectories::{TrajectoryJob, front};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let names = ["a.csv", "a.txt", "a.plt", "a.gpx", "a.geojson"];
    let input = incog_fuzz::file(names[first as usize % names.len()], bytes);
    let text = format!(
        "input = {:?}\noutput = \"out.csv\"\nprivacy = {{ k = 2, delta = 10 }}\nsampling = {{ instants = 3 }}\n",
        input.display().to_string()
    );
    let job = incog_fuzz::file("trajectories.toml", text.as_bytes());
    let job = TrajectoryJob::from_toml_file(job).expect("the job is good");
    let _ = front(&job, &Control::default());
});
