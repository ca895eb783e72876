//! NACE Rev. 2, the classification of economic activities in the European Union (Regulation (EC)
//! 1893/2006), whose sections and divisions are those of ISIC Rev. 4 (United Nations).

/// The sections, each with its first and its last division.
const SECTIONS: [(char, u8, u8); 21] = [
    ('A', 1, 3),
    ('B', 5, 9),
    ('C', 10, 33),
    ('D', 35, 35),
    ('E', 36, 39),
    ('F', 41, 43),
    ('G', 45, 47),
    ('H', 49, 53),
    ('I', 55, 56),
    ('J', 58, 63),
    ('K', 64, 66),
    ('L', 68, 68),
    ('M', 69, 75),
    ('N', 77, 82),
    ('O', 84, 84),
    ('P', 85, 85),
    ('Q', 86, 88),
    ('R', 90, 93),
    ('S', 94, 96),
    ('T', 97, 98),
    ('U', 99, 99),
];

/// The most digits behind a division: one of a group, one of a class, and two of a country.
const MOST_DIGITS: usize = 4;

/// The group, the division and the section of a code: `62.0-`, `62.-` and `J 58-63` of `62.01`.
///
/// A code may have the letter of its section (`J62.01`), no dot (`6201`, as in ISIC), or the ending
/// of a country (`62.01.0`, `62.01Z`). With a dot, a division may have lost its zero: `1.11`. Three
/// digits without a dot are a group, whatever zero they have lost.
///
/// A code of a section or a division stays itself where the groups are finer than it. `None` for
/// anything else.
pub(super) fn labels(code: &str) -> Option<Vec<String>> {
    let text = code.trim();
    let letter = text.chars().next().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
    let rest = text.get(usize::from(letter.is_some())..)?.trim_start();
    if let (Some(letter), "") = (letter, rest) {
        let &(_, first, last) = SECTIONS.iter().find(|section| section.0 == letter)?;
        return Some(vec![code.to_owned(), code.to_owned(), section_label(letter, first, last)]);
    }
    let (division, group) = division_and_group(rest)?;
    let &(section, first, last) =
        SECTIONS.iter().find(|section| (section.1..=section.2).contains(&division))?;
    if letter.is_some_and(|letter| letter != section) {
        return None;
    }
    let group = group.map_or(code.to_owned(), |group| format!("{division:02}.{group}-"));
    Some(vec![group, format!("{division:02}.-"), section_label(section, first, last)])
}

/// The letter with the first and the last division, which reads like no code.
fn section_label(letter: char, first: u8, last: u8) -> String {
    format!("{letter} {first:02}-{last:02}")
}

/// The division, and the digit of the group where there is one.
fn division_and_group(text: &str) -> Option<(u8, Option<char>)> {
    let (division, behind) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => text.split_at_checked(2).unwrap_or((text, "")),
    };
    // France ends its codes with a letter; Germany and Austria put a sign before their own digit.
    let numbers = behind.strip_suffix(|last: char| last.is_ascii_alphabetic() && behind.len() > 2);
    let numbers = numbers.unwrap_or(behind);
    let (class, own) = numbers.split_at_checked(2).unwrap_or((numbers, ""));
    let own_digits = own.strip_prefix(['.', '-']).unwrap_or(own);
    let is_whole = (1..=2).contains(&division.len())
        && class.len() + own_digits.len() <= MOST_DIGITS
        && (own.is_empty() || !own_digits.is_empty())
        && [division, class, own_digits].into_iter().all(are_digits);
    if !is_whole {
        return None;
    }
    Some((division.parse().ok()?, class.chars().next()))
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regulation (EC) 1893/2006, annex I, and forms of national offices of statistics.
    #[test]
    fn groups_of_the_classification() {
        for (code, expected) in [
            ("62.01", "62.0-|62.-|J 58-63"), // computer programming
            ("01.11", "01.1-|01.-|A 01-03"), // growing of cereals
            ("35.11", "35.1-|35.-|D 35-35"), // production of electricity
            ("99.00", "99.0-|99.-|U 99-99"),
            ("01.1", "01.1-|01.-|A 01-03"),
            ("62", "62|62.-|J 58-63"),
            ("J", "J|J|J 58-63"),
            ("j", "j|j|J 58-63"),
            ("J62.01", "62.0-|62.-|J 58-63"),
            ("J 62.01-0", "62.0-|62.-|J 58-63"),
            ("J62", "J62|62.-|J 58-63"),
            ("62.01.0", "62.0-|62.-|J 58-63"),
            ("62.01.00", "62.0-|62.-|J 58-63"),
            ("62.01Z", "62.0-|62.-|J 58-63"),
            ("6201Z", "62.0-|62.-|J 58-63"),
            ("62012", "62.0-|62.-|J 58-63"),
            ("0111", "01.1-|01.-|A 01-03"),
            ("011", "01.1-|01.-|A 01-03"),
            ("1.11", "01.1-|01.-|A 01-03"),
            ("1", "1|01.-|A 01-03"),
            (" 62.01 ", "62.0-|62.-|J 58-63"),
        ] {
            assert_eq!(labels(code).map(|labels| labels.join("|")).as_deref(), Some(expected), "{code}");
        }
        for code in [
            "",
            "V",
            "04",
            "34.1",
            "44",
            "00",
            "62.",
            ".1",
            "62.01.",
            "K62.01",
            "62.01.000",
            "541511x",
            "62,01",
            "6é",
            "é",
            "62.0é",
            "JJ62",
            "100.1",
            "-1",
            "Manufacturing",
            "6201234",
        ] {
            assert_eq!(labels(code), None, "{code}");
        }
    }

    /// The 88 divisions, by the section of each as the regulation lists them.
    #[test]
    fn every_division_is_in_its_section() {
        let sections = "AAA-BBBBBCCCCCCCCCCCCCCCCCCCCCCCC-DEEEE-FFF-GGG-HHHHH-II-JJJ\
             JJJKKK-LMMMMMMM-NNNNNN-OPQQQ-RRRRSSSTTU";
        assert_eq!(sections.len(), 99);
        for (division, expected) in (1..).zip(sections.chars()) {
            let found = labels(&format!("{division:02}")).and_then(|labels| labels[2].chars().next());
            assert_eq!(found.unwrap_or('-'), expected, "{division:02}");
        }
        assert_eq!(sections.chars().filter(|&section| section != '-').count(), 88);
    }
}
