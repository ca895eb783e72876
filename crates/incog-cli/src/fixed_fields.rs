//! Fields at fixed places, as somebody types them: `id:4,age:3,:1,town:20`.

use incog_io::FixedField;

/// Fields of so many characters each, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedFields(pub Vec<FixedField>);

/// Reads a list of `NAME:WIDTH`; what has no name is passed over.
pub fn fixed_fields(text: &str) -> Result<FixedFields, String> {
    let fields: Option<Vec<FixedField>> = text.split(',').map(field).collect();
    let fields = fields.filter(|fields| fields.iter().any(|field| field.name.is_some()));
    fields.map(FixedFields).ok_or_else(|| {
        format!("expected names and widths in characters, such as id:4,age:3,:1,town:20; found {text:?}")
    })
}

fn field(text: &str) -> Option<FixedField> {
    let (name, width) = text.rsplit_once(':')?;
    let width = width.trim().parse().ok().filter(|width| (1..=10_000).contains(width))?;
    Some(FixedField { name: Some(name.trim().to_owned()).filter(|name| !name.is_empty()), width })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_names_and_widths() {
        let FixedFields(fields) = fixed_fields("id:4, age :3,:1,a:b:20").unwrap();
        let found: Vec<(Option<&str>, usize)> =
            fields.iter().map(|field| (field.name.as_deref(), field.width)).collect();
        assert_eq!(found, [(Some("id"), 4), (Some("age"), 3), (None, 1), (Some("a:b"), 20)]);
        for wrong in ["", "id", "id:", "id:0", "id:four", ":4", "id:4,", "id:10001"] {
            assert!(fixed_fields(wrong).unwrap_err().contains("id:4,age:3"), "{wrong}");
        }
    }
}
