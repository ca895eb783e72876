//! Letters with marks that are written as two letters where a keyboard lacks them.

use unicode_normalization::UnicodeNormalization;

/// A text with two letters for each that has a mark: `mueller` for `müller`; `None` where it has
/// none of them.
pub(super) fn transliterated(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut changed = false;
    let mut written = String::with_capacity(text.len() + 2);
    for sign in text.nfc() {
        let letters = match sign {
            'ä' => "ae",
            'ö' | 'ø' => "oe",
            'ü' => "ue",
            'å' => "aa",
            'Ä' => "Ae",
            'Ö' | 'Ø' => "Oe",
            'Ü' => "Ue",
            'Å' => "Aa",
            other => {
                written.push(other);
                continue;
            }
        };
        changed = true;
        written.push_str(letters);
    }
    changed.then_some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_letters() {
        assert_eq!(transliterated("Müller").as_deref(), Some("Mueller"));
        assert_eq!(transliterated("Mu\u{308}ller").as_deref(), Some("Mueller"));
        assert_eq!(transliterated("Ærø").as_deref(), Some("Æroe"));
        assert_eq!([transliterated("Mueller"), transliterated("José")], [None, None]);
    }
}
