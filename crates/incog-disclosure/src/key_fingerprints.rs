//! Fingerprints of the keys by which columns are perturbed, so that a later release is seen to draw
//! by another key.

use crate::job::Terms;
use crate::secret::Secret;
use incog_treatment::NeededKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What tells the keys of a release from others, and says nothing else. A key that somebody may
/// have thought up has no fingerprint, since guesses at it could be confirmed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyFingerprints {
    /// Of the secret, where columns are perturbed by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Of the keys of columns whose dates are shifted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, String>,
}

/// The fingerprints of a release that is made, whose keys are at hand; none where nothing is
/// perturbed.
pub fn fingerprints(terms: &Terms, secret: Option<&Secret>) -> Option<KeyFingerprints> {
    KnownFingerprints::new(terms, secret).map(|found| found.known)
}

/// Fingerprints, and the keys that are not at hand.
pub struct KnownFingerprints {
    known: KeyFingerprints,
    is_secret_missing: bool,
    missing_keys: Vec<String>,
}

impl KnownFingerprints {
    /// The fingerprints of a job; none where nothing is perturbed by a key.
    pub fn new(terms: &Terms, secret: Option<&Secret>) -> Option<Self> {
        let perturbed = terms.treatments().filter(|(name, _)| !terms.role(name).names_people());
        let mut found =
            Self { known: KeyFingerprints::default(), is_secret_missing: false, missing_keys: vec![] };
        let mut is_any = false;
        for (name, treatment) in perturbed {
            match treatment.spec.needed_key() {
                NeededKey::None => continue,
                NeededKey::Secret => {
                    found.is_secret_missing = secret.is_none();
                    found.known.secret = secret.and_then(Secret::fingerprint);
                }
                NeededKey::File(_) => found.add(name, treatment.key.as_deref()),
            }
            is_any = true;
        }
        is_any.then_some(found)
    }

    fn add(&mut self, column: &str, path: Option<&std::path::Path>) {
        match path.and_then(|path| Secret::read(column, path).ok()) {
            None => self.missing_keys.push(column.to_owned()),
            Some(key) => {
                self.known.columns.extend(key.fingerprint().map(|print| (column.to_owned(), print)));
            }
        }
    }

    /// Those that a report should have, given what it says of keys that are not at hand, and the
    /// leaves that nothing shows.
    pub fn beside(self, claimed: &KeyFingerprints) -> (KeyFingerprints, Vec<String>) {
        let mut expected = self.known;
        let mut not_shown = Vec::new();
        if self.is_secret_missing && claimed.secret.is_some() {
            expected.secret.clone_from(&claimed.secret);
            not_shown.push("fingerprints.secret".to_owned());
        }
        for name in self.missing_keys {
            if let Some(claimed) = claimed.columns.get(&name) {
                not_shown.push(format!("fingerprints.columns.{name}"));
                expected.columns.insert(name, claimed.clone());
            }
        }
        (expected, not_shown)
    }
}
