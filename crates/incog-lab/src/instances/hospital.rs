//! Made-up hospital discharges.

use incog_data::{ColumnBuilder, Table};
use incog_search::Stream;

const COLUMNS: [&str; 15] = [
    "health_service_area",
    "hospital_county",
    "hospital_id",
    "age_group",
    "sex",
    "race",
    "race_group",
    "ethnicity",
    "los",
    "admission_type",
    "discharge_status",
    "discharge_group",
    "apr_mortality_risk",
    "payer_primary",
    "proc_group",
];

/// Areas with their number of counties and their share of the discharges, in percent.
const AREAS: [(&str, usize, usize); 8] = [
    ("New York City", 5, 42),
    ("Long Island", 2, 16),
    ("Hudson Valley", 7, 11),
    ("Finger Lakes", 8, 8),
    ("Capital/Adirondacks", 10, 8),
    ("Western NY", 7, 7),
    ("Central NY", 9, 5),
    ("Southern Tier", 6, 3),
];

const DISCHARGES: [(&str, &str, usize); 12] = [
    ("Home or Self Care", "Home", 450),
    ("Home w/ Home Health Services", "Home Health", 260),
    ("Skilled Nursing Home", "Skilled Nursing / LTC", 140),
    ("Medicaid Cert Nursing Facility", "Skilled Nursing / LTC", 4),
    ("Left Against Medical Advice", "Left AMA", 40),
    ("Expired", "Death", 34),
    ("Short-term Hospital", "Hospital Transfer", 32),
    ("Hospice - Home", "Hospice", 14),
    ("Hospice - Medical Facility", "Hospice", 9),
    ("Inpatient Rehabilitation Facility", "Rehabilitation", 10),
    ("Court/Law Enforcement", "Other", 3),
    ("Another Type Not Listed", "Other", 4),
];

/// A table of made-up hospital discharges with the columns of SPARCS that the instances use.
///
/// Shares and a few dependencies (older patients stay longer and are at higher risk, areas differ
/// in who lives there) are set by hand to look plausible. Everything is determined by the seed.
pub fn hospital_discharges(rows: usize, seed: u64) -> Table {
    let mut stream = Stream::new(seed, 0);
    let mut builders = COLUMNS.map(ColumnBuilder::new);
    for _ in 0..rows {
        let values = discharge(&mut stream);
        builders.iter_mut().zip(&values).for_each(|(builder, value)| builder.push(value));
    }
    let columns = builders.into_iter().map(|builder| builder.finish(&[])).collect();
    Table::new(columns).expect("the names are different and every column got one value a row")
}

fn discharge(stream: &mut Stream) -> [String; 15] {
    let (area, counties, _) = *pick(&AREAS, |area| area.2, stream);
    // The first counties and hospitals of each area are the larger ones.
    let county = stream.small(counties);
    let hospital = stream.small(3 + (county + area.len()) % 5);
    let county = format!("{area}, county {}", county + 1);
    let age = *pick(&[("70 or Older", 60), ("50-69", 28), ("30-49", 8), ("18-29", 4)], |age| age.1, stream);
    let old = age.0 == "70 or Older";
    let city = area == "New York City";
    let races = [
        ("White", "White", if city { 35 } else { 75 }),
        ("Black/African American", "Black/African American", if city { 33 } else { 14 }),
        ("Other Race", "Other Race", if city { 30 } else { 10 }),
        ("Multi-racial", "Other Race", 1),
    ];
    let race = *pick(&races, |race| race.2, stream);
    let ethnicities = [
        ("Not Span/Hispanic", if city { 65 } else { 85 }),
        ("Spanish/Hispanic", if city { 22 } else { 6 }),
        ("Unknown", 11),
        ("Multi-ethnic", 1),
    ];
    let ethnicity = pick(&ethnicities, |ethnicity| ethnicity.1, stream).0;
    let admissions =
        [("Emergency", 900), ("Urgent", 50), ("Elective", 35), ("Trauma", 5), ("Not Available", 3)];
    let admission = pick(&admissions, |admission| admission.1, stream).0;
    let out = *pick(&DISCHARGES, |out| out.2, stream);
    let risks = [
        ("Minor", 6),
        ("Moderate", if old { 20 } else { 45 }),
        ("Major", if old { 58 } else { 40 }),
        ("Extreme", 15),
    ];
    let risk = pick(&risks, |risk| risk.1, stream).0;
    let payers = [
        ("Medicare", if old { 88 } else { 45 }),
        ("Medicaid", if old { 6 } else { 35 }),
        ("Private Health Insurance", 8),
        ("Self-Pay", 1),
    ];
    let payer = pick(&payers, |payer| payer.1, stream).0;
    let procedures = [
        ("none", 47),
        ("minor_or_diagnostic", 30),
        ("organ_or_respiratory_support", if risk == "Extreme" { 60 } else { 14 }),
        ("cardiac_procedure", 3),
    ];
    let procedure = pick(&procedures, |procedure| procedure.1, stream).0;
    let sex = if stream.chance(0.52) { "M" } else { "F" };
    [
        area.to_owned(),
        county.clone(),
        format!("{county}, hospital {}", hospital + 1),
        age.0.to_owned(),
        sex.to_owned(),
        race.0.to_owned(),
        race.1.to_owned(),
        ethnicity.to_owned(),
        days(old, stream).to_string(),
        admission.to_owned(),
        out.0.to_owned(),
        out.1.to_owned(),
        risk.to_owned(),
        payer.to_owned(),
        procedure.to_owned(),
    ]
}

/// One of the choices, by its weight.
fn pick<'a, T>(choices: &'a [T], weight: impl Fn(&T) -> usize, stream: &mut Stream) -> &'a T {
    let weights: Vec<usize> = choices.iter().map(weight).collect();
    &choices[stream.weighted(&weights)]
}

/// Length of a stay in days, from 1 to 120: geometric, because long stays are rarer.
fn days(old: bool, stream: &mut Stream) -> u32 {
    stream.tries(if old { 0.82 } else { 0.76 }, 120)
}
