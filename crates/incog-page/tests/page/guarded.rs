//! Who is answered.

use super::visitor::{Answer, JOB, Page, TABLE};
use serde_json::json;
use std::{io::Read, io::Write, net::TcpStream, time::Duration, time::Instant};

/// The headers of the page with one of them at another value, or without it.
fn with(page: &Page, name: &str, value: Option<&str>) -> Vec<(String, String)> {
    let mut headers = page.headers();
    headers.retain(|(known, _)| known != name);
    headers.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    headers
}

#[test]
fn every_answer_forbids_what_is_foreign() {
    let page = Page::new();
    for answer in [
        page.get("/"),
        page.get("/page.js"),
        page.get("/nothing"),
        page.post("/part", &json!({"part": "columns"})),
    ] {
        let said = answer.head.to_ascii_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "x-frame-options: deny",
            "connection: close",
        ] {
            assert!(said.contains(header), "{header} in {said}");
        }
        assert!(!said.contains("set-cookie") && !said.contains("access-control"), "{said}");
    }
}

#[test]
fn the_files_of_the_page_know_nothing_of_the_table_and_need_nothing_inline() {
    let page = Page::new();
    for path in ["/", "/page.css", "/report.css", "/page.js", "/controls.js", "/server.js"] {
        let Answer { status, body, .. } = page.get(path);
        assert_eq!(status, 200, "{path}");
        assert!(!body.contains("illness") && !body.contains(&page.token), "{path}");
        assert!(!body.contains("style=\"") && !body.contains("onclick"), "{path}");
    }
}

#[test]
fn another_host_is_not_answered() {
    let page = Page::new();
    let port = page.port;
    for host in [
        "rebound.example",
        "localhost",
        "127.0.0.1",
        &format!("rebound.example:{port}"),
        "127.0.0.1:1",
        "[::1]",
        "",
    ] {
        let answer = page.post_with("/part", &with(&page, "Host", Some(host)), r#"{"part": "columns"}"#);
        assert_eq!(answer.status, 421, "{host}: {answer:?}");
        assert_eq!(
            page.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).status,
            421,
            "{host}"
        );
    }
    assert_eq!(page.send(b"GET / HTTP/1.0\r\n\r\n").status, 421);
    let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    assert_eq!(page.send(twice.as_bytes()).status, 421);
}

