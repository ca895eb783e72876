//! Telephone numbers in a text, by the forms that no dates, amounts and codes have.

use super::calling::announces_a_number;
use super::groups::{Between, Group, Run, plain_signs, runs};
use crate::fold::fold;

/// Whether a telephone number stands in a text, whatever else does.
///
/// International numbers are recognized by their plus or two zeros, those of North America by their groups of three, three and four
/// digits, others by a zero at the beginning or by a word before them, such as `call` or `Tel`.
///
/// ```
/// use incog_roles::holds_a_telephone;
/// assert!(holds_a_telephone("call +49 30 1234567") && holds_a_telephone("(212) 555-0199"));
/// assert!(!holds_a_telephone("from 01.02.2024 to 05.02.2024") && !holds_a_telephone("LOINC 2345-7"));
/// ```
pub fn holds_a_telephone(text: &str) -> bool {
    const FEWEST_DIGITS: usize = 6;
    let plain = plain_signs(text);
    if plain.bytes().filter(u8::is_ascii_digit).count() < FEWEST_DIGITS {
        return false;
    }
    runs(&plain).iter().any(|run| {
        let is_announced = || announces_a_number(&fold(&plain[..run.begin]));
        is_number(run, &plain) || windows(run).any(|groups| is_announced_form(groups)) && is_announced()
    })
}

/// Whether some groups of a run are a number by their form.
fn is_number(run: &Run<'_>, text: &str) -> bool {
    let is_all = text.trim_matches([' ', '+']).len() == text[run.begin..].trim().len();
    let whole = run.groups.as_slice();
    (1..=whole.len())
        .any(|end| run.has_plus && is_international(&whole[..end], true) && ends_there(whole, end))
        || windows(run).any(|groups| {
            is_international_by_zeros(groups, is_all)
                || is_american(groups)
                || is_national(groups)
                || has_area_in_brackets(groups)
        })
}

/// Groups that stand by themselves: what is before and behind them, if anything, is a blank.
fn windows<'r, 't>(run: &'r Run<'t>) -> impl Iterator<Item = &'r [Group<'t>]> {
    const MOST_GROUPS: usize = 8;
    let all = run.groups.as_slice();
    let begins =
        (0..all.len()).filter(|at| *at == 0 || matches!(all[*at].between, Between::Blank | Between::Other));
    begins.flat_map(move |begin| {
        let ends = (begin + 1..=all.len()).take(MOST_GROUPS).filter(|end| ends_there(all, *end));
        ends.map(move |end| &all[begin..end])
    })
}

