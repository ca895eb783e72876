//! The layout of the text of the input and of the release.

use super::error::{JobError, JobProblem};
use super::spec::Job;
use incog_io::{FixedField, Place, ReadOptions, TableFormat, TextEncoding, table_ending, table_format};

impl Job {
    /// How the input is to be read.
    pub fn read_options(&self) -> ReadOptions {
        let default = ReadOptions::default();
        ReadOptions {
            delimiter: self.csv.delimiter,
            quote: self.csv.quote.unwrap_or(default.quote),
            // Fields at fixed places have their names from the job.
            header: self.csv.header.unwrap_or(self.csv.fixed_width.is_none()),
            // A detected encoding depends on the records, so it is not for records that are drawn.
            encoding: self.csv.encoding.or(self.terms.drawn_share().map(|_| TextEncoding::UTF_8)),
            sheet: self.csv.sheet.clone(),
            skip_rows: self.csv.skip_rows,
            skip_footer: self.csv.skip_footer,
            decimal: self.csv.decimal,
            fixed_width: self.csv.fixed_width.clone(),
            missing_markers: self.csv.missing.clone().unwrap_or(default.missing_markers),
            escaped_formulas: false,
            one_missing_value: true,
        }
    }

    /// The fields of a release that is a text without delimiters; `None` where fields are
    /// delimited.
    pub fn released_fields(&self) -> Option<&[FixedField]> {
        self.released_fields.as_deref()
    }

    /// Refuses fields at fixed places for a release in a format that has none.
    pub fn check_released_fields(&self) -> Result<(), JobError> {
        let is_text = table_format(&self.output).is_some_and(TableFormat::is_delimited);
        if self.released_fields.is_none() || is_text {
            return Ok(());
        }
        let key = "release.fixed_width".to_owned();
        let why = "only text files can be fixed-width; let the name of the release end in .txt, .data or \
            .csv";
        Err(JobError::new(Place::default(), JobProblem::Idle { key, why }))
    }

    /// The delimiter of the release, given that of the input: the one that its ending says, or the
    /// same if the format is the same, otherwise the default of its own format (`None`).
    pub fn release_delimiter(&self, of_input: Option<u8>) -> Option<u8> {
        let ending = table_ending(&self.output);
        let same = of_input.filter(|_| table_ending(&self.input) == ending);
        ending.and_then(|ending| ending.delimiter).or(same)
    }

    /// How the release is to be read, if the input was read with this delimiter: a label that looks
    /// like a marker of missing values is a label.
    pub fn release_read_options(&self, delimiter: Option<u8>) -> ReadOptions {
        // Never detected: a release of one column may have no delimiter, and any character in its
        // labels.
        ReadOptions {
            delimiter: self.release_delimiter(delimiter).or(Some(b',')),
            header: self.released_fields.is_none(),
            encoding: Some(TextEncoding::UTF_8),
            sheet: None,
            skip_rows: 0,
            skip_footer: 0,
            decimal: None,
            fixed_width: self.released_fields.clone(),
            escaped_formulas: self.terms.release.escape_formulas,
            one_missing_value: false,
            ..self.read_options()
        }
    }
}
