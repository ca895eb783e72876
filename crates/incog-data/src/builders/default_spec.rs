//! Which hierarchy to propose for a column.

use super::order::first_number;
use super::{
    CodeSystem, DateLevels, DateUnit, Fanout, HierarchySpec, Mask, Order, Regions, Values, countries,
};
use crate::{Column, ValueType};

mod date_form;

pub use date_form::{clear_date_form, date_form, iso_date};
mod numbers;

/// The kind of values in a column, mostly guessed from its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColumnKind {
    /// Nothing.
    #[default]
    Any,
    /// Ages in years.
    Age,
    /// Postal codes.
    PostalCode,
    /// Countries or nationalities.
    Country,
    /// Codes of diseases.
    Diagnosis,
    /// Anything about health: diseases, or what was measured.
    Health,
    /// Occupations.
    Occupation,
    /// Branches of industry.
    Industry,
    /// Kinds of something in no order: what is a number among them stands for a word.
    Category,
}

/// More numbers than this stand for no words.
const MOST_CODED_WORDS: usize = 20;

/// Longest code that is masked character by character.
const LONGEST_CODE: usize = 12;

pub(super) fn proposed_for(column: &Column, kind: ColumnKind) -> HierarchySpec {
    let values = Values::from_column(column);
    let proposal = propose(&values, column, kind);
    // A value that looks like a label of another one can spoil any proposal but this one.
    if proposal.build_from(&values).is_ok() { proposal } else { HierarchySpec::Flat }
}

fn propose(values: &Values<'_>, column: &Column, kind: ColumnKind) -> HierarchySpec {
    let present = values.present();
    if present.len() <= 2 {
        return HierarchySpec::Flat;
    }
    let known = match kind {
        ColumnKind::Age => numbers::ages(values),
        ColumnKind::PostalCode => postal_codes(present),
        ColumnKind::Country => by_region(present, true).or_else(|| by_coded_words(values)),
        ColumnKind::Diagnosis => by_chapter(present, true),
        // A body mass index of 22.5 is no code of a disease.
        ColumnKind::Health if values.value_type() == ValueType::Text => by_chapter(present, true),
        ColumnKind::Health => None,
        ColumnKind::Occupation => by_work(values, CodeSystem::Isco08, ISCO),
        ColumnKind::Industry => by_work(values, CodeSystem::Nace2, NACE),
        ColumnKind::Category => by_coded_words(values),
        ColumnKind::Any => None,
    };
    known.or_else(|| by_date(values)).unwrap_or_else(|| of_values(values, column))
}

/// Codes of a few words: 1 and 2 have no more in common than 1 and 3.
fn by_coded_words(values: &Values<'_>) -> Option<HierarchySpec> {
    let are_few = values.present().len() <= MOST_CODED_WORDS;
    (are_few && values.value_type() == ValueType::Integer).then_some(HierarchySpec::Flat)
}

/// What the values themselves say.
fn of_values(values: &Values<'_>, column: &Column) -> HierarchySpec {
    let present = values.present();
    match values.value_type() {
        ValueType::Integer if are_digit_codes(values) => HierarchySpec::Mask(Mask::default()),
        ValueType::Integer | ValueType::Decimal => numbers::intervals(values, column),
        // Dates that are not written in one form; masked, some of them would lose the year first.
        _ if date_form::look_like_dates(present) => HierarchySpec::Flat,
        _ if present.iter().all(|value| is_band(value)) => neighbours(present.len()),
        _ if present.iter().all(|value| is_whole_uk_postcode(value)) => {
            HierarchySpec::Codes(CodeSystem::UkPostcode)
        }
        _ => by_chapter(present, false)
            .or_else(|| are_text_codes(present).then(|| HierarchySpec::Mask(Mask::default())))
            .or_else(|| by_region(present, false))
            .unwrap_or(HierarchySpec::Flat),
    }
}

