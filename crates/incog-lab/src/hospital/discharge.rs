//! One discharge, drawn.

use super::places::{COUNTIES, County, ZIPS};
use incog_search::Stream;

/// The columns of the table, in order.
pub const COLUMNS: [&str; 14] = [
    "patient",
    "area",
    "county",
    "facility",
    "age_group",
    "zip",
    "gender",
    "race",
    "ethnicity",
    "admission_type",
    "length_of_stay",
    "diagnosis",
    "severity",
    "payer",
];

pub(super) const AGES: [&str; 5] = ["0 to 17", "18 to 29", "30 to 49", "50 to 69", "70 or Older"];
pub(super) const SEVERITIES: [&str; 4] = ["Minor", "Moderate", "Major", "Extreme"];
pub(super) const ADMISSIONS: [&str; 5] = ["Emergency", "Urgent", "Elective", "Newborn", "Trauma"];
pub(super) const RACES: [&str; 4] = ["White", "Black/African American", "Other Race", "Multi-racial"];
pub(super) const ETHNICITIES: [&str; 3] = ["Not Span/Hispanic", "Spanish/Hispanic", "Unknown"];

/// A diagnosis: who has it, how patients are admitted with it, how severe it is.
struct Diagnosis {
    name: &'static str,
    /// Relative frequency in each of [`AGES`].
    ages: [usize; 5],
    /// Share of women, in percent.
    women: usize,
    /// Weights of [`ADMISSIONS`].
    admissions: [usize; 5],
    /// Weights of [`SEVERITIES`] before age is taken into account.
    severities: [usize; 4],
}

#[rustfmt::skip]
static DIAGNOSES: [Diagnosis; 16] = [
    diagnosis("Liveborn infant", [55, 0, 0, 0, 0], 49, [0, 0, 0, 100, 0], [80, 14, 4, 2]),
    diagnosis("Childbirth", [1, 45, 30, 0, 0], 100, [10, 25, 65, 0, 0], [70, 24, 5, 1]),
    diagnosis("Asthma", [12, 5, 5, 4, 3], 55, [85, 10, 5, 0, 0], [45, 40, 13, 2]),
    diagnosis("Bronchiolitis", [10, 0, 0, 0, 0], 45, [90, 10, 0, 0, 0], [50, 35, 12, 3]),
    diagnosis("Appendicitis", [8, 8, 6, 3, 1], 46, [92, 8, 0, 0, 0], [60, 30, 8, 2]),
    diagnosis("Fracture of hip or leg", [4, 4, 5, 9, 16], 60, [62, 8, 10, 0, 20], [25, 45, 24, 6]),
    diagnosis("Depressive disorder", [6, 12, 12, 7, 3], 58, [70, 20, 10, 0, 0], [40, 50, 9, 1]),
    diagnosis("Schizophrenia", [1, 10, 10, 5, 1], 40, [80, 15, 5, 0, 0], [35, 55, 9, 1]),
    diagnosis("Alcohol-related disorder", [0, 6, 13, 11, 2], 28, [88, 10, 2, 0, 0], [30, 48, 18, 4]),
    diagnosis("Opioid-related disorder", [0, 8, 9, 5, 1], 34, [82, 14, 4, 0, 0], [35, 47, 14, 4]),
    diagnosis("Diabetes with complication", [2, 5, 9, 14, 10], 44, [80, 14, 6, 0, 0], [12, 46, 34, 8]),
    diagnosis("Heart failure", [0, 1, 4, 18, 36], 48, [86, 10, 4, 0, 0], [4, 26, 54, 16]),
    diagnosis("Acute myocardial infarction", [0, 0, 5, 17, 17], 36, [92, 6, 2, 0, 0], [12, 38, 34, 16]),
    diagnosis("Septicemia", [2, 4, 8, 20, 34], 50, [94, 5, 1, 0, 0], [3, 20, 42, 35]),
    diagnosis("Osteoarthritis", [0, 0, 4, 20, 18], 59, [1, 2, 97, 0, 0], [55, 38, 6, 1]),
    diagnosis("HIV infection", [0, 2, 4, 4, 1], 30, [78, 16, 6, 0, 0], [10, 34, 36, 20]),
];

