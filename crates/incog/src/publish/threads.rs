//! The threads of a run.

use crate::IncogError;
use crate::SetupError;
use crate::job::Terms;
use incog_io::Control;

/// Works with as many threads as the terms say.
pub(crate) fn on_threads<T: Send>(
    terms: &Terms,
    control: &Control,
    work: impl FnOnce() -> Result<T, IncogError> + Send,
) -> Result<T, IncogError> {
    let Some(threads) = terms.threads else { return control.unless_ended(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|_| IncogError::Setup(SetupError::Threads { threads }))?;
    control.unless_ended(pool.install(work))
}
