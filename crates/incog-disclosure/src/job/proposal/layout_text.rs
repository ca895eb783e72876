//! How the text of a table is laid out, as a job says it.

use crate::job::toml_text::quoted;
use incog_io::{DecimalMark, ReadOptions, TextEncoding};
use std::fmt::Write;

/// What has to be said of the layout of the input's text.
pub(super) fn push_layout(text: &mut String, layout: &ReadOptions) {
    for (key, value, what) in found_layout(layout) {
        let _ = writeln!(text, "{:<34} # {what}", format!("csv.{key} = {value}"));
    }
    match (&layout.fixed_width, layout.header) {
        (None, true) => {}
        (None, false) => text.push_str("csv.header = false                 # the first line is a record\n"),
        (Some(_), false) => {}
        (Some(_), true) => {
            text.push_str("csv.header = true                  # the first line has the column names\n")
        }
    }
    let Some(fields) = &layout.fixed_width else { return };
    text.push_str(
        "# Fixed-width fields, in characters, as guessed from blanks. Compare them with the documentation of the file.\n\
         # A field without a name is skipped.\ncsv.fixed_width = [\n",
    );
    for field in fields {
        let name = field.name.as_ref().map_or(String::new(), |name| format!("name = {}, ", quoted(name)));
        let _ = writeln!(text, "    {{ {name}width = {} }},", field.width);
    }
    text.push_str("]\n");
}

/// Keys of the layout that was found, their values, and what they say.
fn found_layout(layout: &ReadOptions) -> Vec<(&'static str, String, &'static str)> {
    let encoding = layout.encoding.filter(|encoding| *encoding != TextEncoding::UTF_8);
    let encoding =
        encoding.map(|encoding| ("encoding", quoted(&encoding.name()), "of the input; incog writes UTF-8"));
    let lines = |key, count: usize, what| (count > 0).then(|| (key, count.to_string(), what));
    let above = lines("skip_rows", layout.skip_rows, "lines above the header");
    let below = lines("skip_footer", layout.skip_footer, "lines below the table: sums and notes");
    let delimiter = layout
        .delimiter
        .map(|delimiter| ("delimiter", quoted(&char::from(delimiter).to_string()), "between fields"));
    let decimal = layout.decimal.map(|mark| {
        let what = match mark {
            DecimalMark::Comma => "1.234,56 is a number; incog writes it as 1234.56",
            DecimalMark::Point => "1,234.56 is a number; incog writes it as 1234.56",
        };
        ("decimal", quoted(mark.name()), what)
    });
    let sheet = layout.sheet.as_ref().map(|sheet| ("sheet", quoted(sheet), "of the workbook"));
    [sheet, encoding, above, below, delimiter, decimal].into_iter().flatten().collect()
}
