//! A job file to start from.

use super::lost_zeros::{WHY, lacks_zeros};
use super::propose_hierarchy::ProposedHierarchy;
use super::propose_rounding::{Coarser, coarser};
use super::toml_text::quoted;
use crate::proposed_hierarchy::{EventDate, event_date, redundancy};
use incog_audit::Finding;
use incog_data::{Column, Table};
use incog_io::{DecimalMark, FileFormat, ReadOptions, TextEncoding};
use incog_privacy::Role as Published;
use incog_roles::{Meaning, Proposal, ProposedRole, Reason, ValueKind, propose};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A job file to start from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedJob {
    /// The file.
    pub text: String,
    /// Columns in which something should be corrected before anything is published, and what, in
    /// words; the file says it, too.
    pub to_correct: Vec<(String, String)>,
}

/// A commented job file for a table: roles by the names and values of its columns, hierarchies by
/// their types, 5-anonymity, and distinct 2-diversity of sensitive columns that are diverse enough
/// for it.
///
/// A hierarchy that follows from the values of a column stands behind a `#`: it is the one that is
/// made where the job gives none, and how it was made is not published then.
///
/// Columns of which neither name nor values say what they are have the role `undecided`, which
/// nothing is published with: the file runs as soon as somebody has decided them. `input` and
/// `output` are the file names to put into it; `layout` is how the table was read. A key of JSON
/// lines that fewer than ten lines have is undecided, whatever its values.
pub fn propose_job(
    table: &Table,
    format: &FileFormat,
    input: &str,
    output: &str,
    layout: &ReadOptions,
) -> ProposedJob {
    let proposals = proposals(table, format);
    let undecided = proposals.iter().filter(|proposed| proposed.role() == ProposedRole::Undecided).count();
    let mut text = format!(
        "# Written by incog init from {} rows. Check every role before you run it:\n\
         # only you know what others can know about these people.\n",
        table.rows(),
    );
    if undecided > 0 {
        let _ = writeln!(
            text,
            "# {undecided} of {} columns are undecided: give each a role; until then, incog publishes \
             nothing.",
            table.columns().len()
        );
    }
    if proposals.iter().any(|proposed| proposed.role() == ProposedRole::QuasiIdentifier) {
        text.push_str(
            "# A hierarchy after a # is the default, made from all values of the column; without the #, it \
             is a setting that the public report shows.\n",
        );
    }
    if are_tracks(&proposals) {
        text.push_str(
            "# This seems to be a table of trajectories. One row says little, but all rows of a person identify them:\n\
             # incog trajectories publishes whole trajectories (docs/trajectories.md); this file does not.\n",
        );
    }
    let _ = write!(text, "\ninput  = {}\noutput = {}\n", quoted(input), quoted(output));
    push_layout(&mut text, layout);
    let units = units(&proposals);
    let roles: Vec<ProposedRole> = proposals.iter().map(Proposed::role).collect();
    let coarser = coarser(table, &roles, units.first().map(|proposed| proposed.column));
    for proposed in &proposals {
        push_column(&mut text, proposed, coarser.get(&proposed.column.name));
    }
    let with = |role: ProposedRole| proposals.iter().filter(move |proposed| proposed.role() == role);
    text.push_str("\n[privacy]                          # all models must hold\n");
    let has_unit = !units.is_empty();
    let mut units = units.into_iter().map(|proposed| quoted(&proposed.column.name));
    if let Some(unit) = units.next() {
        let others: Vec<String> = units.collect();
        let others =
            if others.is_empty() { String::new() } else { format!(" (or by {})", others.join(", ")) };
        let _ = writeln!(text, "unit = {unit:<27} # the models count these people{others}, not records");
    }
    if let Some(person) = one_record_each(table, &proposals).filter(|_| !has_unit) {
        let person = quoted(&person.column.name);
        let _ = writeln!(text, "unit = {:<27} # each value of {person} has one record", quoted("record"));
    }
    text.push_str("k-anonymity = 5                    # at least 5 look alike\n");
    let sensitive: Vec<&Column> = with(ProposedRole::Sensitive).map(|proposed| proposed.column).collect();
    let diversity = l_diversity(&sensitive);
    text.push_str(&diversity);
    text.push_str(
        "\n[suppression]\nlimit = 0.05                       # largest share of records to suppress\n\
         as = \"drop\"                        # or \"star\"\n\
         \n[release]\norder = \"sorted\"                   # or \"input\"\n\
         \n[utility]\nobjective = \"gen-loss\"             # see: incog list metrics\n\
         keep_columns = \"best-effort\"       # with --uniform: no column loses all detail if that can be avoided\n\
         \n[search]\nalgorithm = \"auto\"                 # see: incog list algorithms\nseed = 1\nmax_seconds = 60\n",
    );
    text.push_str(recoding(has_root_among_values(&proposals), diversity.starts_with("l-diversity")));
    let named = |proposed: &Proposed<'_>| {
        let name = proposed.column.name.clone();
        proposed.to_correct().into_iter().map(move |what| (name.clone(), what)).collect::<Vec<_>>()
    };
    ProposedJob { text, to_correct: proposals.iter().flat_map(named).collect() }
}

