//! What can be asked, and by which call it is answered.

use crate::http::{Answer, Method, Request, Status};
use crate::parts::part;
use crate::session::{ChangeError, Names, Session};
use serde::Deserialize;
use serde_json::{Value, json};

/// The files of the page. There are no others.
const FILES: [(&str, &str, &str); 5] = [
    ("/", "text/html; charset=utf-8", include_str!("assets/page.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("assets/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("assets/page.js")),
    ("/controls.js", "text/javascript; charset=utf-8", include_str!("assets/controls.js")),
    ("/server.js", "text/javascript; charset=utf-8", include_str!("assets/server.js")),
];

/// Most bytes of a request with a hierarchy file.
const MOST_OF_A_FILE: usize = 8 << 20;

/// Most bytes of any other.
const MOST: usize = 256 << 10;

/// One thing that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// A file of the page, by its place in the list.
    File(usize),
    /// The style that reports have.
    ReportStyle,
    /// A part of the page.
    Part,
    /// What happens next.
    Wait,
    /// A change of the job.
    Change,
    /// A hierarchy file.
    Hierarchy,
    /// The trade-off.
    Explore,
    /// What is one step away.
    Neighbours,
    /// The job of a point of the trade-off.
    Take,
    /// The files.
    Save,
    /// The end.
    End,
}

/// What is asked by POST.
const ASKED: [(&str, Route); 9] = [
    ("/part", Route::Part),
    ("/wait", Route::Wait),
    ("/change", Route::Change),
    ("/hierarchy", Route::Hierarchy),
    ("/explore", Route::Explore),
    ("/neighbours", Route::Neighbours),
    ("/take", Route::Take),
    ("/save", Route::Save),
    ("/end", Route::End),
];

impl Route {
    /// That of a request. Paths are compared whole, so none leads anywhere else.
    pub fn of(request: &Request) -> Result<Self, Status> {
        let file = FILES.iter().position(|(path, ..)| *path == request.path).map(Self::File);
        let file = file.or((request.path == "/report.css").then_some(Self::ReportStyle));
        let asked = ASKED.iter().find(|(path, _)| *path == request.path).map(|(_, route)| *route);
        match (file, asked, request.method) {
            (Some(file), _, Method::Get) => Ok(file),
            (_, Some(asked), Method::Post) => Ok(asked),
            (None, None, _) => Err(Status::NotFound),
            _ => Err(Status::MethodNotAllowed),
        }
    }

    /// How large its body may be; `None` for the files of the page, which everybody may read.
    pub fn most_bytes(self) -> Option<usize> {
        match self {
            Self::File(_) | Self::ReportStyle => None,
            Self::Hierarchy => Some(MOST_OF_A_FILE),
            _ => Some(MOST),
        }
    }
}

/// What a request says.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Said {
    /// The revision of the job that a change is about.
    pub revision: u64,
    /// The last thing that was heard.
    pub sequence: u64,
    /// A part of the page.
    pub part: String,
    /// A column.
    pub column: String,
    /// A key of the job: names of tables and keys, and places in lists.
    pub path: Vec<Value>,
    /// A value of the job; null removes the key.
    pub value: Value,
    /// The text of a hierarchy file.
    pub text: String,
    /// What is varied.
    pub axis: String,
    /// Its values.
    pub values: String,
    /// A point of the trade-off, from 1 on.
    pub point: usize,
    /// The name of the release.
    pub release: String,
    /// The name of the job file.
    pub job: String,
    /// Whether the plan is written.
    pub plan: bool,
    /// Whether the internal report is written.
    pub internal: bool,
    /// Whether files may be replaced.
    pub replace: bool,
}

impl From<&Said> for Names {
    fn from(said: &Said) -> Self {
        let (release, job) = (said.release.clone(), said.job.clone());
        Self { release, job, plan: said.plan, internal: said.internal, replace: said.replace }
    }
}

/// Answers a request that was let in.
pub fn answer(session: &Session, route: &Route, body: &[u8]) -> Answer {
    match *route {
        Route::File(place) => {
            let (_, kind, text) = FILES[place];
            return Answer::of(kind, text);
        }
        Route::ReportStyle => return Answer::of("text/css; charset=utf-8", incog::STYLE),
        _ => {}
    }
    match serde_json::from_slice::<Said>(body) {
        Ok(said) => asked(session, *route, &said),
        Err(_) => Answer::refusal(Status::BadRequest),
    }
}

fn asked(session: &Session, route: Route, said: &Said) -> Answer {
    let changed = match route {
        Route::Part => {
            let html = part(session, &said.part, &said.column);
            return html.map_or(Answer::refusal(Status::NotFound), |html| {
                Answer::of("text/html; charset=utf-8", html)
            });
        }
        Route::Wait => return Answer::json(&session.wait(said.sequence)),
        Route::Change => session.change(said.revision, &said.path, &said.value),
        Route::Hierarchy => session.take_hierarchy(said.revision, &said.column, &said.text),
        Route::Explore => session.explore(said.revision, &said.axis, &said.values),
        Route::Neighbours => session.look_at_neighbours(said.revision),
        Route::Take => session.take_point(said.revision, said.point),
        Route::Save => session.save(said.revision, &said.into()),
        Route::File(_) | Route::ReportStyle | Route::End => return Answer::refusal(Status::NotFound),
    };
    match changed {
        Ok(revision) => Answer::json(&json!({ "revision": revision })),
        Err(ChangeError::Stale) => Answer::refusing(Status::Conflict, &ChangeError::Stale.to_string()),
        Err(refused) => Answer::refusing(Status::Refused, &refused.to_string()),
    }
}