fn by_date(values: &Values<'_>) -> Option<HierarchySpec> {
    let form = date_form::detect(values.present())?;
    let mut units = vec![DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade];
    if form.is_ambiguous {
        units.drain(..2);
    } else if form.has_times {
        units.insert(0, DateUnit::Day);
    }
    if form.has_hours && !form.is_ambiguous {
        units.insert(0, DateUnit::Hour);
    }
    Some(HierarchySpec::Date(DateLevels {
        units,
        format: form.format.map(str::to_owned),
        ..DateLevels::default()
    }))
}

/// Regions, where nearly all values are countries; codes only where the column is known to be one
/// of countries.
fn by_region(present: &[&str], by_name: bool) -> Option<HierarchySpec> {
    let are_codes = present.iter().filter(|value| countries::is_code(value)).count() * 2 > present.len();
    let most = countries::known(present) * 10 >= present.len() * 8;
    (most && (by_name || (!are_codes && present.len() >= 5)))
        .then_some(HierarchySpec::Countries(Regions::UnM49))
}

/// Chapters, where all values are codes of diseases; where the name does not say so, there is a dot
/// among many of ICD-10.
fn by_chapter(present: &[&str], by_name: bool) -> Option<HierarchySpec> {
    let are = |system: &CodeSystem| present.iter().all(|value| system.labels(value).is_some());
    let system = CodeSystem::OF_DISEASES.into_iter().find(are)?;
    let dotted = present.len() >= 10 && present.iter().any(|value| value.contains('.'));
    (by_name || (dotted && system == CodeSystem::Icd10)).then_some(HierarchySpec::Codes(system))
}

/// The least number of codes that show their classification where a column's name leaves it open.
const FEWEST_CODES: usize = 10;

/// Words in the names of columns of a classification, and of other editions of it.
struct WorkNames {
    these: &'static [&'static str],
    others: &'static [&'static str],
}

const ISCO: WorkNames = WorkNames { these: &["isco"], others: &["88", "68"] };

const NACE: WorkNames = WorkNames {
    these: &["nace", "isic", "wz", "naf", "ateco"],
    others: &["rev1", "rev_1", "2.1", "2_1", "21", "93", "2003", "2025"],
};

/// Groups of occupations or industries, where all values are codes of the system. If the name does
/// not say so, there are ten of them with three digits or more: `1` and `2` are answers, too.
fn by_work(values: &Values<'_>, system: CodeSystem, names: WorkNames) -> Option<HierarchySpec> {
    let (present, name) = (values.present(), values.column().to_lowercase());
    let is_said = names.these.iter().any(|word| name.contains(word))
        || present.len() >= FEWEST_CODES
            && present.iter().all(|value: &&str| value.bytes().filter(u8::is_ascii_digit).count() >= 3);
    let is_other = names.others.iter().any(|word| name.contains(word));
    (is_said && !is_other && present.iter().all(|value| system.labels(value).is_some()))
        .then_some(HierarchySpec::Codes(system))
}

/// `SW1A 1AA`, with the space in its place.
fn is_whole_uk_postcode(value: &str) -> bool {
    let parts = value.trim().split_once(' ');
    let is_whole = parts.is_some_and(|(outward, inward)| outward.len() >= 2 && inward.len() == 3);
    is_whole && CodeSystem::UkPostcode.labels(value).is_some()
}

/// Prefixes that are regions in the country whose form the codes have; other codes lose one
/// character after the other.
fn postal_codes(present: &[&str]) -> Option<HierarchySpec> {
    if present.iter().all(|value| CodeSystem::UkPostcode.labels(value).is_some()) {
        return Some(HierarchySpec::Codes(CodeSystem::UkPostcode));
    }
    let shape = |value: &str| {
        let kind = |c: char| match c {
            '0'..='9' => '9',
            'A'..='Z' | 'a'..='z' => 'A',
            other => other,
        };
        value.trim().chars().map(kind).collect::<String>()
    };
    let first = shape(present[0]);
    let alike = present.iter().all(|value| shape(value) == first);
    let keep: Option<&[usize]> = match first.as_str() {
        _ if !alike => None,
        "99999-9999" => Some(&[5, 3, 2, 1]),
        "A9A 9A9" | "A9A9A9" => Some(&[3, 1]),
        "9999 AA" | "9999AA" => Some(&[4, 3, 2, 1]),
        "9999-999" => Some(&[4, 2, 1]),
        "99-999" => Some(&[4, 2, 1]),
        _ => None,
    };
    // Where a spreadsheet has dropped zeros, 1067 has nothing in common with 10115.
    let lack_zeros = first.bytes().all(|byte| byte == b'9')
        && present
            .iter()
            .all(|value| matches!(shape(value).as_str(), "9999" | "99999") && !value.starts_with('0'));
    (present.iter().all(|value: &&str| value.chars().count() <= LONGEST_CODE) && (alike || !lack_zeros))
        .then(|| HierarchySpec::Mask(Mask { keep: keep.map(<[usize]>::to_vec), ..Mask::default() }))
}

