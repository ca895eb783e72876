//! Asks a person at the terminal what undecided columns are.

use incog::io::shown;
use incog::roles::ProposedRole;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// A column whose role a person decides.
#[derive(Debug, Clone)]
pub struct RoleQuestion {
    /// The column.
    pub column: String,
    /// How many different values it has.
    pub values: usize,
    /// Values that many people share; none of a column that could name somebody.
    pub examples: Vec<String>,
    /// Why nobody knows its role.
    pub why: String,
    /// The role that is safe whatever it is.
    pub safe_role: ProposedRole,
}

/// An answer: the letter, its role, and what the role means.
struct Answer {
    letter: &'static str,
    role: ProposedRole,
    meaning: &'static str,
}

const ANSWERS: [Answer; 5] = [
    Answer {
        letter: "q",
        role: ProposedRole::QuasiIdentifier,
        meaning: "others may know it about a person, so it becomes coarser",
    },
    Answer {
        letter: "s",
        role: ProposedRole::Sensitive,
        meaning: "nobody should learn it about a person; it is published",
    },
    Answer { letter: "i", role: ProposedRole::Identifier, meaning: "it names people, or is left out anyway" },
    Answer {
        letter: "p",
        role: ProposedRole::Person,
        meaning: "it numbers people who may have several rows; it is left out, and people are counted",
    },
    Answer {
        letter: "k",
        role: ProposedRole::Insensitive,
        meaning: "it is harmless, even beside all other columns; it is published unchanged",
    },
];

/// Asks for the role of each column until all are decided or the input ends. What was decided is
/// returned by column; Enter takes the safe role.
pub fn ask_roles(
    questions: &[RoleQuestion],
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<BTreeMap<String, ProposedRole>> {
    let mut decided = BTreeMap::new();
    if questions.is_empty() {
        return Ok(decided);
    }
    explain(questions.len(), output)?;
    for question in questions {
        describe(question, output)?;
        match ask_role(question, input, output)? {
            Some(role) => decided.insert(question.column.clone(), role),
            None => return Ok(decided),
        };
    }
    Ok(decided)
}

fn explain(columns: usize, output: &mut impl Write) -> io::Result<()> {
    let are = if columns == 1 { "column is" } else { "columns are" };
    writeln!(output, "{columns} {are} undecided. What is each of them?")?;
    for Answer { letter, role, meaning } in &ANSWERS {
        writeln!(output, "  {letter}  {}: {meaning}", role.name())?;
    }
    writeln!(output, "Enter takes the letter in brackets, which is the safe choice. Ctrl-D stops.")
}

fn describe(question: &RoleQuestion, output: &mut impl Write) -> io::Result<()> {
    let examples = match question.examples.as_slice() {
        [] => "none is shown, because few people share one or it could name somebody".to_owned(),
        examples => format!("such as {}", examples.join(", ")),
    };
    let text = format!(
        "\n{}: {} different values; {examples}\n  undecided because: {}",
        question.column, question.values, question.why
    );
    writeln!(output, "{}", shown(&text))
}

/// The role that is typed; `None` where the input ends.
fn ask_role(
    question: &RoleQuestion,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<ProposedRole>> {
    let letters: Vec<&str> = ANSWERS.iter().map(|answer| answer.letter).collect();
    let safe = ANSWERS.iter().find(|answer| answer.role == question.safe_role);
    let safe = safe.map_or(question.safe_role.name(), |answer| answer.letter);
    loop {
        write!(output, "  role ({}) [{safe}]: ", letters.join(", "))?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        let typed = line.trim().to_lowercase();
        if typed.is_empty() {
            return Ok(Some(question.safe_role));
        }
        let answer = ANSWERS.iter().find(|answer| answer.letter == typed || answer.role.name() == typed);
        if let Some(answer) = answer {
            return Ok(Some(answer.role));
        }
        writeln!(output, "  expected one of these letters, or Enter for {safe}")?;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn question(column: &str, safe_role: ProposedRole) -> RoleQuestion {
        let examples = vec!["a".to_owned(), "b".to_owned()];
        RoleQuestion {
            column: column.to_owned(),
            values: 4,
            examples,
            why: "role unknown".to_owned(),
            safe_role,
        }
    }

    fn asked(typed: &str) -> (Vec<(String, ProposedRole)>, String) {
        let questions =
            [question("grp", ProposedRole::QuasiIdentifier), question("code", ProposedRole::Identifier)];
        let mut said = Vec::new();
        let decided = ask_roles(&questions, &mut typed.as_bytes(), &mut said).unwrap();
        (decided.into_iter().collect(), String::from_utf8(said).unwrap())
    }

    #[test]
    fn enter_takes_the_safe_role_and_a_letter_another() {
        let (decided, said) = asked("\ns\n");
        let expected = [("code", ProposedRole::Sensitive), ("grp", ProposedRole::QuasiIdentifier)];
        assert_eq!(decided, expected.map(|(column, role)| (column.to_owned(), role)));
        assert!(said.contains("2 columns are undecided"), "{said}");
        assert!(
            said.contains("grp: 4 different values; such as a, b\n  undecided because: role unknown"),
            "{said}"
        );
        assert!(said.contains("[q]: ") && said.contains("[i]: "), "{said}");
    }

    #[test]
    fn another_text_is_asked_again_and_the_name_of_a_role_is_an_answer() {
        let (decided, said) = asked("yes\n Insensitive \nI\n");
        assert_eq!(decided[0], ("code".to_owned(), ProposedRole::Identifier));
        assert_eq!(decided[1], ("grp".to_owned(), ProposedRole::Insensitive));
        assert_eq!(said.matches("expected one of these letters").count(), 1, "{said}");
    }

    #[test]
    fn the_end_of_input_leaves_the_rest_undecided() {
        let (decided, _) = asked("k\n");
        assert_eq!(decided, [("grp".to_owned(), ProposedRole::Insensitive)]);
        assert!(asked("").0.is_empty());
    }

    /// A name of a column that would command the terminal is written out.
    #[test]
    fn names_of_columns_command_no_terminal() {
        let mut said = Vec::new();
        ask_roles(&[question("a\u{1b}[2J", ProposedRole::Person)], &mut "".as_bytes(), &mut said).unwrap();
        assert!(!String::from_utf8(said).unwrap().contains('\u{1b}'));
    }
}