#[test]
fn another_origin_is_not_answered() {
    let page = Page::new();
    let near = format!("http://127.0.0.1:{}0", page.port);
    for origin in [Some("http://evil.example"), Some("null"), Some(""), Some(&*near), None] {
        let answer = page.post_with("/part", &with(&page, "Origin", origin), r#"{"part": "columns"}"#);
        assert_eq!(answer.status, 403, "{origin:?}");
    }
    let mut cross = page.headers();
    cross.push(("Sec-Fetch-Site".to_owned(), "cross-site".to_owned()));
    assert_eq!(page.post_with("/part", &cross, "{}").status, 403);
    let preflight = format!(
        "OPTIONS /part HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://evil.example\r\n\r\n",
        page.port
    );
    assert_eq!(page.send(preflight.as_bytes()).status, 403);
}

#[test]
fn nothing_is_told_without_the_token() {
    let page = Page::new();
    let near = format!("{}0", page.token);
    let paths = [
        "/part",
        "/wait",
        "/change",
        "/hierarchy",
        "/tree",
        "/explore",
        "/neighbours",
        "/take",
        "/save",
        "/end",
    ];
    for path in paths {
        for token in [None, Some(""), Some("0"), Some(&page.token[1..]), Some(&near)] {
            let answer = page.post_with(path, &with(&page, "X-Incog-Token", token), "{}");
            assert_eq!((answer.status, answer.body.contains("illness")), (403, false), "{path}");
        }
        assert_eq!(page.get(path).status, 405, "{path}");
    }
    // In the address it is no token.
    assert_eq!(page.get(&format!("/?token={}", page.token)).status, 404);
    let form = with(&page, "Content-Type", Some("application/x-www-form-urlencoded"));
    assert_eq!(page.post_with("/part", &form, "part=columns").status, 400);
    assert_eq!(page.post("/part", &json!({"part": "columns"})).status, 200);
}

#[test]
fn no_path_leads_anywhere_else() {
    let page = Page::new();
    for path in [
        "/people.csv",
        "/../people.csv",
        "/..%2fpeople.csv",
        "/%2e%2e/people.csv",
        "//",
        "/page.js/..",
        "/etc/passwd",
        "/page.css?",
        "*",
        "/assets/page.html",
    ] {
        assert_eq!(page.get(path).status, 404, "{path}");
    }
    let part = page.post("/part", &json!({"part": "../opened.toml"}));
    assert_eq!((part.status, part.body.contains("illness")), (404, false));
}

#[test]
fn what_is_read_has_bounds() {
    let page = Page::new();
    let host = format!("Host: 127.0.0.1:{}\r\n", page.port);
    let many: String = (0..70).map(|n| format!("X-{n}: 1\r\n")).collect();
    assert_eq!(page.send(format!("GET / HTTP/1.1\r\n{host}{many}\r\n").as_bytes()).status, 431);
    let long = "a".repeat(40 << 10);
    assert_eq!(page.send(format!("GET /{long} HTTP/1.1\r\n{host}\r\n").as_bytes()).status, 431);
    assert_eq!(page.send(format!("GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n").as_bytes()).status, 431);
    // A body that is too large is refused before it is read.
    let mut headers = page.headers();
    headers.push(("Content-Length".to_owned(), "99999999".to_owned()));
    let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    assert_eq!(page.send(format!("POST /part HTTP/1.1\r\n{head}\r\n").as_bytes()).status, 413);
    let head: String = page.headers().iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    for (extra, status) in [
        ("", 411),
        ("Transfer-Encoding: chunked\r\n", 411),
        ("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", 411),
        ("Content-Length: two\r\n", 400),
        ("Content-Length: -1\r\n", 400),
        ("Content-Length: 2\r\nContent-Length: 2\r\n", 411),
    ] {
        let answer = page.send(format!("POST /part HTTP/1.1\r\n{head}{extra}\r\n{{}}").as_bytes());
        assert_eq!(answer.status, status, "{extra}");
    }
    for body in ["", "no json", "{\"part\": 1}", "{\"unknown\": 1}", "[[[[[[[["] {
        assert_eq!(page.post_with("/part", &page.headers(), body).status, 400, "{body}");
    }
    assert_eq!(page.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n").status, 400);
}

/// Somebody who opens connections and says nothing keeps nobody out for longer than the patience of
/// the page.
#[test]
fn too_many_connections_are_turned_away_and_the_page_lives() {
    let page = Page::new();
    let silent: Vec<TcpStream> =
        (0..40).map(|_| TcpStream::connect(("127.0.0.1", page.port)).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let mut last = silent.last().unwrap();
    last.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut told = String::new();
    let _ = last.read_to_string(&mut told);
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    drop(silent);
    let start = Instant::now();
    while page.get("/").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn it_ends_when_told() {
    let mut page = Page::new();
    assert_eq!(page.post("/end", &json!({})).status, 200);
    assert!(page.has_ended());
}

/// Requests without the token are nobody's.
#[test]
fn it_ends_when_nobody_looks() {
    let mut page = Page::open(TABLE, JOB, Duration::from_millis(1500));
    for _ in 0..8 {
        std::thread::sleep(Duration::from_millis(250));
        assert_eq!(page.post("/part", &json!({"part": "columns"})).status, 200);
    }
    let start = Instant::now();
    let mut stream = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
    assert!(page.has_ended());
    assert!(start.elapsed() > Duration::from_millis(700), "it was looked at until then");
}
