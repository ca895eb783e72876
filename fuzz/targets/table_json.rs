//! Tables as JSON lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| incog_fuzz::read_table("a.jsonl", data));
