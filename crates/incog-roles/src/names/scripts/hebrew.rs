//! Hebrew.

use super::alphabet::{Alphabet, words};
use std::sync::LazyLock;

pub(super) static NAMES: Alphabet = Alphabet {
    given: LazyLock::new(|| words(GIVEN)),
    family: LazyLock::new(|| words(FAMILY)),
    common: LazyLock::new(|| words(COMMON)),
    endings: &[],
    introducing: LazyLock::new(|| words(INTRODUCING)),
    has_capitals: false,
};

const GIVEN: &str = "אברהם יצחק יעקב יוסף משה דוד דניאל שלמה חיים אליהו מיכאל יהודה שמעון ראובן בנימין אריה צבי יונתן איתי נועם אורי עומר איתן גיא \
    רון אלון אמיר יואב עמית אסף ניר שרה רבקה רחל לאה מרים אסתר חנה רות דינה תמר נועה מיכל יעל שירה רוני טל עדי הילה ליאת אורלי רונית \
    דליה ציפורה יהודית אביגיל טליה";

const FAMILY: &str = "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן אזולאי מלכה כץ יוסף דוד עמר אוחנה חדד גבאי שפירא גולדברג רוזנברג ויינשטיין ברקוביץ סגל אדרי וקנין";

const COMMON: &str = "חיים צבי אריה אורי טל גיא רון שירה מלכה עדי תמר יעל";

const INTRODUCING: &str = "אשתו בעלה בנו בתו אמו אמה אביו אביה אחיו אחותו אחיה אחותה סבתא סבא דודה גברת מר";
