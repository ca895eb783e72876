//! What no local recoding can lose less than, with its proof.
//!
//! # The bound
//!
//! A *cell* `c` is a label for each attribute; `cost(c)` is what a record loses that is published
//! with it, and `G(c)` are the records of the table that it stands for. Each record `r` is given a
//! price `v(r) >= 0`, such that
//!
//! 1. `v(r) <= s` where the metric charges a suppressed record with `s`, and
//! 2. for every cell `c` and every set `R` of records of `G(c)` that meets the models,
//!    `sum over R of v <= |R| cost(c)`.
//!
//! **Then no release loses less than the sum of all prices.** Take any release. Its records with
//! equal labels are a class, which meets the models, lies in `G(c)` of its cell `c`, and loses
//! `|R| cost(c)`, at least its prices by 2. A suppressed record loses `s`, at least its price by 1.
//! Every record is published in one class or is suppressed; add up. Nothing is asked of how the
//! cells lie to each other, so the bound holds for strict cells as for free ones, and for any
//! number of suppressed records.
//!
//! Where the metric does not count suppressed records and is a mean over the `n - b` published
//! ones, `b <= B` being suppressed, the same sum over the classes leaves out the prices of `b`
//! records. A mean over what is left when the `b` dearest ones are gone falls as `b` grows, so the
//! mean of the `n - B` least prices is a bound.
//!
//! # How 2 is kept
//!
//! Let `k(c)` be a number of records that every set of `G(c)` which meets the models has at least.
//! If the mean of the `k(c)` highest prices in `G(c)` is at most `cost(c)`, so is the mean over any
//! `R` of `k(c)` or more: it is at most the mean of the `|R|` highest prices, and that falls as
//! more are taken. Where no part of `G(c)` can meet the models there is nothing to keep. For a part
//! of `G(c)` neither can fewer records do, so what holds for a group holds for the groups inside of
//! it.
//!
//! * k-anonymity: `k(c) = k`.
//! * Unit of protection: `k` people have at least `k` records, so `k(c) = k` in records. That alone
//!   would be weak where people have many records, since the `k` dearest ones may be about one
//!   person. So 2 is asked of the parts of `G(c)` themselves that have `k(c)` records and are about
//!   `k` people: of all of these, the prices of that one exceed the cost the most which has every
//!   record whose price is above `cost(c)`, and as few of the others, those that come nearest to
//!   it, as it takes to have enough people and records. (Not the dearest record of each person: a
//!   class may hold many records of one person, all of which have prices.)
//! * Every other model: [`ClassModel::retain`](incog_privacy::ClassModel::retain) says how many
//!   records of `G(c)` can stay at most, and `retain_up_to(n)` whether any part of at most `n` can.
//!   So cells of fewer than `l` values, without enough providers, or of which nothing comes within
//!   t of the table are passed by, and `k(c)` is the size of the smallest part that can meet the
//!   model, found by bisection; for t-closeness, with every distance, that is exact. Where a model
//!   only knows limits, they are weaker, and still sound.
//! * Conjunctions: the largest `k(c)` of all models; a cell that one of them rules out is ruled
//!   out.
//!
//! A label of which a group has only one label below is passed by: the cell with the lower label
//! has the same records, and costs no more.
//!
//! # Wide tables
//!
//! There are too many cells of more than some nine attributes. So the attributes are divided into
//! blocks, and each block is priced as if the others were not there and cost nothing. A class in a
//! cell `c` lies in the cell of the block's labels of `c`, too, so its records' prices of that
//! block sum up to at most what those labels cost them; add up over the blocks. Prices of all
//! blocks together are capped at what suppression costs, which 1 asks for. A block whose cells are
//! still too many is divided.
//!
//! # At any moment
//!
//! Prices only fall while cells are visited: a cell that met 2 goes on doing so. So any prices, of
//! whatever search, become ones that prove a bound by a single walk over the cells that caps those
//! of each cell that breaks 2. The bound starts at 0; after every walk that came to its end it is
//! the best one so far, and a walk that was ended early is not used. First comes the cheapest cell
//! of each record, then what the records lose in a release that was found, then the best prices
//! there are (`linear`): they are the solution of a linear program, whose constraints are the cells
//! that walks found to be too dear. Between walks it is solved by a first-order method in
//! floating-point numbers; nothing rests on how well, since another walk caps what comes out.
//!
//! # Rounding
//!
//! Costs are whole numbers, rounded down, and caps are rounded down; sums are exact. So the bound
//! is never too high, and is too low by about `1e-11` of what the records can lose.

mod blocks;
mod capped_prices;
mod cheapest;
mod costliest_class;
mod group_check;
mod linear;
mod prices;

pub(crate) use blocks::block_prices;
pub(crate) use capped_prices::cap_prices;
pub(crate) use cheapest::cheapest_cells;
pub(crate) use linear::{CellShare, linear};
pub use prices::{ClassPrices, Prices};

/// Tables of more quasi-identifiers are priced in blocks of at most so many.
pub(crate) const MOST_ATTRIBUTES: usize = 9;
