//! Points on standard input, and releases of trajectories on standard output.

use crate::output::Failure;
use crate::streams::{HandedOn, Received, is_stream, named_by};
use clap::Args;
use incog::trajectories::{PointFormat, TrajectoryJob};
use std::path::{Path, PathBuf};

/// The format of standard input and output, and what becomes of the report.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Standard input and output")]
pub struct TripStreamFlags {
    /// The format of standard input and output: csv, parquet, arrow, gpx, geojson, plt, w4m, ...
    ///
    /// Needed for points on standard input (input = "-" in the job) or a release on standard output
    /// (-o -), which have no file ending. If only the release goes to standard output, the default
    /// is the format of the job's output.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<String>,
    /// Write the report of a release on standard output to this file, with its page beside it; NAME
    /// is the name of the release in the report
    #[arg(long, value_name = "NAME.report.json")]
    report: Option<PathBuf>,
}

fn format(text: &str) -> Result<String, String> {
    let ending = text.trim_start_matches('.').to_ascii_lowercase();
    if is_known(&format!("points.{ending}")) {
        return Ok(ending);
    }
    Err("unknown format; expected csv, tsv, jsonl, parquet, arrow, xlsx, gpx, geojson, plt, txt or w4m"
        .to_owned())
}

fn is_known(name: &str) -> bool {
    PointFormat::of_name(Path::new(name)).is_some()
}

impl TripStreamFlags {
    /// Reads standard input to its end, if the job says that the points are there, which is in the
    /// name then.
    pub fn receive(&self, job: &TrajectoryJob) -> Result<Option<Received>, Failure> {
        match (job.input.file_name() == Some("-".as_ref()), &self.format) {
            (false, _) => Ok(None),
            (true, Some(ending)) => Received::of_this_ending(ending.clone()).map(Some),
            (true, None) => Err(Failure::Usage(
                "the format of the points on standard input is missing; add --format csv, or another format",
            )),
        }
    }

    /// Where a release is made that goes to standard output, if `output` is "-"; that of the job
    /// has the format that is taken when none is named.
    pub fn hand_on(&self, output: Option<&Path>, job: &TrajectoryJob) -> Result<Option<HandedOn>, Failure> {
        if !output.is_some_and(is_stream) {
            return match self.report {
                Some(_) => {
                    Err(Failure::Usage("--report needs -o -; a release in a file has its report beside it"))
                }
                None => Ok(None),
            };
        }
        let named = self.report.as_deref().map(|report| named_by(report, self.format.as_deref(), is_known));
        let of_job = job.output.extension().and_then(|ending| ending.to_str());
        let ending = self.format.as_deref().or(of_job).unwrap_or("csv");
        HandedOn::new(named.transpose()?, ending).map(Some)
    }
}
