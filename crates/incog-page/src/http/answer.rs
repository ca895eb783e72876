//! Writing an answer.

use std::io::{self, Write};

/// How a request ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // As HTTP names them.
pub enum Status {
    Done,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    Conflict,
    LengthRequired,
    BodyTooLarge,
    Misdirected,
    Refused,
    HeadTooLarge,
    Busy,
}

impl Status {
    /// The first line, and what is said where nothing else is.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Done => ("200 OK", ""),
            Self::BadRequest => ("400 Bad Request", "the page never sends such a request"),
            Self::Forbidden => {
                ("403 Forbidden", "open the address that incog printed: it has the access key")
            }
            Self::NotFound => ("404 Not Found", "there is no such page"),
            Self::MethodNotAllowed => ("405 Method Not Allowed", "this method is not allowed here"),
            Self::RequestTimeout => ("408 Request Timeout", "the request did not arrive in time"),
            Self::Conflict => ("409 Conflict", "the job was changed elsewhere"),
            Self::LengthRequired => ("411 Length Required", "the request has no length"),
            Self::BodyTooLarge => ("413 Content Too Large", "the request is larger than the limit"),
            Self::Misdirected => ("421 Misdirected Request", "the page has another address"),
            Self::Refused => ("422 Unprocessable Content", "the request cannot be carried out"),
            Self::HeadTooLarge => ("431 Request Header Fields Too Large", "the request has too many headers"),
            Self::Busy => ("503 Service Unavailable", "too many requests at once"),
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// How the request ended.
    pub status: Status,
    /// The type of the body.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

/// Said with every answer. Scripts, styles and connections come from this origin alone, nothing is
/// inline, nothing is framed, kept, guessed or told to others.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
     X-Content-Type-Options: nosniff\r\n\
     X-Frame-Options: DENY\r\n\
     Referrer-Policy: no-referrer\r\n\
     Cache-Control: no-store\r\n\
     Cross-Origin-Opener-Policy: same-origin\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\n\
     Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n\
     Connection: close\r\n";

impl Answer {
    /// A body of some type.
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: Status::Done, kind, body: body.into() }
    }

    /// A value as JSON.
    pub fn json(value: &serde_json::Value) -> Self {
        Self::new("application/json", value.to_string())
    }

    /// A refusal in plain words, which never repeat the request.
    pub fn refusal(status: Status) -> Self {
        Self::refusing(status, status.words().1)
    }

    /// A refusal that says why.
    pub fn refusing(status: Status, why: &str) -> Self {
        Self { status, ..Self::new("text/plain; charset=utf-8", why) }
    }

    /// Writes it.
    ///
    /// # Errors
    /// When nobody is there any more.
    pub fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let (status, _) = self.status.words();
        let length = self.body.len();
        let mut whole = format!(
            "HTTP/1.1 {status}\r\n{HEADERS}Content-Type: {}\r\nContent-Length: {length}\r\n\r\n",
            self.kind
        )
        .into_bytes();
        whole.extend_from_slice(&self.body);
        stream.write_all(&whole)?;
        stream.flush()
    }
}