fn ends_there(all: &[Group<'_>], end: usize) -> bool {
    all.get(end).is_none_or(|next| matches!(next.between, Between::Blank | Between::Other))
}

fn lengths(groups: &[Group<'_>]) -> Vec<usize> {
    groups.iter().map(|group| group.digits.len()).collect()
}

fn count(groups: &[Group<'_>]) -> usize {
    groups.iter().map(|group| group.digits.len()).sum()
}

/// Whether all that stands between the groups is of these kinds.
fn are_between(groups: &[Group<'_>], kinds: &[Between]) -> bool {
    groups.iter().skip(1).all(|group| kinds.contains(&group.between))
}

/// `+49 30 123456`; an amount with a sign has stops between its thousands, or a fraction.
fn is_international(groups: &[Group<'_>], has_plus: bool) -> bool {
    let begins_well = groups.first().is_some_and(|first| !first.digits.starts_with('0'));
    let is_amount = groups.len() > 1
        && are_between(groups, &[Between::Stop])
        && (groups.len() == 2
            || count(groups) <= 10 && lengths(&groups[1..]).iter().all(|length| *length == 3));
    let fewest = if groups.len() == 1 { 9 } else { 8 };
    has_plus && begins_well && !is_amount && (fewest..=15).contains(&count(groups)) && !has_other(groups)
}

fn has_other(groups: &[Group<'_>]) -> bool {
    groups.iter().skip(1).any(|group| group.between == Between::Other)
}

/// `0049 30 123456`, `00 49 30 123456`; without any blank only if other text stands beside it, since codes of goods begin so.
fn is_international_by_zeros(groups: &[Group<'_>], is_all: bool) -> bool {
    let Some(rest) = groups.first().and_then(|first| first.digits.strip_prefix("00")) else { return false };
    let country = if rest.is_empty() { groups.get(1).map_or("", |next| next.digits) } else { rest };
    let is_long = (10..=17).contains(&count(groups)) && !has_other(groups);
    let begins_well = country.starts_with(|digit: char| ('1'..='9').contains(&digit));
    let is_one = groups.len() == 1;
    let is_code = if is_one {
        is_all && is_code_of_goods(groups[0].digits)
    } else {
        is_code_of_drug(groups) || rest.len() > 3
    };
    begins_well && is_long && !is_code && (!is_one || count(groups) >= 12)
}

/// The check digit of GS1: weights of three and one from the right.
fn is_code_of_goods(digits: &str) -> bool {
    let weighted = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, digit)| u32::from(digit - b'0') * if place % 2 == 1 { 3 } else { 1 });
    [8, 12, 13, 14].contains(&digits.len()) && weighted.sum::<u32>().is_multiple_of(10)
}

/// National Drug Codes of the United States: a labeller, a product and a package.
fn is_code_of_drug(groups: &[Group<'_>]) -> bool {
    const FORMS: [[usize; 3]; 5] = [[4, 4, 2], [5, 3, 2], [5, 4, 1], [5, 4, 2], [4, 3, 2]];
    are_between(groups, &[Between::Hyphen]) && FORMS.iter().any(|form| lengths(groups) == form)
}

/// `(212) 555-0199`, `212.555.0199`, `1-212-555-0199`.
fn is_american(groups: &[Group<'_>]) -> bool {
    let groups = match groups {
        [one, rest @ ..] if one.digits == "1" => rest,
        all => all,
    };
    let begins_well =
        |group: &Group<'_>| group.digits.starts_with(|digit: char| ('2'..='9').contains(&digit));
    let are_alike = || groups.iter().skip(2).all(|group| group.between == groups[1].between);
    lengths(groups) == [3, 3, 4]
        && groups[..2].iter().all(begins_well)
        && (are_alike() || groups[0].is_in_brackets || groups[1].between == Between::Slash)
        && !has_other(groups)
}

/// `(22) 314 9888`, `8 (912) 345-67-89`; a year in brackets is none.
fn has_area_in_brackets(groups: &[Group<'_>]) -> bool {
    let Some(at) = groups.iter().position(|group| group.is_in_brackets).filter(|at| *at <= 1) else {
        return false;
    };
    let (area, rest) = (groups[at].digits, &groups[at + 1..]);
    let is_year = area.len() == 4 && ["19", "20"].iter().any(|century| area.starts_with(century));
    let country_is_short = groups[..at].iter().all(|group| group.digits.len() <= 3);
    let are_groups =
        rest.iter().all(|group| (2..=9).contains(&group.digits.len()) && group.between != Between::Other);
    (2..=5).contains(&area.len())
        && !is_year
        && country_is_short
        && are_groups
        && (6..=10).contains(&count(rest))
}

/// Numbers with the zero of their country before them: `030/123456`, `(030) 123 456`, `06 12 34 56 78`.
fn is_national(groups: &[Group<'_>]) -> bool {
    let Some(first) =
        groups.first().filter(|first| first.digits.starts_with('0') && !first.digits.starts_with("00"))
    else {
        return false;
    };
    if has_other(groups) || !(7..=12).contains(&count(groups)) {
        return false;
    }
    let lengths = lengths(groups);
    match (lengths.as_slice(), groups) {
        ([2..=6, _, ..], [_, rest @ ..]) if first.is_in_brackets => {
            rest.iter().all(|group| group.digits.len() >= 2)
        }
        ([area, number], [_, second]) => is_area_and_number(*area, *number, second),
        ([2, 2, 2, 2, 2], _) => are_between(&groups[1..], &[groups[1].between]) && !rise(groups),
        ([2, 4, 4], _) if are_between(groups, &[Between::Hyphen]) => true,
        ([2, 4, 4] | [2, 3, 4] | [2, 3, 3] | [2, 3, 2, 2] | [2, 2, 2, 3], _) => {
            are_between(groups, &[Between::Blank, Between::Slash])
        }
        ([3..=5, rest @ ..], _) => {
            let are_groups = rest.iter().all(|length| (2..=8).contains(length));
            let are_fours = lengths.iter().all(|length| *length == 4);
            let fewest = 9;
            are_groups
                && !are_fours
                && !is_code_of_drug(groups)
                && count(groups) >= fewest
                && !are_between(groups, &[Between::Stop])
        }
        _ => false,
    }
}

/// An area and a number: no range of postal codes, no ISSN, no postal code of the United States, no number of a year.
fn is_area_and_number(area: usize, number: usize, second: &Group<'_>) -> bool {
    let is_year = number == 4 && ["19", "20"].iter().any(|century| second.digits.starts_with(century));
    let is_range = area == number && second.digits.starts_with('0');
    if !(3..=6).contains(&area) || number < 4 || is_year || is_range {
        return false;
    }
    match second.between {
        Between::Slash => area + number >= 8 && (area, number) != (4, 4),
        Between::Hyphen => area + number >= 9 && (area, number) != (5, 4),
        Between::Blank => area + number >= 9,
        Between::Stop | Between::Other => false,
    }
}

/// Whether small numbers rise from group to group, as they do in a list of codes.
fn rise(groups: &[Group<'_>]) -> bool {
    groups.windows(2).all(|pair| pair[0].digits < pair[1].digits)
        && groups.last().is_some_and(|last| last.digits < "20")
}

/// Any number of digits that is no date, no fraction and no span of years, where a word before says that a number follows.
fn is_announced_form(groups: &[Group<'_>]) -> bool {
    let lengths = lengths(groups);
    let fewest = if groups.len() == 1 { 7 } else { 6 };
    let is_date = matches!(lengths.as_slice(), [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2])
        && (are_between(groups, &[Between::Stop])
            || are_between(groups, &[Between::Slash])
            || are_between(groups, &[Between::Hyphen]));
    let is_year = |group: &Group<'_>| ["19", "20"].iter().any(|century| group.digits.starts_with(century));
    let is_span = lengths == [4, 4] && groups.iter().all(is_year);
    let has_parts = lengths.iter().skip(1).all(|length| *length >= 2);
    let is_amount = groups.len() > 1
        && are_between(groups, &[Between::Stop])
        && lengths[1..].iter().all(|length| *length == 3);
    (fewest..=15).contains(&count(groups))
        && has_parts
        && !is_date
        && !is_span
        && !is_amount
        && !has_other(groups)
}

#[cfg(test)]
mod tests {
    use super::holds_a_telephone;

    #[test]
    fn numbers_are_found_in_texts() {
        for text in [
            "+49 30 1234567",
            "call his wife at +49 30 123456",
            "+49 (0)30 123456",
            "+1-212-555-0199",
            "+4930123456",
            "0049 30 123456",
            "00 49 30 123456",
            "0049.30.123456",
            "reach her under 0049301234567 at night",
            "(212) 555-0199",
            "(22) 314 9888",
            "8 (912) 345-67-89",
            "212-555-0199",
            "1 212 555 0199",
            "home: 212.555.0199 (evenings)",
            "030/1234567",
            "030/12345",
            "(030) 123456",
            "0171-1234567",
            "0171 123 45 67",
            "06 12 34 56 78",
            "06.12.34.56.78",
            "020 7946 0958",
            "02 9374 4000",
            "03-3938-9465",
            "tel 5550199",
            "Tel.: 555 01 99",
            "call 612 345 678",
            "Handy 01711234567",
            "on 01.02.2024 call 030 1234567",
            "\u{200e}+\u{664}\u{669} \u{663}\u{660} \u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}",
            "هاتف ٠١٢٣٤٥٦٧٨",
            "+49\u{a0}30\u{2011}1234567",
            "тел. 8 912 345 67 89",
            "电话13812345678",
        ] {
            assert!(holds_a_telephone(text), "{text}");
        }
    }

    #[test]
    fn dates_amounts_and_codes_are_no_numbers_of_telephones() {
        for text in [
            "",
            "2024-03-01",
            "01.02.2024",
            "01/02/2024 10:30",
            "01.02.2024-05.02.2024",
            "01.02.-05.02.2024",
            "01 02 2024",
            "2024-03-01 to 2024-04-01",
            "called on 2024-03-01",
            "call on 01.02.2024",
            "20240301",
            "1.234.567,89",
            "1 234 567",
            "+1.234.567.890",
            "+12345678.90",
            "-3.5",
            "0.1234567",
            "052.1234567",
            "E11.9",
            "2345-7",
            "01234-5",
            "0071-0155-23",
            "00071-0155-23",
            "00591-0405-01",
            "50-00-0",
            "0-306-40615-2",
            "978-0-306-40615-7",
            "0317-8471",
            "4006381333931",
            "00012345678905",
            "192.168.100.200",
            "01067-01099",
            "02139-4307",
            "012/2023",
            "01 02 05 07 09",
            "08.30-12.15",
            "001-0023",
            "1234567",
            "1234567890",
            "4111 1111 1111 1111",
            "0123 4567 8901",
            "AB0123-45678",
            "013 24 18.5",
            "in 2019/2020 phone",
            "phone use 2019/2020",
            "Schmidt (2019) 123456",
            "phoned 3 times in 2019-2020",
            "contact lens 8.6 14.2",
            "call in 6 weeks",
        ] {
            assert!(!holds_a_telephone(text), "{text}");
        }
    }
}
