//! Reading a request.

use super::Status;
use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

/// Most bytes of the first line and all headers.
const MOST_HEAD: usize = 16 << 10;

/// Most headers.
const MOST_HEADERS: usize = 64;

/// How long a request may take to arrive.
const LONGEST: Duration = Duration::from_secs(10);

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpMethod {
    /// For a file of the page.
    Get,
    /// For everything else.
    Post,
    /// For what is not answered.
    Other,
}

/// The head of a request.
#[derive(Debug)]
pub struct HttpRequest {
    /// What is asked.
    pub method: HttpMethod,
    /// Of what, as it was sent.
    pub path: String,
    headers: Vec<(String, Vec<u8>)>,
    /// The bytes of its body that came with the head.
    begun: Vec<u8>,
}

/// Why a request is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpRefusal {
    /// It is answered with this.
    Answered(Status),
    /// Nobody is there any more.
    Gone,
}

impl From<std::io::Error> for HttpRefusal {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Self::Answered(Status::RequestTimeout),
            _ => Self::Gone,
        }
    }
}

impl HttpRequest {
    /// The value of a header; `None` where it is not there, or several times: nobody shall read
    /// another one than we do.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        let mut found = self.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        let first = found.next().map(|(_, value)| value.as_slice());
        first.filter(|_| found.next().is_none())
    }

    /// Whether there is such a header at all.
    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
    }
}

/// Reads the head of a request, and no more than 16 KiB and 64 headers of it.
pub fn read_head(stream: &mut impl Read) -> Result<HttpRequest, HttpRefusal> {
    let (mut read, mut buffer, start) = (Vec::new(), [0; 4096], Instant::now());
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Err(HttpRefusal::Gone);
        }
        read.extend_from_slice(&buffer[..count]);
        if let Some(request) = parsed(&read)? {
            return Ok(request);
        }
        if read.len() > MOST_HEAD {
            return Err(HttpRefusal::Answered(Status::HeadTooLarge));
        }
        if start.elapsed() > LONGEST {
            return Err(HttpRefusal::Answered(Status::RequestTimeout));
        }
    }
}

/// The request, when its head is whole.
fn parsed(read: &[u8]) -> Result<Option<HttpRequest>, HttpRefusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(read) {
        Ok(httparse::Status::Complete(length)) if length <= MOST_HEAD => length,
        Ok(httparse::Status::Complete(_)) | Err(httparse::Error::TooManyHeaders) => {
            return Err(HttpRefusal::Answered(Status::HeadTooLarge));
        }
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(HttpRefusal::Answered(Status::BadRequest)),
    };
    let method = match request.method {
        Some("GET") => HttpMethod::Get,
        Some("POST") => HttpMethod::Post,
        _ => HttpMethod::Other,
    };
    let headers = request.headers.iter().map(|header| (header.name.to_owned(), header.value.to_vec()));
    Ok(Some(HttpRequest {
        method,
        path: request.path.unwrap_or_default().to_owned(),
        headers: headers.collect(),
        begun: read[length..].to_vec(),
    }))
}

/// Reads the body of a request of at most `most` bytes; its length has to be said.
pub fn read_body(stream: &mut impl Read, request: &HttpRequest, most: usize) -> Result<Vec<u8>, HttpRefusal> {
    let length = length(request, most).map_err(HttpRefusal::Answered)?;
    let (mut body, mut buffer, start) = (request.begun.clone(), vec![0; 64 << 10], Instant::now());
    while body.len() < length {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Err(HttpRefusal::Gone);
        }
        body.extend_from_slice(&buffer[..count]);
        if start.elapsed() > LONGEST {
            return Err(HttpRefusal::Answered(Status::RequestTimeout));
        }
    }
    if body.len() > length { Err(HttpRefusal::Answered(Status::BadRequest)) } else { Ok(body) }
}

fn length(request: &HttpRequest, most: usize) -> Result<usize, Status> {
    if request.has("transfer-encoding") {
        return Err(Status::LengthRequired);
    }
    let said = request.header("content-length").ok_or(Status::LengthRequired)?;
    let is_number = !said.is_empty() && said.len() < 16 && said.iter().all(u8::is_ascii_digit);
    let said = std::str::from_utf8(said).ok().filter(|_| is_number).and_then(|said| said.parse().ok());
    let said: usize = said.ok_or(Status::BadRequest)?;
    if said > most { Err(Status::BodyTooLarge) } else { Ok(said) }
}
