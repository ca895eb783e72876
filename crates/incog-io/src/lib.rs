//! Reading and writing tables: delimited text (plain, gzip, zstd) by way of the `csv` crate,
//! Parquet and Arrow IPC by way of arrow-rs; every column becomes dictionary codes while it is
//! read.
//!
//! [`read_rows`] and [`write_rows`] do the same with rows in memory.
//!
//! [`read_table`] and [`write_table`] choose the format by the ending of the file name, from the
//! list [`FORMATS`]. Files are written beside their target and renamed when they are whole
//! ([`write_atomically`]); the files of one run appear together or not at all ([`Staging`]), and a
//! run is ended from outside by its [`Control`]. No command writes to a file it reads
//! ([`check_not_read`]), and no message shows text of a file other than the table
//! ([`without_found_values`]).

mod atomic;
mod chunks;
mod column_codes;
mod column_form;
mod column_type;
mod columnar;
mod columnar_writer;
mod compact_rows;
mod compression;
mod control;
mod csv_text;
mod decimal_mark;
mod decode_error;
mod decoding;
mod decompression;
mod delimiter;
mod diagnosis;
mod dialect;
mod digest;
mod encoded_rows;
mod encoded_text;
mod encoding_detection;
mod encoding_fault;
mod error;
mod file_changes;
mod first_bytes;
mod fixed_places;
mod fixed_width;
mod fixed_width_writer;
mod foreign_text;
mod formats;
mod formula;
mod found_table;
mod input_file;
mod job_text;
mod key_lines;
mod kinds_in_words;
pub mod limits;
mod line_cut;
mod nearest;
mod ordered_threads;
mod output;
mod packed_text;
mod path_from;
mod plain_lines;
mod read;
mod recent_codes;
mod record_scanner;
mod record_shapes;
mod rows;
mod rows_in_memory;
mod same_file;
mod share;
mod staging;
mod strict_json;
mod table_file;
mod table_format;
mod table_place;
mod terminal_text;
mod text_encoding;
mod text_layout;
mod text_reader;
mod text_writer;
mod to_disk;
mod typed_labels;
mod utf8_tally;
mod value_kinds;
mod write;
mod write_options;

pub use atomic::{Written, write_atomically};
pub use compression::{COMPRESSIONS, Compression, without_compression};
pub use control::{Aborted, Control};
pub use csv_text::csv_text;
pub use decimal_mark::{DecimalMark, detect_decimal_mark};
pub use decode_error::Damage;
pub use delimiter::detect_delimiter;
pub use digest::{sha256_of_bytes, sha256_of_file, sha256_of_text};
pub use encoding_detection::text_as_utf8;
pub use encoding_fault::EncodingFault;
pub use error::{JsonFault, ReadError, SheetFault, WriteError};
pub use file_changes::is_unchanged_since;
pub use fixed_places::{DividedLines, FixedPlaces, fixed_places};
pub use foreign_text::without_found_values;
pub use formats::{FORMATS, table_ending, table_format};
pub use found_table::{FoundLayout, find_layout, read_found_table};
pub use input_file::{FileFault, WholeFile, open_file};
pub use job_text::{JobTextError, JobTextProblem, Place, line_of, read_job_text};
pub use key_lines::KeyLines;
pub use kinds_in_words::kinds_in_python;
pub use nearest::{Nearest, nearest};
pub use output::{AlikeRows, OutputColumn};
pub use path_from::path_from;
pub use read::read_table;
pub use rows::{RowStream, WrittenRows};
pub use rows_in_memory::{digest_rows, read_rows, write_rows};
pub use same_file::{beside, check_not_read, is_inside, is_same_file};
pub use share::{deserialize_optional_share, deserialize_share, share};
pub use staging::{Staging, Unfinished};
pub use strict_json::read_json;
pub use table_file::{FileFormat, FixedField, ReadOptions, TableFile};
pub use table_format::{Ending, TableFormat};
pub use terminal_text::{is_unseen, remember_name, shown, shown_in_json, shown_in_toml, shown_on_page};
pub use text_encoding::TextEncoding;
pub use to_disk::ToDisk;
pub use write::{check_ending, write_alike, write_table};
pub use write_options::WriteOptions;
