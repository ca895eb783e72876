//! The forms of telephone numbers.

use super::super::groups::{Between, Group};

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
pub(super) fn is_international(groups: &[Group<'_>], has_plus: bool) -> bool {
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

/// `0049 30 123456`, `00 49 30 123456`; without any blank only if other text stands beside it,
/// since codes of goods begin so.
pub(super) fn is_international_by_zeros(groups: &[Group<'_>], is_all: bool) -> bool {
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
pub(super) fn is_american(groups: &[Group<'_>]) -> bool {
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
pub(super) fn has_area_in_brackets(groups: &[Group<'_>]) -> bool {
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

/// Numbers with the zero of their country before them: `030/123456`, `(030) 123 456`,
/// `06 12 34 56 78`.
pub(super) fn is_national(groups: &[Group<'_>]) -> bool {
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

/// An area and a number: no range of postal codes, no ISSN, no postal code of the United States, no
/// number of a year.
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

/// Any number of digits that is no date, no fraction and no span of years, where a word before says
/// that a number follows.
pub(super) fn is_announced_form(groups: &[Group<'_>]) -> bool {
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
