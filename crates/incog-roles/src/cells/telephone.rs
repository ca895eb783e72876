//! Telephone numbers in a text, by the forms that no dates, amounts and codes have.

mod forms;

use super::groups::{Between, Group, Run, plain_signs, runs};
use super::phone_words::announces_a_number;
use crate::fold::fold;
use forms::{
    has_area_in_brackets, is_american, is_announced_form, is_international, is_international_by_zeros,
    is_national,
};

/// Whether a telephone number stands in a text, whatever else does.
///
/// International numbers are recognized by their plus or two zeros, those of North America by their
/// groups of three, three and four digits, others by a zero at the beginning or by a word before
/// them, such as `call` or `Tel`.
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

#[cfg(test)]
mod tests;
