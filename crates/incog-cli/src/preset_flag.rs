//! The flag that names a preset.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use incog::job::{Preset, preset, presets};

/// A preset of models, limits and treatments.
#[derive(Debug, Args)]
pub struct PresetFlag {
    /// Models, limits and treatments for a purpose, with their sources: see incog list presets; no
    /// legal claim
    #[arg(long, value_name = "NAME", value_parser = known_preset())]
    pub preset: Option<&'static Preset>,
}

fn known_preset() -> impl TypedValueParser<Value = &'static Preset> {
    let values = presets().iter().map(|preset| PossibleValue::new(preset.name.as_str()));
    // The parser before it takes no other name.
    PossibleValuesParser::new(values).try_map(|name| preset(&name).ok_or("unknown preset"))
}
