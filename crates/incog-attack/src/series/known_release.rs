//! A release as somebody looks people up in it.

use super::class_values::ClassValues;
use super::error::SeriesError;
use super::lookup::Lookup;
use super::sensitive::{AllValues, class_values};
use super::unmatched_labels;
use super::{EarlierRelease, Series};
use crate::kinds::Kinds;
use crate::labels::Meaning;
use crate::matched_column::MatchedColumn;
use incog_data::{NarrowCodes, Table};

/// A release as somebody looks people up in it.
pub(super) struct KnownRelease<'a> {
    /// The columns by which people are looked up.
    pub known: Vec<MatchedColumn<'a>>,
    pub lookup: Lookup,
    /// Of each sensitive column of the series the values of each class; `None` where the release
    /// does not have the column.
    pub sensitive: Vec<Option<Vec<ClassValues>>>,
    /// Of each class its labels as they are written, in the order of `known`.
    pub labels: Vec<Vec<String>>,
}

/// What a suppressed record shows.
const SUPPRESSED: &str = "*";

/// A release, and which of its rows show a record.
struct ShownRows<'n, 'a> {
    /// The name of the release in messages.
    name: &'n str,
    release: &'a Table,
    stays: &'n [bool],
}

impl<'a> KnownRelease<'a> {
    pub fn present(series: &Series<'a>, values: &[AllValues]) -> Result<Self, SeriesError> {
        // Those who are suppressed are not in it.
        let stays = vec![true; series.release.rows()];
        Self::new(
            series,
            ShownRows { name: "the release", release: series.release, stays: &stays },
            None,
            values,
        )
    }

    pub fn earlier(
        series: &Series<'a>,
        one: &EarlierRelease<'a>,
        values: &[AllValues],
    ) -> Result<Self, SeriesError> {
        let stays = shown_rows(one.release);
        Self::new(
            series,
            ShownRows { name: &one.name, release: one.release, stays: &stays },
            Some(one),
            values,
        )
    }

    fn new(
        series: &Series<'a>,
        shown: ShownRows<'_, 'a>,
        earlier: Option<&EarlierRelease<'a>>,
        values: &[AllValues],
    ) -> Result<Self, SeriesError> {
        let ShownRows { name, release, stays } = shown;
        let own = earlier.map(|one| &one.hierarchies);
        let bound = |column: &String| {
            let (people, released) = (series.people.column(column)?, release.column(column)?);
            let original = earlier.and_then(|one| one.original?.column(column));
            let hierarchies = own.into_iter().chain([&series.hierarchies]).filter_map(|all| all.get(column));
            let mut bound = MatchedColumn::new(people, released, original, hierarchies.cloned().collect());
            nobody_else_is_missing(&mut bound);
            Some(bound)
        };
        let known: Vec<MatchedColumn<'a>> = series.known.iter().filter_map(bound).collect();
        if known.is_empty() {
            let (release, known) = (name.to_owned(), series.known.clone());
            return Err(SeriesError::NothingKnown { release, known });
        }
        let is_value =
            |bound: &&MatchedColumn<'a>| earlier.is_some_and(|one| one.ungeneralized.contains(bound.name));
        unmatched_labels::refuse(name, known.iter().filter(|bound| !is_value(bound)))?;
        let kinds = Kinds::from_columns(&known.iter().collect::<Vec<_>>());
        let mut shown = vec![false; kinds.records.len()];
        kinds.of_row.iter().zip(stays).for_each(|(&class, &stays)| shown[class as usize] |= stays);
        let lookup = Lookup::new(&known.iter().collect::<Vec<_>>(), &kinds, shown);
        let sensitive = values.iter().map(|values| {
            let column = release.column(&values.column)?;
            Some(class_values(values, column, &kinds, stays))
        });
        let sensitive = sensitive.collect();
        let text = |(bound, codes): (&MatchedColumn<'_>, &Vec<u32>), class: usize| {
            bound.release.column.dictionary.get(codes[class]).trim().to_owned()
        };
        let of_class =
            |class: usize| known.iter().zip(&kinds.codes).map(|column| text(column, class)).collect();
        let labels = (0..kinds.records.len()).map(of_class).collect();
        Ok(Self { known, lookup, sensitive, labels })
    }
}

/// A missing value is one of its own: nobody of the people has it, unless somebody's is missing.
fn nobody_else_is_missing(bound: &mut MatchedColumn<'_>) {
    let texts = bound.release.column.dictionary.iter();
    for (meaning, text) in bound.release.meanings.iter_mut().zip(texts) {
        if *meaning == Meaning::Anything && text.trim() != SUPPRESSED {
            *meaning = Meaning::Values(Vec::new());
        }
    }
}

/// Whether each row shows anything: a suppressed record may stay as a row of `*`, which says
/// nothing of anybody.
fn shown_rows(release: &Table) -> Vec<bool> {
    let stars: Vec<(Option<u32>, &NarrowCodes)> = release
        .columns()
        .iter()
        .map(|column| {
            let star = (0u32..).zip(column.dictionary.iter()).find(|(_, text)| *text == SUPPRESSED);
            (star.map(|(code, _)| code), &column.codes)
        })
        .collect();
    (0..release.rows()).map(|row| !stars.iter().all(|(star, codes)| *star == Some(codes.at(row)))).collect()
}
