//! Who may ask what.

use crate::http::{HttpMethod, HttpRequest, Status};
use crate::token::Token;

/// The header that has the token.
pub const TOKEN: &str = "x-incog-token";

/// What a request has to show.
#[derive(Debug)]
pub struct Guard {
    /// The address by which the page was opened, `127.0.0.1:PORT`. Under another name (DNS
    /// rebinding) it is not answered.
    host: String,
    token: Token,
}

impl Guard {
    /// The guard of a page on this port.
    pub fn new(port: u16, token: Token) -> Self {
        Self { host: format!("127.0.0.1:{port}"), token }
    }

    /// The address that opens the page.
    pub fn address(&self) -> String {
        format!("http://{}/#{}", self.host, self.token.text())
    }

    /// Lets a request for the files of the page in, which have nothing of the table.
    pub fn check_address(&self, request: &HttpRequest) -> Result<(), Status> {
        if request.header("host") != Some(self.host.as_bytes()) {
            return Err(Status::Misdirected);
        }
        let origin = format!("http://{}", self.host);
        let is_ours = |said: &[u8]| said == origin.as_bytes();
        if request.has("origin") && !request.header("origin").is_some_and(is_ours) {
            return Err(Status::Forbidden);
        }
        Ok(())
    }

    /// Lets a request for anything of the table in.
    pub fn check(&self, request: &HttpRequest) -> Result<(), Status> {
        self.check_address(request)?;
        if request.method != HttpMethod::Post {
            return Err(Status::MethodNotAllowed);
        }
        // A browser says where every POST comes from.
        if !request.has("origin") {
            return Err(Status::Forbidden);
        }
        let is_same = |said: &[u8]| said == b"same-origin";
        if request.has("sec-fetch-site") && !request.header("sec-fetch-site").is_some_and(is_same) {
            return Err(Status::Forbidden);
        }
        if !request.header(TOKEN).is_some_and(|said| self.token.is(said)) {
            return Err(Status::Forbidden);
        }
        // What a form of another page can send is none of these.
        let is_json = |said: &[u8]| said == b"application/json";
        if request.header("content-type").is_some_and(is_json) { Ok(()) } else { Err(Status::BadRequest) }
    }
}
