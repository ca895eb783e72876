//! Countries to the regions they lie in.

use super::{BuildError, Values};
use crate::Hierarchy;
use keshvar::{Country, CountryIterator};
use std::collections::HashMap;
use std::sync::OnceLock;

/// What stands for the region of what is no known country. Not `Other`, which would say that it
/// lies in no region named.
const UNCLASSIFIED: &str = "unclassified";

/// Countries, then the sub-regions and regions of the United Nations (M49), then `*`.
///
/// A country is known by its codes of ISO 3166 (`AT`, `AUT`) and by its names in English and in its
/// neighbours' languages, with any signs between the words. What is not known belongs to
/// `unclassified`. A label follows from the value alone, whatever else is in the column.
///
/// ```
/// use incog_data::{ColumnBuilder, Regions, Values};
/// let mut builder = ColumnBuilder::new("country");
/// for country in ["United-States", "Thailand", "AT", "Atlantis"] { builder.push(country); }
/// let hierarchy = Regions::UnM49.build(&Values::from_column(&builder.finish(&[]))).unwrap();
/// let row = |value| (1..=3).map(|level| hierarchy.label(level, hierarchy.find(value).unwrap())).collect::<Vec<_>>();
/// assert_eq!(row("United-States"), ["Northern America", "Americas", "*"]);
/// assert_eq!(row("Thailand"), ["South-eastern Asia", "Asia", "*"]);
/// assert_eq!(row("AT"), ["Western Europe", "Europe", "*"]);
/// assert_eq!(row("Atlantis"), ["unclassified", "unclassified", "*"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regions {
    /// Sub-region and region of the standard M49 of the United Nations.
    UnM49,
}

impl Regions {
    /// All classifications.
    pub const ALL: [Self; 1] = [Self::UnM49];

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnM49 => "un-m49",
        }
    }

    /// Makes the hierarchy.
    pub fn build(self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        values.hierarchy(2, |value| {
            let region = region_of(value)
                .unwrap_or(Region { sub_region: UNCLASSIFIED.into(), region: UNCLASSIFIED.into() });
            Ok(vec![region.sub_region, region.region])
        })
    }
}

/// How many of the values are countries.
pub(super) fn known(values: &[&str]) -> usize {
    values.iter().filter(|value| region_of(value).is_some()).count()
}

/// Whether a value is a code of two or three letters, which may stand for many things.
pub(super) fn is_code(value: &str) -> bool {
    let value = value.trim();
    (2..=3).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Region {
    sub_region: String,
    region: String,
}

/// The region of a country as it may be written; of `Holand-Netherlands`, that of both names.
fn region_of(value: &str) -> Option<Region> {
    let find = |name: &str| known_names().get(&folded(name)).cloned().flatten();
    find(value).or_else(|| {
        let parts: Vec<&str> =
            value.split(['-', '/', '(', ')', ',']).filter(|part| !part.trim().is_empty()).collect();
        let mut regions = parts.iter().map(|part| if part.chars().count() > 3 { find(part) } else { None });
        let first = regions.next()??;
        (parts.len() > 1 && regions.all(|region| region.as_ref() == Some(&first))).then_some(first)
    })
}

/// Names as they are looked up: letters and digits only, without words such as `the`.
fn folded(name: &str) -> String {
    let name = name.to_lowercase();
    let words =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !["the", "of", "and", "st"].contains(word));
    words.collect()
}

/// Names that tables use beside the official ones, each with the code of a country.
const ALIASES: &[(&str, &str)] = &[
    ("usa", "US"),
    ("united states of america", "US"),
    ("america", "US"),
    ("uk", "GB"),
    ("great britain", "GB"),
    ("england", "GB"),
    ("scotland", "GB"),
    ("wales", "GB"),
    ("northern ireland", "GB"),
    ("holland", "NL"),
    ("holand", "NL"),
    ("columbia", "CO"),
    ("hong", "HK"),
    ("hong kong", "HK"),
    ("trinadad tobago", "TT"),
    ("russia", "RU"),
    ("south korea", "KR"),
    ("korea republic of", "KR"),
    ("north korea", "KP"),
    ("vietnam", "VN"),
    ("viet nam", "VN"),
    ("laos", "LA"),
    ("iran", "IR"),
    ("syria", "SY"),
    ("taiwan", "TW"),
    ("bolivia", "BO"),
    ("venezuela", "VE"),
    ("tanzania", "TZ"),
    ("moldova", "MD"),
    ("macedonia", "MK"),
    ("czech republic", "CZ"),
    ("czechia", "CZ"),
    ("ivory coast", "CI"),
    ("cape verde", "CV"),
    ("swaziland", "SZ"),
    ("burma", "MM"),
    ("palestine", "PS"),
    ("turkey", "TR"),
    ("east timor", "TL"),
    // Of several countries of today, all in one sub-region.
    ("yugoslavia", "RS"),
    ("czechoslovakia", "CZ"),
    ("ussr", "RU"),
];