/// Whether a value reads like the root of every hierarchy: published record by record, its level
/// could not be read off.
fn has_root_among_values(proposals: &[Proposed<'_>]) -> bool {
    let may_be_generalized = |proposed: &&Proposed<'_>| {
        matches!(proposed.role(), ProposedRole::QuasiIdentifier | ProposedRole::Undecided)
    };
    let mut generalized = proposals.iter().filter(may_be_generalized);
    generalized.any(|proposed| proposed.column.dictionary.iter().any(|value| value == "*"))
}

/// Levels record by record. Where a model protects a sensitive column, no cell may tell anything of
/// another: it could tell something of that column.
fn recoding(is_ambiguous: bool, is_sensitive_protected: bool) -> &'static str {
    match is_sensitive_protected {
        _ if is_ambiguous => {
            "\n[recoding]\nkind = \"global\"                    # one level per column: a value reads like the label of another level\n"
        }
        true => {
            "\n[recoding]\nkind = \"local\"                     # levels record by record; \"global\" (--uniform): one level per column\n\
             cells = \"strict\"                   # labels do not overlap, so none tells anything of another; \"free\" keeps more detail\n"
        }
        false => {
            "\n[recoding]\nkind = \"local\"                     # levels record by record; \"global\" (--uniform): one level per column\n\
             cells = \"free\"                     # labels may overlap; \"strict\": none tells anything of another, with less detail\n"
        }
    }
}

/// What has to be said of the layout of the input's text.
fn push_layout(text: &mut String, layout: &ReadOptions) {
    for (key, value, what) in found_layout(layout) {
        let _ = writeln!(text, "{:<34} # {what}", format!("csv.{key} = {value}"));
    }
    match (&layout.fixed_width, layout.header) {
        (None, true) => {}
        (None, false) => text.push_str("csv.header = false                 # the first line is a record\n"),
        (Some(_), false) => {}
        (Some(_), true) => {
            text.push_str("csv.header = true                  # the first line has the column names\n")
        }
    }
    let Some(fields) = &layout.fixed_width else { return };
    text.push_str(
        "# Fixed-width fields, in characters, as guessed from blanks. Compare them with the documentation of the file.\n\
         # A field without a name is skipped.\ncsv.fixed_width = [\n",
    );
    for field in fields {
        let name = field.name.as_ref().map_or(String::new(), |name| format!("name = {}, ", quoted(name)));
        let _ = writeln!(text, "    {{ {name}width = {} }},", field.width);
    }
    text.push_str("]\n");
}

/// Keys of the layout that was found, their values, and what they say.
fn found_layout(layout: &ReadOptions) -> Vec<(&'static str, String, &'static str)> {
    let encoding = layout.encoding.filter(|encoding| *encoding != TextEncoding::UTF_8);
    let encoding =
        encoding.map(|encoding| ("encoding", quoted(&encoding.name()), "of the input; incog writes UTF-8"));
    let lines = |key, count: usize, what| (count > 0).then(|| (key, count.to_string(), what));
    let above = lines("skip_rows", layout.skip_rows, "lines above the header");
    let below = lines("skip_footer", layout.skip_footer, "lines below the table: sums and notes");
    let delimiter = layout
        .delimiter
        .map(|delimiter| ("delimiter", quoted(&char::from(delimiter).to_string()), "between fields"));
    let decimal = layout.decimal.map(|mark| {
        let what = match mark {
            DecimalMark::Comma => "1.234,56 is a number; incog writes it as 1234.56",
            DecimalMark::Point => "1,234.56 is a number; incog writes it as 1234.56",
        };
        ("decimal", quoted(mark.name()), what)
    });
    let sheet = layout.sheet.as_ref().map(|sheet| ("sheet", quoted(sheet), "of the workbook"));
    [sheet, encoding, above, below, delimiter, decimal].into_iter().flatten().collect()
}

