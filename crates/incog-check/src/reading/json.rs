//! JSON, strictly: no repeated keys, no infinite numbers, at most [`MOST_DEEP`] lists in lists.

use crate::heap::*;

/// How deep lists and maps may be nested.
const MOST_DEEP: usize = 64;

/// A value of JSON.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Switch(bool),
    /// `is_whole`: written without a point and an exponent.
    Number {
        value: f64,
        is_whole: bool,
    },
    Text(String),
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}

impl Json {
    /// Reads a text; says at which byte it stops being JSON.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut reader = JsonReader { text, at: 0 };
        let found = reader.value(0);
        reader.blanks();
        found.filter(|_| reader.at == text.len()).ok_or(reader.at)
    }
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len()).map(|()| value)
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.blanks();
        if depth > MOST_DEEP {
            return None;
        }
        match self.peek()? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Switch(true)),
            b'f' => self.word("false", Json::Switch(false)),
            b'"' => Some(Json::Text(self.string()?)),
            b'[' => self.list(depth),
            b'{' => self.map(depth),
            _ => self.number(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.take(b'[')?;
        let mut list = Vec::new();
        self.blanks();
        if self.take(b']').is_some() {
            return Some(Json::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            self.blanks();
            if self.take(b']').is_some() {
                return Some(Json::List(list));
            }
            self.take(b',')?;
        }
    }

    fn map(&mut self, depth: usize) -> Option<Json> {
        self.take(b'{')?;
        let mut map = BTreeMap::new();
        self.blanks();
        if self.take(b'}').is_some() {
            return Some(Json::Map(map));
        }
        loop {
            self.blanks();
            let key = self.string()?;
            self.blanks();
            self.take(b':')?;
            let value = self.value(depth + 1)?;
            if map.insert(key, value).is_some() {
                return None;
            }
            self.blanks();
            if self.take(b'}').is_some() {
                return Some(Json::Map(map));
            }
            self.take(b',')?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.take(b'"')?;
        let mut found = String::new();
        loop {
            let rest = self.text.get(self.at..)?;
            let end = rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
            found.push_str(&rest[..end]);
            self.at += end;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(found);
                }
                b'\\' => {
                    self.at += 1;
                    found.push(self.escape()?);
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hexadecimal()?;
                if (0xd800..0xdc00).contains(&first) {
                    self.word("\\u", Json::Null)?;
                    let second = self.hexadecimal()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                    return char::from_u32(0x10000 + ((first - 0xd800) << 10) + second);
                }
                char::from_u32(first)?
            }
            _ => return None,
        })
    }

    fn hexadecimal(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.at += 4;
        u32::from_str_radix(digits, 16).ok().filter(|_| is_plain)
    }

    fn digits(&mut self) -> Option<()> {
        let before = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > before).then_some(())
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        let mut is_whole = true;
        if self.take(b'.').is_some() {
            is_whole = false;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            is_whole = false;
            self.at += 1;
            if self.take(b'+').is_none() {
                let _ = self.take(b'-');
            }
            self.digits()?;
        }
        let value: f64 = self.text.get(start..self.at)?.parse().ok()?;
        value.is_finite().then_some(Json::Number { value, is_whole })
    }
}
