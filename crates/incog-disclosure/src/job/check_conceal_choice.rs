//! Whether a release can be drawn among those nearly as good as the best.

use super::check::{Checked, at};
use super::error::{JobError, JobProblem};
use super::file::ReleaseFile;
use super::options::ConcealedChoice;
use super::recoding_file::contradiction;
use super::spec::Job;
use super::terms::Terms;
use incog_card::Value;
use incog_io::Place;
use incog_request::RecodingSettings;

const KEY: &str = "release.conceal_choice";

/// What the job says; only choices of one level per column are drawn.
pub(super) fn concealed_choice(
    file: &ReleaseFile,
    recoding: RecodingSettings,
) -> Checked<Option<ConcealedChoice>> {
    let Some(found) = &file.conceal_choice else { return Ok(None) };
    let concealed = match found {
        Value::Number(share) if *share > 0.0 && *share < 1.0 => ConcealedChoice::Within(*share),
        Value::Switch(true) => ConcealedChoice::Withheld,
        other => {
            let expected = "a share of the best value, above 0 and below 1, such as 0.05".to_owned();
            let found = serde_json::to_string(other).unwrap_or_default();
            return Err(at(KEY, JobProblem::BadParameter { key: KEY.to_owned(), found, expected }));
        }
    };
    let only = "it draws among releases with one level per column; set recoding.kind = \"global\"";
    match recoding {
        RecodingSettings::Global => Ok(Some(concealed)),
        RecodingSettings::Local(_) => Err(contradiction(KEY, "local", only)),
        RecodingSettings::Microaggregation => Err(contradiction(KEY, "microaggregation", only)),
    }
}

impl Terms {
    /// The share within which a release is drawn, where one is.
    ///
    /// # Errors
    /// When the terms are those of a public report, which withholds it, or there is no secret to
    /// draw by.
    pub fn share_to_draw_within(&self) -> Result<Option<f64>, JobError> {
        let problem = match (self.concealed, &self.secret) {
            (None, _) => return Ok(None),
            (Some(ConcealedChoice::Within(share)), Some(_)) => return Ok(Some(share)),
            (Some(ConcealedChoice::Withheld), _) => JobProblem::WithheldChoice,
            (Some(ConcealedChoice::Within(_)), None) => JobProblem::Missing {
                key: "release.secret",
                what: "release.conceal_choice needs a file with a secret (make one with: incog key new \
                    key.txt); otherwise anybody could repeat the draw and find the best release",
            },
        };
        Err(JobError::new(Place::default(), problem))
    }
}

impl Job {
    /// Refuses a proof of how near to the best a release is that hides just that.
    pub fn check_conceals(&self) -> Result<(), JobError> {
        self.terms.share_to_draw_within()?;
        if self.terms.concealed.is_none() || self.proof.is_none() {
            return Ok(());
        }
        let (first, second) = (KEY.to_owned(), "--proof".to_owned());
        let why = "a proof would reveal how far the release is from the best possible, which is concealed";
        Err(JobError::new(Place::default(), JobProblem::Contradiction { first, second, why }))
    }
}