/// What is proposed for a column, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedColumn {
    /// The column.
    pub name: String,
    /// The word of its role in a job.
    pub role: &'static str,
    /// The reasons, in words; no value of the table is in them.
    pub why: String,
    /// Another column, of which each value of this one says the value.
    pub undoes: Option<String>,
}

/// What is proposed for each column of a table, in its order: that of [`propose_job`].
///
/// ```
/// let table = incog::Table::from_rows(["age", "illness"], [["34", "flu"], ["36", "gout"]], &[])?;
/// let format = Default::default();
/// let roles: Vec<&str> = incog::job::proposed_columns(&table, &format).iter().map(|column| column.role).collect();
/// assert_eq!(roles[0], "quasi-identifier");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn proposed_columns(table: &Table, format: &FileFormat) -> Vec<ProposedColumn> {
    let told = |proposed: Proposed<'_>| ProposedColumn {
        name: proposed.column.name.clone(),
        role: proposed.role().name(),
        why: proposed.why(),
        undoes: proposed.undoes,
    };
    proposals(table, format).into_iter().map(told).collect()
}

/// The columns that people may be counted by, the one that should be first: people before
/// households. Households come first where people have numbers within them, 1, 2, 3,
/// so that there are fewer numbers than households.
fn units<'a>(proposals: &'a [Proposed<'a>]) -> Vec<&'a Proposed<'a>> {
    let with = |role: ProposedRole| proposals.iter().filter(move |proposed| proposed.role() == role);
    let people: Vec<&Proposed<'_>> = with(ProposedRole::Person).collect();
    let households: Vec<&Proposed<'_>> = with(ProposedRole::Household).collect();
    let values = |of: &[&Proposed<'_>]| of.first().map_or(0, |proposed| proposed.column.dictionary.len());
    let are_within = values(&people) < values(&households);
    let [first, then] = if are_within { [households, people] } else { [people, households] };
    first.into_iter().chain(then).collect()
}

/// The first column of numbers of people in which each number has one record.
fn one_record_each<'a>(table: &Table, proposals: &'a [Proposed<'a>]) -> Option<&'a Proposed<'a>> {
    let names_people = |reason: &Reason| {
        matches!(reason, Reason::Name { meaning: Meaning::Person | Meaning::PersonNumber, .. })
    };
    proposals.iter().find(|proposed| {
        proposed.role() == ProposedRole::Identifier
            && proposed.column.dictionary.len() == table.rows()
            && proposed.column.missing.is_empty()
            && proposed.proposal.reasons.iter().any(names_people)
    })
}

/// Distinct 2-diversity of sensitive columns.
///
/// Where more than half of the records have one value, few classes of five have two, and to demand
/// it costs most of the table, while most people share that value (Li et al. 2007,
/// doi:10.1109/ICDE.2007.367856, section 3): there the steward is told, and decides.
fn l_diversity(sensitive: &[&Column]) -> String {
    const ALL: &str =
        "l-diversity = { l = 2, kind = \"distinct\" }   # with at least 2 different sensitive values\n";
    const CLOSENESS: &str = "# t-closeness = { t = 0.2, distance = \"euclidean\" }\n";
    if sensitive.is_empty() {
        return "# l-diversity = { l = 2, kind = \"distinct\" }   # needs a column with role \"sensitive\"\n"
            .to_owned();
    }
    let (diverse, others): (Vec<&Column>, Vec<&Column>) =
        sensitive.iter().partition(|column| most_frequent(column) <= 0.5);
    if others.is_empty() {
        return ALL.to_owned() + CLOSENESS;
    }
    let one =
        |column: &&Column| format!("{{ l = 2, kind = \"distinct\", column = {} }}", quoted(&column.name));
    let list = |columns: &[&Column]| columns.iter().map(one).collect::<Vec<_>>().join(", ");
    let asked = match diverse.as_slice() {
        [] => String::new(),
        diverse => {
            format!("l-diversity = [{}]   # with at least 2 different values of each\n", list(diverse))
        }
    };
    let share = |column: &&Column| {
        format!("# {} ({:.0} %)\n", quoted(&column.name), (100.0 * most_frequent(column)).floor())
    };
    format!(
        "{asked}# Not set for columns in which more than half of the records have the same value: most of the table would be lost.\n\
         # Without it, all records of a class may share a value, which anybody can then learn. If that must not happen, add:\n\
         {}# {}\n{CLOSENESS}",
        others.iter().map(share).collect::<String>(),
        list(&others)
    )
}

/// The share of the records that have the most frequent value.
fn most_frequent(column: &Column) -> f64 {
    let most = column.counts().into_iter().max().unwrap_or(0);
    most as f64 / column.codes.len().max(1) as f64
}

/// A column and what is proposed for it.
struct Proposed<'a> {
    column: &'a Column,
    proposal: Proposal,
    /// Another column, of which a value of this one says the value.
    undoes: Option<String>,
    /// The columns that this one follows from, so that it is left out.
    follows_from: Vec<String>,
    /// The coarser columns, finest first, that its values lie within.
    within: Vec<String>,
    /// For a date of birth the event at which its age is published.
    age_at: Option<AgeAt>,
}

