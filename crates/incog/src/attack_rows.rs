//! Attacks on a release in memory.

use crate::iso_dates::write_iso_dates;
use crate::job::HierarchyFile;
use crate::{IncogError, hierarchy};
use incog_attack::{AttackReport, AttackRequest, Attacked, attack};
use incog_card::Card;
use incog_data::Table;
use incog_io::{ReadOptions, RowStream, read_rows};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Tables in memory, as [`AttackedFiles`](crate::AttackedFiles) names files.
pub struct AttackedRows {
    /// The records that the release was made of.
    pub original: RowStream,
    /// The release, of this program or of any other.
    pub release: RowStream,
    /// Records of people like those of the original who are not in it.
    pub control: Option<RowStream>,
    /// Further releases about the same people.
    pub also: Vec<RowStream>,
    /// By column, the hierarchy whose labels the release has: a file, or how it is made of the
    /// values of the original.
    pub hierarchies: BTreeMap<String, HierarchyFile>,
}

/// As [`attack_files`](crate::attack_files), for tables in memory.
///
/// # Errors
/// When a table cannot be read, a hierarchy is none, or the release cannot be attacked as asked.
pub fn attack_rows(
    rows: AttackedRows,
    request: &AttackRequest,
    begins: impl FnMut(&'static Card) -> ControlFlow<()>,
) -> Result<AttackReport, IncogError> {
    // Two labels of a release that look like "missing" stay two.
    let as_it_is = ReadOptions { one_missing_value: false, ..ReadOptions::default() };
    let people = |name: &str, rows| Ok::<_, IncogError>(read_rows(name, rows, &ReadOptions::default())?.0);
    let published = |name: &str, rows| Ok::<_, IncogError>(read_rows(name, rows, &as_it_is)?.0);
    let mut original = people("original", rows.original)?;
    let mut release = published("release", rows.release)?;
    let mut control = rows.control.map(|rows| people("control group", rows)).transpose()?;
    let also = rows.also.into_iter().map(|rows| published("further release", rows));
    let mut also: Vec<Table> = also.collect::<Result<_, _>>()?;
    let mut others: Vec<&mut Table> =
        std::iter::once(&mut release).chain(&mut also).chain(&mut control).collect();
    let is_kept = |name: &str| rows.hierarchies.contains_key(name);
    write_iso_dates(&mut original, &mut others, is_kept).map_err(IncogError::from)?;
    let made = |(column, how): (String, HierarchyFile)| {
        let hierarchy = match &how {
            HierarchyFile::Path(path) => hierarchy::read(path)?,
            HierarchyFile::Made(_) => hierarchy::build(&original, &column, Some(&how))?,
        };
        Ok((column, hierarchy))
    };
    let hierarchies = rows.hierarchies.into_iter().map(made).collect::<Result<_, IncogError>>()?;
    let (control, also) = (control.as_ref(), also.iter().collect());
    let attacked = Attacked { control, also, hierarchies, ..Attacked::new(&original, &release) };
    Ok(attack(&attacked, request, begins)?)
}
