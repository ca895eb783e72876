//! Names of `alloc`, which `std` has in its prelude, and ordered maps and sets.

pub(crate) use alloc::borrow::ToOwned;
pub(crate) use alloc::collections::{BTreeMap, BTreeSet};
pub(crate) use alloc::format;
pub(crate) use alloc::string::{String, ToString};
pub(crate) use alloc::vec;
pub(crate) use alloc::vec::Vec;
