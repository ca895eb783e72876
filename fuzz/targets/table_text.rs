//! Tables as text; the first byte chooses the ending.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let names = ["a.csv", "a.tsv", "a.csv.gz", "a.csv.zst"];
    incog_fuzz::read_table(names[first as usize % names.len()], bytes);
});
