//! Postcodes of the United Kingdom.

/// The outward code and the area of a postcode, with or without the space in it: `SW1A *` and `SW`
/// of `SW1A 1AA`. An outward code alone is one, too. `None` for anything else.
pub(super) fn labels(code: &str) -> Option<Vec<String>> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
    // A bank's, which has no number.
    if code == "GIR0AA" {
        return Some(vec!["GIR *".to_owned(), "GIR".to_owned()]);
    }
    let inward = code.len().checked_sub(3).and_then(|at| code.get(at..)).filter(|inward| is_inward(inward));
    let outward = &code[..code.len() - inward.map_or(0, str::len)];
    let area = area(outward)?;
    Some(vec![format!("{outward} *"), area.to_owned()])
}

/// A digit and two letters.
fn is_inward(text: &str) -> bool {
    matches!(text.as_bytes(), [digit, first, second]
        if digit.is_ascii_digit() && first.is_ascii_uppercase() && second.is_ascii_uppercase())
}

/// The one or two letters at the beginning, where a district follows: one or two digits, or a digit
/// and a letter.
fn area(outward: &str) -> Option<&str> {
    let letters = outward.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_district = match outward.as_bytes().get(letters..)? {
        [digit] => digit.is_ascii_digit(),
        [digit, last] => digit.is_ascii_digit() && (last.is_ascii_digit() || last.is_ascii_uppercase()),
        _ => false,
    };
    ((1..=2).contains(&letters) && is_district).then(|| &outward[..letters])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outward_code_and_area() {
        for (code, expected) in [
            ("SW1A 1AA", "SW1A *|SW"),
            ("sw1a1aa", "SW1A *|SW"),
            ("M1 1AE", "M1 *|M"),
            ("B33 8TH", "B33 *|B"),
            ("CR2 6XH", "CR2 *|CR"),
            ("DN55 1PT", "DN55 *|DN"),
            ("EC1A 1BB", "EC1A *|EC"),
            ("W1A 0AX", "W1A *|W"),
            ("W1A", "W1A *|W"),
            ("LS2", "LS2 *|LS"),
            ("GIR 0AA", "GIR *|GIR"),
        ] {
            assert_eq!(labels(code).map(|labels| labels.join("|")).as_deref(), Some(expected), "{code}");
        }
        for code in
            ["", "1AA", "SW", "12345", "ABC1 1AA", "SW1A 1A", "M1 1AE2", "SW1AA 1AA", "Öl1 1AA", "A123 1AA"]
        {
            assert_eq!(labels(code), None, "{code}");
        }
    }
}
