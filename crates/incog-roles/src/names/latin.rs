//! Names of people in Latin letters.

use super::NameEvidence;
use super::cues::{is_degree, is_disease, is_no_name, is_place_or_thing, is_relative, is_title};
use super::lists::{is_common, is_family, is_given};
use super::tokens::{Case, Gap, Word};

/// What a text in Latin letters says of somebody's name.
pub(super) fn evidence(words: &[Word<'_>]) -> Option<NameEvidence> {
    let any = |is: fn(&[Word<'_>], usize) -> bool| (0..words.len()).any(|at| is(words, at));
    if any(is_introduced) {
        return Some(NameEvidence::Introduced);
    }
    if any(is_full_name) || is_reversed(words) {
        return Some(NameEvidence::Full);
    }
    (is_abbreviated(words) || is_half_known(words)).then_some(NameEvidence::Hint)
}

/// Whether a text is a name and nothing else.
pub(super) fn is_name(words: &[Word<'_>]) -> bool {
    if words.is_empty() {
        return false;
    }
    let is_full = end_of_full_name(words, 0) == Some(words.len()) && is_full_name(words, 0);
    let is_titled = words.len() <= 4 && is_title(&words[0].folded) && is_addressed(words, 0);
    is_full || is_reversed(words) || is_titled || words.len() <= 4 && is_vietnamese(words, 0)
}

/// Words within a name.
const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "el",
    "al", "bin", "ibn", "ben", "y", "e", "ten", "ter", "zu", "af", "av", "st",
];

fn given(word: &Word<'_>) -> bool {
    word.parts().all(is_given)
}

fn family(word: &Word<'_>) -> bool {
    let begins = ["o'", "mc", "mac", "d'"].iter().any(|start| {
        word.folded.strip_prefix(start).is_some_and(|rest| rest.len() > 3) && word.case != Case::Lower
    });
    begins || word.parts().count() <= 2 && word.parts().any(is_family)
}

fn common(word: &Word<'_>) -> bool {
    word.parts().all(is_common)
}

/// How family names end.
const ENDINGS: &[&str] = &[
    "sson", "ssen", "owski", "owska", "ewski", "ewska", "inski", "inska", "ynski", "ynska", "ecki", "ecka",
    "icki", "icka", "wicz", "czyk", "enko", "chuk", "shvili", "opoulos", "opoulou", "akis", "idis", "iadis",
    "oglu", "ovic", "evic", "ovich", "evich", "ovna", "evna", "ova", "eva", "ov", "ev", "dottir", "mann",
    "maier", "meier", "meyer", "bauer", "huber", "hofer", "berger", "inger", "elli", "etti", "ucci", "acci",
    "ini", "ez",
];

/// Whether a word is a family name behind a given name that is no other word.
fn ends_like_a_family_name(word: &Word<'_>) -> bool {
    const FEWEST_BEFORE: usize = 3;
    let ends =
        |ending: &&str| word.folded.strip_suffix(*ending).is_some_and(|rest| rest.len() >= FEWEST_BEFORE);
    word.case != Case::Lower && ENDINGS.iter().any(|ending| ends(&ending))
}

/// Whether two words are written as parts of one name.
fn are_alike(one: &Word<'_>, other: &Word<'_>) -> bool {
    (one.case == Case::Lower) == (other.case == Case::Lower)
}

/// Where a given name and a family name end that begin at a word, perhaps with others between.
fn end_of_full_name(words: &[Word<'_>], at: usize) -> Option<usize> {
    const MOST_BETWEEN: usize = 3;
    let first = words.get(at).filter(|first| given(first))?;
    for last in at + 1..=at + 1 + MOST_BETWEEN {
        let word = words.get(last)?;
        let follows = word.follows() || word.gap == Gap::Stop && words[last - 1].is_initial();
        if !follows {
            return None;
        }
        let is_family = family(word) && !(common(first) && common(word));
        if are_alike(first, word) && (is_family || !common(first) && ends_like_a_family_name(word)) {
            return Some(last + 1);
        }
        let is_between = word.is_initial()
            || PARTICLES.contains(&word.folded.as_str())
            || are_alike(first, word) && given(word);
        if !is_between {
            return None;
        }
    }
    None
}

/// A given and a family name, as they are written in a text.
fn is_full_name(words: &[Word<'_>], at: usize) -> bool {
    if is_vietnamese(words, at) {
        return true;
    }
    let Some(end) = end_of_full_name(words, at) else { return false };
    let (first, last) = (&words[at], &words[end - 1]);
    let is_all = at == 0 && end == words.len();
    let is_plain = common(first) || common(last);
    let is_written_as_names_are = match (first.case, last.case) {
        (Case::Lower, _) => !is_plain && (is_all || last.gap == Gap::Joined),
        (Case::Upper, Case::Upper) => is_all || !is_plain,
        _ => true,
    };
    is_written_as_names_are && !is_called_after(words, at, end)
}

/// Whether something else is called so: a street, a hospital, a disease.
fn is_called_after(words: &[Word<'_>], begin: usize, end: usize) -> bool {
    const SHORT: usize = 5;
    let is_such = |word: &Word<'_>| {
        let is_short = words.len() <= SHORT || word.case != Case::Lower;
        word.parts().any(|part| is_disease(part) || is_short && is_place_or_thing(part))
    };
    let around = [begin.checked_sub(1), begin.checked_sub(2), Some(end)];
    let is_near = around.iter().flatten().filter_map(|at| words.get(*at)).any(is_such);
    let others = || words[..begin].iter().chain(words.get(end..).unwrap_or_default());
    is_near || words.len() <= SHORT && others().any(is_such)
}

/// `Schmidt, Anna` and `SCHMIDT Anna`, if nothing else stands there.
fn is_reversed(words: &[Word<'_>]) -> bool {
    let (Some(first), Some(second)) = (words.first(), words.get(1)) else { return false };
    let are_names = family(first) && given(second) && are_alike(first, second);
    let rest_is_a_name = words[2..].iter().all(|word| given(word) || word.is_initial());
    let is_plain = common(first) || common(second);
    let is_order = match second.gap {
        Gap::Comma => !(common(first) && common(second)),
        Gap::Blank => !is_plain && !given(first) && !family(second) && first.case != Case::Lower,
        _ => false,
    };
    are_names && words.len() <= 4 && rest_is_a_name && is_order
}

/// `A. Schmidt` and `Schmidt, A.`, if nothing else stands there.
fn is_abbreviated(words: &[Word<'_>]) -> bool {
    let mut names = words.iter().filter(|word| !word.is_initial());
    let (Some(name), None) = (names.next(), names.next()) else { return false };
    (2..=3).contains(&words.len())
        && name.case != Case::Lower
        && family(name)
        && !common(name)
        && !given(name)
}

/// A usual given name and something behind it, or something before a usual family name, if nothing else stands there.
fn is_half_known(words: &[Word<'_>]) -> bool {
    let is_name = |word: &Word<'_>| word.case != Case::Lower && word.folded.len() >= 3;
    let [first, between @ .., last] = words else { return false };
    let are_between = between.len() <= 2
        && between
            .iter()
            .all(|word| word.is_initial() || PARTICLES.contains(&word.folded.as_str()) || given(word));
    let follow = words[1..].iter().all(|word| word.follows() || word.gap == Gap::Stop);
    let is_known = given(first) && !common(first) || family(last) && !common(last) && !given(last);
    is_name(first)
        && is_name(last)
        && are_between
        && follow
        && is_known
        && !is_called_after(words, 0, words.len())
        && ![first, last].iter().any(|word| is_place_or_thing(&word.folded) || is_disease(&word.folded))
}

/// A name after a word for a relative or after a title.
fn is_introduced(words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    is_title(&word.folded) && is_addressed(words, at)
        || is_relative(&word.folded) && is_named_relative(words, at)
}

/// `his wife Anna`, `Ehefrau: Anna Schmidt`, `mother is Anna`.
fn is_named_relative(words: &[Word<'_>], at: usize) -> bool {
    const VERBS: &[&str] =
        &["is", "named", "called", "ist", "heisst", "namens", "est", "es", "und", "and", "frau", "herr"];
    let is_verb = |word: &&Word<'_>| VERBS.contains(&word.folded.as_str());
    let begin = at + 1 + usize::from(words.get(at + 1).filter(is_verb).is_some());
    let Some(name) = words.get(begin).filter(|name| name.gap != Gap::Start) else { return false };
    let end = end_of_full_name(words, begin);
    let is_name = match name.case {
        Case::Lower => end.is_some_and(|end| !common(name) && !common(&words[end - 1])),
        _ => given(name) && !common(name) || end.is_some() || is_vietnamese(words, begin),
    };
    is_name && !is_followed_by_a_disease(words, end.unwrap_or(begin + 1))
}

fn is_followed_by_a_disease(words: &[Word<'_>], end: usize) -> bool {
    words.get(end..).unwrap_or_default().iter().take(2).any(|word| word.parts().any(is_disease))
}

/// Titles behind which any capital word is a name.
const SURE: &[&str] = &[
    "mr", "mrs", "ms", "mister", "herr", "herrn", "frau", "mme", "mlle", "monsieur", "madame", "senor",
    "senora", "sra", "srta", "signor", "signora", "dhr", "mevr", "mevrouw", "meneer",
];

/// `Frau Schmidt`, `Mr. J. Smith`, `Herr Dr. Weber`.
fn is_addressed(words: &[Word<'_>], at: usize) -> bool {
    let title = &words[at];
    let is_passed = |word: &Word<'_>| is_title(&word.folded) || is_degree(&word.folded) || word.is_initial();
    let passed = words[at + 1..].iter().take_while(|word| is_passed(word)).count();
    let Some(name) = words.get(at + 1 + passed) else { return false };
    let follows = |word: &Word<'_>| matches!(word.gap, Gap::Blank | Gap::Stop | Gap::Joined);
    if !words[at + 1..=at + 1 + passed].iter().all(follows) || is_no_name(&name.folded) {
        return false;
    }
    let end = at + 2 + passed;
    let is_near = |word: &Word<'_>| word.parts().any(|part| is_disease(part) || is_place_or_thing(part));
    if is_near(name) || words.get(end).is_some_and(|word| word.follows() && is_near(word)) {
        return false;
    }
    // Abbreviations, which have other meanings without a full stop.
    if ["sr", "fr"].contains(&title.folded.as_str()) && words[at + 1].gap != Gap::Stop {
        return false;
    }
    // The disease and the images.
    if title.case == Case::Upper && ["ms", "mr"].contains(&title.folded.as_str()) && name.gap != Gap::Stop {
        return false;
    }
    let is_sure = SURE.contains(&title.folded.as_str());
    let is_known = given(name) || family(name);
    match (title.case, name.case) {
        (Case::Capital, Case::Capital | Case::Upper) if is_known => is_sure || !common(name),
        (Case::Capital, Case::Capital) => is_sure && name.folded.len() >= 3,
        (Case::Upper, Case::Upper | Case::Capital) | (Case::Lower, _) => is_known && !common(name),
        _ => false,
    }
}

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
fn is_vietnamese(words: &[Word<'_>], at: usize) -> bool {
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
