//! How a table is written.

use crate::table_file::FixedField;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use incog_data::{ColumnType, ValueType};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// How a table is written; the ending of the output says the format.
#[derive(Debug, Clone, PartialEq)]
pub struct WriteOptions {
    /// Whether an existing file may be replaced.
    pub force: bool,
    /// Files that must never be replaced, not even by force.
    pub inputs: Vec<PathBuf>,
    /// Whether the file is on the disk when it is there. Whoever takes care of that later, as
    /// [`Staging`](crate::Staging) does, need not wait.
    pub lasting: bool,
    /// The delimiter of a text file; `None` stands for the comma. A `.tsv` file gets the tab in any
    /// case.
    pub delimiter: Option<u8>,
    /// The quote of a text file.
    pub quote: u8,
    /// Whether a text file begins with the names of the columns.
    pub header: bool,
    /// The fields of a text file without delimiters and without names; `None` where fields are
    /// delimited. Those with names are the columns, in their order.
    pub fixed_width: Option<Vec<FixedField>>,
    /// Whether a text file gets a `'` before cells that a spreadsheet would execute
    /// ([`is_formula`](incog_data::is_formula)), names of columns among them. Nothing changes in a
    /// typed file, whose cells are not formulas.
    pub escape_formulas: bool,
    /// For Parquet and Arrow: the types of the input, by the names of the columns. A column keeps
    /// its type if all labels written are still values of that type, otherwise it becomes text.
    pub schema: Option<SchemaRef>,
    /// For Parquet and Arrow: columns of numbers or days, by name, whatever the input has under
    /// that name. Empty labels are null. A column becomes text where a label is no value of the
    /// type.
    pub types: BTreeMap<String, ValueType>,
    /// For formats with types: columns of labels, by name. They are text even where all labels are
    /// numbers, so that the type does not depend on the level of generalization. Texts of the input
    /// keep their type.
    pub labels: BTreeSet<String>,
    /// For formats with types: whether a column of which neither of the two says anything becomes
    /// one of whole numbers, numbers or days where every label that is written is read back the
    /// same from one. Empty labels are null there.
    pub infer_types: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            force: false,
            inputs: Vec::new(),
            lasting: true,
            delimiter: None,
            quote: b'"',
            header: true,
            fixed_width: None,
            escape_formulas: false,
            schema: None,
            types: BTreeMap::new(),
            labels: BTreeSet::new(),
            infer_types: false,
        }
    }
}

impl WriteOptions {
    /// Options for a table of these columns, whose cells may be empty: Parquet and Arrow get their
    /// types.
    pub fn typed(columns: &[(&str, ColumnType)]) -> Self {
        let field = |&(name, column_type): &(&str, ColumnType)| {
            let data_type = match column_type {
                ColumnType::Text => DataType::Utf8,
                ColumnType::Whole => DataType::UInt64,
                ColumnType::Number => DataType::Float64,
                ColumnType::Truth => DataType::Boolean,
            };
            Field::new(name, data_type, true)
        };
        let fields: Vec<Field> = columns.iter().map(field).collect();
        Self { schema: Some(Arc::new(Schema::new(fields))), ..Self::default() }
    }
}
