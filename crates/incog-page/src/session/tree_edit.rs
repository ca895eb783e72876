//! A hierarchy edited as a tree: a label gets another name, or goes into another group with all
//! below it.

use super::{ChangeError, Session};
use incog::Hierarchy;
use incog::job::ColumnFile;
use incog_data::write_hierarchy_csv;

/// What is changed of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeEdit {
    /// It is called this; the name of another label of its level joins the two.
    Rename(String),
    /// It goes into the group with this label, one level above; a group that is not there is made,
    /// below what its values were below.
    Move(String),
}

impl Session {
    /// Changes a label of a column's hierarchy, whatever that was made from; it is a hierarchy file
    /// of its own from then on, kept as [`Session::take_hierarchy`] keeps them.
    ///
    /// # Errors
    /// When another revision is there, there is no such label, or what came of it would be no
    /// hierarchy.
    pub fn edit_tree(
        &self,
        revision: u64,
        column: &str,
        level: usize,
        label: &str,
        edit: &TreeEdit,
    ) -> Result<u64, ChangeError> {
        let said = self.begin(revision)?.columns.get(column).cloned().ok_or(ChangeError::NoColumn)?;
        let said = ColumnFile { min_level: None, max_level: None, ..said };
        let refused = |error: String| ChangeError::Refused(error);
        let opened = self.opened();
        let qid = opened.table.quasi_identifier(column, &said, opened.folder());
        let qid = qid.map_err(|error| refused(error.to_string()))?;
        let rows = edited(&qid.hierarchy, level, label, edit)?;
        let hierarchy =
            Hierarchy::new(rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>()));
        let hierarchy = hierarchy.map_err(|error| refused(format!("not a valid hierarchy: {error}")))?;
        let mut text = Vec::new();
        write_hierarchy_csv(&hierarchy, b';', &mut text).map_err(|error| refused(error.to_string()))?;
        let text = String::from_utf8(text).map_err(|error| refused(error.to_string()))?;
        self.keep_hierarchy(revision, column, &text, true)
    }
}

/// The labels of each value, from the value up to the root, once the edit is made.
fn edited(
    hierarchy: &Hierarchy,
    level: usize,
    label: &str,
    edit: &TreeEdit,
) -> Result<Vec<Vec<String>>, ChangeError> {
    let refused = |why: &str| Err(ChangeError::Refused(why.to_owned()));
    let height = hierarchy.height();
    let row = |value: u32| (0..=height).map(|level| hierarchy.label(level, value).to_owned()).collect();
    let mut rows: Vec<Vec<String>> = (0..hierarchy.values() as u32).map(row).collect();
    if level >= height || !rows.iter().any(|row| row[level] == label) {
        return refused("no such label below the root");
    }
    match edit {
        TreeEdit::Rename(name) | TreeEdit::Move(name) if name.is_empty() => refused("a label needs a name"),
        TreeEdit::Rename(_) if level == 0 => {
            refused("values of the table cannot be renamed; rename the group above")
        }
        TreeEdit::Move(_) if level + 1 == height => {
            refused("only the root is above; first add a level in a hierarchy file")
        }
        TreeEdit::Rename(name) => {
            let at = |row: &mut Vec<String>| {
                if row[level] == label {
                    row[level].clone_from(name);
                }
            };
            rows.iter_mut().for_each(at);
            Ok(rows)
        }
        TreeEdit::Move(group) => {
            let above = rows.iter().find(|row| &row[level + 1] == group).map(|row| row[level + 1..].to_vec());
            for row in rows.iter_mut().filter(|row| row[level] == label) {
                match &above {
                    Some(above) => row[level + 1..].clone_from_slice(above),
                    None => row[level + 1].clone_from(group),
                }
            }
            Ok(rows)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn hierarchy() -> Hierarchy {
        let rows = [["a", "x", "*"], ["b", "x", "*"], ["c", "y", "*"]];
        Hierarchy::new(rows).unwrap()
    }

    fn after(level: usize, label: &str, edit: TreeEdit) -> Result<String, ChangeError> {
        let rows = edited(&hierarchy(), level, label, &edit)?;
        Ok(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn a_value_goes_into_another_group_or_a_new_one() {
        assert_eq!(after(0, "b", TreeEdit::Move("y".into())).unwrap(), "a x *, b y *, c y *");
        assert_eq!(after(0, "b", TreeEdit::Move("z".into())).unwrap(), "a x *, b z *, c y *");
    }

    #[test]
    fn a_group_gets_another_name_and_joins_one_that_has_it() {
        assert_eq!(after(1, "x", TreeEdit::Rename("w".into())).unwrap(), "a w *, b w *, c y *");
        assert_eq!(after(1, "x", TreeEdit::Rename("y".into())).unwrap(), "a y *, b y *, c y *");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (level, label, edit) in [
            (0, "a", TreeEdit::Rename("b".into())),
            (1, "x", TreeEdit::Move("y".into())),
            (2, "*", TreeEdit::Rename("all".into())),
            (9, "a", TreeEdit::Move("x".into())),
            (0, "nobody", TreeEdit::Move("x".into())),
            (1, "x", TreeEdit::Rename(String::new())),
        ] {
            assert!(after(level, label, edit).is_err(), "{level} {label}");
        }
    }
}
