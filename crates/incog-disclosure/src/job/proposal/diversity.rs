//! The diversity of sensitive columns that a proposed job asks for.

use super::from_preset::Chosen;
use super::wishes::ProposalWishes;
use crate::job::toml_text::quoted;
use incog_data::Column;

/// l-diversity and t-closeness of sensitive columns, as lines of a job.
pub(super) struct Diversity {
    /// The lines.
    pub text: String,
    /// Whether some sensitive column is protected by them.
    pub protects: bool,
}

/// Distinct 2-diversity of sensitive columns, unless somebody or a preset asks for another.
///
/// Where more than half of the records have one value, few classes of five have two, and to demand
/// it costs most of the table, while most people share that value (Li et al. 2007,
/// doi:10.1109/ICDE.2007.367856, section 3): there the steward is told, and decides.
pub(super) fn diversity(sensitive: &[&Column], wishes: &ProposalWishes) -> Diversity {
    let l = Chosen::new(wishes.l, wishes.preset, |preset| preset.privacy.l.as_ref(), 2.0);
    let (mut text, protects) = match l.value {
        none if none < 1.0 => (format!("# no l-diversity{}\n", l.why), false),
        _ if wishes.l.is_some() => (line_of_all(&l), true),
        _ if sensitive.is_empty() => {
            let none =
                "# l-diversity = { l = 2, kind = \"distinct\" }   # needs a column with role \"sensitive\"\n";
            (none.to_owned(), false)
        }
        _ => of_diverse_columns(sensitive, &l),
    };
    let t = Chosen::new(wishes.t, wishes.preset, |preset| preset.privacy.t.as_ref(), 0.2);
    let is_asked = wishes.t.is_some() || !t.why.is_empty() && !sensitive.is_empty();
    if is_asked || !sensitive.is_empty() {
        text += &closeness(&t, is_asked);
    }
    Diversity { text, protects: protects || is_asked }
}

fn line_of_all(l: &Chosen) -> String {
    format!(
        "l-diversity = {{ l = {}, kind = \"distinct\" }}   # with at least {} different sensitive values{}\n",
        l.value, l.value, l.why
    )
}

fn closeness(t: &Chosen, is_asked: bool) -> String {
    let begin = if is_asked { "" } else { "# " };
    let why = if is_asked { format!("   # close to the whole table{}", t.why) } else { String::new() };
    format!("{begin}t-closeness = {{ t = {}, distance = \"euclidean\" }}{why}\n", t.value)
}

/// The diversity of the columns that have enough of it, and a note on the others.
fn of_diverse_columns(sensitive: &[&Column], l: &Chosen) -> (String, bool) {
    let (diverse, others): (Vec<&Column>, Vec<&Column>) =
        sensitive.iter().partition(|column| most_frequent(column) <= 0.5);
    if others.is_empty() {
        return (line_of_all(l), true);
    }
    let one = |column: &&Column| {
        format!("{{ l = {}, kind = \"distinct\", column = {} }}", l.value, quoted(&column.name))
    };
    let list = |columns: &[&Column]| columns.iter().map(one).collect::<Vec<_>>().join(", ");
    let asked = match diverse.as_slice() {
        [] => String::new(),
        diverse => format!(
            "l-diversity = [{}]   # with at least {} different values of each{}\n",
            list(diverse),
            l.value,
            l.why
        ),
    };
    let share = |column: &&Column| {
        format!("# {} ({:.0} %)\n", quoted(&column.name), (100.0 * most_frequent(column)).floor())
    };
    let text = format!(
        "{asked}# Not set for columns in which more than half of the records have the same value: most of the table would be lost.\n\
         # Without it, all records of a class may share a value, which anybody can then learn. If that must not happen, add:\n\
         {}# {}\n",
        others.iter().map(share).collect::<String>(),
        list(&others)
    );
    (text, !diverse.is_empty())
}

/// The share of the records that have the most frequent value.
fn most_frequent(column: &Column) -> f64 {
    let most = column.counts().into_iter().max().unwrap_or(0);
    most as f64 / column.codes.len().max(1) as f64
}