/// The event at which an age stands for a date of birth.
struct AgeAt {
    /// The column with its date.
    event: String,
    /// The form of both dates; `None` for ISO 8601.
    format: Option<String>,
    /// Records that have no possible age.
    impossible: u64,
}

impl AgeAt {
    /// What stands behind `publish =`, and why. Impossible ages are missing in any job: one that is
    /// published would tell that there are some.
    fn publish(&self) -> String {
        let event = quoted(&self.event);
        let form = self.format.as_ref().map_or(String::new(), |form| format!(", format = {}", quoted(form)));
        format!("{{ age_at = {event}{form}, impossible = \"missing\" }}   # the age then, not the date")
    }

    /// What should be corrected; `None` where each record has an age.
    fn to_correct(&self) -> Option<String> {
        let have = match self.impossible {
            0 => return None,
            1 => "1 record has".to_owned(),
            many => format!("{many} records have"),
        };
        let (are, them) = if self.impossible == 1 { ("is", "it") } else { ("are", "them") };
        Some(format!(
            "{have} {} before the birth, and {are} published without an age; correct {them} if you can",
            quoted(&self.event)
        ))
    }
}

impl Proposed<'_> {
    /// What would undo the generalization of another column is not published before somebody has
    /// decided it; what follows from others is left out.
    fn role(&self) -> ProposedRole {
        match (&self.undoes, self.follows_from.is_empty()) {
            (Some(_), _) => ProposedRole::Undecided,
            (None, false) => ProposedRole::Identifier,
            (None, true) => self.proposal.role,
        }
    }

    /// The reasons for the role, in words.
    fn why(&self) -> String {
        let quotes: Vec<String> = self.follows_from.iter().map(|name| quoted(name)).collect();
        match quotes.as_slice() {
            [] => self.proposal.why(),
            others => {
                format!("left out, because it follows from {}; {}", others.join(" and "), self.proposal.why())
            }
        }
    }

    /// What should be corrected in the column before anything is published.
    fn to_correct(&self) -> Vec<String> {
        let ages = self.age_at.as_ref().and_then(AgeAt::to_correct);
        lacks_zeros(self.column).then(|| WHY.to_owned()).into_iter().chain(ages).collect()
    }

    /// Whether its name speaks of a contract, a file or an account, and nearly all of them have
    /// several rows.
    fn is_shared_contract(&self) -> bool {
        const FEWEST: usize = 20;
        let is_one = |meaning: &Meaning| {
            matches!(meaning, Meaning::MedicalNumber | Meaning::Account | Meaning::NationalNumber)
        };
        let mut reasons = self.proposal.reasons.iter();
        let is_contract =
            reasons.any(|reason| matches!(reason, Reason::Name { meaning, .. } if is_one(meaning)));
        let shared = self.column.counts().into_iter().filter(|rows| *rows > 1).count();
        is_contract && shared >= FEWEST && 10 * shared >= 9 * self.column.dictionary.len()
    }

    fn is_birth(&self) -> bool {
        self.proposal.reasons.iter().any(|reason| match reason {
            Reason::Name { meaning, .. } => *meaning == Meaning::Birth,
            Reason::Values { kind, .. } => *kind == ValueKind::BirthDate,
            _ => false,
        })
    }

    fn hierarchy(&self) -> ProposedHierarchy {
        match (&self.age_at, self.within.as_slice()) {
            (Some(_), _) => ProposedHierarchy::ages(),
            (None, []) if self.is_birth() => ProposedHierarchy::births(self.column),
            (None, []) => ProposedHierarchy::from_column(self.column),
            (None, within) => ProposedHierarchy::within(within.to_vec()),
        }
    }
}

