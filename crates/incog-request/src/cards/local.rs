//! The searches of local recodings.

use incog_card::{Card, CardAudience};

/// The card of `top-down`.
pub static TOP_DOWN: Card = Card {
    name: "top-down",
    audience: CardAudience::Product,
    summary: "splits classes where that saves most; records too few for a class stay in the parent",
    reference: "after Xu, Wang, Pei, Wang, Shi, Fu, Utility-based anonymization using local recoding, KDD 2006, doi:10.1145/1150402.1150504",
    parameters: &[],
    caveat: None,
};

/// The card of `rounds`.
pub static ROUNDS: Card = Card {
    name: "rounds",
    audience: CardAudience::Product,
    summary: "in rounds, groups the remaining records by the cheapest cell that holds a class",
    reference: "incog 2026",
    parameters: &[],
    caveat: None,
};

/// The card of `reassign`.
pub static REASSIGN: Card = Card {
    name: "reassign",
    audience: CardAudience::Product,
    summary: "moves records to cheaper classes whose labels cover them, and dissolves expensive classes",
    reference: "incog 2026",
    parameters: &[],
    caveat: None,
};

/// The card of `cell-pass`.
pub static CELL_PASS: Card = Card {
    name: "cell-pass",
    audience: CardAudience::Product,
    summary: "forms new classes of records that gain more than their old classes lose; for models \
        about class sizes only",
    reference: "incog 2026",
    parameters: &[],
    caveat: None,
};

/// The card of `lp-rounding`.
pub static LP_ROUNDING: Card = Card {
    name: "lp-rounding",
    audience: CardAudience::Product,
    summary: "rounds the solution of the linear program over all classes; also proves its bound",
    reference: "incog, cutting planes in the dual after Aloise, Hansen, Rocha, Santi, Column generation bounds for numerical microaggregation, Journal of Global Optimization 2014, doi:10.1007/s10898-014-0149-3",
    parameters: &[],
    caveat: None,
};

/// The card of `lns`.
pub static LNS: Card = Card {
    name: "lns",
    audience: CardAudience::Product,
    summary: "large neighborhood search: re-solves an expensive class and its nearest classes, small \
        blocks exactly",
    reference: "after Shaw, Using constraint programming and local search methods to solve vehicle routing problems, CP 1998, doi:10.1007/3-540-49481-2_30",
    parameters: &[],
    caveat: None,
};

/// The card of `mondrian`.
pub static MONDRIAN: Card = Card {
    name: "mondrian",
    audience: CardAudience::Product,
    summary: "splits classes by the column whose values differ most, along the hierarchies",
    reference: "LeFevre, DeWitt, Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101",
    parameters: &[],
    caveat: None,
};

/// The card of `arx-iterated`.
pub static ARX_ITERATED: Card = Card {
    name: "arx-iterated",
    audience: CardAudience::Research,
    summary: "one level per column for the records it fits, then again for the other records, as in ARX",
    reference: "Prasser, Eicher, Spengler, Bild, Kuhn, Flexible data anonymization using ARX: current status and challenges ahead, Software: Practice and Experience 2020, doi:10.1002/spe.2812",
    parameters: &[],
    caveat: None,
};

/// The card of `k-member`.
pub static K_MEMBER: Card = Card {
    name: "k-member",
    audience: CardAudience::Research,
    summary: "greedy clustering: builds classes one by one from the records that cost least; quadratic \
        time",
    reference: "Byun, Kamra, Bertino, Li, Efficient k-anonymization using clustering techniques, DASFAA 2007, doi:10.1007/978-3-540-71703-4_18",
    parameters: &[],
    caveat: None,
};
