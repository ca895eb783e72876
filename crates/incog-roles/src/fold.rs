//! Letters without their marks, so that `Müller`, `MULLER` and `müller` are one word.

/// The text in small letters without diacritics; what is no letter stays.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            folded.push(letter.to_ascii_lowercase());
        } else {
            letter.to_lowercase().for_each(|small| push_plain(&mut folded, small));
        }
    }
    folded
}

/// Letters of the languages whose names this crate knows; marks that follow their letter are left out.
fn push_plain(folded: &mut String, letter: char) {
    let plain = match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' | 'į' => "i",
        'ł' | 'ľ' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        '’' | 'ʼ' => "'",
        '\u{300}'..='\u{36f}' => "",
        other => return folded.push(other),
    };
    folded.push_str(plain);
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn marks_and_capitals_do_not_count() {
        assert_eq!(fold("MÜLLER Łukasz Straße"), "muller lukasz strasse");
        assert_eq!(fold("Jose\u{301} O’Brien"), "jose o'brien");
        assert_eq!(fold("東京 İ"), "東京 i");
    }
}
