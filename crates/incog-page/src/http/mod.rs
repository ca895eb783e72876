//! As much of HTTP/1.1 as one browser on this machine needs: a connection is one request and one
//! answer, and everything that is read has a bound.

mod answer;
mod request;

pub use answer::{Answer, Status};
pub use request::{HttpMethod, HttpRefusal, HttpRequest, read_body, read_head};