/// Groups of at least two neighbours, wide enough that four levels of them reach the root.
fn neighbours(values: usize) -> HierarchySpec {
    let fanout = (values as f64).powf(0.2).ceil() as usize;
    HierarchySpec::Fanout(Fanout { fanout: fanout.max(2), order: Order::Natural })
}

/// Digits of one length that a name or a leading zero shows to be a code, or that are many and
/// long.
fn are_digit_codes(values: &Values<'_>) -> bool {
    let present = values.present();
    let length = present[0].len();
    let alike = |value: &&str| value.len() == length && value.bytes().all(|byte| byte.is_ascii_digit());
    let name = values.column().to_lowercase();
    let named = ["zip", "post", "plz", "code"].iter().any(|word| name.contains(word));
    let zero = present.iter().any(|value| value.starts_with('0'));
    let many = length >= 5 && present.len() >= 20;
    (3..=LONGEST_CODE).contains(&length) && present.iter().all(alike) && (named || zero || many)
}

/// Short words without spaces, most of them of one length and with a digit: `NL805`, `I50`.
fn are_text_codes(present: &[&str]) -> bool {
    let is_short =
        |value: &&str| value.chars().count() <= LONGEST_CODE && !value.contains(char::is_whitespace);
    let has_digit = |value: &&&str| value.bytes().any(|byte| byte.is_ascii_digit());
    let most = |count: usize| count * 5 >= present.len() * 4;
    let length = present[present.len() / 2].len();
    present.iter().all(is_short)
        && most(present.iter().filter(has_digit).count())
        && most(present.iter().filter(|value| value.len() == length).count())
}

