//! ZIP codes of the United States.

/// The three-digit beginnings with 20,000 people or fewer by the Census of 2000 (US Department of
/// Health and Human Services, Guidance Regarding Methods for De-identification of Protected Health
/// Information, 2012, on 45 CFR 164.514(b)(2)(i)(B)).
const SMALL: [&str; 17] = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884",
    "890", "893",
];

/// What stands for a beginning that may not be told.
const WITHHELD: &str = "000";

/// The first three digits of a ZIP code and the first one: `021` and `0` of `02139`, of
/// `02139-4307` and of `2139`, which lost its zero in a spreadsheet. `000`, twice, where the three
/// digits have 20,000 people or fewer: with the first digit these records would stand beside others
/// as the only ones without three. `None` for anything else.
pub(super) fn labels(code: &str) -> Option<Vec<String>> {
    let code = code.trim();
    let (five, four) = match code.split_once('-') {
        Some((five, four)) => (five, Some(four)),
        None => code.split_at_checked(5).map_or((code, None), |(five, four)| (five, Some(four))),
    };
    let is_rest = match four {
        None => true,
        Some("") => !code.contains('-'),
        Some(four) => four.len() == 4 && are_digits(four),
    };
    if !(4..=5).contains(&five.len()) || !are_digits(five) || !is_rest {
        return None;
    }
    let padded = format!("{five:0>5}");
    let (three, first) = (&padded[..3], &padded[..1]);
    let is_small = SMALL.contains(&three) || three == WITHHELD;
    let shown = if is_small { [WITHHELD, WITHHELD] } else { [three, first] };
    Some(shown.map(str::to_owned).to_vec())
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_where_more_than_twenty_thousand_people_live() {
        for (code, expected) in [
            ("02139", "021|0"),
            ("2139", "021|0"),
            ("02139-4307", "021|0"),
            ("021394307", "021|0"),
            (" 94105 ", "941|9"),
            ("03601", "000|000"),
            ("3601", "000|000"),
            ("05901-0001", "000|000"),
            ("89301", "000|000"),
            ("00012", "000|000"),
        ] {
            assert_eq!(labels(code).map(|labels| labels.join("|")).as_deref(), Some(expected), "{code}");
        }
        // Three digits are what is left of a code, so they are none themselves.
        for code in
            ["", "12", "501", "SW1A 1AA", "02139-43", "02139-", "1234567", "02139 4307", "021-39", "-1234"]
        {
            assert_eq!(labels(code), None, "{code}");
        }
    }

    /// All seventeen of the guidance, and no others.
    #[test]
    fn seventeen_beginnings_are_withheld() {
        let withheld = (0..1000)
            .filter(|three| labels(&format!("{three:03}01")).is_some_and(|labels| labels[0] == WITHHELD));
        // 000 is none of the seventeen; there are no such codes.
        assert_eq!(withheld.filter(|three| *three != 0).count(), 17);
    }
}
