//! What released labels stand for, for others who look at a release.

use crate::label_places::Places;
use crate::labels::Meaning;
use crate::values::Values;
use incog_audit::Stands;
use incog_data::{Column, Hierarchy};

/// What each code of a released column stands for, read as attacks read it.
///
/// ```
/// use incog_audit::Stands;
/// let column = |texts: [&str; 2]| incog_data::Table::from_rows(["age"], texts.map(|text| [text]), &[]).map(|table| table.columns()[0].clone());
/// let (ages, released) = (column(["24", "31"])?, column(["20-29", "*"])?);
/// assert_eq!(incog_attack::stands_for(&ages, &released, None), [Stands::Values(vec![0]), Stands::Anything]);
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn stands_for(original: &Column, released: &Column, hierarchy: Option<&Hierarchy>) -> Vec<Stands> {
    let values = Values::new(original, None);
    let places = Places::new(hierarchy.into_iter(), &values);
    let read = |text: &str| match Meaning::parse(text, &values, &places) {
        Meaning::Anything => Stands::Anything,
        Meaning::Values(values) => Stands::Values(values),
        Meaning::Number(number) => Stands::Number(number),
        Meaning::Unread => Stands::Unread,
    };
    released.dictionary.iter().map(read).collect()
}
