//! Words before telephone numbers.

/// Words that a telephone number follows, in small letters without marks.
const WORDS: &[&str] = &[
    "tel",
    "telephone",
    "phone",
    "mobile",
    "cellphone",
    "landline",
    "fax",
    "facsimile",
    "call",
    "ring",
    "dial",
    "whatsapp",
    "sms",
    "telefon",
    "telefonnummer",
    "handy",
    "handynummer",
    "mobil",
    "mobilnummer",
    "rufnummer",
    "anruf",
    "anrufen",
    "erreichbar",
    "ruckruf",
    "durchwahl",
    "natel",
    "gsm",
    "telephoner",
    "appeler",
    "joindre",
    "portable",
    "telefono",
    "movil",
    "celular",
    "llamar",
    "cellulare",
    "chiamare",
    "telefone",
    "telemovel",
    "ligar",
    "contacto",
    "telefoon",
    "telefoonnummer",
    "bellen",
    "mobiel",
    "komorka",
    "zadzwonic",
    "dzwonic",
    "telefonu",
    "puhelin",
    "ara",
    "phoned",
    "rang",
    "т",
    "тел",
    "телефон",
    "моб",
    "звонить",
    "позвонить",
    "τηλ",
    "τηλεφωνο",
    "κιν",
    "κινητο",
    "هاتف",
    "تلفون",
    "جوال",
    "اتصل",
    "موبايل",
    "טלפון",
    "נייד",
    "फोन",
];

/// Signs that a telephone number follows.
const SIGNS: &[&str] = &[
    "☎",
    "☏",
    "📞",
    "📱",
    "✆",
    "电话",
    "電話",
    "手机",
    "手機",
    "携帯",
    "联系方式",
    "전화",
    "휴대폰",
    "연락처",
    "điện thoại",
    "sđt",
];

/// How many letters and signs may stand between the word and the number.
const FARTHEST: usize = 40;

/// Whether a folded text ends in the words with which a telephone number is given.
pub(super) fn announces_a_number(before: &str) -> bool {
    let near: String = {
        let signs: Vec<char> = before.chars().rev().take(FARTHEST).collect();
        signs.into_iter().rev().collect()
    };
    let words = || near.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty());
    words().any(|word| WORDS.contains(&word)) || SIGNS.iter().any(|sign| near.contains(sign))
}
