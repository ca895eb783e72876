//! The privacy models.

use super::{Entry, Parameter, Range};

const SENSITIVE_COLUMN: Parameter = Parameter {
    name: "column",
    summary: "the sensitive column it is about; every one of them by itself when not said",
    range: Range::Column,
    default: None,
};

const JOINT: Parameter = Parameter {
    name: "joint",
    summary: "whether it is about the combinations of all sensitive columns, and not about each column",
    range: Range::Switch,
    default: Some("false"),
};

/// All privacy models a job can ask for.
pub const MODELS: &[Entry] = &[
    Entry {
        name: "k-anonymity",
        summary: "every class has at least k records, so nobody is told apart from k - 1 others",
        reference: "Sweeney, k-anonymity: a model for protecting privacy, IJUFKS 10(5), 2002, doi:10.1142/S0218488502001648",
        parameters: &[Parameter {
            name: "k",
            summary: "smallest size of a class",
            range: Range::Whole(1, i64::MAX),
            default: None,
        }],
    },
    Entry {
        name: "l-diversity",
        summary: "every class has l well represented sensitive values",
        reference: "Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, l-diversity, TKDD 1(1), 2007, doi:10.1145/1217299.1217302",
        parameters: &[
            Parameter {
                name: "l",
                summary: "number of well represented values",
                range: Range::Number(1.0, f64::INFINITY),
                default: None,
            },
            Parameter {
                name: "kind",
                summary: "what well represented means",
                range: Range::Words(&["distinct", "entropy", "recursive"]),
                default: Some("\"distinct\""),
            },
            Parameter {
                name: "c",
                summary: "recursive (c, l)-diversity: how much more frequent the first value may be; more than 0",
                range: Range::Number(0.0, f64::INFINITY),
                default: None,
            },
            SENSITIVE_COLUMN,
            JOINT,
        ],
    },
    Entry {
        name: "t-closeness",
        summary: "the sensitive values of every class are distributed as in the whole table, within t",
        reference: "Li, Li, Venkatasubramanian, t-closeness, ICDE 2007, doi:10.1109/ICDE.2007.367856",
        parameters: &[
            Parameter {
                name: "t",
                summary: "largest distance; at most 1, with the Euclidean distance the square root of 2",
                range: Range::Number(0.0, std::f64::consts::SQRT_2),
                default: None,
            },
            Parameter {
                name: "distance",
                summary: "Euclidean, or the earth mover's with values equally far, in order, or in their hierarchy",
                range: Range::Words(&["euclidean", "equal", "ordered", "hierarchical"]),
                default: Some("\"euclidean\""),
            },
            SENSITIVE_COLUMN,
            JOINT,
        ],
    },
    Entry {
        name: "c-mixture",
        summary: "every class has a share c of all records, sensitive values and providers",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 1",
        parameters: &[Parameter {
            name: "c",
            summary: "the share, more than 0; k = floor(N c), l = ceil(s c), m = ceil(P c)",
            range: Range::Number(0.0, 1.0),
            default: None,
        }],
    },
    Entry {
        name: "provider-diversity",
        summary: "every class has records of at least m providers",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016",
        parameters: &[Parameter {
            name: "m",
            summary: "smallest number of providers in a class",
            range: Range::Whole(1, i64::MAX),
            default: None,
        }],
    },
    Entry {
        name: "m-privacy",
        summary: "the other models still hold in every class without the records of any m colluding providers",
        reference: "Goryczka, Xiong, Fung, m-privacy for collaborative data publishing, TKDE 26(10), 2014, doi:10.1109/TKDE.2013.18",
        parameters: &[Parameter {
            name: "m",
            summary: "number of providers that may collude",
            range: Range::Whole(1, i64::MAX),
            default: None,
        }],
    },
];
