//! Pseudonyms, made again with the key.

use super::TreatedColumn;
use incog_audit::name_spelling;
use incog_disclosure::secret::Secret;

/// The digits of base 32 (RFC 4648, 2006), in lower case.
const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Names whose pseudonym does not follow from the key: it is `p` and the first 100 bits of their
/// HMAC, five a character. `None` where the key is not at hand.
pub(super) fn wrong_pseudonyms(column: &TreatedColumn<'_>) -> Option<usize> {
    let secret = Secret::read(&column.was.name, column.treatment.key.as_deref()?).ok()?;
    let purpose = format!("pseudonym: {}", column.treatment.spec.parameters().word("purpose").ok()?);
    let pseudonym = |name: &str| {
        let mac = secret.key().mac(&purpose, &name_spelling(name));
        let bits: String = mac.iter().map(|byte| format!("{byte:08b}")).collect();
        let digits = bits.as_bytes().chunks(5).take(20);
        std::iter::once('p').chain(digits.map(digit)).collect::<String>()
    };
    Some(column.cells(false).iter().filter(|cell| pseudonym(cell.was) != cell.is).count())
}

/// The digit of five bits, which are written as `0` and `1`.
fn digit(five: &[u8]) -> char {
    char::from(DIGITS[five.iter().fold(0, |value, bit| 2 * value + usize::from(bit - b'0'))])
}
