//! Letters without their marks, so that `Müller`, `MULLER` and `müller` are one word; forms of
//! Arabic letters that are written for each other are one, too.

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

/// Letters of the languages whose names this crate knows; marks that follow their letter are left
/// out.
fn push_plain(folded: &mut String, letter: char) {
    let plain = match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ǎ' | '\u{1ea0}'..='\u{1eb7}' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' | '\u{1eb8}'..='\u{1ec7}' => "e",
        'ğ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' | 'į' | 'ĩ' | '\u{1ec8}'..='\u{1ecb}' => "i",
        'ķ' => "k",
        'ł' | 'ľ' | 'ļ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' | 'ơ' | '\u{1ecc}'..='\u{1ee3}' => "o",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ũ' | 'ų' | 'ư' | '\u{1ee4}'..='\u{1ef1}' => "u",
        'ý' | 'ÿ' | '\u{1ef2}'..='\u{1ef9}' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        '’' | 'ʼ' => "'",
        'ё' => "е",
        'й' => "и",
        'ї' => "і",
        'ά' => "α",
        'έ' => "ε",
        'ή' => "η",
        'ί' | 'ϊ' | 'ΐ' => "ι",
        'ό' => "ο",
        'ύ' | 'ϋ' | 'ΰ' => "υ",
        'ώ' => "ω",
        'ς' => "σ",
        'أ' | 'إ' | 'آ' | 'ٱ' => "ا",
        'ى' | 'ی' => "ي",
        'ة' => "ه",
        'ک' => "ك",
        '\u{300}'..='\u{36f}' | '\u{640}' | '\u{64b}'..='\u{65f}' => "",
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
        assert_eq!(fold("Nguyễn Thị Bưởi"), "nguyen thi buoi");
        assert_eq!((fold("Фёдор"), fold("Γιώργος")), ("федор".to_owned(), "γιωργοσ".to_owned()));
        assert_eq!(fold("أَحْمَد"), "احمد");
    }
}
