//! The trade-off, and what is one step away.

use super::task::DIED;
use super::{ChangeError, Session, TradeOff};
use incog::explore::{Axis, job_at, key_of};
use incog::job::JobFile;
use incog::{Control, Job, Objective};
use std::sync::Arc;

/// Most points of a trade-off of the page.
const MOST_POINTS: usize = 200;

/// An axis that can be varied.
pub struct Varied {
    /// Its name in the page.
    pub name: &'static str,
    /// The model and its parameter, where it is one.
    model: Option<(&'static str, &'static str)>,
    /// Values to begin with.
    pub values: &'static str,
}

impl Varied {
    const fn of_model(name: &'static str, model: &'static str, values: &'static str) -> Self {
        Self { name, model: Some((model, name)), values }
    }

    const fn of_job(name: &'static str, values: &'static str) -> Self {
        Self { name, model: None, values }
    }
}

/// All that can be varied in the page.
pub const AXES: [Varied; 5] = [
    Varied::of_model("k", "k-anonymity", "2..20"),
    Varied::of_model("l", "l-diversity", "2..6"),
    Varied::of_model("t", "t-closeness", "0.1, 0.15, 0.2, 0.3, 0.4, 0.5"),
    Varied::of_job("limit", "0, 0.01, 0.02, 0.05, 0.1, 0.2"),
    Varied::of_job("recoding", "global, local"),
];

impl Session {
    /// Tries values of one key, and keeps what comes of it, by a further metric, too, if one is
    /// named.
    ///
    /// # Errors
    /// When another revision is there, when the values are none, or when one is still under way.
    pub fn explore(&self, revision: u64, axis: &str, values: &str, metric: &str) -> Result<u64, ChangeError> {
        let refused = |error: String| ChangeError::Refused(error);
        let file = self.begin(revision)?;
        let job = self.job(&file).map_err(|error| refused(error.to_string()))?;
        let axis = axis_of(&job, axis, values).map_err(refused)?;
        if axis.values.len() > MOST_POINTS {
            return Err(refused(format!("the page tries at most {MOST_POINTS} points")));
        }
        let metrics = Some(metric).filter(|name| !name.is_empty()).map(Objective::named).transpose();
        let metrics: Vec<Objective> =
            metrics.map_err(|error| refused(error.to_string()))?.into_iter().collect();
        let control = self.other(|state| {
            if state.trade_off.is_running() {
                return Err(ChangeError::Running);
            }
            state.trade_off = TradeOff::Running(0, axis.values.len());
            Ok(())
        })?;
        let (session, ending) = (self.clone(), control.clone());
        let work = move || {
            let observe = |tried: incog::explore::Tried| {
                session.tell(|state| state.trade_off = TradeOff::Running(tried.done, tried.points));
            };
            let found = session.opened().table.explore(&job, &[axis], &metrics, &control, &observe);
            session.tell(|state| {
                state.trade_off = match found {
                    Ok(found) => TradeOff::Found(revision, Box::new(found)),
                    Err(error) => TradeOff::Refused(error.to_string()),
                };
            });
            session.done(&control);
        };
        self.beside(&ending, work, |state| state.trade_off = TradeOff::Refused(DIED.to_owned()));
        Ok(revision)
    }

    /// Looks at what is one step from the best release with one level per column: where levels
    /// differ by record, there is no step from one release to the next.
    ///
    /// # Errors
    /// When another revision is there, or somebody is looking already.
    pub fn look_at_neighbours(&self, revision: u64) -> Result<u64, ChangeError> {
        let mut file = self.begin(revision)?;
        if file.recoding.kind.as_deref().is_some_and(|kind| kind != "global") {
            file.make_uniform();
        }
        let job = self.job(&file).map_err(|error| ChangeError::Refused(error.to_string()))?;
        let control = self.other(|state| {
            if std::mem::replace(&mut state.is_looking, true) { Err(ChangeError::Running) } else { Ok(()) }
        })?;
        let (session, ending) = (self.clone(), control.clone());
        let work = move || {
            let found = session.opened().table.neighbours(&job, &control);
            let found = found.map(Arc::new).map_err(|error| error.to_string());
            session.tell(|state| {
                (state.is_looking, state.neighbours) = (false, Some((revision, found)));
            });
            session.done(&control);
        };
        self.beside(&ending, work, move |state| {
            (state.is_looking, state.neighbours) = (false, Some((revision, Err(DIED.to_owned()))));
        });
        Ok(revision)
    }

    /// Takes over the job of a point of the trade-off, from 1 on.
    ///
    /// # Errors
    /// When another revision is there, or there is no such point.
    pub fn take_point(&self, revision: u64, point: usize) -> Result<u64, ChangeError> {
        let made = self.tell(|state| {
            state.check(revision)?;
            let TradeOff::Found(of, found) = &state.trade_off else { return Err(ChangeError::NoKey) };
            let point = point.checked_sub(1).and_then(|place| found.points.get(place));
            let point = point.filter(|_| *of == revision).ok_or(ChangeError::Stale)?;
            let refused = |error: String| ChangeError::Refused(error);
            let job = self.job(&state.job).map_err(|error| refused(error.to_string()))?;
            let taken = job_at(&job, &point.settings).map_err(|error| refused(error.to_string()))?;
            // No column is varied; hierarchies that were opened here keep the names by which they
            // are known.
            let columns = state.job.columns.clone();
            let next = state.next(JobFile { columns, ..taken.to_file(&self.opened().folder) });
            if let TradeOff::Found(of, _) = &mut state.trade_off {
                // The other points differ from the taken one in the same keys as before.
                *of = next;
            }
            Ok(next)
        })?;
        self.solve();
        Ok(made)
    }

    /// The job, if nobody has changed it since.
    pub(super) fn begin(&self, revision: u64) -> Result<JobFile, ChangeError> {
        let state = self.state();
        state.check(revision)?;
        Ok(state.job.clone())
    }

    /// A control of something that goes on beside the search, if `begin` lets it.
    pub(super) fn other(
        &self,
        begin: impl FnOnce(&mut super::State) -> Result<(), ChangeError>,
    ) -> Result<Arc<Control>, ChangeError> {
        let control = Arc::new(Control::default());
        self.tell(|state| {
            if state.ended {
                return Err(ChangeError::Ended);
            }
            begin(state)?;
            state.others.push(control.clone());
            Ok(control)
        })
    }

    pub(super) fn done(&self, control: &Arc<Control>) {
        self.state().others.retain(|other| !Arc::ptr_eq(other, control));
    }
}

fn axis_of(job: &Job, axis: &str, values: &str) -> Result<Axis, String> {
    let known = AXES.iter().find(|known| known.name == axis).ok_or("there is no such axis")?;
    let made = match (known.model, known.name) {
        (Some((model, parameter)), _) => Axis::new(&key_of(job, model, parameter), values),
        (None, "recoding") => incog::explore::kinds(job, values),
        (None, _) => Axis::new("suppression.limit", values),
    };
    made.map_err(|error| error.to_string())
}
