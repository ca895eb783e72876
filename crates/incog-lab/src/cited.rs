//! What became of the claims of all papers, in one page.

use crate::LabError;
use crate::readme::suites_in;
use crate::record::Record;
use crate::results::tables_of;
use crate::runs::{Row, optima};
use crate::suite::{AlgorithmFile, Suite};
use crate::tables::{
    Claim, Comparison, Conclusion, Verdict, by_reading, mean_difference, over_readings, read_expected, span,
};
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

/// A folder of suites with a paper's claims.
struct Paper {
    /// The name of the folder.
    folder: String,
    suite: Suite,
    /// The claims that have runs.
    judged: Vec<Judged>,
    /// How many of the paper's claims have none.
    without_runs: usize,
    /// How far algorithms are from the proved optimum.
    distances: Vec<Distance>,
}

/// How far an algorithm is from the proved optimum of full-domain recoding: on how many instances, and by which share.
struct Distance {
    algorithm: String,
    instances: usize,
    mean: f64,
    /// The same of what no release beats, by the bounds of a local recoding.
    possible: Option<f64>,
}

/// What became of the claims of all papers below a folder, in figures and then paper by paper.
fn verdicts(experiments: &Path) -> Result<String, LabError> {
    let failed = |source| LabError::Read { path: experiments.to_owned(), source };
    let entries = std::fs::read_dir(experiments).map_err(failed)?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|folder| folder.join("suite.toml").exists());
    folders.sort();
    let papers = folders.iter().map(|folder| paper(folder)).collect::<Result<Vec<Paper>, LabError>>()?;
    let claiming = || papers.iter().filter(|paper| !paper.judged.is_empty() || paper.without_runs > 0);
    let counts: String = claiming().map(counts).collect();
    let chapters: String = claiming().map(chapter).collect();
    let distances: String = papers.iter().flat_map(distances).collect();
    Ok(format!(
        "\n| paper | holds | does not hold | not decided | not testable | no runs yet |\n|:--|--:|--:|--:|--:|--:|\n{counts}\
         {chapters}\n{DISTANCES}{distances}\n"
    ))
}

const DISTANCES: &str = "### How far all of them are from what is possible\n\n\
    By how much each is better (+) or worse (-) than the proved optimum of full-domain recoding with suppression, the form of release of all four papers \
    about tables, in the objective of the paper; mean over the instances whose optimum is proved. Local recodings may be better than that optimum; the last column is what no \
    release by the same hierarchies can reach beyond, local or not, as their searches prove.\n\n\
    | suites | algorithm | instances | from the proved optimum | at most possible |\n|:--|:--|--:|--:|--:|\n";

fn paper(folder: &Path) -> Result<Paper, LabError> {
    let suite = Suite::read(&folder.join("suite.toml"), false)?;
    let (mut tables, mut distances) = (Vec::new(), Vec::new());
    for file in suites_in(folder)? {
        let Some(record) = Record::read(&file)? else { continue };
        let of_record = tables_of(&record.results());
        for distance in distances_of(&record, &of_record) {
            if distances.iter().all(|known: &Distance| known.algorithm != distance.algorithm) {
                distances.push(distance);
            }
        }
        tables.extend(of_record);
    }
    let claims = read_expected(&folder.join("expected.toml"))?.claims;
    let (with, without): (Vec<Claim>, Vec<Claim>) =
        claims.into_iter().partition(|claim| tables.iter().any(|(name, _)| *name == claim.table));
    let judge = |claim: Claim| {
        let verdicts = by_reading(&claim, &tables);
        (claim, verdicts)
    };
    Ok(Paper {
        folder: folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        suite,
        judged: with.into_iter().map(judge).collect(),
        without_runs: without.iter().filter(|claim| !claim.ours).count(),
        distances,
    })
}

/// How far the subject and the local recodings of a suite are from the optimum.
fn distances_of(record: &Record, tables: &[(String, Comparison)]) -> Vec<Distance> {
    let suite = &record.suite;
    let is_shown =
        |one: &&AlgorithmFile| one.local.is_some() || suite.subject.as_deref() == Some(one.label());
    let of = |one: &AlgorithmFile| {
        let of_table =
            |(_, table): &(String, Comparison)| Some((mean_difference(table, one.label())?, table.minimize));
        let ((instances, mean), minimize) = tables.iter().find_map(of_table)?;
        // A local recoding that looks for another objective has a bound of that.
        let has_bound = one.local.is_some() && one.objective.is_none();
        let possible = has_bound.then(|| beyond_the_optimum(record, one.label(), minimize)).flatten();
        Some(Distance { algorithm: one.label().to_owned(), instances, mean, possible })
    };
    suite.algorithms.iter().filter(is_shown).filter_map(of).collect()
}