/// The region of each known name; `None` where a name is that of countries in different regions.
fn known_names() -> &'static HashMap<String, Option<Region>> {
    static NAMES: OnceLock<HashMap<String, Option<Region>>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let countries: Vec<(Country, Region)> =
            CountryIterator::new().filter_map(|country| Some((country.clone(), m49(&country)?))).collect();
        let mut names = HashMap::new();
        let official = |country: &Country| {
            vec![
                country.alpha2().to_string(),
                country.alpha3().to_string(),
                country.iso_short_name().to_owned(),
                country.iso_long_name().to_owned(),
            ]
        };
        let of_code = |code: &str| countries.iter().find(|(country, _)| country.alpha2().to_string() == code);
        let aliases =
            ALIASES.iter().filter_map(|(name, code)| Some((folded(name), of_code(code)?.1.clone())));
        add(&mut names, countries.iter().flat_map(|(country, region)| named(official(country), region)));
        add(&mut names, aliases);
        let unofficial =
            |country: &Country| country.unofficial_name_list().iter().map(ToString::to_string).collect();
        add(&mut names, countries.iter().flat_map(|(country, region)| named(unofficial(country), region)));
        let nationality =
            |country: &Country| country.maybe_nationality().map(str::to_owned).into_iter().collect();
        add(&mut names, countries.iter().flat_map(|(country, region)| named(nationality(country), region)));
        names
    })
}

fn named(names: Vec<String>, region: &Region) -> Vec<(String, Region)> {
    names
        .into_iter()
        .map(|name| (folded(&name), region.clone()))
        .filter(|(name, _)| !name.is_empty())
        .collect()
}

/// Adds names that are not known yet; one that stands for two regions is known to say nothing.
fn add(known: &mut HashMap<String, Option<Region>>, names: impl Iterator<Item = (String, Region)>) {
    let mut new: HashMap<String, Option<Region>> = HashMap::new();
    for (name, region) in names.filter(|(name, _)| !known.contains_key(name)).collect::<Vec<_>>() {
        let entry = new.entry(name).or_insert_with(|| Some(region.clone()));
        if entry.as_ref() != Some(&region) {
            *entry = None;
        }
    }
    known.extend(new);
}

fn m49(country: &Country) -> Option<Region> {
    let sub_region = in_words(&country.maybe_subregion()?.to_string());
    Some(Region { sub_region, region: in_words(&country.maybe_region()?.to_string()) })
}

/// `south-eastern-asia` as `South-eastern Asia`, the way the standard writes it.
fn in_words(name: &str) -> String {
    let word = |word: &str| match word {
        "and" => word.to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect(),
    };
    let words: Vec<String> = name.split(['-', ' ']).map(word).collect();
    words.join(" ").replace("South Eastern", "South-eastern")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sub_region(value: &str) -> String {
        region_of(value).map_or_else(|| UNCLASSIFIED.into(), |region| region.sub_region)
    }

    #[test]
    fn countries_as_tables_write_them() {
        for (value, expected) in [
            ("Holand-Netherlands", "Western Europe"),
            ("Trinadad&Tobago", "Caribbean"),
            ("Puerto-Rico", "Caribbean"),
            ("Columbia", "South America"),
            ("Dominican-Republic", "Caribbean"),
            ("England", "Northern Europe"),
            ("Hong", "Eastern Asia"),
            ("Yugoslavia", "Southern Europe"),
            ("El-Salvador", "Central America"),
            ("Russian Federation", "Eastern Europe"),
            ("United States of America", "Northern America"),
            ("Deutschland", "Western Europe"),
            ("DEU", "Western Europe"),
            ("New Zealand", "Australia and New Zealand"),
            ("Viet Nam", "South-eastern Asia"),
            ("Taiwan", "Eastern Asia"),
            ("Niger", "Western Africa"),
        ] {
            assert_eq!(sub_region(value), expected, "{value}");
        }
    }

    #[test]
    fn what_may_be_several_is_not_classified() {
        for value in ["South", "Outlying-US(Guam-USVI-etc)", "Other", "", "White", "*", "-", "Korea-Brazil"] {
            assert_eq!(sub_region(value), UNCLASSIFIED, "{value}");
        }
    }
}
