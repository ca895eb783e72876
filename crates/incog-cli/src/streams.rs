//! Tables on standard input, and releases on standard output.

use crate::interrupt::private_folder;
use crate::output::{Failure, say};
use clap::Args;
use incog::Job;
use incog::catalogue;
use incog_io::table_ending;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What reports call a table from standard input, before its ending.
const RECEIVED: &str = "standard-input";
/// What a release on standard output is called where no report keeps its name.
const HANDED_ON: &str = "release";
/// The ending of a report.
const REPORT: &str = ".report.json";

/// The format of a table on standard input.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Standard input and output")]
pub struct InputFlags {
    /// The format of standard input and output: csv, tsv, jsonl, parquet, arrow, xlsx, csv.gz, ...
    ///
    /// Needed because standard input and output have no file ending. All file endings of tables are
    /// known. If only the release goes to standard output, the default is the format of the table.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<String>,
}

/// The format of standard input and output, and what becomes of the report.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Standard input and output")]
pub struct StreamFlags {
    #[command(flatten)]
    pub input: InputFlags,
    /// Write the report of a release on standard output to this file, with its page beside it
    ///
    /// NAME, such as monday.csv, is the name of the release in the report: save the release under
    /// it beside the report, or name it to incog verify with --release. Without this flag, incog
    /// writes no report.
    #[arg(long, value_name = "NAME.report.json")]
    report: Option<PathBuf>,
}

/// A table that came by standard input, for as long as it is needed.
pub struct Received {
    /// The file to read.
    pub file: PathBuf,
    ending: String,
    // What follows is kept until the table is read.
    _content: File,
    _folder: TempDir,
}

/// A release that goes to standard output.
pub struct HandedOn {
    /// Its name in the report.
    pub release: PathBuf,
    /// Whether there is a report.
    pub is_reported: bool,
    folder: TempDir,
}

/// Whether a path stands for standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

fn format(text: &str) -> Result<String, String> {
    let ending = text.trim_start_matches('.').to_ascii_lowercase();
    match table_ending(format!("table.{ending}")) {
        Some(_) => Ok(ending),
        None => {
            let known: Vec<String> = catalogue::formats().map(|format| format.shown_endings()).collect();
            Err(format!("unknown format; expected one of {}", known.join(", ")))
        }
    }
}

impl InputFlags {
    /// Reads standard input to its end into a file of our own, if `table` is "-".
    pub fn receive(&self, table: &Path) -> Result<Option<Received>, Failure> {
        if !is_stream(table) {
            return Ok(None);
        }
        match self.format.clone() {
            Some(ending) => Received::of_this_ending(ending).map(Some),
            None => Err(Failure::Usage(
                "the format of the table on standard input is missing; add --format csv, or another format",
            )),
        }
    }

    /// The job, with its table from standard input if it says so (`input = "-"`), which is kept for
    /// as long as what comes with it.
    pub fn receive_for(
        &self,
        job: Job,
        handed_on: Option<&HandedOn>,
    ) -> Result<(Job, Option<Received>), Failure> {
        if job.input().file_name() != Some("-".as_ref()) {
            return Ok((job, None));
        }
        let received = self.receive(Path::new("-"))?;
        let job = match &received {
            Some(received) => {
                let name = received.name(job.output(), handed_on);
                job.with_input(name).reading(&received.file)
            }
            None => job,
        };
        Ok((job, received))
    }

    /// The format, if one is named.
    pub fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }
}

impl Received {
    /// Reads standard input to its end.
    pub fn of_this_ending(ending: String) -> Result<Self, Failure> {
        let mut input = io::stdin().lock();
        if input.is_terminal() {
            say("reading the table from the terminal; press Ctrl-D to end it");
        }
        let received = Self::create(ending).and_then(|(received, mut file)| {
            io::copy(&mut input, &mut file)?;
            Ok(received)
        });
        received.map_err(|source| Failure::StandardInput { source })
    }

    fn create(ending: String) -> io::Result<(Self, File)> {
        let folder = private_folder()?;
        let file = folder.path().join(format!("{RECEIVED}.{ending}"));
        let content = nameless(&file)?;
        let writer = content.try_clone()?;
        Ok((Self { file, ending, _content: content, _folder: folder }, writer))
    }

    /// What the table is called beside the report of a release; where no report is kept, as nothing
    /// else.
    pub fn name(&self, release: &Path, handed_on: Option<&HandedOn>) -> PathBuf {
        let beside = if handed_on.is_none_or(|to| to.is_reported) { release } else { Path::new("") };
        beside.with_file_name(format!("{RECEIVED}.{}", self.ending))
    }
}

/// A file without a name of its own, which is gone with the process however that ends; `path` leads
/// to it.
#[cfg(target_os = "linux")]
fn nameless(path: &Path) -> io::Result<File> {
    use std::os::fd::AsRawFd;
    let file = tempfile::tempfile()?;
    std::os::unix::fs::symlink(format!("/proc/self/fd/{}", file.as_raw_fd()), path)?;
    // Where there is no /proc, it is a file in our folder.
    if path.is_file() {
        return Ok(file);
    }
    std::fs::remove_file(path)?;
    File::create_new(path)
}

