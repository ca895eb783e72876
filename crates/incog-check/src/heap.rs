//! Names of `alloc`, which `std` has in its prelude, and ordered maps and sets.

pub(crate) use alloc::collections::{BTreeMap, BTreeSet};
pub(crate) use alloc::string::{String, ToString};
pub(crate) use alloc::{borrow::ToOwned, format, vec, vec::Vec};
