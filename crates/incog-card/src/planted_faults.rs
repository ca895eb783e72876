//! Small faults that tests plant, to see which guard finds each of them.
//!
//! `tests/oracle/planted.py` builds the program with the feature `planted-faults`, and starts it
//! with the name of one fault, or of several with `;` between them, in `INCOG_PLANTED_FAULT`. No
//! other build looks at that variable, or has any of the faults.

#[cfg(all(feature = "planted-faults", not(debug_assertions)))]
compile_error!("planted-faults is for builds of tests: no release build may have them");

/// Whether a fault is planted in this run of the program.
#[cfg(feature = "planted-faults")]
pub fn is_planted(fault: &str) -> bool {
    static PLANTED: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    let read = || {
        let names = std::env::var("INCOG_PLANTED_FAULT").unwrap_or_default();
        names.split(';').map(str::to_owned).collect()
    };
    PLANTED.get_or_init(read).iter().any(|name| name == fault)
}

/// Never: only builds of the feature `planted-faults` have faults.
#[cfg(not(feature = "planted-faults"))]
#[inline(always)]
pub const fn is_planted(_: &str) -> bool {
    false
}
