//! The page of `incog open`: a table or trajectories, and the job that is made for them, in a
//! browser, on loopback.
//!
//! One process serves one page to one steward. A change of the job is decided again by the calls
//! that the command decides with; what is saved is a job file, and the release is made of that
//! file. See docs/security.md for what keeps others out.
//!
//! ```no_run
//! use incog_page::{Header, OpenSubject, Server};
//! let subject = OpenSubject::open("patients.csv".as_ref(), Header::Unset, None)?;
//! let server = Server::new(subject, 0, std::time::Duration::from_secs(3600))?;
//! eprintln!("{}", server.address());
//! server.run();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod browser;
mod guard;
mod http;
mod parts;
mod routes;
mod server;
mod session;
mod subject;
mod token;
mod trips;
mod watched_state;

pub use browser::{Opener, open_browser};
pub use server::Server;
pub use session::{Header, OpenError, Session};
pub use subject::OpenSubject;
