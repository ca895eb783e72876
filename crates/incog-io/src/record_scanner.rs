//! Where fields and records end, and on which line.

/// What a byte ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Nothing,
    Field,
    /// A field and with it the record; the byte is a line end.
    Record,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a record; line ends here are blank lines and make no record.
    RecordStart,
    FieldStart,
    Unquoted,
    Quoted,
    /// After a quote inside quotes: a second one belongs to the value, anything else ends the quotes.
    QuoteInQuoted,
}

/// Follows the structure of delimited text byte by byte, by the rules of the `csv-core` crate that
/// the `csv` crate parses with, to find safe places to cut and the lines of mistakes.
#[derive(Debug, Clone)]
pub(crate) struct RecordScanner {
    delimiter: u8,
    quote: u8,
    state: State,
    after_return: bool,
    /// The line the next byte stands on, counted from 1.
    pub line: u64,
    /// The line on which the last quotes opened.
    pub quote_line: u64,
}

impl RecordScanner {
    pub fn new(delimiter: u8, quote: u8) -> Self {
        Self { delimiter, quote, state: State::RecordStart, after_return: false, line: 1, quote_line: 0 }
    }

    /// Takes the next byte.
    pub fn step(&mut self, byte: u8) -> Ends {
        let line_end = byte == b'\n' || byte == b'\r';
        let opens = byte == self.quote && matches!(self.state, State::RecordStart | State::FieldStart);
        if opens {
            self.quote_line = self.line;
        }
        if byte == b'\r' || (byte == b'\n' && !self.after_return) {
            self.line += 1;
        }
        self.after_return = byte == b'\r';
        let (state, ends) = match self.state {
            State::Quoted if byte == self.quote => (State::QuoteInQuoted, Ends::Nothing),
            State::Quoted => (State::Quoted, Ends::Nothing),
            State::QuoteInQuoted if byte == self.quote => (State::Quoted, Ends::Nothing),
            State::RecordStart if line_end => (State::RecordStart, Ends::Nothing),
            _ if line_end => (State::RecordStart, Ends::Record),
            _ if byte == self.delimiter => (State::FieldStart, Ends::Field),
            _ if opens => (State::Quoted, Ends::Nothing),
            _ => (State::Unquoted, Ends::Nothing),
        };
        self.state = state;
        ends
    }

    /// Whether the next byte begins a record.
    pub fn at_record_start(&self) -> bool {
        self.state == State::RecordStart
    }

    /// Whether quotes are open.
    pub fn in_quotes(&self) -> bool {
        self.state == State::Quoted
    }
}
