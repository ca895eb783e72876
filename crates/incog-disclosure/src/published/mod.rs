//! What both who publishes and who verifies must know of published values: labels made from them,
//! who stays by a key, and in which types they are written.

pub mod declared_hierarchy;
pub mod draw;
mod published_attribute;
pub mod written_types;

pub use draw::{KeyedDraw, TieBreaker};
pub use published_attribute::{
    PublishedAttribute, ShownValues, attribute, least_people, parents, people_by_code, tells_how_made,
    used_codes,
};
