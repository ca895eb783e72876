//! Tables made by a seed: patients in eight languages, eight rows each.

use super::score::Lists;
use incog_data::Table;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How a language writes its tables. The names of columns stand in the order of [`row`].
pub struct Language {
    pub name: &'static str,
    pub columns: [&'static str; 15],
    given: [&'static str; 8],
    family: [&'static str; 8],
    streets: [&'static str; 5],
    cities: [&'static str; 5],
    sexes: [&'static str; 2],
    marriages: [&'static str; 4],
    jobs: [&'static str; 5],
    telephone: &'static str,
}

/// Half of the names are in no list of the crate, or are at least not known to whoever wrote this.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "English",
        columns: [
            "patient_id",
            "Surname",
            "First Name",
            "Street Address",
            "City",
            "Postcode",
            "Phone",
            "E-mail",
            "Date of Birth",
            "Sex",
            "Marital Status",
            "Occupation",
            "Diagnosis",
            "Annual Income",
            "Ward Colour",
        ],
        given: ["Oliver", "Amelia", "Harriet", "Barnaby", "Jack", "Imogen", "Rupert", "Sophie"],
        family: ["Taylor", "Pemberton", "Hughes", "Ashworth", "Walker", "Thistlewood", "Evans", "Okafor"],
        streets: ["High Street", "Station Road", "Church Lane", "Mill Close", "Park Avenue"],
        cities: ["Leeds", "York", "Bath", "Derby", "Truro"],
        sexes: ["male", "female"],
        marriages: ["single", "married", "divorced", "widowed"],
        jobs: ["nurse", "teacher", "clerk", "engineer", "farmer"],
        telephone: "+44 20 7946 ",
    },
    Language {
        name: "German",
        columns: [
            "Patientennummer",
            "Nachname",
            "Vorname",
            "Straße",
            "Wohnort",
            "PLZ",
            "Telefon",
            "E-Mail-Adresse",
            "Geburtsdatum",
            "Geschlecht",
            "Familienstand",
            "Beruf",
            "Hauptdiagnose",
            "Nettoeinkommen",
            "Stationsfarbe",
        ],
        given: ["Jürgen", "Sabine", "Lieselotte", "Björn", "Hannah", "Wendelin", "Käthe", "Lukas"],
        family: ["Müller", "Schmidt", "Wüstenhagen", "Großkopf", "Becker", "Querfurth", "Huber", "Öztürk"],
        streets: ["Hauptstraße", "Lindenweg", "Am Markt Platz", "Schillerallee", "Gartengasse"],
        cities: ["Köln", "Ulm", "Kiel", "Jena", "Gießen"],
        sexes: ["männlich", "weiblich"],
        marriages: ["ledig", "verheiratet", "geschieden", "verwitwet"],
        jobs: ["Pfleger", "Lehrerin", "Schlosser", "Ingenieurin", "Landwirt"],
        telephone: "0049 30 12",
    },
    Language {
        name: "French",
        columns: [
            "Numéro patient",
            "Nom",
            "Prénom",
            "Adresse",
            "Ville",
            "Code postal",
            "Téléphone",
            "Courriel",
            "Date de naissance",
            "Sexe",
            "Situation familiale",
            "Profession",
            "Diagnostic",
            "Revenu annuel",
            "Couleur du service",
        ],
        given: ["Jean-Luc", "Élodie", "Ségolène", "Amaury", "Camille", "Thibaud", "Zoé", "Marie"],
        family: [
            "Dupont",
            "Lefèvre",
            "Quatrebarbes",
            "Moreau",
            "Taillandier",
            "Bénichou",
            "Girard",
            "Vuillemin",
        ],
        streets: ["rue de la Paix", "avenue Foch", "chemin des Vignes", "place Carnot", "impasse du Lac"],
        cities: ["Lyon", "Nantes", "Dijon", "Brest", "Nîmes"],
        sexes: ["homme", "femme"],
        marriages: ["célibataire", "marié", "divorcé", "veuf"],
        jobs: ["infirmière", "enseignant", "employé", "ingénieur", "agriculteur"],
        telephone: "01 42 68 ",
    },
    Language {
        name: "Spanish",
        columns: [
            "id_paciente",
            "Apellidos",
            "Nombre",
            "Dirección",
            "Ciudad",
            "Código Postal",
            "Teléfono",
            "Correo electrónico",
            "Fecha de nacimiento",
            "Sexo",
            "Estado civil",
            "Profesión",
            "Diagnóstico",
            "Ingresos",
            "Color del producto",
        ],
        given: ["José María", "Lucía", "Íñigo", "Macarena", "Alejandro", "Carmen", "Leocadia", "Pablo"],
        family: [
            "García López",
            "Fernández",
            "Zubizarreta",
            "Pérez",
            "Goicoechea",
            "Ruiz",
            "Moreno",
            "Ybarra",
        ],
        streets: ["Calle Mayor", "Avenida del Puerto", "Plaza Nueva", "Paseo del Prado", "Calle Real"],
        cities: ["Lugo", "Cádiz", "Ávila", "Murcia", "Soria"],
        sexes: ["hombre", "mujer"],
        marriages: ["soltero", "casado", "divorciado", "viudo"],
        jobs: ["enfermera", "maestro", "contable", "ingeniera", "agricultor"],
        telephone: "+34 91 555 ",
    },
    Language {
        name: "Italian",
        columns: [
            "codice_paziente",
            "Cognome",
            "Nome",
            "Indirizzo",
            "Comune",
            "CAP",
            "Cellulare",
            "email",
            "Data di nascita",
            "Sesso",
            "Stato civile",
            "Professione",
            "Diagnosi",
            "Reddito",
            "Colore prodotto",
        ],
        given: ["Giuseppe", "Chiara", "Ermenegilda", "Luca", "Ludovica", "Fiammetta", "Paolo", "Sofia"],
        family: ["Rossi", "Bianchi", "Quagliarella", "De Luca", "Sbragia", "Conti", "Zingaretti", "Greco"],
        streets: ["Via Roma", "Viale Mazzini", "Piazza Dante", "Corso Italia", "Via Verdi"],
        cities: ["Parma", "Lecce", "Udine", "Siena", "Cuneo"],
        sexes: ["maschio", "femmina"],
        marriages: ["celibe", "coniugato", "divorziato", "vedovo"],
        jobs: ["infermiere", "insegnante", "impiegato", "ingegnere", "contadino"],
        telephone: "+39 06 698 ",
    },
    Language {
        name: "Dutch",
        columns: [
            "patiëntnummer",
            "Achternaam",
            "Voornaam",
            "Adres",
            "Woonplaats",
            "Postcode",
            "Telefoonnummer",
            "E-mail",
            "Geboortedatum",
            "Geslacht",
            "Burgerlijke staat",
            "Beroep",
            "Diagnose",
            "Inkomen",
            "Kleur",
        ],
        given: ["Daan", "Fleur", "Sjoukje", "Willem", "Wietske", "Bram", "Anouk", "Geertje"],
        family: ["de Jong", "van Dijk", "Bakker", "Hoogeboom", "Oosterhuis", "Visser", "Tjeenk", "Mulder"],
        streets: ["Kerkstraat", "Dorpsweg", "Prinsengracht", "Marktplein", "Beatrixlaan"],
        cities: ["Delft", "Zwolle", "Breda", "Gouda", "Assen"],
        sexes: ["man", "vrouw"],
        marriages: ["ongehuwd", "gehuwd", "gescheiden", "weduwe"],
        jobs: ["verpleger", "docent", "boekhouder", "ingenieur", "boer"],
        telephone: "+31 20 55",
    },
    Language {
        name: "Portuguese",
        columns: [
            "id_utente",
            "Apelido",
            "Nome",
            "Morada",
            "Concelho",
            "Código Postal",
            "Telemóvel",
            "e_mail",
            "Data de nascimento",
            "Sexo",
            "Estado civil",
            "Profissão",
            "Diagnóstico",
            "Rendimento",
            "Cor do produto",
        ],
        given: ["João", "Beatriz", "Deolinda", "Tiago", "Ermelinda", "Gonçalo", "Inês", "Maria"],
        family: ["Silva", "Ferreira", "Quaresma", "Santos", "Bragança", "Oliveira", "Fagundes", "Teles"],
        streets: [
            "Rua Augusta",
            "Avenida da Liberdade",
            "Travessa do Carmo",
            "Largo do Chiado",
            "Rua Direita",
        ],
        cities: ["Braga", "Faro", "Évora", "Beja", "Viseu"],
        sexes: ["masculino", "feminino"],
        marriages: ["solteiro", "casado", "divorciado", "viúvo"],
        jobs: ["enfermeiro", "professora", "contabilista", "engenheira", "agricultor"],
        telephone: "+351 21 342 ",
    },
    Language {
        name: "Polish",
        columns: [
            "id_pacjenta",
            "Nazwisko",
            "Imię",
            "Ulica",
            "Miejscowość",
            "Kod pocztowy",
            "Telefon",
            "Adres e-mail",
            "Data urodzenia",
            "Płeć",
            "Stan cywilny",
            "Zawód",
            "Rozpoznanie",
            "Dochód",
            "Kolor produktu",
        ],
        given: ["Łukasz", "Małgorzata", "Bożydar", "Agnieszka", "Świętosława", "Piotr", "Żaneta", "Jan"],
        family: [
            "Nowak",
            "Wiśniewski",
            "Brzęczyszczykiewicz",
            "Kamińska",
            "Pawlak",
            "Źdźbło",
            "Mazur",
            "Chrząszcz",
        ],
        streets: ["ul. Długa", "ul. Polna", "al. Jana Pawła", "plac Wolności", "ul. Leśna"],
        cities: ["Łódź", "Kraków", "Gdynia", "Opole", "Elbląg"],
        sexes: ["mężczyzna", "kobieta"],
        marriages: ["kawaler", "żonaty", "rozwiedziony", "wdowiec"],
        jobs: ["pielęgniarka", "nauczyciel", "księgowa", "inżynier", "rolnik"],
        telephone: "+48 22 55",
    },
];

/// The lists of the columns of such a table, by its own names or by numbers.
pub fn lists<'a>(names: &'a [&'a str]) -> Lists<'a> {
    const NONE: &[&str] = &[];
    // Of 0 to 14: number, names, street, telephone and e-mail stand at 0 to 3, 6 and 7; the last
    // belongs to nobody.
    Lists {
        identifiers: &names[..6],
        quasi_identifiers: &names[6..12],
        further: NONE,
        sensitive: &names[12..],
    }
}

/// Names of columns in the order of [`lists`]: identifiers, quasi-identifiers, sensitive ones.
pub fn by_role<'a>(columns: &[&'a str; 15]) -> [&'a str; 14] {
    [0, 1, 2, 3, 6, 7, 4, 5, 8, 9, 10, 11, 12, 13].map(|at| columns[at])
}

const PATIENTS: usize = 80;
const ROWS_EACH: usize = 8;

/// A table of 80 patients with eight visits each, under its own names or under others.
pub fn table(language: &Language, names: &[&str; 15], seed: u64) -> Table {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rows: Vec<[String; 15]> = Vec::new();
    for _ in 0..PATIENTS {
        let patient = patient(language, &mut random);
        for _ in 0..ROWS_EACH {
            let mut visit = patient.clone();
            visit[12] = pick(&["I10", "E11.9", "J45.0", "F32.1", "C50.9", "M54.5"], &mut random);
            visit[14] = pick(&["1", "2"], &mut random);
            rows.push(visit);
        }
    }
    let rows = rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
    Table::from_rows(names.iter().copied(), rows, &[""]).unwrap()
}

fn patient(language: &Language, random: &mut Xoshiro256PlusPlus) -> [String; 15] {
    let (given, family) = (pick(&language.given, random), pick(&language.family, random));
    let number = random.random_range(100_000..999_999);
    let house = random.random_range(1..150);
    let street = pick(&language.streets, random);
    let is_number_first = language.name == "English" || language.name == "French";
    [
        format!("P-{number}"),
        family,
        given,
        if is_number_first { format!("{house} {street}") } else { format!("{street} {house}") },
        pick(&language.cities, random),
        format!("{:05}", random.random_range(1000..99_000)),
        format!("{}{:02} {:02}", language.telephone, random.random_range(0..99), random.random_range(0..99)),
        format!("p{number}@example.org"),
        format!(
            "{}-{:02}-{:02}",
            random.random_range(1930..2015),
            random.random_range(1..12),
            random.random_range(1..28)
        ),
        pick(&language.sexes, random),
        pick(&language.marriages, random),
        pick(&language.jobs, random),
        String::new(),
        (random.random_range(8_000..90_000) * 10).to_string(),
        String::new(),
    ]
}

fn pick(list: &[&str], random: &mut Xoshiro256PlusPlus) -> String {
    list[random.random_range(0..list.len())].to_owned()
}
