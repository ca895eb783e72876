//! Answers for dangers.

use std::fmt;

/// The lines of a job that waive findings, one for the key of each.
///
/// ```
/// let text = incog_report::Waivers(["ward: undoes hospital".to_owned()]).to_string();
/// assert!(text.ends_with("[waivers]\n\"ward: undoes hospital\" = \"the reason, and who decided\""));
/// ```
#[derive(Debug, Clone)]
pub struct Waivers<I>(pub I);

impl<I: IntoIterator<Item = String> + Clone> fmt::Display for Waivers<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("to publish anyway, give the reason for each finding in the job file:\n[waivers]")?;
        let keys = self.0.clone().into_iter().map(toml::Value::String);
        keys.into_iter().try_for_each(|key| write!(f, "\n{key} = \"the reason, and who decided\""))
    }
}