/// What is proposed for each column. There is one provider column, whoever else looks like one.
fn proposals<'t>(table: &'t Table, format: &FileFormat) -> Vec<Proposed<'t>> {
    let mut has_provider = false;
    let keys: BTreeMap<&str, u64> =
        format.key_lines.iter().flat_map(|keys| keys.of_fewer_than(FEWEST_LINES)).collect();
    let one = |(column, proposal): (&'t Column, Proposal)| {
        let second = proposal.role == ProposedRole::Provider && std::mem::replace(&mut has_provider, true);
        let proposal = if second { Proposal { role: ProposedRole::Undecided, ..proposal } } else { proposal };
        let proposal = match keys.get(&*column.name) {
            Some(&records) => {
                Proposal { role: ProposedRole::Undecided, ..proposal }.and(Reason::RareKey { records })
            }
            None => proposal,
        };
        Proposed { column, proposal, undoes: None, follows_from: vec![], within: vec![], age_at: None }
    };
    let mut proposals: Vec<Proposed<'_>> = table.columns().iter().zip(propose(table)).map(one).collect();
    count_by_contracts(&mut proposals);
    leave_out_what_follows(table, &mut proposals);
    propose_ages(table, &mut proposals);
    for Finding { column, about, .. } in undoing(table, &proposals) {
        let proposed = proposals.iter_mut().find(|proposed| proposed.column.name == column);
        proposed.into_iter().for_each(|proposed| proposed.undoes = proposed.undoes.take().or(about.clone()));
    }
    proposals
}

