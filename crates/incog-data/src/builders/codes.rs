//! Codes of a classification to its blocks and chapters.

mod icd_10;
mod icd_9;
mod isco_08;
mod nace_2;
mod uk_postcode;
mod us_zip;

use super::{BuildError, Values};
use crate::Hierarchy;

/// A classification of codes: that of a disease belongs to a category, this to a block and a
/// chapter; that of an occupation or an industry to its groups; a postcode to an outward code and
/// an area; a ZIP code to its first three digits.
///
/// A category and an outward code are written so that they read like no code: `E11.-`, `SW1A *`. A
/// label of a block or chapter is its first and last category. It follows from the code alone,
/// whatever else is in the column. A category between two blocks is a block of its own.
///
/// ```
/// use incog_data::{CodeSystem, ColumnBuilder, Values};
/// let row = |system: CodeSystem, code: &str| {
///     let mut builder = ColumnBuilder::new("diagnosis");
///     builder.push(code);
///     let hierarchy = system.build(&Values::from_column(&builder.finish(&[]))).unwrap();
///     (0..=hierarchy.height()).map(|level| hierarchy.label(level, 0).to_owned()).collect::<Vec<_>>()
/// };
/// assert_eq!(row(CodeSystem::Icd10, "E11.9"), ["E11.9", "E11.-", "E10-E14", "E00-E90", "*"]);
/// assert_eq!(row(CodeSystem::Icd9, "250.83"), ["250.83", "250.-", "249-259", "240-279", "*"]);
/// assert_eq!(row(CodeSystem::Isco08, "2211"), ["2211", "221-", "22-", "2 Professionals", "*"]);
/// assert_eq!(row(CodeSystem::Nace2, "62.01"), ["62.01", "62.0-", "62.-", "J 58-63", "*"]);
/// assert_eq!(row(CodeSystem::UkPostcode, "SW1A 1AA"), ["SW1A 1AA", "SW1A *", "SW", "*"]);
/// assert_eq!(row(CodeSystem::UsZip, "02139"), ["02139", "021", "0", "*"]);
/// assert_eq!(row(CodeSystem::UsZip, "03601"), ["03601", "000", "000", "*"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeSystem {
    /// ICD-10, of WHO or with a clinical modification: `I50.1`, `I501`, `I50`.
    Icd10,
    /// ICD-9, with a dot where there are decimals: `428`, `250.83`, `V57`, `E885.9`.
    Icd9,
    /// Occupations of ISCO-08, of one to four digits: `2`, `22`, `221`, `2211`.
    Isco08,
    /// Industries of NACE Rev. 2: `J`, `62`, `62.0`, `62.01`, with the digits that a country adds;
    /// and of ISIC Rev. 4, whose sections and divisions are the same ones: `6201`.
    Nace2,
    /// Postcodes of the United Kingdom: `SW1A 1AA`, or the outward code alone.
    UkPostcode,
    /// ZIP codes of the United States, `02139` or `02139-4307`, and their first three digits; `000`
    /// where these have 20,000 people or fewer (45 CFR 164.514(b)(2)(i)(B)).
    UsZip,
}

impl CodeSystem {
    /// All systems.
    pub const ALL: [Self; 6] =
        [Self::Icd10, Self::Icd9, Self::Isco08, Self::Nace2, Self::UkPostcode, Self::UsZip];

    /// Those of diseases.
    pub(super) const OF_DISEASES: [Self; 2] = [Self::Icd10, Self::Icd9];

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Icd10 => "icd-10",
            Self::Icd9 => "icd-9",
            Self::Isco08 => "isco-08",
            Self::Nace2 => "nace-2",
            Self::UkPostcode => "uk-postcode",
            Self::UsZip => "us-zip",
        }
    }

    /// Makes the hierarchy; fails when a value is no code.
    pub fn build(self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let levels = match self {
            Self::Icd10 | Self::Icd9 | Self::Isco08 | Self::Nace2 => 3,
            Self::UkPostcode | Self::UsZip => 2,
        };
        values.hierarchy(levels, |value| {
            self.labels(value).ok_or_else(|| BuildError::NotACode {
                column: values.column().into(),
                value: value.into(),
                system: self.name(),
            })
        })
    }

    /// What a code belongs to, from the smallest group to the largest one.
    pub(super) fn labels(self, code: &str) -> Option<Vec<String>> {
        match self {
            Self::Icd10 => icd_10(code.trim()),
            Self::Icd9 => icd_9(code.trim()),
            Self::Isco08 => isco_08::labels(code),
            Self::Nace2 => nace_2::labels(code),
            Self::UkPostcode => uk_postcode::labels(code),
            Self::UsZip => us_zip::labels(code),
        }
    }
}

fn icd_10(code: &str) -> Option<Vec<String>> {
    let code = code.to_ascii_uppercase();
    let (category, rest) = (code.get(..3)?, code.get(3..)?);
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    let is_category = matches!(category.as_bytes(), [letter, digit, last]
        if letter.is_ascii_uppercase() && digit.is_ascii_digit() && last.is_ascii_alphanumeric());
    if !is_category
        || rest.len() > 4
        || !rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return None;
    }
    in_chapters(icd_10::CHAPTERS, category)
}

