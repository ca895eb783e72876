//! `incog open` at the terminal; the page itself is tested in `incog-page`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

fn open(folder: &tempfile::TempDir, name: &str, text: &str) -> Output {
    fs::write(folder.path().join(name), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog"));
    command.current_dir(folder.path()).args(["open", name, "--no-browser"]).output().unwrap()
}

#[test]
fn what_cannot_be_opened_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, code) in [
        ("empty.csv", "", 1),
        ("job.toml", "input = \n", 1),
        (
            "other.toml",
            "input = 'none.csv'\noutput = 'r.csv'\n[columns.age]\nrole = 'quasi-identifier'\n[privacy]\nk-anonymity = 2\n",
            1,
        ),
        ("record.csv", "34,1010,flu\n36,1012,gout\n52,1020,flu\n", 4),
    ] {
        let done = open(&folder, name, text);
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(code), "{name}: {told}");
        assert!(done.stdout.is_empty() && (told.contains(name) || told.contains("none.csv")), "{told}");
    }
}

/// The address is the only thing that is said; it is answered on loopback, and Ctrl-C ends it
/// without a trace.
#[cfg(unix)]
#[test]
fn a_page_is_served_until_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), "age,zip\n34,1010\n36,1012\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog"));
    command.current_dir(folder.path()).args(["open", "people.csv", "--no-browser", "--quiet"]);
    let mut running =
        command.env("TMPDIR", folder.path()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(running.stderr.as_mut().unwrap()).read_line(&mut first).unwrap();
    let place = first.strip_prefix("http://").unwrap().split('/').next().unwrap();
    assert!(
        place.starts_with("127.0.0.1:") && first.trim_end().len() == place.len() + "http:///#".len() + 64,
        "{first}"
    );
    let mut stream = TcpStream::connect(place).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {place}\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let done = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(done.success() && running.wait().unwrap().success());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["people.csv"], "opened files are gone, and nothing was saved");
}
