//! By which call what was asked is answered.

use crate::http::{Answer, Status};
use crate::parts::part;
use crate::routes::{FILES, PageRequest, Route};
use crate::session::{ChangeError, Session, TreeEdit};
use crate::subject::OpenSubject;
use crate::trips::{TripSession, trip_part};
use serde_json::json;

/// Answers a request that was let in.
pub fn answer(subject: &OpenSubject, route: &Route, body: &[u8]) -> Answer {
    match *route {
        Route::File(place) => {
            let (_, kind, text) = FILES[place];
            return Answer::new(kind, text);
        }
        Route::ReportStyle => {
            return Answer::new(
                "text/css; charset=utf-8",
                [incog::STYLE, incog::trajectories::MAP_STYLE].concat(),
            );
        }
        _ => {}
    }
    let Ok(said) = serde_json::from_slice::<PageRequest>(body) else {
        return Answer::refusal(Status::BadRequest);
    };
    let asked = match subject {
        OpenSubject::Table(session) => of_table(session, *route, &said),
        OpenSubject::Trips(session) => of_trips(session, *route, &said),
    };
    match asked {
        None => Answer::refusal(Status::NotFound),
        Some(Ok(answer)) => answer,
        Some(Err(ChangeError::Stale)) => Answer::refusing(Status::Conflict, &ChangeError::Stale.to_string()),
        Some(Err(refused)) => Answer::refusing(Status::Refused, &refused.to_string()),
    }
}

/// What a table answers.
fn of_table(session: &Session, route: Route, said: &PageRequest) -> Option<Result<Answer, ChangeError>> {
    let changed = match route {
        Route::Part => return Some(Ok(html(part(session, &said.part, &said.column)?))),
        Route::Wait => return Some(Ok(Answer::json(&session.wait(said.sequence)))),
        Route::Change => session.change(said.revision, &said.path, &said.value),
        Route::Hierarchy => session.take_hierarchy(said.revision, &said.column, &said.text),
        Route::Tree => {
            let edit = if said.rename.is_empty() { TreeEdit::Move } else { TreeEdit::Rename };
            let text = if said.rename.is_empty() { &said.group } else { &said.rename };
            session.edit_tree(said.revision, &said.column, said.level, &said.label, &edit(text.clone()))
        }
        Route::Explore => session.explore(said.revision, &said.axis, &said.values, &said.metric),
        Route::Neighbours => session.look_at_neighbours(said.revision),
        Route::Take => session.take_point(said.revision, said.point),
        Route::Save => session.save(said.revision, &said.into()),
        Route::File(_) | Route::ReportStyle | Route::End => return None,
    };
    Some(changed.map(revised))
}

/// What trajectories answer.
fn of_trips(session: &TripSession, route: Route, said: &PageRequest) -> Option<Result<Answer, ChangeError>> {
    let changed = match route {
        Route::Part => return Some(Ok(html(trip_part(session, &said.part)?))),
        Route::Wait => return Some(Ok(Answer::json(&session.wait(said.sequence)))),
        Route::Change => session.change(said.revision, &said.path, &said.value),
        Route::Take => session.take_point(said.revision, said.point),
        Route::Save => session.save(said.revision, &said.into()),
        _ => return None,
    };
    Some(changed.map(revised))
}

fn html(text: String) -> Answer {
    Answer::new("text/html; charset=utf-8", text)
}

fn revised(revision: u64) -> Answer {
    Answer::json(&json!({ "revision": revision }))
}
