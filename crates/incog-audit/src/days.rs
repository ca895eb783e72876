//! Cells as days, however programs and people write them.

/// Two digits of a year from here on are of the last century.
const LAST_CENTURY: u32 = 50;

/// How the names of months begin in English, German, French, Spanish, Italian, Dutch and
/// Portuguese, from January on. `juin` is told apart from `juillet`.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "mae", "mrz", "maa"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mei", "mag"],
    &["jun", "juin", "giu"],
    &["jul", "jui", "lug"],
    &["aug", "aoû", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott", "out"],
    &["nov"],
    &["dec", "dez", "dic", "déc"],
];

/// How the names of days of the week begin in English, German and French.
const WEEKDAYS: [&str; 26] = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "son", "mo", "di", "mi",
    "do", "fr", "sa", "so", "lun", "mer", "jeu", "ven", "sam", "dim", "th",
];

/// The days since the first of March of the year 0 of a date that says its day.
///
/// Forms with numbers are `2024-01-31`, with or without a time behind it, `31.1.2024`, `31/1/24`
/// and `1/31/2024`. Months may have names: `31 Jan 2024`, `Jan 31, 2024`, `31JAN2024`. ISO 8601
/// also counts weeks (`2024-W05-3`) and the days of a year (`2024-031`). An ambiguous date is read
/// with the day first.
pub(crate) fn day_of(text: &str) -> Option<f64> {
    read(text, false)
}

/// The day of each text of a column. Where some of them must be read with the month first and none
/// with the day first, all are.
pub(crate) fn days_of(texts: &[&str]) -> Vec<Option<f64>> {
    let must_be = |is_month: bool| {
        let of_marks = texts.iter().filter_map(|text| parts(text));
        of_marks.filter(|[first, second, _]| first.len() < 3 && second.len() < 3).any(|[first, second, _]| {
            let beyond = |text: &str| number(text).is_some_and(|number| number > 12);
            if is_month { beyond(second) && !beyond(first) } else { beyond(first) }
        })
    };
    let is_month_first = must_be(true) && !must_be(false);
    texts.iter().map(|text| read(text, is_month_first)).collect()
}

fn read(text: &str, is_month_first: bool) -> Option<f64> {
    let text = text.trim();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    by_marks(text, is_month_first)
        .or_else(|| by_week(text))
        .or_else(|| by_day_of_year(text))
        .or_else(|| by_name(text))
        .map(f64::from)
}

/// The three texts between two equal marks.
fn parts(text: &str) -> Option<[&str; 3]> {
    let day = text.trim().split(['T', ' ']).next()?;
    let mark = day.chars().find(|character| !character.is_ascii_digit())?;
    let mut parts = ['-', '/', '.'].contains(&mark).then(|| day.split(mark))?;
    let found = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(found)
}

/// Three numbers between two equal marks.
fn by_marks(text: &str, is_month_first: bool) -> Option<u32> {
    let [first, second, third] = parts(text)?;
    let (a, b, c) = (number(first)?, number(second)?, number(third)?);
    let may_be_month = !text.trim().starts_with(&format!("{first}."));
    let (year, month, day) = match (first.len(), third.len()) {
        (4, 1 | 2) => (a, b, c),
        (1 | 2, 2 | 4) if may_be_month && (b > 12 || is_month_first) => (whole_year(third)?, a, b),
        (1 | 2, 2 | 4) => (whole_year(third)?, b, a),
        _ => return None,
    };
    checked(year, month, day)
}

/// `2024-W05-3`
fn by_week(text: &str) -> Option<u32> {
    let (year, rest) = text.split_at_checked(4)?;
    let rest = rest.trim_start_matches('-').strip_prefix(['W', 'w'])?;
    let (week, day) = rest.split_at_checked(2)?;
    let (year, week, day) = (number(year)?, number(week)?, number(day.trim_start_matches('-'))?);
    if !(1..=53).contains(&week) || !(1..=7).contains(&day) {
        return None;
    }
    // The fourth of January is in the first week; the first of March of the year 0 was a Wednesday.
    let fourth = checked(year, 1, 4)?;
    let monday = fourth - (fourth + 2) % 7;
    Some(monday + 7 * (week - 1) + day - 1)
}

/// `2024-031`
fn by_day_of_year(text: &str) -> Option<u32> {
    let (year, day) = text.split_once('-').filter(|(year, day)| year.len() == 4 && day.len() == 3)?;
    let day = number(day).filter(|day| (1..=366).contains(day))?;
    Some(checked(number(year)?, 1, 1)? + day - 1)
}

/// A day, the name of a month and a year, perhaps behind the name of a day of the week.
fn by_name(text: &str) -> Option<u32> {
    let mut month = None;
    let mut numbers = Vec::new();
    for word in words(text) {
        match number(word) {
            Some(_) => numbers.push(word),
            None if month.is_some() => break,
            None => match month_of(word) {
                Some(found) => month = Some(found),
                None => is_weekday(word).then_some(())?,
            },
        }
        if numbers.len() == 2 && month.is_some() {
            break;
        }
    }
    let [first, second] = numbers.as_slice() else { return None };
    let (day, year) = if first.len() == 4 { (second, first) } else { (first, second) };
    checked(whole_year(year)?, month?, number(day)?)
}

/// Runs of letters and runs of digits.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|one: char| !one.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.flat_map(|part| {
        let mut cuts: Vec<usize> = vec![0];
        let kinds: Vec<(usize, bool)> =
            part.char_indices().map(|(place, one)| (place, one.is_ascii_digit())).collect();
        cuts.extend(kinds.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0));
        cuts.push(part.len());
        let cuts: Vec<[usize; 2]> = cuts.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        cuts.into_iter().map(move |[from, to]| &part[from..to])
    })
}

fn month_of(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    if word == "juin" {
        return Some(6);
    }
    let begins = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    (1..).zip(&MONTHS).find(|(_, names)| begins(names)).map(|(month, _)| month)
}

fn is_weekday(word: &str) -> bool {
    let word = word.to_lowercase();
    WEEKDAYS.iter().any(|name| if name.len() == 2 { word == *name } else { word.starts_with(name) })
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A year of four digits, or of two.
fn whole_year(text: &str) -> Option<u32> {
    match (text.len(), number(text)?) {
        (4, year) => Some(year),
        (2, year) => Some(year + if year < LAST_CENTURY { 2000 } else { 1900 }),
        _ => None,
    }
}

fn checked(year: u32, month: u32, day: u32) -> Option<u32> {
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| days(year, month, day))
}

/// Days since 0000-03-01, in the calendar of today.
fn days(year: u32, month: u32, day: u32) -> u32 {
    // The year begins in March, so that a leap day is its last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.saturating_sub(1), month + 9) };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
}

#[cfg(test)]
mod tests;
