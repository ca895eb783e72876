//! The requests that the page may send.

use crate::http::{HttpMethod, HttpRequest, Status};
use crate::session::Names;
use serde::Deserialize;
use serde_json::Value;

/// The files of the page. There are no others.
pub const FILES: [(&str, &str, &str); 5] = [
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
    /// A label of a hierarchy.
    Tree,
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
const ASKED: [(&str, Route); 10] = [
    ("/part", Route::Part),
    ("/wait", Route::Wait),
    ("/change", Route::Change),
    ("/hierarchy", Route::Hierarchy),
    ("/tree", Route::Tree),
    ("/explore", Route::Explore),
    ("/neighbours", Route::Neighbours),
    ("/take", Route::Take),
    ("/save", Route::Save),
    ("/end", Route::End),
];

impl Route {
    /// That of a request. Paths are compared whole, so none leads anywhere else.
    pub fn parse(request: &HttpRequest) -> Result<Self, Status> {
        let file = FILES.iter().position(|(path, ..)| *path == request.path).map(Self::File);
        let file = file.or((request.path == "/report.css").then_some(Self::ReportStyle));
        let asked = ASKED.iter().find(|(path, _)| *path == request.path).map(|(_, route)| *route);
        match (file, asked, request.method) {
            (Some(file), _, HttpMethod::Get) => Ok(file),
            (_, Some(asked), HttpMethod::Post) => Ok(asked),
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
pub struct PageRequest {
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
    /// A level of a hierarchy.
    pub level: usize,
    /// A label of it.
    pub label: String,
    /// The name it gets.
    pub rename: String,
    /// The group it goes into, where it gets no name.
    pub group: String,
    /// What is varied.
    pub axis: String,
    /// Its values.
    pub values: String,
    /// A further metric of it.
    pub metric: String,
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

impl From<&PageRequest> for Names {
    fn from(said: &PageRequest) -> Self {
        let (release, job) = (said.release.clone(), said.job.clone());
        Self { release, job, plan: said.plan, internal: said.internal, replace: said.replace }
    }
}
