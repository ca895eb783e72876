//! Certificates of a report, made again.

use super::Check;
use super::ledger::compare;
use incog_attack::AttackRequest;
use incog_disclosure::DisclosureError;
use incog_disclosure::ReportFileError;
use incog_disclosure::attack_files::{AttackFileFacts, AttackedTable, attack_files};
use incog_disclosure::job::CertificateFile;
use incog_disclosure::report::certificate::{
    AttackResult, AttacksFacts, Statement, certificate_paths, is_sibling, page,
};
use incog_disclosure::report::{Audience, Report};
use incog_io::{WholeFile, sha256_of_text};
use incog_report::verification::reach::Reach;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A report whose certificates are checked.
pub(super) struct Certified<'a> {
    /// The report, read.
    pub report: &'a Report,
    /// Its text.
    pub text: &'a str,
    /// Its file.
    pub path: &'a Path,
    /// SHA-256 of the input, as it was read.
    pub input: Option<&'a str>,
}

impl Certified<'_> {
    /// Checks the certificate that is named, or those that lie beside the report and are about it.
    pub fn verify(&self, named: Option<&PathBuf>) -> Result<Vec<Check>, DisclosureError> {
        let beside = || certificate_paths(self.path).into_iter().filter(|path| path.is_file());
        let paths = named.map_or_else(|| beside().collect(), |path| vec![path.clone()]);
        let mut checks = Vec::new();
        for path in paths {
            let unreadable = |fault| {
                DisclosureError::ReportFile(ReportFileError::Unreadable { path: path.clone(), fault })
            };
            let html = WholeFile::REPORT.read_text(&path).map_err(unreadable)?;
            let statement = Statement::in_page(&html);
            // The public and the internal report of a release lie side by side, and each is
            // verified with its own.
            let is_of_sibling = |statement: &Statement| is_sibling(self.path, &statement.report.path);
            if named.is_some() || !statement.as_ref().is_some_and(is_of_sibling) {
                checks.extend(self.check(&path, &html, statement.as_ref()));
            }
        }
        Ok(checks)
    }

    fn check(&self, path: &Path, html: &str, statement: Option<&Statement>) -> Vec<Check> {
        let Some(statement) = statement else {
            let detail =
                format!("{} does not have exactly one statement of incog certificate", file_name(path));
            return vec![Check::new("certificate can be read", false, detail)];
        };
        let is_internal = statement.attacks.is_some() || self.report.audience == Audience::Internal;
        let audience = if is_internal { Audience::Internal } else { Audience::Public };
        let same = |claim: &str, holds: bool, is: &str, is_not: &str| {
            Check::new(format!("certificate.{claim}"), holds, if holds { is } else { is_not })
        };
        let mut checks = vec![
            same(
                "incog",
                statement.incog == env!("CARGO_PKG_VERSION"),
                "this version made it",
                "another version made it; make it again",
            ),
            named_as(statement, path),
            same(
                "report.sha256",
                statement.report.sha256 == sha256_of_text(self.text),
                "it is about this report",
                "it is about another report; make it again",
            ),
            same(
                "report.path",
                statement.report.path == file_name(self.path),
                "it names this report",
                "it names another report",
            ),
            same(
                "audience",
                statement.audience == audience,
                "it says for whom it is",
                "it does not say that it is for the data steward only, or says so without a reason",
            ),
        ];
        checks.push(self.page(path, html, statement));
        checks.extend(said(statement, &self.report.job.certificate));
        if let Some(attacks) = &statement.attacks {
            checks.extend(self.attacks(attacks, path.parent().unwrap_or(Path::new(""))));
        }
        checks
    }

    /// Makes the page again; where the release cannot be read, or is another one, nothing in the
    /// page is true of it.
    fn page(&self, path: &Path, html: &str, statement: &Statement) -> Check {
        let claim = format!("{} shows the figures of the report", file_name(path));
        let folder = self.path.parent().unwrap_or(Path::new(""));
        if !Reach::new(folder, []).allows(&folder.join(&self.report.release.path)) {
            return Check::new(claim, false, "the release that the report names is not in its folder");
        }
        match page(self.report, statement, self.path) {
            Err(error) => Check::new(claim, false, error.to_string()),
            Ok(made) if made == html => {
                Check::new(claim, true, "it follows from the report and the release, byte for byte")
            }
            Ok(made) => {
                let detail = format!("it differs from line {} on", first_other_line(&made, html));
                Check::new(claim, false, detail)
            }
        }
    }

    /// Tries the attacks again, where their files are at hand.
    fn attacks(&self, told: &AttacksFacts, folder: &Path) -> Vec<Check> {
        let claim = |name: &str| format!("certificate.attacks.{name}");
        let files = &told.result.files;
        let other = "it is not the table of the report";
        let tried_on = |name: &str, claimed: &AttackedTable, sha256: &str| {
            let same = claimed.sha256 == sha256;
            let detail = if same { "it is the table of the report" } else { other };
            Check::new(claim(&format!("result.files.{name}.sha256")), same, detail)
        };
        let mut checks = vec![
            Check::not_shown(claim("sha256"), "verify does not read the output of incog attack again"),
            tried_on("release", &files.release, &self.report.release.sha256),
        ];
        checks.push(match self.input {
            Some(sha256) => tried_on("original", &files.original, sha256),
            None => Check::not_shown(claim("result.files.original.sha256"), "the input is not a file"),
        });
        match tried_again(&told.result, folder) {
            Err(why) => checks.push(Check::not_shown(claim("result"), why)),
            Ok(found) => {
                let found = AttackResult { files: files.clone(), ..found };
                let value = |result: &AttackResult| serde_json::to_value(result).unwrap_or_default();
                let leaves = compare(&value(&told.result), &value(&found), &Vec::new());
                let of_files = |check: &Check| check.claim.starts_with("files.");
                let leaves = leaves.into_iter().filter(|check| !of_files(check));
                checks.extend(
                    leaves.map(|check| Check { claim: claim(&format!("result.{}", check.claim)), ..check }),
                );
            }
        }
        checks
    }
}

