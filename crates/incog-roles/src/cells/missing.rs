//! Words that stand where there is no value.

use crate::fold::fold;

/// Nobody knows the value, or it is not told why there is none. `ND` is not among them: in
/// laboratories it is a finding, not detected.
const UNKNOWN: &[&str] = &[
    "",
    "-",
    "--",
    "---",
    ".",
    "..",
    "...",
    "\u{2026}",
    "\u{2013}",
    "\u{2014}",
    "?",
    "??",
    "???",
    "n/a",
    "#n/a",
    "na",
    "<na>",
    "nan",
    "n.a.",
    "n.a",
    "n. a.",
    "n a",
    "n / a",
    "null",
    "#null!",
    "<null>",
    "(null)",
    "unknown",
    "(unknown)",
    "unk",
    "missing",
    "(missing)",
    "not available",
    "not known",
    "not recorded",
    "not stated",
    "no data",
    "no information",
    "not provided",
    "not reported",
    "blank",
    "(blank)",
    "empty",
    "unbekannt",
    "unbek.",
    "k.a.",
    "k.a",
    "k. a.",
    "keine angabe",
    "keine angaben",
    "nicht bekannt",
    "nicht angegeben",
    "ohne angabe",
    "fehlend",
    "fehlt",
    "inconnu",
    "inconnue",
    "non renseigne",
    "non renseignee",
    "non connu",
    "non precise",
    "non disponible",
    "desconocido",
    "desconocida",
    "sin datos",
    "sin informacion",
    "no consta",
    "no disponible",
    "s/d",
    "sconosciuto",
    "sconosciuta",
    "non noto",
    "non disponibile",
    "non specificato",
    "onbekend",
    "niet bekend",
    "niet ingevuld",
    "desconhecido",
    "desconhecida",
    "sem dados",
    "sem informacao",
    "nao informado",
    "ignorado",
    "nieznany",
    "nieznana",
    "nieznane",
    "brak danych",
    "nie podano",
    "b.d.",
    "okand",
    "ukendt",
    "ukjent",
    "tuntematon",
    "neznamo",
    "ismeretlen",
    "necunoscut",
    "bilinmiyor",
    "неизвестно",
    "нет данных",
    "невідомо",
    "αγνωστο",
    "غير معروف",
    "未知",
    "不详",
    "不詳",
    "不明",
    "미상",
];

/// There is none, which may be known: no illness, no medicine. Nor does a name stand there.
const NONE: &[&str] = &[
    "none",
    "nil",
    "not applicable",
    "anonymous",
    "keine",
    "keiner",
    "keines",
    "kein",
    "ohne",
    "entfallt",
    "anonym",
    "aucun",
    "aucune",
    "neant",
    "sans",
    "ninguno",
    "ninguna",
    "nessuno",
    "nessuna",
    "geen",
    "nenhum",
    "nenhuma",
    "brak",
];

/// Longer texts are none of these words.
const LONGEST: usize = 32;

fn is_one_of(lists: &[&[&str]], text: &str) -> bool {
    let text = text.trim();
    text.len() <= LONGEST && {
        let folded = fold(text);
        lists.iter().any(|list| list.contains(&folded.as_str()))
    }
}

/// Whether a text is one of the words that are written where there is no value: they say nothing of
/// what the others are, and name nobody.
///
/// ```
/// assert!(incog_roles::stands_for_nothing("N/A") && incog_roles::stands_for_nothing("keine"));
/// assert!(!incog_roles::stands_for_nothing("Nina"));
/// ```
pub fn stands_for_nothing(text: &str) -> bool {
    is_one_of(&[UNKNOWN, NONE], text)
}

/// Whether a text is one of the words for a value that is missing. `none` is not: that there is
/// none may be known.
///
/// ```
/// assert!(["unknown", "N/A", "n.a.", ".", "keine Angabe"].into_iter().all(incog_roles::is_word_for_missing));
/// assert!(!incog_roles::is_word_for_missing("none") && !incog_roles::is_word_for_missing("other"));
/// ```
pub fn is_word_for_missing(text: &str) -> bool {
    is_one_of(&[UNKNOWN], text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_stand_once() {
        let all: Vec<&str> = UNKNOWN.iter().chain(NONE).copied().collect();
        assert!(all.iter().all(|word| fold(word) == **word && word.len() <= LONGEST));
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
    }
}
