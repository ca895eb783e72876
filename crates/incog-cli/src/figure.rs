//! Figures for people: no more digits than say something.

/// What sums of floating-point numbers leave of nothing.
const NOTHING: f64 = 1e-12;

/// A value as it is, but for what is nothing.
pub fn exact(value: f64) -> String {
    if value.abs() < NOTHING { "0".to_owned() } else { value.to_string() }
}

/// A value in a few digits.
pub fn rough(value: f64) -> String {
    match value.abs() {
        size if size < NOTHING => "0".to_owned(),
        size if !(1e-4..1e9).contains(&size) => format!("{value:.3e}"),
        size if size >= 1e4 => format!("{value:.0}"),
        _ => format!("{value:.4}"),
    }
}

/// A number of things, its digits in groups of three; a power of ten where it is beyond counting.
pub fn count(number: f64) -> String {
    if number < 1e12 { grouped(number as u64) } else { format!("{number:.1e}") }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as people say it.
pub fn duration(seconds: f64) -> String {
    let (whole, of) = match seconds {
        seconds if seconds < 90.0 => (seconds, "s"),
        seconds if seconds < 5400.0 => (seconds / 60.0, "min"),
        seconds if seconds < 129_600.0 => (seconds / 3600.0, "h"),
        seconds => (seconds / 86_400.0, "days"),
    };
    format!("{:.0} {of}", whole.ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_in_digits_that_say_something() {
        assert_eq!([8.881784197001252e-16, 0.0, 0.25].map(exact), ["0", "0", "0.25"]);
        let values = [-1e-17, 0.31371303, -12.5, 123_456.7, 4.5e12, 0.00001234];
        assert_eq!(values.map(rough), ["0", "0.3137", "-12.5000", "123457", "4.500e12", "1.234e-5"]);
        assert_eq!([12960.0, 22037909387179326000000.0].map(count), ["12,960", "2.2e22"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.2, 89.0, 91.0, 7200.0, 1e6].map(duration), ["1 s", "89 s", "2 min", "2 h", "12 days"]);
    }
}