/// Where no column says who the people are, their contracts are counted.
fn count_by_contracts(proposals: &mut [Proposed<'_>]) {
    let is_unit =
        |proposed: &Proposed<'_>| matches!(proposed.role(), ProposedRole::Person | ProposedRole::Household);
    if !proposals.iter().any(is_unit)
        && let Some(contract) = proposals.iter_mut().find(|proposed| proposed.is_shared_contract())
    {
        contract.proposal.role = ProposedRole::Person;
    }
}

/// The places of the columns that are quasi-identifiers for now.
fn quasi_identifiers(proposals: &[Proposed<'_>]) -> Vec<usize> {
    (0..proposals.len())
        .filter(|place: &usize| proposals[*place].role() == ProposedRole::QuasiIdentifier)
        .collect()
}

fn births(proposals: &[Proposed<'_>]) -> Vec<usize> {
    (0..proposals.len()).filter(|&place| proposals[place].is_birth()).collect()
}

/// Of quasi-identifiers that follow from each other one stays: the others would cost detail and
/// say nothing that is new.
fn leave_out_what_follows(table: &Table, proposals: &mut [Proposed<'_>]) {
    let person = units(proposals).first().map(|proposed| proposed.column);
    let found = redundancy(table, &quasi_identifiers(proposals), &births(proposals), person);
    let names = |places: &[usize]| -> Vec<String> {
        places.iter().filter_map(|&place| Some(table.columns().get(place)?.name.clone())).collect()
    };
    found.left_out.iter().for_each(|(&place, by)| proposals[place].follows_from = names(by));
    found.coarser.iter().for_each(|(&place, above)| proposals[place].within = names(above));
}

/// Dates of birth become ages at the earliest event that is published.
fn propose_ages(table: &Table, proposals: &mut [Proposed<'_>]) {
    let kept = quasi_identifiers(proposals);
    let births = births(proposals);
    let events: Vec<usize> = kept.iter().copied().filter(|place| !births.contains(place)).collect();
    for birth in births.into_iter().filter(|birth| kept.contains(birth)) {
        let Some(EventDate { place, format, impossible }) = event_date(table, birth, &events) else {
            continue;
        };
        let Some(event) = table.columns().get(place).map(|column| column.name.clone()) else { continue };
        proposals[birth].age_at = Some(AgeAt { event, format, impossible });
    }
}

/// The columns that the gate would refuse to publish beside what is proposed for the others: each
/// of their values goes with one of a quasi-identifier. What is undecided may become one.
fn undoing(table: &Table, proposals: &[Proposed<'_>]) -> Vec<Finding> {
    let roles = proposals.iter().map(|proposed| {
        let role = match proposed.role() {
            ProposedRole::Identifier => Published::Identifier,
            ProposedRole::Undecided if is_a_thing(&proposed.proposal) => Published::Insensitive,
            ProposedRole::Person => Published::Person,
            ProposedRole::Household => Published::Household,
            ProposedRole::QuasiIdentifier | ProposedRole::Undecided => Published::QuasiIdentifier,
            ProposedRole::Sensitive => Published::Sensitive,
            ProposedRole::Provider => Published::Provider,
            ProposedRole::Insensitive => Published::Insensitive,
        };
        (proposed.column.name.clone(), role)
    });
    incog_audit::undoing(table, &roles.collect())
}

/// Whether somebody is followed from place to place: a person, a time and a position, each person
/// in many rows.
fn are_tracks(proposals: &[Proposed<'_>]) -> bool {
    let says = |is_it: fn(&Reason) -> bool| {
        proposals.iter().filter(|proposed| proposed.proposal.reasons.iter().any(is_it)).count()
    };
    let is_time = |reason: &Reason| match reason {
        Reason::Name { meaning, .. } => *meaning == Meaning::Date,
        Reason::Values { kind, .. } => *kind == ValueKind::Date,
        _ => false,
    };
    let is_coordinate = |reason: &Reason| match reason {
        Reason::Name { meaning, .. } => *meaning == Meaning::Coordinates,
        other => *other == Reason::PairOfCoordinates,
    };
    let is_position = |reason: &Reason| matches!(reason, Reason::Values { kind: ValueKind::Position, .. });
    let is_followed = |proposed: &Proposed<'_>| {
        let Column { codes, dictionary, .. } = proposed.column;
        proposed.role() == ProposedRole::Person && codes.len() >= MANY_POSITIONS * dictionary.len()
    };
    proposals.iter().any(is_followed)
        && says(is_time) > 0
        && (says(is_coordinate) > 1 || says(is_position) > 0)
}

/// Four positions find most people (de Montjoye et al. 2013, doi:10.1038/srep01376).
const MANY_POSITIONS: usize = 4;

/// A key that fewer lines have is nobody's to name but the steward's.
const FEWEST_LINES: u64 = 10;

/// What may be decided to be published as it is.
fn is_a_thing(proposal: &Proposal) -> bool {
    proposal.reasons.iter().any(|reason| matches!(reason, Reason::RareValue { .. }))
}

fn push_column(text: &mut String, proposed: &Proposed<'_>, coarser: Option<&Coarser>) {
    let Proposed { column, undoes, .. } = proposed;
    let undoes = undoes.as_ref().map(|other| {
        format!("; it reveals {}: make it a quasi-identifier, or leave it out (identifier)", quoted(other))
    });
    let _ = write!(
        text,
        "\n[columns.{}]\nrole = {:<26} # {} values; {}{}\n",
        quoted(&column.name),
        quoted(proposed.role().name()),
        column.dictionary.len(),
        proposed.why().replace(['\n', '\r'], " "),
        undoes.unwrap_or_default(),
    );
    for what in proposed.to_correct() {
        let _ = writeln!(text, "# {}", what.replace(['\n', '\r'], " "));
    }
    if proposed.role() == ProposedRole::QuasiIdentifier {
        if let Some(age_at) = &proposed.age_at {
            let _ = writeln!(text, "publish = {}", age_at.publish());
        }
        proposed.hierarchy().push_to(text, column);
    }
    if let Some(Coarser { publish, why }) = coarser {
        // What nobody has decided yet has no form either.
        let (begin, when) = match proposed.role() {
            ProposedRole::Undecided => ("# ", "; if it is sensitive or insensitive"),
            _ => ("", ""),
        };
        let why = why.replace(['\n', '\r'], " ");
        let _ = writeln!(text, "# {why}{when}\n{begin}publish = {publish}");
    }
}