/// A file in a folder that only we can read.
#[cfg(not(target_os = "linux"))]
fn nameless(path: &Path) -> io::Result<File> {
    File::create_new(path)
}

impl StreamFlags {
    /// Where a release is made that goes to standard output, if `output` is "-"; `like` has the
    /// format that is taken when none is named.
    pub fn hand_on(&self, output: Option<&Path>, like: Option<&Path>) -> Result<Option<HandedOn>, Failure> {
        if !output.is_some_and(is_stream) {
            return match self.report {
                Some(_) => {
                    Err(Failure::Usage("--report needs -o -; a release in a file has its report beside it"))
                }
                None => Ok(None),
            };
        }
        let is_table = |name: &str| table_ending(name).is_some();
        let named = self.report.as_deref().map(|report| named_by(report, self.input.format(), is_table));
        let ending = if named.is_none() { self.ending_like(like)? } else { String::new() };
        HandedOn::new(named.transpose()?, &ending).map(Some)
    }

    fn ending_like(&self, like: Option<&Path>) -> Result<String, Failure> {
        let of_name = |path: &Path| {
            let name = path.file_name()?.to_str()?.to_ascii_lowercase();
            let (place, _) = name.match_indices('.').find(|(place, _)| format(&name[place + 1..]).is_ok())?;
            Some(name[place + 1..].to_owned())
        };
        let ending = self.input.format.clone().or_else(|| like.and_then(of_name));
        ending.ok_or(Failure::Usage(
            "the format of the release on standard output is missing; add --format csv, or another format",
        ))
    }
}

/// The release that a report is about, whose ending must be `known`.
pub fn named_by(
    report: &Path,
    format: Option<&str>,
    known: impl Fn(&str) -> bool,
) -> Result<PathBuf, Failure> {
    let name = report.file_name().and_then(|name| name.to_str());
    let name = name.and_then(|name| name.strip_suffix(REPORT)).filter(|name| known(name));
    let wrong = "--report needs a name such as monday.csv.report.json: the release with its file ending, then \
         .report.json";
    let name = name.ok_or(Failure::Usage(wrong))?;
    if format.is_some_and(|ending| !name.to_ascii_lowercase().ends_with(&format!(".{ending}"))) {
        return Err(Failure::Usage(
            "--format and the name of the report name different formats; change one \
            of them",
        ));
    }
    Ok(report.with_file_name(name))
}

impl HandedOn {
    /// A release that its report calls `named`; where there is none, one of this ending.
    pub fn new(named: Option<PathBuf>, ending: &str) -> Result<Self, Failure> {
        let folder = private_folder().map_err(|source| Failure::StandardOutput { source })?;
        let is_reported = named.is_some();
        let release = named.unwrap_or_else(|| folder.path().join(format!("{HANDED_ON}.{ending}")));
        if io::stdout().is_terminal() && !is_text(&release) {
            return Err(Failure::Usage(
                "this format is binary and cannot be shown on a terminal; redirect the output to a file or \
                 a command",
            ));
        }
        Ok(Self { release, is_reported, folder })
    }

    /// Where it is made.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The job with its release handed on.
    pub fn apply(&self, job: Job) -> Result<Job, Failure> {
        let stream = standard_output()?;
        Ok(job.with_output(&self.release).handing_on(self.folder.path(), stream))
    }
}

/// Standard output as a file.
pub fn standard_output() -> Result<File, Failure> {
    own_standard_output().map(File::from).map_err(|source| Failure::StandardOutput { source })
}

#[cfg(unix)]
fn own_standard_output() -> io::Result<std::os::fd::OwnedFd> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned()
}

#[cfg(windows)]
fn own_standard_output() -> io::Result<std::os::windows::io::OwnedHandle> {
    use std::os::windows::io::AsHandle;
    io::stdout().as_handle().try_clone_to_owned()
}

fn is_text(path: &Path) -> bool {
    let is_packed = path.to_str().is_some_and(|path| incog_io::without_compression(path).1.is_some());
    // What is no table has points, in formats that are texts.
    !is_packed && incog_io::table_format(path).is_none_or(|format| format.can_be_compressed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_endings() {
        for (text, ending) in [("csv", "csv"), (".CSV.gz", "csv.gz"), ("parquet", "parquet")] {
            assert_eq!(format(text).unwrap(), ending);
        }
        assert!(format("csw").unwrap_err().contains(".parquet"));
    }

    /// What is received has a name for as long as somebody holds it.
    #[test]
    fn nothing_of_what_was_received_is_left() {
        use std::io::Write;
        let (received, mut writer) = Received::create("csv".to_owned()).unwrap();
        writer.write_all(b"age\n7\n").unwrap();
        let path = received.file.clone();
        assert_eq!(std::fs::read(&path).unwrap(), b"age\n7\n");
        assert_eq!(received.name(Path::new("out/x.csv"), None), Path::new("out/standard-input.csv"));
        drop((received, writer));
        assert!(!path.exists() && !path.parent().unwrap().exists());
    }
}
