//! A hash of texts that is the same on every machine and in every version: what is drawn by it must
//! not change.

/// FNV-1a over the bytes of `text`, mixed; `start` keeps hashes for different purposes apart.
///
/// It is no secret and keeps none: whoever knows a text knows its hash.
///
/// ```
/// use incog_data::text_hash;
/// assert_eq!(text_hash(0, "P-00123"), text_hash(0, "P-00123"));
/// assert_ne!(text_hash(0, "P-00123"), text_hash(1, "P-00123"));
/// ```
pub fn text_hash(start: u64, text: &str) -> u64 {
    let step = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    mix(text.as_bytes().iter().fold(start ^ 0xcbf2_9ce4_8422_2325, step))
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `state`.
fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
