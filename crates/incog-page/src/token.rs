//! The key to the page.

use std::fmt;

/// 256 random bits, which only the one who started the page is told.
///
/// It travels in the part of the address behind `#`, which browsers send to nobody, and then in a
/// header of each request. It is no cookie: those of 127.0.0.1 are sent to every port of it, also
/// to that of somebody else on this machine.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether a text is this token. How long that takes does not tell how much of it is right.
    pub fn is(&self, said: &[u8]) -> bool {
        let known = self.0.as_bytes();
        let differ = known.iter().zip(said).fold(0, |differ, (a, b)| differ | (a ^ b));
        std::hint::black_box(differ) == 0 && known.len() == said.len()
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Not the token.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_it() {
        let (token, other) = (Token::new().unwrap(), Token::new().unwrap());
        let text = token.text().to_owned();
        assert!(text.len() == 64 && token.is(text.as_bytes()));
        for wrong in ["", &text[..63], &format!("{text}0"), other.text()] {
            assert!(!token.is(wrong.as_bytes()), "{wrong}");
        }
        assert!(!format!("{token:?}").contains(&text));
    }
}
