//! Names of Vietnam.

use super::super::tokens::{Case, Gap, Word};
use super::eponyms::is_called_after;

/// Family names of Vietnam that are words elsewhere when their marks are left out.
const VIETNAMESE: &[&str] = &[
    "nguyen", "tran", "le", "pham", "hoang", "huynh", "phan", "vu", "vo", "dang", "bui", "do", "ho", "ngo",
    "duong", "ly", "truong", "dinh", "doan", "trinh", "luong", "mai", "cao", "lam", "phung", "chau", "ta",
    "quach", "thai", "to", "luu", "kieu",
];

/// Those that are no words elsewhere.
const SURELY_VIETNAMESE: &[&str] = &["nguyen", "pham", "huynh", "tran"];

const VIETNAMESE_GIVEN: &[&str] = &[
    "an", "anh", "bao", "binh", "chau", "chi", "cuong", "dung", "duc", "duy", "giang", "ha", "hai", "hang",
    "hanh", "hien", "hieu", "hoa", "hoai", "hong", "hue", "hung", "huong", "khai", "khanh", "khoa", "kien",
    "lam", "lan", "linh", "loan", "long", "mai", "minh", "my", "nam", "nga", "ngan", "ngoc", "nhan", "nhi",
    "nhung", "oanh", "phat", "phong", "phu", "phuc", "phuong", "quan", "quang", "quoc", "quyen", "quynh",
    "son", "tai", "tam", "tan", "thanh", "thao", "thi", "thinh", "thu", "thuy", "tien", "toan", "trang",
    "tri", "trinh", "trong", "truc", "trung", "tu", "tuan", "tung", "tuyet", "uyen", "van", "viet", "vinh",
    "xuan", "yen", "hien", "hoan", "kim", "lien", "luan", "ly", "man", "nghia", "nguyet", "sang", "sinh",
    "thang", "thuan", "tram", "vu",
];

/// `Nguyễn Văn An`, `Pham Thi Hoa`: a family name and one to three syllables.
pub(super) fn is_vietnamese(words: &[Word<'_>], at: usize) -> bool {
    let family = &words[at];
    if family.case == Case::Lower || !VIETNAMESE.contains(&family.folded.as_str()) {
        return false;
    }
    let is_syllable = |word: &&Word<'_>| {
        word.gap == Gap::Blank
            && word.case != Case::Lower
            && (1..=6).contains(&word.folded.len())
            && word.folded.is_ascii()
    };
    let given: Vec<&Word<'_>> = words[at + 1..].iter().take(3).take_while(is_syllable).collect();
    let Some(last) = given.last() else { return false };
    let is_known = |word: &str| VIETNAMESE_GIVEN.contains(&word);
    let has_marks =
        family.text.chars().chain(given.iter().flat_map(|word| word.text.chars())).any(is_vietnamese_letter);
    let is_city = family.folded == "ho" && given.first().is_some_and(|word| word.folded == "chi");
    let is_sure = match has_marks {
        true => given.iter().any(|word| is_known(&word.folded)),
        false => {
            given.iter().all(|word| is_known(&word.folded))
                && (SURELY_VIETNAMESE.contains(&family.folded.as_str())
                    || given.len() > 1 && ["van", "thi"].contains(&given[0].folded.as_str()))
        }
    };
    is_sure && !is_city && !last.text.is_empty() && !is_called_after(words, at, at + 1 + given.len())
}

fn is_vietnamese_letter(letter: char) -> bool {
    matches!(
        letter,
        '\u{1ea0}'
            ..='\u{1ef9}'
                | 'ơ'
                | 'ư'
                | 'Ơ'
                | 'Ư'
                | 'đ'
                | 'Đ'
                | 'ă'
                | 'Ă'
                | 'â'
                | 'Â'
                | 'ê'
                | 'Ê'
                | 'ô'
                | 'Ô'
                | 'ũ'
                | 'ĩ'
    )
}
