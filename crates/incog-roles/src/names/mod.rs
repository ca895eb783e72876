//! Names of people in texts, in the languages and scripts that this crate knows.

mod cues;
mod latin;
mod lists;
mod scripts;
mod tokens;

pub(crate) use lists::{family_names, given_names};

/// What says that somebody is named in a text, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameEvidence {
    /// What may be a name and may be something else: `A. Schmidt`, two signs of Chinese.
    Hint,
    /// A given and a family name, both of which are usual.
    Full,
    /// A name after a title or a word for a relative: `his wife Anna`, `Mr Smith`.
    Introduced,
}

/// What says that somebody is named in a text, if anything does.
///
/// Places, institutions and diseases that are called after people are told from them by the words
/// beside: `Robert Koch Hospital`, `Charles Bonnet syndrome`.
///
/// ```
/// use incog_roles::{NameEvidence, named_in};
/// assert_eq!(named_in("call his wife Anna Schmidt"), Some(NameEvidence::Introduced));
/// assert_eq!(named_in("Anna Schmidt"), Some(NameEvidence::Full));
/// assert_eq!(named_in("Anna Schmidt Hospital"), None);
/// assert_eq!(named_in("Morbus Crohn"), None);
/// ```
pub fn named_in(text: &str) -> Option<NameEvidence> {
    if text.len() < 4 || !text.chars().any(char::is_alphabetic) {
        return None;
    }
    let words = tokens::words(text);
    let latin = latin::evidence(&words);
    if latin == Some(NameEvidence::Introduced) || text.is_ascii() {
        return latin;
    }
    latin.max(scripts::evidence(text, &words))
}

/// Whether a text is the name of a person and nothing else.
pub(crate) fn is_name(text: &str) -> bool {
    const MOST_WORDS: usize = 5;
    let words = tokens::words(text);
    let has_latin = words.iter().any(|word| word.text.bytes().any(|byte| byte.is_ascii_alphabetic()));
    let is_short = words.len() <= MOST_WORDS;
    is_short && if has_latin { latin::is_name(&words) } else { scripts::evidence(text, &words).is_some() }
}

#[cfg(test)]
mod tests;
