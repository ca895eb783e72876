//! The keywords of `attack`.

use super::keyword::{Keyword, PROGRESS, as_arguments, as_parameters};
use incog_attack::AttackRequest;

/// As parameters of the function.
pub fn signature() -> String {
    as_parameters(&keywords(), 4)
}

/// As arguments in its docstring.
pub fn arguments() -> String {
    let tables = [
        Keyword::new("original", "", "the original table"),
        Keyword::new("release", "", "the release, made by incog or any other tool"),
        Keyword::new("control", "", "a control group: records of similar people who are not in the original"),
    ];
    as_arguments(tables.into_iter().chain(keywords()).chain([Keyword::new("progress", "", PROGRESS)]))
}

fn keywords() -> Vec<Keyword> {
    let AttackRequest { queries, columns, seed, .. } = AttackRequest::default();
    vec![
        Keyword::names("known", "the columns that the attacker knows; by default all that are not sensitive"),
        Keyword::names("sensitive", "the columns that the attacker wants to learn"),
        Keyword::new(
            "unit",
            "str",
            "the column of the original and the control group that names the person of a record: attempts \
             are counted by person",
        ),
        Keyword::new("also", "Iterable[Any]", "other releases about the same people, such as last year's")
            .or("()"),
        Keyword::new(
            "attacks",
            "AttackName | Iterable[AttackName]",
            "the attacks to run, see :func:`list_attacks`; by default all that have the input they need",
        )
        .or("()"),
        Keyword::new(
            "hierarchies",
            "Mapping[str, HierarchyLike]",
            "for each column, the hierarchy of its labels; needed only for labels that incog cannot read",
        ),
        Keyword::new("queries", "int", format!("attempts per attack; default {queries}")).or(queries),
        Keyword::new(
            "columns",
            "int",
            format!("columns in each predicate of the multivariate singling-out attack; default {columns}"),
        )
        .or(columns),
        Keyword::new("seed", "int", format!("the seed of the random numbers; default {seed}")).or(seed),
    ]
}
