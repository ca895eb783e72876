//! What became of a claim, in a line.

use super::{CONCLUSIONS, Judged, conclusion};
use crate::tables::{Claim, ClaimKind, ClaimVerdict, Conclusion, ENOUGH, span};

/// The claim, what the paper says, and what came out here under which readings.
pub(super) fn bullet(judged: &Judged) -> String {
    let (claim, verdicts) = judged;
    let head = format!("* {} ({})", claim.text, claim.source);
    match (&claim.not_testable, conclusion(judged)) {
        (Some(why), _) => return format!("{head}: {why}.\n"),
        (None, Conclusion::NotTestable) => return format!("{head}: {}.\n", why_nobody_could(verdicts)),
        _ => {}
    }
    let all: Vec<&(Claim, ClaimVerdict)> = verdicts.iter().filter(|(read, _)| !read.beside).collect();
    let parts: Vec<Vec<&(Claim, ClaimVerdict)>> = CONCLUSIONS
        .iter()
        .map(|(wanted, _)| all.iter().copied().filter(|(_, one)| one.conclusion == *wanted).collect())
        .filter(|part: &Vec<&(Claim, ClaimVerdict)>| !part.is_empty())
        .collect();
    let found = match &parts[..] {
        [one] => format!("{} here{}", figures(one), under(one.len())),
        several => several.iter().map(|part| by_conclusion(part)).collect::<Vec<String>>().join(". And "),
    };
    format!("{head}: {} claimed; {found}.\n", span(std::iter::once(Some(claim.figure))))
}

/// Why no runs could say whether a claim holds of which none is said to be impossible.
fn why_nobody_could(verdicts: &[(Claim, ClaimVerdict)]) -> String {
    let at_ceiling = verdicts.iter().map(|(_, one)| one.at_ceiling).max().unwrap_or_default();
    match verdicts.iter().all(|(_, one)| one.instances == 0) {
        true => format!("on none of the {at_ceiling} instances could anybody win"),
        false => "the rival never varies".to_owned(),
    }
}

fn by_conclusion(part: &[&(Claim, ClaimVerdict)]) -> String {
    let names: Vec<&str> = part.iter().map(|(read, _)| read.reading.as_str()).collect();
    format!("{} with {}: {}", part[0].1.conclusion, figures(part), names.join("; "))
}

fn figures(of: &[&(Claim, ClaimVerdict)]) -> String {
    span(of.iter().map(|(_, one)| one.figure)) + &instances(of)
}

fn under(readings: usize) -> String {
    match readings {
        1 => String::new(),
        2 => ", under both readings that were run".to_owned(),
        more => format!(", under all {more} readings that were run"),
    }
}

/// On how many instances figures rest, where those are too few, or some were left out.
fn instances(of: &[&(Claim, ClaimVerdict)]) -> String {
    let [least, most, left_out] = [
        of.iter().map(|(_, one)| one.instances).min(),
        of.iter().map(|(_, one)| one.instances).max(),
        of.iter().map(|(_, one)| one.at_ceiling).max(),
    ]
    .map(Option::unwrap_or_default);
    let is_of_instances = of.iter().all(|(read, _)| read.kind != ClaimKind::AtOptimum);
    if !is_of_instances || (left_out == 0 && least >= ENOUGH) {
        return String::new();
    }
    let on = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let too_few = if least < ENOUGH { ", which are too few" } else { "" };
    match left_out {
        0 => format!(" (on {on} instances{too_few})"),
        _ => format!(" (on {on} instances{too_few}, and on up to {left_out} nobody could win)"),
    }
}