/// A category with its block and chapter. The category is written as one with subdivisions is,
/// `E11.-`: `250` by itself is a code, too, and where records have several levels a label must not
/// read like another.
fn in_chapters(chapters: &[(&str, &str)], category: &str) -> Option<Vec<String>> {
    let holds = |range: &&str| {
        range.split_once('-').is_some_and(|(from, to)| from <= category && is_up_to(category, to))
    };
    let (chapter, blocks) = chapters.iter().find(|(chapter, _)| holds(chapter))?;
    let category = format!("{category}.-");
    // The chapter would stand for a category at one level, and for all of them at the next.
    let block = blocks.split_whitespace().find(holds).map_or_else(|| category.clone(), str::to_owned);
    Some(vec![category, block, (*chapter).to_owned()])
}

/// Whether a category is not behind the last one of a range; `C7A` stands behind `C79`, and with it
/// before `C80`.
fn is_up_to(category: &str, last: &str) -> bool {
    category <= last || (tens(category) == tens(last) && last.ends_with('9'))
}

/// A category, which is of ASCII characters, without its last one.
fn tens(category: &str) -> &str {
    category.get(..category.len().saturating_sub(1)).unwrap_or_default()
}

fn icd_9(code: &str) -> Option<Vec<String>> {
    let (category, decimals) = code.split_once('.').unwrap_or((code, "0"));
    let is_number = |text: &str, digits: usize| {
        (1..=digits).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(decimals, 2) {
        return None;
    }
    let (letter, digits) = match category.as_bytes().first()? {
        b'V' => ("V", 2),
        b'E' => ("E", 3),
        _ => ("", 3),
    };
    let number = &category[letter.len()..];
    if !is_number(number, digits) || !letter.is_empty() && number.len() != digits {
        return None;
    }
    in_chapters(icd_9::CHAPTERS, &format!("{letter}{number:0>digits$}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{ColumnBuilder, LabelMeanings};

    fn label_of(system: CodeSystem, code: &str) -> String {
        system.labels(code).map_or_else(|| "none".into(), |labels| labels.join("|"))
    }

    #[test]
    fn icd_10_has_blocks_and_chapters() {
        for (code, labels) in [
            ("I50.1", "I50.-|I30-I52|I00-I99"),
            ("i501", "I50.-|I30-I52|I00-I99"),
            ("C50", "C50.-|C50-C50|C00-D49"),
            ("C7A.1", "C7A.-|C76-C80|C00-D49"),
            ("O9A", "O9A.-|O94-O99|O00-O99"),
            ("A10", "A10.-|A10.-|A00-B99"),
            ("S72.001A", "S72.-|S70-S79|S00-T98"),
            ("X92", "X92.-|X85-Y09|V00-Y99"),
            ("E1", "none"),
            ("115", "none"),
            ("MUS009", "none"),
            ("", "none"),
        ] {
            assert_eq!(label_of(CodeSystem::Icd10, code), labels, "{code}");
        }
    }

    #[test]
    fn icd_9_has_blocks_and_chapters() {
        for (code, labels) in [
            ("428", "428.-|420-429|390-459"),
            ("8", "008.-|001-009|001-139"),
            ("250.83", "250.-|249-259|240-279"),
            ("19", "019.-|019.-|001-139"),
            ("205.1", "205.-|200-209|140-239"),
            ("998", "998.-|996-999|800-999"),
            ("V57", "V57.-|V50-V59|V01-V91"),
            ("E885.9", "E885.-|E880-E888|E000-E999"),
            ("V5", "none"),
            ("V99", "none"),
            ("0", "none"),
            ("1000", "none"),
            ("V5x", "none"),
            ("250.", "none"),
        ] {
            assert_eq!(label_of(CodeSystem::Icd9, code), labels, "{code}");
        }
    }

    /// A column holds categories beside their subdivisions; records of several levels must not read
    /// the same.
    #[test]
    fn no_label_reads_like_a_code() {
        for (system, codes) in [
            (CodeSystem::Icd10, ["I50", "I50.1", "C50", "C50.9"]),
            (CodeSystem::Icd9, ["250", "250.83", "8", "008.1"]),
            (CodeSystem::Icd9, ["19", "105", "8", "140"]),
            (CodeSystem::Isco08, ["2211", "221", "2200", "22"]),
            (CodeSystem::Isco08, ["2", "2000", "0110", "110"]),
            (CodeSystem::Nace2, ["35.11", "D 35", "35", "D"]),
            (CodeSystem::Nace2, ["62.0", "620", "J62.01", "6201"]),
            (CodeSystem::UkPostcode, ["SW1A", "SW1A 1AA", "M1", "M1 1AE"]),
            (CodeSystem::UsZip, ["02139", "02139-4307", "2139", "03601"]),
        ] {
            let mut builder = ColumnBuilder::new("code");
            codes.iter().for_each(|code| builder.push(code));
            let hierarchy = system.build(&Values::from_column(&builder.finish(&[]))).unwrap();
            let mut meanings = LabelMeanings::new(&hierarchy);
            for (level, value) in
                (0..=hierarchy.height()).flat_map(|level| (0..4).map(move |value| (level, value)))
            {
                assert!(meanings.admit(level, value), "{system:?}: {}", hierarchy.label(level, value));
            }
        }
    }

    #[test]
    fn blocks_stand_in_order_within_their_chapter() {
        for (chapter, blocks) in icd_10::CHAPTERS.iter().chain(icd_9::CHAPTERS) {
            let (first, last) = chapter.split_once('-').unwrap();
            let mut before = String::new();
            for block in blocks.split_whitespace() {
                let (from, to) = block.split_once('-').unwrap();
                assert!(
                    before.as_str() < from && from <= to && first <= from && to <= last,
                    "{block} of {chapter}"
                );
                before = to.to_owned();
            }
        }
    }
}
