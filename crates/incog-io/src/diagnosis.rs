//! Where a text is malformed. The fast reader only notices that it is; this one reads it again,
//! slowly.

use crate::compression::Compression;
use crate::decompression::{Source, io_error};
use crate::dialect::Dialect;
use crate::limits::LONGEST_RECORD;
use crate::record_scanner::{Ends, RecordScanner};
use crate::text_layout::TextLayout;
use crate::{ReadError, open_file};
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The first mistake in the text of `path`.
pub(crate) fn diagnose(
    path: &Path,
    compression: Option<&Compression>,
    dialect: Dialect,
    layout: TextLayout,
) -> ReadError {
    let source = open_file(path).map_err(io::Error::from);
    let source = source.and_then(|file| Ok(Source::new(file, compression)?.laid_out(Vec::new(), layout)));
    let found = source.and_then(|source| Diagnosis::new(path, dialect, layout).run(source));
    match found {
        Ok(Some(error)) => error,
        Err(error) => io_error(path, compression, error),
        Ok(None) => ReadError::Changed { path: path.into() },
    }
}

struct Diagnosis<'a> {
    path: &'a Path,
    dialect: Dialect,
    scanner: RecordScanner,
    /// The current record: its bytes, the place and line of the first one, and its fields.
    record: Vec<u8>,
    offset: u64,
    line: u64,
    fields: usize,
    /// Fields of the first record, and the names in it.
    expected: Option<usize>,
    names: Vec<String>,
}

impl<'a> Diagnosis<'a> {
    fn new(path: &'a Path, dialect: Dialect, layout: TextLayout) -> Self {
        let mut scanner = RecordScanner::new(dialect.delimiter, dialect.quote);
        scanner.line += layout.skip_rows as u64;
        let (record, names) = (Vec::new(), Vec::new());
        Self { path, dialect, scanner, record, offset: 0, line: 1, fields: 1, expected: None, names }
    }

    fn run(mut self, source: Source) -> std::io::Result<Option<ReadError>> {
        for byte in BufReader::with_capacity(1 << 18, source).bytes() {
            if let Err(error) = self.step(byte?) {
                return Ok(Some(error));
            }
        }
        Ok(self.end().err())
    }

    fn step(&mut self, byte: u8) -> Result<(), ReadError> {
        let path = || self.path.into();
        let blank = self.scanner.at_record_start();
        if blank {
            self.line = self.scanner.line;
        }
        if byte == 0 {
            return Err(ReadError::NotText { path: path(), line: self.scanner.line });
        }
        let ends = self.scanner.step(byte);
        self.record.push(byte);
        if self.offset == 0 && self.record == b"\xef\xbb\xbf" {
            // The byte order mark is not part of the first field, which may begin with a quote.
            let line = self.scanner.line;
            self.scanner = RecordScanner::new(self.dialect.delimiter, self.dialect.quote);
            self.scanner.line = line;
            self.forget_record();
            return Ok(());
        }
        if self.record.len() > LONGEST_RECORD {
            return Err(self.too_long());
        }
        match ends {
            Ends::Field => self.fields += 1,
            Ends::Record => return self.end_record(),
            Ends::Nothing if blank && self.scanner.at_record_start() => self.forget_record(),
            Ends::Nothing => {}
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), ReadError> {
        if self.scanner.in_quotes() {
            return Err(self.unterminated());
        }
        if self.record.is_empty() { Ok(()) } else { self.end_record() }
    }

    fn end_record(&mut self) -> Result<(), ReadError> {
        self.check_utf8()?;
        let (found, expected) = (self.fields, *self.expected.get_or_insert(self.fields));
        if found != expected {
            let (path, line, delimiter) = (self.path.into(), self.line, self.dialect.delimiter.into());
            return Err(ReadError::Ragged { path, line, found, expected, delimiter });
        }
        if self.dialect.header && self.names.is_empty() {
            self.names = self.split_names();
        }
        self.forget_record();
        Ok(())
    }

    fn forget_record(&mut self) {
        self.offset += self.record.len() as u64;
        self.record.clear();
        self.fields = 1;
    }

    fn check_utf8(&self) -> Result<(), ReadError> {
        let Err(error) = std::str::from_utf8(&self.record) else { return Ok(()) };
        let good = &self.record[..error.valid_up_to()];
        let mut scanner = RecordScanner::new(self.dialect.delimiter, self.dialect.quote);
        let field = good.iter().filter(|&&byte| scanner.step(byte) == Ends::Field).count();
        Err(ReadError::NotUtf8 {
            path: self.path.into(),
            line: self.line + scanner.line - 1,
            column: self.names.get(field).cloned(),
        })
    }

    fn split_names(&self) -> Vec<String> {
        let mut reader = self.dialect.reader(&self.record);
        let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|name| name.trim().to_owned()).collect()
    }

    fn too_long(&self) -> ReadError {
        if self.scanner.in_quotes() {
            return self.unterminated();
        }
        ReadError::RecordTooLong { path: self.path.into(), line: self.line, limit: LONGEST_RECORD }
    }

    fn unterminated(&self) -> ReadError {
        let (line, quote) = (self.scanner.quote_line, self.dialect.quote.into());
        ReadError::UnterminatedQuote { path: self.path.into(), line, quote }
    }
}
