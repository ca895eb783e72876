//! Small tables as text, which are no releases.

/// Records as comma-separated values (RFC 4180, 2005), each in a line of its own; fields are quoted
/// where they have to be.
///
/// ```
/// assert_eq!(incog_io::csv_text([["a", "b"], ["1,5", "say \"x\""]]), "a,b\n\"1,5\",\"say \"\"x\"\"\"\n");
/// ```
pub fn csv_text<F: AsRef<str>>(records: impl IntoIterator<Item = impl IntoIterator<Item = F>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for record in records {
        let fields: Vec<F> = record.into_iter().collect();
        // Writing into memory cannot fail.
        let _ = writer.write_record(fields.iter().map(AsRef::as_ref));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).expect("what is written of texts is a text")
}
