//! Why a search ended, by its name.

use incog_card::Stop;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Writes the name.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
    stop.name().serialize(serializer)
}

/// Reads the name.
///
/// # Errors
/// When it is not the name of a reason.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stop, D::Error> {
    let name = String::deserialize(deserializer)?;
    Stop::ALL.into_iter().find(|stop| stop.name() == name).ok_or_else(|| {
        D::Error::custom(format_args!("one of {} is expected", Stop::ALL.map(Stop::name).join(", ")))
    })
}