/// By how much the bounds of an algorithm are better than the proved optima, mean over the instances.
fn beyond_the_optimum(record: &Record, label: &str, minimize: bool) -> Option<f64> {
    let optima = optima(&record.suite, &record.rows);
    let of = |row: &Row| {
        let optimum = *optima.get(row.key.instance.as_str())?;
        Some((row.bound? - optimum) / optimum.abs() * if minimize { -1.0 } else { 1.0 })
    };
    let rows = record.rows.iter().filter(|row| row.key.algorithm == label);
    let all: Vec<f64> = rows.filter_map(of).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

impl Paper {
    fn name(&self) -> &str {
        self.suite.subject.as_deref().unwrap_or(&self.suite.name)
    }

    /// The claims of which something is concluded: the paper's, or our own.
    fn concluded(&self, wanted: Conclusion, ours: bool) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(move |one| conclusion(one) == wanted && one.0.ours == ours)
    }
}

fn conclusion((_, verdicts): &Judged) -> Conclusion {
    over_readings(&verdicts.iter().map(|(_, verdict)| verdict.conclusion).collect::<Vec<Conclusion>>())
}

const CONCLUSIONS: [(Conclusion, &str); 4] = [
    (Conclusion::Confirmed, "Holds, under every reading"),
    (Conclusion::Refuted, "Does not hold, under any reading"),
    (Conclusion::NotDecided, "Cannot be decided"),
    (Conclusion::NotTestable, "Cannot be tested"),
];

fn counts(paper: &Paper) -> String {
    let of: Vec<String> =
        CONCLUSIONS.map(|(wanted, _)| paper.concluded(wanted, false).count().to_string()).to_vec();
    format!(
        "| [{}](../experiments/{}/README.md) | {} | {} |\n",
        paper.name(),
        paper.folder,
        of.join(" | "),
        paper.without_runs
    )
}

fn distances(paper: &Paper) -> impl Iterator<Item = String> {
    paper.distances.iter().map(|one| {
        format!(
            "| [{}](../experiments/{}/README.md) | {} | {} | {:+.1} % | {} |\n",
            paper.folder,
            paper.folder,
            one.algorithm,
            one.instances,
            100.0 * one.mean,
            one.possible.map_or("–".to_owned(), |share| format!("{:+.1} %", 100.0 * share))
        )
    })
}

/// What became of a paper's claims, in words and then one by one.
fn chapter(paper: &Paper) -> String {
    let mut text = format!("\n### {}\n\n{}\n", paper.name(), paper.suite.verdict.trim());
    for (wanted, said) in CONCLUSIONS {
        text += &list(said, paper.concluded(wanted, false));
    }
    let ours = CONCLUSIONS.iter().flat_map(|(wanted, _)| paper.concluded(*wanted, true));
    text + &list("Of its algorithm, but no claim of the paper", ours)
}

fn list<'j>(heading: &str, claims: impl Iterator<Item = &'j Judged>) -> String {
    let bullets: String = claims.map(bullet).collect();
    if bullets.is_empty() { bullets } else { format!("\n*{heading}:*\n\n{bullets}") }
}

fn bullet((claim, verdicts): &Judged) -> String {
    let head = format!("* {} ({})", claim.text, claim.source);
    if let Some(why) = &claim.not_testable {
        return format!("{head}: {why}.\n");
    }
    let claimed = span(std::iter::once(Some(claim.figure)));
    let figures = |of: &[&(Claim, Verdict)]| span(of.iter().map(|(_, verdict)| verdict.figure));
    let all: Vec<&(Claim, Verdict)> = verdicts.iter().collect();
    let parts: Vec<Vec<&(Claim, Verdict)>> = CONCLUSIONS
        .iter()
        .map(|(wanted, _)| all.iter().copied().filter(|(_, one)| one.conclusion == *wanted).collect())
        .filter(|part: &Vec<&(Claim, Verdict)>| !part.is_empty())
        .collect();
    let names = |of: &[&(Claim, Verdict)]| {
        of.iter().map(|(read, _)| read.reading.as_str()).collect::<Vec<&str>>().join("; ")
    };
    let found = match &parts[..] {
        [one] if one.len() == 1 => format!("{} here", figures(one)),
        [one] => format!("{} here, under all {} readings", figures(one), one.len()),
        several => several
            .iter()
            .map(|part| format!("{} with {}: {}", part[0].1.conclusion, figures(part), names(part)))
            .collect::<Vec<String>>()
            .join(". And "),
    };
    format!("{head}: {claimed} claimed; {found}.\n")
}
