//! The commands that check a certificate.

use super::super::Report;
use super::statement::Statement;
use crate::job::InputFile;

/// The commands, line by line, for a shell in the folder of report and release.
pub(super) fn commands(report: &Report, statement: &Statement) -> Vec<String> {
    let word = |text: &str| shell_word(text);
    let job = report.job_file.as_ref().map(|path| format!(" --job {}", word(path))).unwrap_or_default();
    let secret = report.input.hmac_sha256.as_ref().map(|_| " --secret SECRET").unwrap_or_default();
    let file = word(&statement.report.path);
    let mut lines = vec![format!("incog verify {file} --certificate {}{job}{secret}", word(&statement.path))];
    if is_for_the_script(report) {
        lines.push("incog verify --script > check_release.py".to_owned());
        let (input, release) = (word(&report.input.path), word(&report.release.path));
        lines.push(format!("python3 check_release.py {input} {release} {file}{job}"));
    }
    let digest = format!("{}  {}", statement.report.sha256, statement.report.path);
    lines.push(format!("echo {} | sha256sum --check", word(&digest)));
    lines
}

/// The second verifier reads one text file.
fn is_for_the_script(report: &Report) -> bool {
    let is_path = matches!(report.job.input, Some(InputFile::Path(_)));
    let is_text = |path: &str| {
        let path = path.strip_suffix(".gz").unwrap_or(path);
        [".csv", ".tsv", ".txt", ".data"].iter().any(|ending| path.ends_with(ending))
    };
    is_path && is_text(&report.input.path) && is_text(&report.release.path)
}

/// A text as one word of a POSIX shell.
fn shell_word(text: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "._/-+=:,@%".contains(sign);
    match !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn names_are_words_of_a_shell() {
        assert_eq!(
            ["a.csv", "../b c.csv", "it's", "$(x)"].map(shell_word),
            ["a.csv", "'../b c.csv'", "'it'\\''s'", "'$(x)'"]
        );
    }
}
