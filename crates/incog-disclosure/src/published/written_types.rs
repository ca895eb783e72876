//! The types in which the columns of a release are written, which follow from the job and the types
//! of the input: not from the levels that were found.

use crate::job::{Role, SuppressedAs, Terms};
use incog_data::ValueType;
use incog_io::FileFormat;

/// The kind of values that a typed input has in a column; `None` where the input says nothing of
/// it, or the column has texts.
pub fn typed_input(format: &FileFormat, column: &str) -> Option<ValueType> {
    let schema = format.schema.as_ref()?;
    let field = schema.fields().iter().find(|field| field.name().trim() == column)?;
    match field.data_type() {
        whole if whole.is_integer() => Some(ValueType::Integer),
        number if number.is_numeric() => Some(ValueType::Decimal),
        moment if moment.is_temporal() => Some(ValueType::Date),
        _ => None,
    }
}

impl Terms {
    /// Whether a released column is one of labels. It is text in every release of the job, whatever
    /// levels were found, and whether a suppressed record is shown as `*` or not.
    pub fn shows_labels(&self, released: &str) -> bool {
        let is_numeric = self.columns.keys().any(|name| {
            let publish = self.publish_as(name);
            publish.is_numeric() && publish.columns(name).iter().any(|cell| cell == released)
        });
        let is_generalized =
            self.role(released) == Role::QuasiIdentifier && self.aggregate_of(released).is_none();
        !is_numeric && (is_generalized || self.suppression.shown_as == SuppressedAs::Star)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::job::Job;

    /// Those of the released columns that are labels, of a job with this column of ages.
    fn labels<'a>(age: &str, released: &[&'a str]) -> Vec<&'a str> {
        let text = format!(
            "input = \"a.csv\"\noutput = \"b.csv\"\nprivacy.k-anonymity = 5\n\
             columns.ill.role = \"sensitive\"\ncolumns.age = {{ role = \"quasi-identifier\"{age}\n"
        );
        let job = Job::from_toml(&text, "").unwrap();
        released.iter().copied().filter(|name| job.terms().shows_labels(name)).collect()
    }

    #[test]
    fn labels_follow_from_the_job() {
        let (one, two) = (["age", "ill", "other"], ["age_from", "age_to", "ill", "other"]);
        let none: [&str; 0] = [];
        assert_eq!(labels(" }", &one), ["age"]);
        assert_eq!(labels(", publish = \"midpoint\" }", &one), none);
        assert_eq!(labels(", publish = \"bounds\" }", &two), none);
        let grouped = ", publish = \"mean\" }\nrecoding.kind = \"microaggregation\"";
        assert_eq!(labels(grouped, &one), none);
        assert_eq!(labels(" }\nsuppression.as = \"star\"", &one), one);
        assert_eq!(labels(", publish = \"bounds\" }\nsuppression.as = \"star\"", &two), ["ill", "other"]);
    }
}
