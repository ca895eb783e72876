//! Pages of people on sites where people have pages.

/// Sites on which a path is somebody's page.
const PROFILES: &[&str] = &[
    "facebook.com/",
    "instagram.com/",
    "linkedin.com/in/",
    "twitter.com/",
    "x.com/",
    "tiktok.com/@",
    "xing.com/profile/",
    "vk.com/",
    "t.me/",
];

/// Whether a word is the address of somebody's page.
pub(super) fn is_profile(word: &str) -> bool {
    if !word.contains(".com/") && !word.contains("t.me/") {
        return false;
    }
    let word = word.split_once("://").map_or(word, |(_, rest)| rest).to_ascii_lowercase();
    let word = word.strip_prefix("www.").unwrap_or(&word);
    PROFILES.iter().any(|site| word.strip_prefix(site).is_some_and(|page| page.len() >= 3))
}
