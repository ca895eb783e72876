//! What became of the claims of all papers, in one page.

mod claim_sentence;
mod distances;

use crate::LabError;
use crate::readme::suites_in;
use crate::record::Record;
use crate::results::tables_of;
use crate::suite::Suite;
use crate::tables::{Claim, ClaimVerdict, Conclusion, by_reading, over_its_readings, read_expected};
use claim_sentence::bullet;
use distances::{Distance, HEADING, distances_of};
use std::path::{Path, PathBuf};

/// Where the page stands in `docs/experiments.md`.
const MARKS: [&str; 2] = ["<!-- verdicts: written by the example `readmes` -->\n", "<!-- verdicts end -->\n"];

/// A claim with its verdicts by reading.
type Judged = (Claim, Vec<(Claim, ClaimVerdict)>);

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
    let line = |paper: &Paper| paper.distances.iter().map(|one| one.line(&paper.folder)).collect::<String>();
    let distances: String = papers.iter().map(line).collect();
    Ok(format!(
        "\n| paper | holds | direction only | does not hold | not decided | not testable | no runs yet |\n|:--|--:|--:|--:|--:|--:|--:|\n{counts}\
         {chapters}\n{HEADING}{distances}\n"
    ))
}

fn paper(folder: &Path) -> Result<Paper, LabError> {
    let suite = Suite::read(&folder.join("suite.toml"), false)?;
    let (mut tables, mut distances) = (Vec::new(), Vec::new());
    for file in suites_in(folder)? {
        let Some(record) = Record::read(&file)? else { continue };
        let of_record = tables_of(&record.results());
        distances.extend(distances_of(&record, &of_record));
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
    over_its_readings(verdicts)
}

const CONCLUSIONS: [(Conclusion, &str); 5] = [
    (Conclusion::Confirmed, "Holds, under every reading that was run"),
    (Conclusion::DirectionOnly, "Holds in direction, but not in size, under every reading that was run"),
    (Conclusion::Refuted, "Does not hold, under any reading that was run"),
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
