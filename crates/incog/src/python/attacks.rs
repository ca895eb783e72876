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
        Keyword::new("original", "", "the table that the release was made of"),
        Keyword::new("release", "", "the release, of incog or of any other program"),
        Keyword::new("control", "", "records of people like those of the original who are not in it"),
    ];
    as_arguments(tables.into_iter().chain(keywords()).chain([Keyword::new("progress", "", PROGRESS)]))
}

fn keywords() -> Vec<Keyword> {
    let AttackRequest { queries, columns, seed, .. } = AttackRequest::default();
    vec![
        Keyword::names(
            "known",
            "the columns that the attacker knows of people; all that are not sensitive where none is named",
        ),
        Keyword::names("sensitive", "the columns that the attacker wants to know"),
        Keyword::new(
            "unit",
            "str",
            "the column of the original, and of the control group, that tells whose a record is: attempts are counted by people",
        ),
        Keyword::new("also", "Iterable[Any]", "other releases about the same people, such as that of last year").or("()"),
        Keyword::new(
            "attacks",
            "AttackName | Iterable[AttackName]",
            "the attacks to try, all for which there is what they need where none is named; :func:`list_attacks` has all",
        )
        .or("()"),
        Keyword::new(
            "hierarchies",
            "Mapping[str, HierarchyLike]",
            "by column, the hierarchy whose labels the release has, where no rule of reading tells what they stand for",
        ),
        Keyword::new("queries", "int", format!("attempts of each attack; {queries} when nothing is said")).or(queries),
        Keyword::new(
            "columns",
            "int",
            format!("columns of a predicate that singles out by several; {columns} when nothing is said"),
        )
        .or(columns),
        Keyword::new("seed", "int", format!("what all that is drawn follows from; {seed} when nothing is said")).or(seed),
    ]
}
