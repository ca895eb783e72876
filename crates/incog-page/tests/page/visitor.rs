//! A page that is served, and somebody who asks.

use incog_page::{Header, OpenSubject, Server};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub const TABLE: &str =
    "age,zip,illness\n34,1010,flu\n36,1012,gout\n52,1020,flu\n58,1029,gout\n33,1011,flu\n37,1013,gout\n";

pub const JOB: &str = "input = 'people.csv'\noutput = 'people.release.csv'\n\
    [columns.age]\nrole = 'quasi-identifier'\nhierarchy = { intervals = [10, 20] }\n\
    [columns.zip]\nrole = 'quasi-identifier'\nhierarchy = { mask = 'right' }\n\
    [columns.illness]\nrole = 'sensitive'\n[privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0.0\n";

/// A page about a small table in a folder of its own.
pub struct Page {
    pub folder: tempfile::TempDir,
    pub server: Server,
    pub port: u16,
    pub token: String,
    served: Option<std::thread::JoinHandle<()>>,
}

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Page {
    pub fn new() -> Self {
        Self::open(TABLE, JOB, Duration::from_secs(600))
    }

    pub fn open(table: &str, job: &str, away: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("people.csv"), table).unwrap();
        fs::write(folder.path().join("opened.toml"), job).unwrap();
        Self::at(folder, away)
    }

    /// The page of the `opened.toml` of a folder.
    pub fn at(folder: tempfile::TempDir, away: Duration) -> Self {
        let subject = OpenSubject::open(&folder.path().join("opened.toml"), Header::Unset, None).unwrap();
        let server = Server::new(subject, 0, away).unwrap();
        let address = server.address();
        let (place, token) = address.strip_prefix("http://127.0.0.1:").unwrap().split_once("/#").unwrap();
        let (port, token) = (place.parse().unwrap(), token.to_owned());
        let running = server.clone();
        let served = Some(std::thread::spawn(move || running.run()));
        Self { folder, server, port, token, served }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Sends bytes as they are, and reads what comes until the end.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // It may be answered and closed before all is sent.
        let _ = stream.write_all(bytes);
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read);
        let text = String::from_utf8_lossy(&read).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).as_bytes())
    }

    /// The headers that the page itself sends.
    pub fn headers(&self) -> Vec<(String, String)> {
        let here = format!("127.0.0.1:{}", self.port);
        let pairs = [
            ("Host", here.clone()),
            ("Origin", format!("http://{here}")),
            ("Content-Type", "application/json".to_owned()),
            ("X-Incog-Token", self.token.clone()),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }

    pub fn post_with(&self, path: &str, headers: &[(String, String)], body: &str) -> Answer {
        let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        self.send(format!("POST {path} HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }

    pub fn post(&self, path: &str, said: &Value) -> Answer {
        self.post_with(path, &self.headers(), &said.to_string())
    }

    pub fn part(&self, part: &str, column: &str) -> String {
        let answer = self.post("/part", &json!({"part": part, "column": column}));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// Waits until the page says that something is so.
    pub fn until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let (start, mut sequence) = (Instant::now(), json!(0));
        loop {
            let news: Value =
                serde_json::from_str(&self.post("/wait", &json!({"sequence": sequence})).body).unwrap();
            if is_so(&news) {
                return news;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "{news}");
            sequence = news["sequence"].clone();
        }
    }

    /// Waits until the release of the job as it is now is made and measured, or is not to be had;
    /// returns the revision.
    pub fn settled(&self) -> u64 {
        let news = self.until(|news| !["searching", "decided"].contains(&news["phase"].as_str().unwrap()));
        news["revision"].as_u64().unwrap()
    }

    pub fn change(&self, revision: u64, path: &Value, value: &Value) -> Answer {
        self.post("/change", &json!({"revision": revision, "path": path, "value": value}))
    }

    /// Whether the page ends by itself.
    pub fn has_ended(&mut self) -> bool {
        let start = Instant::now();
        while !self.served.as_ref().unwrap().is_finished() {
            if start.elapsed() > Duration::from_secs(20) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.served.take().unwrap().join().is_ok()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.server.end();
    }
}
