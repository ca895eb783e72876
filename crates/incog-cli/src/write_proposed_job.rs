//! `incog anonymize TABLE`: from a table to a job file beside the release.

use crate::output::{Failure, is_quiet, note, say};
use crate::proposal_input::{ProposalOptions, look_at};
use crate::role_questions::{RoleQuestion, ask_roles};
use crate::shared_values::shared_values;
use crate::trajectory_hint::note_points;
use crate::write_file::write_file;
use incog::IncogError;
use incog::job::{
    ProposalWishes, ProposedColumn, ProposedJob, ProposedPlaces, TableToPropose, propose_job,
    proposed_columns,
};
use incog::roles::ProposedRole;
use incog::trajectories::has_points;
use incog_io::{TableFile, WriteError, without_compression};
use std::io::{IsTerminal, stderr, stdin};
use std::path::{Path, PathBuf};

/// A table and what is asked of its job.
pub struct ProposalRequest<'a> {
    /// The release.
    pub release: &'a Path,
    /// Whether an existing job file is overwritten.
    pub force: bool,
    /// How the table is laid out, as far as somebody says.
    pub layout: ProposalOptions<'a>,
    /// Models, limits and presets.
    pub wishes: ProposalWishes,
}

/// Writes a job file beside the release; what is undecided is asked at the terminal. Without one,
/// it is listed and stays undecided, so that nothing is published.
pub fn write_proposed_job(mut request: ProposalRequest<'_>) -> Result<PathBuf, Failure> {
    let table = request.layout.name;
    let job = job_beside(request.release);
    for path in [job.as_path(), request.release] {
        if path.exists() && !request.force {
            if path == job {
                note(&format!(
                    "to publish as this job file says, run: incog anonymize {}; here, --force replaces the \
                     file, with all that was decided in it",
                    job.display()
                ));
            }
            return Err(IncogError::from(WriteError::Exists { path: path.to_owned() }).into());
        }
    }
    let (file, layout) = look_at(table, &request.layout).inspect_err(|failure| {
        if matches!(failure, Failure::Header { .. }) {
            note("these flags are those of incog init, which writes a job file to publish with");
        }
    })?;
    if has_points(&file.table) {
        note_points(table);
    }
    let found = proposed_columns(&file.table, &file.format, &request.wishes);
    say(&roles_in_words(table, &found));
    if stdin().is_terminal() && stderr().is_terminal() && !is_quiet() {
        decide_at_terminal(&file, &mut request.wishes)?;
    }
    let open = undecided(&file, &request.wishes);
    open.iter().for_each(|column| note(&format!("column {:?} is undecided: {}", column.name, column.why)));
    let folder = job.parent().unwrap_or(Path::new(""));
    let name = request.release.file_name().unwrap_or_default().to_string_lossy();
    let source = TableToPropose {
        table: &file.table,
        format: &file.format,
        places: ProposedPlaces::Files { input: &incog::job::path_from(table, folder), output: &name },
        layout: &layout,
    };
    let ProposedJob { text, to_correct } = propose_job(&source, &request.wishes);
    for (column, what) in to_correct {
        note(&format!("{}, column {column:?}: {what}", table.display()));
    }
    write_file(&job, request.force, &[table.to_owned()], text)?;
    let (what, force) =
        if open.is_empty() { ("edit it to change one", " --force") } else { ("decide there", "") };
    say(&format!(
        "{0}: written for you alone, with every choice and its reason; {what}, then run: incog anonymize {0}{force}",
        job.display()
    ));
    Ok(job)
}

/// `out.csv` and `out.csv.gz` have their job in `out.job.toml`.
fn job_beside(release: &Path) -> PathBuf {
    let name = release.file_name().unwrap_or_default().to_string_lossy();
    let (stem, _) = without_compression(&name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    release.with_file_name(format!("{stem}.job.toml"))
}

fn undecided(file: &TableFile, wishes: &ProposalWishes) -> Vec<ProposedColumn> {
    let mut found = proposed_columns(&file.table, &file.format, wishes);
    found.retain(is_undecided);
    found
}

fn is_undecided(column: &ProposedColumn) -> bool {
    column.role == ProposedRole::Undecided.name()
}

/// Asks until nothing is undecided: an answer may leave another column open that reveals it.
fn decide_at_terminal(file: &TableFile, wishes: &mut ProposalWishes) -> Result<(), Failure> {
    loop {
        let found = proposed_columns(&file.table, &file.format, wishes);
        let unit = found.iter().find(|column| is_unit(column)).map(|column| column.name.as_str());
        let open = found.iter().filter(|column| is_undecided(column));
        let questions: Vec<RoleQuestion> = open.map(|column| question(file, column, unit)).collect();
        let answers = ask_roles(&questions, &mut stdin().lock(), &mut stderr().lock());
        let answers = answers.map_err(|source| Failure::StandardInput { source })?;
        let is_over = questions.is_empty() || answers.len() < questions.len();
        wishes.decided.extend(answers);
        if is_over {
            return Ok(());
        }
    }
}

/// Whether people are counted by a column.
fn is_unit(column: &ProposedColumn) -> bool {
    [ProposedRole::Person, ProposedRole::Household].iter().any(|role| role.name() == column.role)
}

fn question(file: &TableFile, proposed: &ProposedColumn, unit: Option<&str>) -> RoleQuestion {
    let column = file.table.column(&proposed.name);
    let examples = match (column, proposed.safe_role.identifies()) {
        (Some(column), false) => {
            shared_values(&file.table, column, unit.and_then(|unit| file.table.column(unit)))
        }
        _ => Vec::new(),
    };
    let reveals = proposed.undoes.as_ref().map_or(String::new(), |other| format!("it reveals {other:?}; "));
    RoleQuestion {
        column: proposed.name.clone(),
        values: column.map_or(0, |column| column.dictionary.len() - column.missing.len()),
        examples,
        why: reveals + &proposed.why,
        safe_role: proposed.safe_role,
    }
}

/// The proposed roles, one line each.
fn roles_in_words(table: &Path, found: &[ProposedColumn]) -> String {
    let mut text = format!("{}: proposed roles", table.display());
    for role in ProposedRole::ALL {
        let columns = found.iter().filter(|column| column.role == role.name());
        let names: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
        if !names.is_empty() {
            text += &format!("\n  {}: {}", role.name(), names.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_stands_beside_the_release() {
        for (release, job) in
            [("out.csv", "out.job.toml"), ("a/out.csv.gz", "a/out.job.toml"), ("out", "out.job.toml")]
        {
            assert_eq!(job_beside(Path::new(release)), Path::new(job));
        }
    }
}