const fn diagnosis(
    name: &'static str,
    ages: [usize; 5],
    women: usize,
    admissions: [usize; 5],
    severities: [usize; 4],
) -> Diagnosis {
    Diagnosis { name, ages, women, admissions, severities }
}

/// One discharge.
pub(super) struct Discharge {
    facility: (&'static County, &'static str),
    zip: String,
    age: usize,
    gender: &'static str,
    race: &'static str,
    ethnicity: &'static str,
    admission: &'static str,
    days: u32,
    diagnosis: &'static str,
    severity: usize,
    payer: &'static str,
}

impl Discharge {
    /// Draws all values, each after those it depends on.
    pub fn draw(stream: &mut Stream) -> Self {
        let home = &COUNTIES[stream.weighted(&COUNTIES.each_ref().map(|county| county.patients))];
        let zip = home.zip_code(stream.small(ZIPS));
        let place = treated_in(home, stream);
        let facility = place.facilities[stream.small(place.facilities.len())];
        let age = stream.weighted(&[17, 10, 17, 26, 30]);
        let diagnosis =
            &DIAGNOSES[stream.weighted(&DIAGNOSES.each_ref().map(|diagnosis| diagnosis.ages[age]))];
        let gender = if stream.below(100) < diagnosis.women { "F" } else { "M" };
        let severity = severity(age, diagnosis.severities, stream);
        let (race, ethnicity) = descent(home.area, stream);
        Self {
            facility: (place, facility),
            zip,
            age,
            gender,
            race,
            ethnicity,
            admission: ADMISSIONS[stream.weighted(&diagnosis.admissions)],
            days: days(severity, stream),
            diagnosis: diagnosis.name,
            severity,
            payer: payer(age, stream),
        }
    }

    /// The values of the row, in the order of [`COLUMNS`].
    pub fn values(self, patient: usize) -> [String; 14] {
        let (county, facility) = self.facility;
        [
            format!("P{patient}"),
            county.area.into(),
            county.name.into(),
            facility.into(),
            AGES[self.age].into(),
            self.zip,
            self.gender.into(),
            self.race.into(),
            self.ethnicity.into(),
            self.admission.into(),
            self.days.to_string(),
            self.diagnosis.into(),
            SEVERITIES[self.severity].into(),
            self.payer.into(),
        ]
    }
}

/// Most are treated in the county where they live, some in its area, a few in the largest county.
fn treated_in(home: &'static County, stream: &mut Stream) -> &'static County {
    match stream.below(100) {
        0..86 => home,
        86..97 => {
            let near: Vec<_> = COUNTIES.iter().filter(|county| county.area == home.area).collect();
            near[stream.below(near.len())]
        }
        _ => &COUNTIES[0],
    }
}

/// Age moves weight from minor to major: by a tenth for every age group above the third.
fn severity(age: usize, mut weights: [usize; 4], stream: &mut Stream) -> usize {
    for _ in 2..age {
        for level in 0..3 {
            let moved = weights[level] / 10;
            weights[level] -= moved;
            weights[level + 1] += moved;
        }
    }
    stream.weighted(&weights)
}

fn descent(area: &str, stream: &mut Stream) -> (&'static str, &'static str) {
    let (races, ethnicities) = match area {
        "Harbor City" => ([42, 30, 25, 3], [66, 26, 8]),
        "Long Strand" => ([72, 12, 14, 2], [80, 14, 6]),
        _ => ([84, 9, 6, 1], [91, 5, 4]),
    };
    (RACES[stream.weighted(&races)], ETHNICITIES[stream.weighted(&ethnicities)])
}

fn payer(age: usize, stream: &mut Stream) -> &'static str {
    let payers = ["Medicare", "Medicaid", "Private Health Insurance", "Self-Pay"];
    let weights = [[0, 52, 45, 3], [3, 45, 46, 6], [10, 36, 48, 6], [34, 22, 41, 3], [88, 5, 6, 1]];
    payers[stream.weighted(&weights[age])]
}

/// Days from 1 to 60: geometric, with a mean of about 2, 4, 7 and 12 days by severity.
fn days(severity: usize, stream: &mut Stream) -> u32 {
    let stays_on = [0.5, 0.75, 0.86, 0.92][severity];
    stream.tries(stays_on, 60)
}
