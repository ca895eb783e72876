//! Tables as Arrow IPC, file and stream.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| incog_fuzz::read_table("a.arrow", data));
