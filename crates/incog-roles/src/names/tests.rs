//! Names and what is called like them.

use super::{NameEvidence, named_in};

fn check(expected: Option<NameEvidence>, texts: &[&str]) {
    let wrong: Vec<_> =
        texts.iter().map(|text| (*text, named_in(text))).filter(|(_, found)| *found != expected).collect();
    assert!(wrong.is_empty(), "not {expected:?}: {wrong:?}");
}

#[test]
fn names_after_titles_and_relatives() {
    check(
        Some(NameEvidence::Introduced),
        &[
            "call his wife Anna Schmidt at +49 30 123456",
            "wife Anna",
            "Ehefrau: Anna",
            "lives with daughter (Julia)",
            "MOTHER ANNA SCHMIDT",
            "mother is anna schmidt",
            "Frau Müller kommt um acht",
            "gesprochen mit Fr. Schmidt",
            "entregado a Sr. García",
            "Dr. med. Müller",
            "daughter-in-law Priya Sharma",
            "اتصل بزوجته مريم",
            "妻の佐藤花子に連絡",
            "Mr. J. Smith",
            "Herr Dr. Weber",
            "Mrs Quispe called",
            "épouse Jeanne",
            "su esposa María",
            "mąż Piotr",
            "жена Анна",
            "زوجته فاطمة",
            "συζυγος Μαρία",
            "妻子王芳",
            "联系人：李明",
            "张女士",
            "佐藤さん",
        ],
    );
}

#[test]
fn full_names_in_many_languages_and_scripts() {
    check(
        Some(NameEvidence::Full),
        &[
            "Anna Schmidt",
            "anna schmidt",
            "ANNA SCHMIDT",
            "anna.schmidt",
            "ANNA_SCHMIDT",
            "Schmidt, Anna",
            "Jean-Pierre Dupont",
            "Anna Maria van den Berg",
            "John F. Kennedy",
            "Fiona MacLeod",
            "seen by John Smith in ward 3",
            "Łukasz Wiśniewski",
            "Mehmet Yılmaz",
            "Jiří Novák",
            "Nguyễn Thị Hoa",
            "Pham Van Minh",
            "Trần An",
            "Mohammed Hassan",
            "Priya Sharma",
            "Hiroshi Tanaka",
            "Иван Иванов",
            "Петрова Анна Сергеевна",
            "Иванов И. И.",
            "Олена Шевченко",
            "Γιώργος Παπαδόπουλος",
            "محمد إبراهيم",
            "فاطمة الزهراني",
            "משה כהן",
            "राजेश शर्मा",
            "佐藤太郎",
            "鈴木 恵",
            "김민수",
            "이지은 씨",
        ],
    );
    check(Some(NameEvidence::Hint), &["A. Schmidt", "Schmidt, A.", "王伟", "李志强"]);
}

#[test]
fn diseases_places_and_things_are_nobody() {
    check(
        None,
        &[
            "",
            "flu",
            "Morbus Crohn",
            "Parkinson",
            "Parkinson's disease",
            "Charcot-Marie-Tooth",
            "Guillain-Barré syndrome",
            "Charles Bonnet syndrome",
            "Jakob Creutzfeldt disease",
            "Sister Mary Joseph nodule",
            "Robert Koch Hospital",
            "Hospital Juan Ramón Jiménez",
            "Thomas-Mann-Straße",
            "Anna Schmidt Platz",
            "rue Jean Martin",
            "St. Thomas",
            "San Antonio",
            "Santa Rosa",
            "Virginia Beach",
            "Vera Cruz",
            "New York",
            "mother Breast Cancer",
            "father has diabetes",
            "Mutter und Vater krank",
            "wife present",
            "Dr. Pepper",
            "Toxic Maculopathy",
            "Sr. Manager",
            "Jack Daniels",
            "母の石川県",
            "Dr. Martens",
            "Frau Doktor",
            "MS Martin",
            "married",
            "machine operator",
            "Heart failure",
            "Self employed",
            "white wine",
            "Ho Chi Minh",
            "болезнь Паркинсона",
            "Нижний Новгород",
            "高血压",
            "白血病",
            "父亲高血压",
            "石川県",
            "이상지질혈증",
            "전립선",
            "ارتفاع ضغط الدم",
            "νόσος Πάρκινσον",
        ],
    );
}
