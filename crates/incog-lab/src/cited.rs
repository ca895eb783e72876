//! What became of the claims of all papers, in one page.

use crate::LabError;
use crate::readme::suites_in;
use crate::record::Record;
use crate::results::tables_of;
use crate::suite::Suite;
use crate::tables::{Claim, Conclusion, Verdict, by_reading, over_readings, read_claims};
use std::path::{Path, PathBuf};

/// Where the page stands in `docs/experiments.md`.
const MARKS: [&str; 2] = ["<!-- verdicts: written by the example `readmes` -->\n", "<!-- verdicts end -->\n"];

/// A claim with its verdicts by reading.
type Judged = (Claim, Vec<(Claim, Verdict)>);

/// A text with the page between its marks made anew; unchanged where it has no marks.
///
/// # Errors
/// When a suite or its record cannot be read.
pub fn with_verdicts(text: &str, experiments: &Path) -> Result<String, LabError> {
    let [begin, end] = MARKS;
    match (text.split_once(begin), text.split_once(end)) {
        (Some((before, _)), Some((_, after))) => {
            Ok(format!("{before}{begin}{}{end}{after}", verdicts(experiments)?))
        }
        _ => Ok(text.to_owned()),
    }
}

/// The claims of all suites below a folder by what is concluded of them.
fn verdicts(experiments: &Path) -> Result<String, LabError> {
    let failed = |source| LabError::Read { path: experiments.to_owned(), source };
    let entries = std::fs::read_dir(experiments).map_err(failed)?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|folder| folder.join("expected.toml").exists());
    folders.sort();
    let (mut counts, mut lists) = (String::new(), String::new());
    for folder in folders {
        let suite = Suite::read(&folder.join("suite.toml"), false)?;
        let (judged, missing) = judged(&folder)?;
        let of = |wanted: Conclusion| judged.iter().filter(|one| conclusion(one) == wanted).count();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        counts += &format!(
            "| [{}](../experiments/{name}/README.md) | {} | {} | {} | {} | {missing} |\n",
            suite.subject.as_deref().unwrap_or(&suite.name),
            of(Conclusion::Confirmed),
            of(Conclusion::Refuted),
            of(Conclusion::NotDecided),
            of(Conclusion::NotTestable)
        );
        lists += &list(&suite, &judged);
    }
    Ok(format!(
        "\n| paper | holds | does not hold | not decided | not testable | no runs yet |\n|:--|--:|--:|--:|--:|--:|\n{counts}{lists}\n"
    ))
}

fn conclusion((_, verdicts): &Judged) -> Conclusion {
    over_readings(&verdicts.iter().map(|(_, verdict)| verdict.conclusion).collect::<Vec<Conclusion>>())
}

/// The claims of a folder that have runs, and how many have none.
fn judged(folder: &Path) -> Result<(Vec<Judged>, usize), LabError> {
    let mut tables = Vec::new();
    for file in suites_in(folder)? {
        if let Some(record) = Record::read(&file)? {
            tables.extend(tables_of(&record.results()));
        }
    }
    let claims = read_claims(&folder.join("expected.toml"))?;
    let (with, without): (Vec<Claim>, Vec<Claim>) =
        claims.into_iter().partition(|claim| tables.iter().any(|(name, _)| *name == claim.table));
    let judge = |claim: Claim| {
        let verdicts = by_reading(&claim, &tables);
        (claim, verdicts)
    };
    Ok((with.into_iter().map(judge).collect(), without.len()))
}

fn list(suite: &Suite, judged: &[Judged]) -> String {
    let mut text = String::new();
    let heads = [
        (Conclusion::Confirmed, "holds"),
        (Conclusion::Refuted, "does not hold, under any reading"),
        (Conclusion::NotDecided, "cannot be decided"),
        (Conclusion::NotTestable, "cannot be tested"),
    ];
    for (wanted, said) in heads {
        let of: Vec<&Judged> = judged.iter().filter(|one| conclusion(one) == wanted).collect();
        if !of.is_empty() {
            text += &format!("\n**{}: {said}**\n\n", suite.subject.as_deref().unwrap_or(&suite.name));
            of.iter().for_each(|one| text += &bullet(one));
        }
    }
    text
}

fn bullet((claim, verdicts): &Judged) -> String {
    if let Some(why) = &claim.not_testable {
        return format!("* {} ({}): {why}.\n", claim.text, claim.source);
    }
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let of = |(read, verdict): &(Claim, Verdict)| {
        let figure = verdict.figure.map_or("–".to_owned(), percent);
        let at_ceiling = match verdict.at_ceiling {
            0 => String::new(),
            count => format!(", {count} instances at the ceiling"),
        };
        format!("{figure} {} ({}{at_ceiling})", verdict.conclusion, read.reading)
    };
    let ours: Vec<String> = verdicts.iter().map(of).collect();
    format!("* {} ({}): {} there; {}.\n", claim.text, claim.source, percent(claim.figure), ours.join("; "))
}