/// `30 to 49`, `70 or Older`, `[10-20)`, `<18`, `120 +`, `5`: a number and the words of a range.
fn is_band(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "to", "and", "or", "older", "younger", "more", "less", "than", "over", "under", "above", "below",
        "plus", "up", "years", "year", "days", "day", "months", "month", "k",
    ];
    let value = value.to_lowercase();
    first_number(&value).is_some()
        && value
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .all(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColumnBuilder, Intervals};

    fn proposed(name: &str, values: &[&str], kind: ColumnKind) -> HierarchySpec {
        let mut builder = ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        proposed_for(&builder.finish(&["", "?"]), kind)
    }

    fn default(name: &str, values: &[&str]) -> HierarchySpec {
        proposed(name, values, ColumnKind::Any)
    }

    fn dates(units: &[DateUnit], format: Option<&str>) -> HierarchySpec {
        HierarchySpec::Date(DateLevels {
            units: units.to_vec(),
            format: format.map(str::to_owned),
            ..DateLevels::default()
        })
    }

    #[test]
    fn proposes_what_fits() {
        let mask = HierarchySpec::Mask(Mask::default());
        assert_eq!(default("zip", &["11323", "11327", "90210", "?"]), mask);
        assert_eq!(default("area", &["012", "100", "999"]), mask);
        assert_eq!(default("diagnosis", &["I50", "I51", "E11", "J44"]), mask);
        assert_eq!(default("sex", &["f", "m"]), HierarchySpec::Flat);
        assert_eq!(default("race", &["White", "Black", "Other"]), HierarchySpec::Flat);
        let bands = ["0 to 17", "18 to 29", "30 to 49", "50 to 69", "70 or Older"];
        assert_eq!(default("age", &bands), neighbours(5));
        assert_eq!(proposed("age", &bands, ColumnKind::Age), neighbours(5));
        assert_eq!(default("stay", &["1", "2", "3", "120 +"]), neighbours(4));
        let widths = vec![0.5, 1.0, 2.0, 4.0];
        assert_eq!(
            default("ratio", &["-9", "-4.5", "0", "1.25", "3"]),
            HierarchySpec::Intervals(Intervals { widths, ..Intervals::default() })
        );
    }

    #[test]
    fn words_have_no_order() {
        let towns: Vec<String> = (b'a'..=b'z').map(|letter| format!("{} town", char::from(letter))).collect();
        assert_eq!(
            default("town", &towns.iter().map(String::as_str).collect::<Vec<_>>()),
            HierarchySpec::Flat
        );
    }

    #[test]
    fn dates_by_their_form() {
        use DateUnit::{Day, Decade, Hour, Month, Quarter, Year};
        let units = [Month, Quarter, Year, Decade];
        assert_eq!(default("d", &["2024-01-01", "2023-01-01", "2022-01-01"]), dates(&units, None));
        let with_hour = [Hour, Day, Month, Quarter, Year, Decade];
        assert_eq!(
            default("d", &["2024-01-01 10:00", "2023-01-01 11:30", "2022-01-01 09:00"]),
            dates(&with_hour, None)
        );
        assert_eq!(
            default("d", &["2024-01-01 00:00", "2023-01-01 00:00", "2022-01-01 00:00"]),
            dates(&with_hour[1..], None)
        );
        for (values, format) in [
            (["31.12.2020", "01.02.1990", "17.3.2001"], "%d.%m.%Y"),
            (["31/12/2020", "01/02/1990", "17/03/2001"], "%d/%m/%Y"),
            (["12/31/2020", "02/01/1990", "3/17/2001"], "%m/%d/%Y"),
            (["2020/12/31", "1990/02/01", "2001/03/17"], "%Y/%m/%d"),
            (["20201231", "19900201", "20010317"], "%Y%m%d"),
            (["31 Dec 2020", "1 Feb 1990", "17 March 2001"], "%d %B %Y"),
        ] {
            assert_eq!(default("d", &values), dates(&units, Some(format)), "{format}");
        }
        let times = ["31.12.2020 10:15", "01.02.1990 00:00:01", "17.03.2001 23:59"];
        assert_eq!(default("d", &times), dates(&with_hour, Some("%d.%m.%Y")));
        // Day and month may be either, the year is certain.
        assert_eq!(
            default("d", &["01/02/1990", "03/04/1991", "05/06/1992"]),
            dates(&[Year, Decade], Some("%m/%d/%Y"))
        );
        for (values, format) in [
            (["31.12.20", "01.02.90", "17.3.01"], "%d.%m.%y"),
            (["31/12/20", "01/02/90", "17/03/01"], "%d/%m/%y"),
            (["12/31/20", "02/01/90", "3/17/01"], "%m/%d/%y"),
        ] {
            assert_eq!(default("d", &values), dates(&units, Some(format)), "{format}");
        }
        assert_eq!(
            default("d", &["01/02/90", "03/04/91", "05/06/92"]),
            dates(&[Year, Decade], Some("%m/%d/%y"))
        );
        // 45 may be 1945 or 2045, and nothing says which.
        assert_eq!(default("d", &["31.12.45", "01.02.90", "17.03.01"]), HierarchySpec::Flat);
    }

    #[test]
    fn kinds_have_hierarchies_of_their_own() {
        let ages = HierarchySpec::Intervals(Intervals {
            widths: vec![5.0, 10.0, 20.0, 40.0],
            top: Some(90.0),
            ..Intervals::default()
        });
        assert_eq!(proposed("age", &["17", "35", "93"], ColumnKind::Age), ages);
        assert_ne!(proposed("age", &["17", "35", "930"], ColumnKind::Age), ages);
        let keep =
            |keep: &[usize]| HierarchySpec::Mask(Mask { keep: Some(keep.to_vec()), ..Mask::default() });
        assert_eq!(
            proposed("zip", &["11323-0001", "11327-1234", "90210-4444"], ColumnKind::PostalCode),
            keep(&[5, 3, 2, 1])
        );
        assert_eq!(
            proposed("zip", &["8010", "1010", "4020"], ColumnKind::PostalCode),
            HierarchySpec::Mask(Mask::default())
        );
        let uk = HierarchySpec::Codes(CodeSystem::UkPostcode);
        assert_eq!(proposed("postcode", &["SW1A 1AA", "m11ae", "LS2"], ColumnKind::PostalCode), uk);
        assert_eq!(default("x", &["SW1A 1AA", "M1 1AE", "EC1A 1BB"]), uk);
        assert_ne!(default("x", &["W1A", "M1", "EC1A"]), uk);
        let regions = HierarchySpec::Countries(Regions::UnM49);
        assert_eq!(proposed("c", &["AT", "DE", "CH", "?"], ColumnKind::Country), regions);
        assert_eq!(default("state", &["AL", "CA", "DE", "GA", "IN", "MD"]), HierarchySpec::Flat);
        assert_eq!(default("x", &["Peru", "Chile", "Kenya", "France", "Italy", "Elsewhere"]), regions);
        let codes = |system| HierarchySpec::Codes(system);
        assert_eq!(
            proposed("diag_1", &["250.83", "V27", "8"], ColumnKind::Diagnosis),
            codes(CodeSystem::Icd9)
        );
        let measured = ["12.37", "13.05", "24.3", "31"];
        assert!(matches!(proposed("bmi", &measured, ColumnKind::Health), HierarchySpec::Intervals(_)));
        assert_eq!(proposed("disease", &["I50", "J44", "E11"], ColumnKind::Health), codes(CodeSystem::Icd10));
        let unit_groups =
            ["1120", "2211", "2221", "2341", "3343", "4110", "5223", "6130", "7231", "8322", "9112"];
        assert_eq!(proposed("beruf", &unit_groups, ColumnKind::Occupation), codes(CodeSystem::Isco08));
        assert_eq!(proposed("isco", &["1", "2", "5"], ColumnKind::Occupation), codes(CodeSystem::Isco08));
        let majors = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
        let one_wrong = [unit_groups.as_slice(), &["9998"]].concat();
        for values in [&unit_groups[..3], majors.as_slice(), one_wrong.as_slice()] {
            assert_ne!(proposed("job", values, ColumnKind::Occupation), codes(CodeSystem::Isco08));
        }
        assert_ne!(default("x", &unit_groups), codes(CodeSystem::Isco08));
        assert_ne!(proposed("isco88", &unit_groups, ColumnKind::Occupation), codes(CodeSystem::Isco08));
        let classes =
            ["01.11", "10.71", "41.20", "45.20", "47.11", "49.41", "56.10", "62.01", "69.10", "86.21"];
        assert_eq!(proposed("branche", &classes, ColumnKind::Industry), codes(CodeSystem::Nace2));
        assert_eq!(proposed("NACE", &["A", "C", "Q"], ColumnKind::Industry), codes(CodeSystem::Nace2));
        assert_ne!(proposed("sector", &["A", "C", "Q"], ColumnKind::Industry), codes(CodeSystem::Nace2));
        assert_ne!(default("x", &classes), codes(CodeSystem::Nace2));
        let icd = ["I50.1", "I51", "E11", "J44", "A00", "B20", "C50", "D50", "F32", "G40"];
        assert_eq!(default("x", &icd), codes(CodeSystem::Icd10));
    }

    #[test]
    fn falls_back_to_flat() {
        assert_eq!(default("x", &["1e300", "1", "2.5"]), HierarchySpec::Flat);
        assert_eq!(default("x", &["1e-300", "0", "2e-300"]), HierarchySpec::Flat);
    }
}
