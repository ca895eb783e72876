//! The search that is another program.

use super::evolutionary::OPTIMAL_SUPPRESSION;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

const COMMAND: Parameter = Parameter::new(
    "command",
    "the program and its arguments, separated by blanks; it runs with your privileges",
    Range::Text,
    ParameterDefault::Required,
);

const FOLDER: Parameter = Parameter::new(
    "folder",
    "the folder in which it runs; by default the one in which incog was started",
    Range::Text,
    ParameterDefault::Value(Value::word(".")),
);

const SILENCE: Parameter = Parameter::new(
    "silence",
    "seconds after which a program that writes nothing is given up",
    Range::Above(0.0, 1e6),
    ParameterDefault::Value(Value::Number(60.0)),
);

const PRESET: Parameter = Parameter::new(
    "preset",
    "whether the program also chooses which records are suppressed, as in the papers, or incog does, for users",
    Range::Words(&["paper", "user"]),
    ParameterDefault::Value(Value::word("user")),
);

const BUDGET: Parameter = Parameter::new(
    "budget",
    "evaluations as a multiple of records times quasi-identifiers, where no limit is given",
    Range::Number(0.001, 1e9),
    ParameterDefault::Value(Value::Number(10.0)),
);

/// The card of `external`.
pub static EXTERNAL: Card = Card {
    name: "external",
    audience: CardAudience::Research,
    summary: "a program of yours that names candidates on its standard output; incog evaluates and counts them",
    reference: "incog 2026; the messages are described in docs/evolutionary.md",
    parameters: &[COMMAND, FOLDER, SILENCE, PRESET, OPTIMAL_SUPPRESSION, BUDGET],
    caveat: None,
};
