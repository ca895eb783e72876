use super::{holds_a_national_number, is_national_number};

/// Numbers that the states print as examples, or that were made by their rules.
const KNOWN: &[(&str, &str)] = &[
    ("Argentina", "20-12345678-6"),
    ("Australia", "2123 45670 1"),
    ("Austria", "1237 010180"),
    ("Belgium", "85.07.30-033.28"),
    ("Brazil", "111.444.777-35"),
    ("Bulgaria", "7523169263"),
    ("Canada", "046-454-286"),
    ("Chile", "12.345.678-5"),
    ("China", "11010519491231002X"),
    ("Croatia", "33392005961"),
    ("Czechia", "710319/2745"),
    ("Denmark", "211062-5629"),
    ("Estonia", "37605030299"),
    ("Finland", "131052-308T"),
    ("France", "2 55 08 14 168 025 38"),
    ("Greece", "01013099997"),
    ("Hong Kong", "A123456(3)"),
    ("Hungary", "123 456 788"),
    ("India", "2341 2341 2346"),
    ("Korea", "970731-1234565"),
    ("Mexico", "BOXW310820HNERXN09"),
    ("Norway", "151086 95088"),
    ("Romania", "1630615123457"),
    ("Russia", "112-233-445 95"),
    ("Singapore", "S1234567D"),
    ("South Africa", "7503305044089"),
    ("Sweden", "880320-0016"),
    ("Switzerland", "756.9217.0769.85"),
    ("Türkiye", "17291716060"),
];

#[test]
fn numbers_of_each_country_are_known_and_one_changed_digit_is_not() {
    for (country, number) in KNOWN {
        assert!(is_national_number(number), "{country}");
    }
    // Danish and Mexican numbers have no check digit here, and the last of Australia is none.
    for (country, number) in
        KNOWN.iter().filter(|(country, _)| !["Australia", "Denmark", "Mexico"].contains(country))
    {
        let at = number.bytes().rposition(|sign| sign.is_ascii_digit()).unwrap_or(0);
        let changed = (u32::from(number.as_bytes()[at] - b'0') + 1) % 10;
        let changed = format!("{}{changed}{}", &number[..at], &number[at + 1..]);
        assert!(!is_national_number(&changed), "{country}");
    }
}

#[test]
fn a_number_is_found_in_a_text() {
    for text in [
        "called back, 11010519491231002X, again",
        "AHV 756.9217.0769.85.",
        "SVNR: 1237 010180",
        "RČ 710319/2745",
        "CPF 111.444.777-35",
        "nir 2 55 08 14 168 025 38 (mère)",
        "Aadhaar 2341 2341 2346",
        "756.9217.0769.85",
    ] {
        assert!(holds_a_national_number(text), "{text}");
    }
    for text in [
        "2341 2341 2346",
        "046-454-286",
        "1756.9217.0769.85",
        "710319/2745/1",
        "x11010519491231002X",
        "é",
        "",
    ] {
        assert!(!holds_a_national_number(text), "{text}");
    }
}

/// Of a hundred thousand random numbers of a shape, chance takes few for somebody's: at most two in
/// a hundred of the forms that count wherever they stand.
#[test]
fn chance_writes_rare_forms_rarely() {
    let mut state = 1_u64;
    for form in super::FORMS.iter().filter(|form| form.is_rare) {
        let mut fitting = 0;
        for _ in 0..100_000 {
            let digit = |sign: char| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let digit = char::from_digit((state >> 33) as u32 % 10, 10).unwrap_or('0');
                if sign.is_ascii_digit() || sign == 'A' { digit } else { sign }
            };
            let text: String = form.shape.chars().map(digit).collect();
            fitting += u32::from(holds_a_national_number(&text));
        }
        assert!(fitting < 2_000, "{}: {fitting}", form.shape);
    }
}
