//! Where patients live and are treated. None of these places exists.

/// A county: its area, how many patients live there (relative to others), and its facilities,
/// larger ones first.
pub(super) struct County {
    pub name: &'static str,
    pub area: &'static str,
    /// The first three digits of its zip codes.
    pub zip: &'static str,
    pub patients: usize,
    pub facilities: &'static [&'static str],
}

/// Zip codes of a county: 01, 04, 07, ... after its three digits.
pub(super) const ZIPS: usize = 4;

impl County {
    /// Zip code number `index`, from 0.
    pub fn zip_code(&self, index: usize) -> String {
        format!("{}{:02}", self.zip, 1 + 3 * index)
    }
}

#[rustfmt::skip]
pub(super) static COUNTIES: [County; 12] = [
    County { name: "Kingsport", area: "Harbor City", zip: "301", patients: 30,
        facilities: &["Kingsport University Hospital", "St. Odile Medical Center", "Harbor Children's Hospital", "Dockside General"] },
    County { name: "Eastbank", area: "Harbor City", zip: "302", patients: 22,
        facilities: &["Eastbank Medical Center", "Mount Aster Hospital", "Ferry Street Hospital"] },
    County { name: "Lantern Island", area: "Harbor City", zip: "303", patients: 10,
        facilities: &["Lantern Island Hospital", "Seaview Hospital"] },
    County { name: "Marlow", area: "Long Strand", zip: "311", patients: 12,
        facilities: &["Marlow Regional Hospital", "Strand Memorial Hospital"] },
    County { name: "Dunes", area: "Long Strand", zip: "312", patients: 8,
        facilities: &["Dunes Community Hospital", "Southfork Hospital"] },
    County { name: "Ashdown", area: "River Valley", zip: "321", patients: 8,
        facilities: &["Ashdown General Hospital", "Valley Heart Institute"] },
    County { name: "Millbrook", area: "River Valley", zip: "322", patients: 5,
        facilities: &["Millbrook Hospital", "St. Bertin Hospital"] },
    County { name: "Orrin", area: "River Valley", zip: "323", patients: 3,
        facilities: &["Orrin Community Hospital"] },
    County { name: "Lakemont", area: "Five Lakes", zip: "341", patients: 7,
        facilities: &["Lakemont University Hospital", "Five Lakes Hospital"] },
    County { name: "Cayford", area: "Five Lakes", zip: "342", patients: 3,
        facilities: &["Cayford Hospital"] },
    County { name: "Fairholt", area: "North Woods", zip: "351", patients: 4,
        facilities: &["Fairholt Medical Center", "Pinegate Hospital"] },
    County { name: "Timberline", area: "North Woods", zip: "352", patients: 2,
        facilities: &["Timberline Hospital"] },
];

/// The region of an area.
pub(super) fn region(area: &str) -> &'static str {
    if matches!(area, "Harbor City" | "Long Strand") { "Coast" } else { "Inland" }
}