/// The name that it was given; a file can be renamed.
fn named_as(statement: &Statement, path: &Path) -> Check {
    let claim = "certificate.path";
    match statement.path == file_name(path) {
        true => Check::new(claim, true, "it is the name of the file"),
        false => Check::not_shown(claim, "the file has another name now"),
    }
}

/// Who is named: as the job says, or as nobody can check.
fn said(statement: &Statement, job: &CertificateFile) -> Vec<Check> {
    let check = |name: &str, said: &Option<String>, of_job: &Option<String>| {
        let claim = format!("certificate.{name}");
        match said {
            None => None,
            Some(_) if said == of_job => Some(Check::new(claim, true, "the job has the same entry")),
            Some(_) => Some(Check::not_shown(claim, "it was given when the certificate was made")),
        }
    };
    let named = [
        check("publisher", &statement.publisher, &job.publisher),
        check("officer", &statement.officer, &job.officer),
    ];
    named.into_iter().flatten().collect()
}

/// What comes of the same attacks now; or why they are not tried.
fn tried_again(told: &AttackResult, folder: &Path) -> Result<AttackResult, String> {
    let files = told.files.in_folder(folder);
    let reach = Reach::new(folder, []);
    let tables = [&files.original, &files.release].into_iter().chain(&files.control).chain(&files.also);
    if let Some(outside) = tables.chain(files.hierarchies.values()).find(|path| !reach.allows(path)) {
        let name = outside.file_name().unwrap_or_default().to_string_lossy();
        return Err(format!("the attacks were not repeated: {name} is not in the folder of the report"));
    }
    let request = AttackRequest {
        known: told.known.clone(),
        sensitive: told.sensitive.clone(),
        unit: told.unit.clone(),
        attacks: told.files.attacks.clone(),
        queries: told.queries,
        columns: told.files.columns,
        seed: told.seed,
    };
    let not_again = |error: DisclosureError| format!("the attacks cannot be repeated: {error}");
    let again = attack_files(&files, &request, |_| ControlFlow::Continue(())).map_err(not_again)?;
    if digests(&again.files) != digests(&told.files) {
        return Err("the attacks were not repeated: a file that they used has changed".to_owned());
    }
    let found = serde_json::to_value(&again).and_then(serde_json::from_value);
    found.map_err(|error| error.to_string())
}

fn digests(files: &AttackFileFacts) -> Vec<&str> {
    let tables = [&files.original, &files.release].into_iter().chain(&files.control).chain(&files.also);
    tables.map(|table| table.sha256.as_str()).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The first line, from 1 on, in which two texts differ.
fn first_other_line(one: &str, other: &str) -> usize {
    one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count() + 1
}
