//! The server: one process, one page, on loopback.

use crate::answers;
use crate::guard::Guard;
use crate::http::{Answer, HttpRefusal, HttpRequest, Status, read_body, read_head};
use crate::routes::Route;
use crate::subject::OpenSubject;
use crate::token::Token;
use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most connections at once.
const MOST_CONNECTIONS: usize = 32;

/// How long nothing may happen on a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// A page that is served until it is told to end, or has been away.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

struct Shared {
    subject: OpenSubject,
    guard: Guard,
    listener: TcpListener,
    place: SocketAddr,
    away: Duration,
    seen: Mutex<Instant>,
    ended: AtomicBool,
    connections: AtomicUsize,
}

impl Server {
    /// Takes a port of 127.0.0.1, 0 for any that is free; nobody is answered before
    /// [`Server::run`]. The page ends when nobody has looked at it for as long as `away`.
    ///
    /// # Errors
    /// When the port is taken, or the system has no randomness.
    pub fn new(subject: impl Into<OpenSubject>, port: u16, away: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let place = listener.local_addr()?;
        let token = Token::new().map_err(io::Error::other)?;
        Ok(Self(Arc::new(Shared {
            subject: subject.into(),
            guard: Guard::new(place.port(), token),
            listener,
            place,
            away,
            seen: Mutex::new(Instant::now()),
            ended: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        })))
    }

    /// The address that opens the page; whoever has it has the page.
    pub fn address(&self) -> String {
        self.0.guard.address()
    }

    /// Answers until the end.
    pub fn run(&self) {
        let watch = self.clone();
        std::thread::spawn(move || watch.end_when_away());
        self.0.subject.solve();
        for stream in self.0.listener.incoming() {
            if self.0.ended.load(Ordering::SeqCst) {
                break;
            }
            let Ok(stream) = stream else { continue };
            self.take(stream);
        }
        self.0.subject.end();
    }

    /// Ends the page: running searches are dropped, and files that are not whole are removed.
    pub fn end(&self) {
        self.0.subject.end();
        self.0.ended.store(true, Ordering::SeqCst);
        // Wakes the one that waits for connections.
        drop(TcpStream::connect(self.0.place));
    }

    fn end_when_away(&self) {
        let step = (self.0.away / 4).clamp(Duration::from_millis(10), Duration::from_secs(5));
        while !self.0.ended.load(Ordering::SeqCst) {
            std::thread::sleep(step);
            let seen = *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if seen.elapsed() >= self.0.away && !self.0.subject.is_saving() {
                self.end();
            }
        }
    }

    fn take(&self, mut stream: TcpStream) {
        let Shared { connections, .. } = &*self.0;
        if connections.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
            connections.fetch_sub(1, Ordering::SeqCst);
            let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
            let _ = Answer::refusal(Status::Busy).write(&mut stream);
            return;
        }
        let server = self.clone();
        std::thread::spawn(move || {
            let _counted = Counted(&server.0.connections);
            let _ = server.answer(stream);
        });
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let (answer, ends) = match self.asked(&mut stream) {
            Ok((Route::End, _)) => (Answer::json(&serde_json::json!({"ended": true})), true),
            Ok((route, body)) => (answers::answer(&self.0.subject, &route, &body), false),
            Err(HttpRefusal::Answered(status)) => (Answer::refusal(status), false),
            Err(HttpRefusal::Gone) => return Ok(()),
        };
        let written = answer.write(&mut stream);
        if ends {
            self.end();
        }
        close(stream);
        written
    }

    /// The head is judged before anything of the body is read.
    fn asked(&self, stream: &mut TcpStream) -> Result<(Route, Vec<u8>), HttpRefusal> {
        let request = read_head(stream)?;
        let route = self.allowed(&request).map_err(HttpRefusal::Answered)?;
        let body = match route.most_bytes() {
            Some(most) => read_body(stream, &request, most)?,
            None => Vec::new(),
        };
        Ok((route, body))
    }

    fn allowed(&self, request: &HttpRequest) -> Result<Route, Status> {
        let Shared { guard, seen, .. } = &*self.0;
        guard.check_address(request)?;
        let route = Route::parse(request)?;
        if route.most_bytes().is_some() {
            guard.check(request)?;
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        }
        Ok(route)
    }
}

/// A connection that counts as long as it lasts.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Closes a connection such that the answer arrives, although not all that was sent was read.
fn close(mut stream: TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let (mut buffer, mut left) = ([0; 16 << 10], 32);
    while left > 0 && stream.read(&mut buffer).is_ok_and(|count| count > 0) {
        left -= 1;
    }
}
