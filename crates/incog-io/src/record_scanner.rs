//! Where fields and records end, and on which line.

/// What a byte ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Nothing,
    Field,
    /// A field, and with it the record; the byte is a line end.
    Record,
}

/// Where in a record the scanner stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Before a record; a line end here makes a blank line, not a record.
    RecordStart,
    FieldStart,
    Unquoted,
    Quoted,
    /// After a quote inside quotes: a second one belongs to the value, anything else ends the
    /// quotes.
    QuoteInQuoted,
}

/// Follows the structure of delimited text byte by byte, to find safe places to cut and the lines
/// of mistakes. The rules are those of the `csv-core` crate, with which the `csv` crate parses.
#[derive(Debug, Clone)]
pub(crate) struct RecordScanner {
    delimiter: u8,
    quote: u8,
    position: Position,
    after_return: bool,
    /// The line on which the next byte stands, counted from 1.
    pub line: u64,
    /// The line on which the last quotes opened.
    pub quote_line: u64,
}

impl RecordScanner {
    pub fn new(delimiter: u8, quote: u8) -> Self {
        Self {
            delimiter,
            quote,
            position: Position::RecordStart,
            after_return: false,
            line: 1,
            quote_line: 0,
        }
    }

    /// Takes the next byte.
    pub fn step(&mut self, byte: u8) -> Ends {
        let line_end = byte == b'\n' || byte == b'\r';
        let opens =
            byte == self.quote && matches!(self.position, Position::RecordStart | Position::FieldStart);
        if opens {
            self.quote_line = self.line;
        }
        if byte == b'\r' || (byte == b'\n' && !self.after_return) {
            self.line += 1;
        }
        self.after_return = byte == b'\r';
        let (position, ends) = match self.position {
            Position::Quoted if byte == self.quote => (Position::QuoteInQuoted, Ends::Nothing),
            Position::Quoted => (Position::Quoted, Ends::Nothing),
            Position::QuoteInQuoted if byte == self.quote => (Position::Quoted, Ends::Nothing),
            Position::RecordStart if line_end => (Position::RecordStart, Ends::Nothing),
            _ if line_end => (Position::RecordStart, Ends::Record),
            _ if byte == self.delimiter => (Position::FieldStart, Ends::Field),
            _ if opens => (Position::Quoted, Ends::Nothing),
            _ => (Position::Unquoted, Ends::Nothing),
        };
        self.position = position;
        ends
    }

    /// Whether the next byte begins a record.
    pub fn at_record_start(&self) -> bool {
        self.position == Position::RecordStart
    }

    /// Whether quotes are open.
    pub fn in_quotes(&self) -> bool {
        self.position == Position::Quoted
    }
}
