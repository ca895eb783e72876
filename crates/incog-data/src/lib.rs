//! The data itself: tables of dictionary codes, generalization hierarchies, the distinct
//! quasi-identifier tuples of a table, and the equivalence classes that a generalization makes of
//! them.
//!
//! Nearly every other crate of incog builds on this one. It knows nothing of privacy models,
//! utility metrics, searches or file formats.

mod aggregate;
mod builders;
mod cell_count;
mod class;
mod classes;
mod code_counts;
mod codes_iter;
mod column;
mod column_type;
mod counted_table;
pub mod decimal;
mod dictionary;
mod formula;
mod hierarchy;
mod hierarchy_csv;
mod label_meanings;
mod label_tables;
mod levels;
mod membership;
mod narrow_codes;
mod outward_rounding;
mod partition;
mod quantile_limits;
mod quasi_identifier;
mod recoding;
mod rolled_up;
mod rolled_up_population;
mod row_map;
mod table;
mod text_hash;
mod tuples;
mod value_counts;
mod value_form;

pub use aggregate::{Aggregate, NotNumbers};
pub use builders::{
    BuildError, CodeSystem, ColumnKind, DateLevels, DateUnit, DependentColumns, Fanout, HierarchySpec,
    Intervals, LabelStyle, Mask, MaskSide, NamedGroups, NamedLabel, NotDependent, Order, Publish,
    PublishedHierarchy, PublishedValues, Ranges, Regions, ReleasedLabels, TreeError, TreeNode, ValueTree,
    Values, clear_date_form, date_form, iso_date,
};
pub use cell_count::CellCount;
pub use class::{Class, ClassLabel, ClassView, Kept};
pub use classes::Classes;
pub use code_counts::code_counts;
pub use codes_iter::CodesIter;
pub use column::{Column, ColumnBuilder, ValueType};
pub use column_type::ColumnType;
pub use counted_table::{CountedTable, CountsError, RecordCounts};
pub use dictionary::{Dictionary, DictionaryBuilder};
pub use formula::is_formula;
pub use hierarchy::{Hierarchy, HierarchyError};
pub use hierarchy_csv::{
    HierarchyCsvOptions, HierarchyFileError, RepeatedValue, RowProblem, read_hierarchy_csv,
    read_hierarchy_csv_noting, write_hierarchy_csv,
};
pub use label_meanings::LabelMeanings;
pub use label_tables::LabelTables;
pub use levels::Levels;
pub use membership::MembershipPart;
pub use narrow_codes::NarrowCodes;
pub use partition::{Partition, RankedColumn};
pub use quantile_limits::{CodedLimits, QuantileLimits};
pub use quasi_identifier::{QuasiIdentifier, QuasiIdentifierError};
pub use recoding::{Generalization, Recoding, RecodingError, Region, RegionPart, Retention};
pub use rolled_up::{Grouper, RollUpGrouping, RolledUpTable, SmallClasses};
pub use rolled_up_population::{PopulationCounts, RolledUpPopulation};
pub use row_map::RowMap;
pub use table::{Table, TableError};
pub use text_hash::text_hash;
pub use tuples::{Population, PopulationError, SensitiveAttribute, Tuples, TuplesError};
pub use value_counts::{ValueCounts, chance_to_agree, may_agree_by_chance};
pub use value_form::ValueForm;
