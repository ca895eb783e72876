//! What models that look at more than single classes ask of a request.

use crate::{RecodingSettings, Request};
use incog_data::Tuples;
use thiserror::Error;

/// Why a model that looks at more than single classes cannot be asked for here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModelRefusal {
    /// Nobody knows who the population is.
    #[error("{model} counts people of the population, and there is no population; set privacy.population")]
    NoPopulation {
        /// The model.
        model: &'static str,
    },
    /// Records may be suppressed where a model is about all of them.
    #[error(
        "{model} is about all records, and the report shows how many are suppressed, which would reveal \
         who is outside all classes; set suppression.limit = 0"
    )]
    Suppresses {
        /// The model.
        model: &'static str,
    },
    /// Records are generalized one differently from the other.
    #[error(
        "{model} is about more than single classes and needs the same levels for all records; set \
         recoding.kind = \"global\""
    )]
    NotGlobal {
        /// The model.
        model: &'static str,
    },
    /// People are counted, who may have several records.
    #[error(
        "{model} counts each record as one person, and here people can have several records; if each \
        has one, set privacy.unit = \"record\""
    )]
    People {
        /// The model.
        model: &'static str,
    },
}

/// Refuses models about a population or about the whole release where they do not hold.
pub(crate) fn check_scope(request: &Request, tuples: &Tuples) -> Result<(), ModelRefusal> {
    for asked in &request.models {
        let model = asked.name();
        if asked.reads_population() && tuples.population().is_none() {
            return Err(ModelRefusal::NoPopulation { model });
        }
        let looks_further = asked.reads_population() || asked.is_about_the_release();
        if looks_further && request.recoding != RecodingSettings::Global {
            return Err(ModelRefusal::NotGlobal { model });
        }
        if looks_further && request.unit.is_some() {
            return Err(ModelRefusal::People { model });
        }
        if asked.keeps_all_records() && request.suppression_limit > 0.0 {
            return Err(ModelRefusal::Suppresses { model });
        }
    }
    Ok(())
}
