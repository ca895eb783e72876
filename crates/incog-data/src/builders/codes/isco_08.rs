//! ISCO-08, the International Standard Classification of Occupations (ILO, 2012).

/// The major groups by their names, each with its minor groups.
const MAJOR_GROUPS: [(&str, &str); 10] = [
    ("0 Armed forces occupations", "011 021 031"),
    ("1 Managers", "111 112 121 122 131 132 133 134 141 142 143"),
    (
        "2 Professionals",
        "211 212 213 214 215 216 221 222 223 224 225 226 231 232 233 234 235 241 242 243 251 252 261 262 263 \
         264 265",
    ),
    (
        "3 Technicians and associate professionals",
        "311 312 313 314 315 321 322 323 324 325 331 332 333 334 335 341 342 343 351 352",
    ),
    ("4 Clerical support workers", "411 412 413 421 422 431 432 441"),
    ("5 Service and sales workers", "511 512 513 514 515 516 521 522 523 524 531 532 541"),
    ("6 Skilled agricultural, forestry and fishery workers", "611 612 613 621 622 631 632 633 634"),
    ("7 Craft and related trades workers", "711 712 713 721 722 723 731 732 741 742 751 752 753 754"),
    (
        "8 Plant and machine operators, and assemblers",
        "811 812 813 814 815 816 817 818 821 831 832 833 834 835",
    ),
    ("9 Elementary occupations", "911 912 921 931 932 933 941 951 952 961 962"),
];

/// The unit groups of the armed forces without the zero that a spreadsheet takes away.
const WITHOUT_ZERO: [&str; 3] = ["110", "210", "310"];

/// The minor, the sub-major and the major group of a code: `221-`, `22-` and `2 Professionals` of
/// `2211`. Surveys fill shorter codes up with zeros: `2200` is the sub-major group `22`.
///
/// A code of a group stays itself where the groups are finer than it. `None` for anything else.
pub(super) fn labels(code: &str) -> Option<Vec<String>> {
    let digits = code.trim();
    if !(1..=4).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let padded = if WITHOUT_ZERO.contains(&digits) { format!("0{digits}") } else { digits.to_owned() };
    let filled = if padded.len() == 4 { padded.trim_end_matches('0') } else { padded.as_str() };
    let group = if filled.is_empty() { "0" } else { filled };
    let major = major_group(group.get(..3).unwrap_or(group))?;
    let above = [3, 2].map(|length| group.get(..length).map_or(code.to_owned(), |above| format!("{above}-")));
    Some(above.into_iter().chain([major.to_owned()]).collect())
}

/// The name of the major group of a minor group, or of the beginning of one.
fn major_group(beginning: &str) -> Option<&'static str> {
    let has = |minors: &str| minors.split(' ').any(|minor| minor.starts_with(beginning));
    MAJOR_GROUPS.iter().find(|(_, minors)| has(minors)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the groups: ILO, International Standard Classification of Occupations, ISCO-08,
    /// volume 1: 10 major, 43 sub-major and 130 minor groups.
    #[test]
    fn groups_of_the_classification() {
        for (code, expected) in [
            ("2211", "221-|22-|2 Professionals"), // generalist medical practitioners
            ("5322", "532-|53-|5 Service and sales workers"), // home-based personal care workers
            ("6130", "613-|61-|6 Skilled agricultural, forestry and fishery workers"),
            ("9629", "962-|96-|9 Elementary occupations"),
            ("221", "221-|22-|2 Professionals"),
            ("22", "22|22-|2 Professionals"),
            ("2", "2|2|2 Professionals"),
            ("2210", "221-|22-|2 Professionals"),
            ("2200", "2200|22-|2 Professionals"),
            ("2000", "2000|2000|2 Professionals"),
            ("0110", "011-|01-|0 Armed forces occupations"), // commissioned officers
            ("110", "011-|01-|0 Armed forces occupations"),
            ("0", "0|0|0 Armed forces occupations"),
            ("0000", "0000|0000|0 Armed forces occupations"),
            (" 2211 ", "221-|22-|2 Professionals"),
        ] {
            assert_eq!(labels(code).map(|labels| labels.join("|")).as_deref(), Some(expected), "{code}");
        }
        // No such groups, other systems, and numbers that are no code.
        for code in
            ["", "9999", "2271", "27", "227", "100", "04", "22110", "221A", "22.1", "-2", "15-1252", "٢٢"]
        {
            assert_eq!(labels(code), None, "{code}");
        }
    }

    #[test]
    fn as_many_groups_as_the_classification_has() {
        let minors: Vec<&str> = MAJOR_GROUPS.iter().flat_map(|(_, minors)| minors.split(' ')).collect();
        let mut sub_majors: Vec<&str> = minors.iter().map(|minor| &minor[..2]).collect();
        sub_majors.dedup();
        assert_eq!((minors.len(), sub_majors.len()), (130, 43));
        assert!(minors.is_sorted());
        for (major, minors) in MAJOR_GROUPS {
            assert!(minors.split(' ').all(|minor| minor[..1] == major[..1]), "{major}");
        }
    }
}
