//! Times as files write them.

use chrono::{DateTime, NaiveDateTime};

/// How times are written; what is read in one way is written in the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeText {
    /// Seconds since some moment.
    Seconds,
    /// Milliseconds since 1970.
    Milliseconds,
    /// A date with a time, as chrono's patterns say.
    Pattern(&'static str),
    /// RFC 3339, with an offset; written in UTC.
    Rfc3339,
}

const PATTERNS: [&str; 6] = [
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y/%m/%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M:%S%.f",
    "%d/%m/%Y %H:%M:%S%.f",
    "%Y%m%d%H%M%S",
    "%Y-%m-%d,%H:%M:%S",
];

/// Numbers from here on are milliseconds: as seconds they would be in the year 5138.
const MILLISECONDS_FROM: f64 = 1e11;
/// Numbers from here on are not times but dates written without separators.
const TIMES_BELOW: f64 = 1e13;

impl TimeText {
    /// [`TimeText::Seconds`].
    pub fn seconds() -> Self {
        Self::Seconds
    }

    /// Whether times are whole numbers.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Seconds | Self::Milliseconds)
    }

    /// The first way that reads most of the first texts.
    pub fn detect<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let texts: Vec<&str> = texts.take(100).collect();
        let ways = [Self::Seconds, Self::Milliseconds]
            .into_iter()
            .chain(PATTERNS.map(Self::Pattern))
            .chain([Self::Rfc3339]);
        let read = |way: &Self| texts.iter().filter(|text| way.parse(text).is_some()).count();
        ways.rev().max_by_key(read).unwrap_or(Self::Seconds)
    }

    /// Seconds since 1970 (or since the file's own beginning).
    pub fn parse(self, text: &str) -> Option<f64> {
        let text = text.trim();
        let number = || text.parse::<f64>().ok();
        match self {
            Self::Seconds => number().filter(|seconds| seconds.abs() < MILLISECONDS_FROM),
            Self::Milliseconds => number()
                .filter(|value| (MILLISECONDS_FROM..TIMES_BELOW).contains(&value.abs()))
                .map(|milliseconds| milliseconds / 1000.0),
            Self::Pattern(pattern) => NaiveDateTime::parse_from_str(text, pattern).ok().map(seconds_of),
            Self::Rfc3339 => DateTime::parse_from_rfc3339(text).ok().map(|time| seconds_of(time.naive_utc())),
        }
    }

    /// A whole second as text.
    pub fn write(self, seconds: i64) -> String {
        let time = DateTime::from_timestamp(seconds, 0).map(|time| time.naive_utc()).unwrap_or_default();
        match self {
            Self::Seconds => seconds.to_string(),
            Self::Milliseconds => (seconds * 1000).to_string(),
            Self::Pattern(pattern) => time.format(pattern).to_string(),
            Self::Rfc3339 => time.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        }
    }
}

fn seconds_of(time: NaiveDateTime) -> f64 {
    let utc = time.and_utc();
    utc.timestamp() as f64 + f64::from(utc.timestamp_subsec_micros()) / 1e6
}

/// Seconds of a number that is seconds or milliseconds, by its size.
pub fn time_of_number(number: f64) -> Option<f64> {
    match number.abs() {
        size if size < MILLISECONDS_FROM => Some(number),
        size if size < TIMES_BELOW => Some(number / 1000.0),
        _ => None,
    }
}

/// Seconds of a text that is written in any of the ways; RFC 3339 first.
pub fn time_of_any_text(text: &str) -> Option<f64> {
    TimeText::Rfc3339.parse(text).or_else(|| TimeText::detect([text].into_iter()).parse(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_the_same() {
        for text in [
            "1212969639",
            "1212969639000",
            "2008-02-02 15:36:08",
            "2008/06/08 23:40:39",
            "2008-02-02T15:36:08",
            "20080202153608",
            "2008-10-23,02:53:04",
            "2008-02-02T15:36:08Z",
        ] {
            let way = TimeText::detect([text].into_iter());
            let seconds = way.parse(text).expect("it was detected");
            assert_eq!(way.write(seconds as i64), text);
        }
        assert_eq!(TimeText::Seconds.parse("soon"), None);
        assert_eq!(time_of_number(1_212_969_639_500.0), Some(1_212_969_639.5));
        assert_eq!((time_of_number(f64::NAN), time_of_any_text("soon")), (None, None));
    }
}
