//! What an audit takes from a job file or from flags.

use super::audit::Arguments;
use crate::column_list::ColumnList;
use crate::output::Failure;
use incog::IncogError;
use incog::job::{ColumnJob, Job, Role, Terms};
use incog_io::{ReadOptions, is_same_file};
use std::collections::{BTreeMap, BTreeSet};

/// The terms that an audit takes from a job file or from flags.
pub struct AuditTerms {
    pub columns: BTreeMap<String, ColumnJob>,
    /// The column of the people that are counted.
    pub unit: Option<String>,
    /// Those of the job file.
    pub terms: Option<Terms>,
    /// The dangers that somebody answers for.
    pub waived: BTreeSet<String>,
    pub options: ReadOptions,
    /// How the input of the job is read, where there is a job.
    pub of_input: Option<ReadOptions>,
}

/// The terms of an audit.
pub fn roles(arguments: &Arguments) -> Result<AuditTerms, Failure> {
    let by_flag = [
        (Role::QuasiIdentifier, ColumnList::all(&arguments.quasi_identifiers)),
        (Role::Sensitive, ColumnList::all(&arguments.sensitive)),
        (Role::Provider, arguments.provider.iter().cloned().collect()),
        (Role::Person, arguments.person.iter().cloned().collect()),
        (Role::Household, arguments.household.iter().cloned().collect()),
    ];
    let mut columns: BTreeMap<String, ColumnJob> = BTreeMap::new();
    for (role, names) in by_flag {
        for name in names {
            if columns
                .insert(name.clone(), ColumnJob::with_role(role))
                .is_some_and(|other| other.role != role)
            {
                return Err(Failure::TwoRoles { column: name });
            }
        }
    }
    match &arguments.job {
        Some(_) if !columns.is_empty() => {
            Err(Failure::Usage("columns are named by a job file and by flags; use only one of them"))
        }
        Some(path) => {
            let job = Job::from_toml_file(path).map_err(IncogError::from)?;
            // How fields are told apart in the job is about its input; this may be a different
            // table.
            let read = job.read_options();
            let is_input = is_same_file(job.input(), &arguments.table);
            let is_release = is_same_file(job.output(), &arguments.table);
            let released = job.released_fields().filter(|_| is_release).map(<[_]>::to_vec);
            let (header, fixed_width) = match released {
                Some(fields) => (false, Some(fields)),
                None if is_input || read.fixed_width.is_none() => (read.header, read.fixed_width.clone()),
                None => (true, None),
            };
            let as_input = if is_input { read.clone() } else { ReadOptions::default() };
            let missing_markers = read.missing_markers.clone();
            let options = ReadOptions {
                delimiter: None,
                header,
                fixed_width,
                missing_markers,
                quote: read.quote,
                ..as_input
            };
            let unit = job.terms().unit().column().map(str::to_owned);
            let waived = job.terms().waivers().keys().cloned().collect();
            let (terms, of_input) = (job.terms().clone(), Some(read));
            let columns = terms.columns().clone();
            Ok(AuditTerms { columns, unit, terms: Some(terms), waived, options, of_input })
        }
        None if columns.is_empty() => {
            Err(Failure::Usage("there are no quasi-identifiers; name them with -q, or give a job file"))
        }
        None => {
            let unit = arguments.person.clone();
            let options = ReadOptions {
                encoding: arguments.encoding,
                sheet: arguments.sheet.clone(),
                ..ReadOptions::default()
            };
            let waived = BTreeSet::new();
            Ok(AuditTerms { columns, unit, terms: None, waived, options, of_input: None })
        }
    }
}
