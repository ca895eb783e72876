//! How private a table is, measured by code that shares nothing with the searches.
//!
//! The searches score candidates on distinct tuples, packed labels and rolled-up classes. A mistake
//! there would be repeated by any check built on the same parts, so this crate reads only
//! [`Table`](incog_data::Table), [`Column`](incog_data::Column) and
//! [`Hierarchy`](incog_data::Hierarchy) and groups, counts and compares on its own.
//!
//! [`measure`] gives the figures of one table under one reading of missing cells, [`audit`] under
//! all three. [`judge`] compares them with a [`Demand`]. [`risk_profile`] tells how likely records
//! are found, by whom and by what. [`lint()`] looks for what else gives people away. [`Narrowing`]
//! is an attack on the labels of a release that overlap. [`bound_of_prices`] checks what proves the
//! bound of a local recoding, [`FullDomain`] what proves that of a full-domain one; the former
//! alone reads [`Tuples`](incog_data::Tuples), which are the records of the input, counted.

mod aggregates;
mod boxes;
mod comparison;
mod copies;
mod days;
mod derivations;
mod distance;
mod diversity;
mod error;
mod exposure;
mod grouping;
mod identifiers;
mod judgement;
mod label_costs;
mod limits;
mod lint;
mod lookalike_sets;
mod measure;
mod measurement;
mod narrowing;
mod nearest_match;
mod numbers;
mod own_k;
mod person_rows;
mod prices;
mod redraws;
mod request;
mod risk;
mod sensitive;
mod singling;
mod text;
mod treatment_change;
mod units;
mod utility;
mod value_combinations;
mod value_shares;
mod wildcard;
mod worst_distances;

#[cfg(test)]
mod tests;

pub use aggregates::misstated;
pub use boxes::{BoxProof, BoxStep, FullDomain};
pub use comparison::{
    AllLikeness, Classified, Classifier, ColumnLikeness, ComparedAttribute, Comparison, Correlation,
    CrossTable, Learner, Likeness, LikenessRequest, Moments, NumbersLikeness, NumbersOf, Pair, PairLikeness,
    Queries, ReadColumn, Stands,
};
pub use copies::{draws_of_one_fact, is_copy};
pub use derivations::{
    DerivedRequest, DerivedTarget, LabelledColumn, empty_cells_behind_labels, follows_from_known, gives_back,
    narrows_labels, told_by_order, usual_values_behind_labels, values_behind_labels,
};
pub use error::AuditError;
pub use exposure::{
    Exposure, MovedColumns, NoisyRequest, exposure, exposure_by_noisy_columns, exposure_of_joined_rows,
    few_lookalikes,
};
pub use grouping::{Codes, Grouping};
pub use identifiers::{PublishedIdentifier, published_identifiers};
pub use incog_privacy::{Criterion, CriterionFigure, ReferenceDistribution};
pub use judgement::{
    Demand, Evidence, Figure, Judgement, PrivacyFacts, Unshown, criteria, figure, judge, least_by_size,
    optional_figure, required_k, smallest_class,
};
pub use limits::{beyond_their_share, miscoded, within};
pub use lint::{Finding, NO_COLUMNS, Rule, Severity, lint, name_spelling, undoing, without_repeats};
pub use measure::{audit, measure};
pub use measurement::{
    Audit, ClassSizes, CoalitionSize, Measurement, RecordsBelow, RecursiveDiversity, Risks, RowsOfOne,
    SensitiveMeasurement, SizeCount,
};
pub use narrowing::{NarrowedClass, NarrowedShare, Narrowing, NarrowingFacts};
pub use nearest_match::{ALL_ARE_TRIED, ChangedColumn, NearestMatches, NearestRequest, nearest_matches};
pub use own_k::own_k_of_rows;
pub use person_rows::{
    KnownRowsRequest, LinkedFacts, continued_rows, followed_columns, known_rows, linked_rows,
};
pub use prices::{NoBound, PriceBlock, bound_of_prices};
pub use redraws::{Draws, LinkedRows, Redraw};
pub use request::{AuditRequest, MissingReading, SensitiveRequest};
pub use risk::{
    AttackerRisk, Contribution, DisSuda, HouseholdRisk, Knowledge, MinimalUniques, PopulationRisk,
    PopulationUniques, PresenceRange, RISK_THRESHOLDS, RecordsAbove, RiskBand, RiskProfile, RiskRequest,
    Scored, SpecialUniques, SubsetRisk, population_risk, risk_profile, suda_scores,
};
pub use singling::{
    Blur, Knowable, NearestAttack, NearestAttackRequest, PublishedColumn, SingledOut, Singling,
    SinglingRequest, nearest_attacks, singled_out,
};
pub use text::{align, findings_text};
pub use treatment_change::{ChangedFacts, ChangedNumbers, Summary};
pub use utility::{
    Attribute, Domain, FollowsFrom, MeasuredUtility, Original, ReleasedLabel, UtilityEvidence, follows_from,
};
pub use value_shares::ValueShares;
pub use worst_distances::{Closeness, ReferenceDistances};
