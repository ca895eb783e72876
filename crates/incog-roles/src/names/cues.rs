//! Words that a name follows, and words beside which it is no name of a person.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Relatives and those who are close to somebody.
const RELATIVES: &[&str] = &[
    // English.
    "wife husband son daughter mother father mom mum dad brother sister grandmother grandfather grandson granddaughter aunt uncle niece \
     nephew cousin girlfriend boyfriend partner spouse fiance fiancee neighbour neighbor friend guardian caregiver carer widow widower \
     stepmother stepfather stepson stepdaughter twin roommate landlord",
    // German.
    "ehefrau ehemann gattin gatte sohn tochter mutter vater bruder schwester oma opa grossmutter grossvater enkel enkelin nichte neffe tante \
     onkel freundin freund partnerin lebensgefahrtin lebensgefahrte lebenspartner lebenspartnerin betreuer betreuerin nachbar nachbarin \
     verlobte verlobter schwager schwagerin cousine",
    // French.
    "epouse epoux femme mari fils fille mere pere frere soeur tante oncle niece neveu compagne compagnon conjoint conjointe voisin voisine \
     amie ami",
    // Spanish.
    "esposa esposo mujer marido hijo hija madre padre hermano hermana tia tio sobrino sobrina abuela abuelo pareja novia novio vecina vecino",
    // Italian.
    "moglie marito figlio figlia fratello sorella zia zio nipote nonna nonno compagna compagno vicina vicino",
    // Portuguese.
    "mulher filho filha mae pai irmao irma avo companheira companheiro namorada namorado vizinha vizinho",
    // Dutch.
    "echtgenote echtgenoot vrouw zoon dochter moeder vader broer zus zuster oom vriendin vriend buurvrouw buurman",
    // Polish.
    "zona maz syn corka matka ojciec brat siostra babcia dziadek ciocia wujek sasiad sasiadka zony meza syna corki matki",
    // Others.
    "hustru fru maka make dotter mor datter soster bror karisi kocasi esi oglu kizi annesi babasi manzelka manzel felesege ferje sotia sotul \
     zena suprug supruga",
];

/// What people are addressed by.
const TITLES: &[&str] = &[
    "mr mrs ms miss mister sir madam dr doctor prof professor herr herrn frau fraulein mme mlle monsieur madame mademoiselle docteur sra srta senor \
     senora senorita dra sig sigra signor signora signorina dott dottor dottoressa dhr mevr mevrouw meneer pan pani pana panna senhor senhora dona bay \
     bayan hr fru sr fr pfarrer pastor patient patientin klient klientin bewohner bewohnerin mandant mandantin",
];

/// Parts of degrees between a title and a name: `Dr. med. Weber`.
const DEGREES: &[&str] = &["med", "dent", "vet", "dipl", "ing", "psych", "rer", "nat", "phil", "jur"];

/// Words that follow a title and are no name.
const NO_NAMES: &[&str] = &[
    "president doctor doktor professor speaker chairman minister judge officer director nurse patient patientin oberarzt arztin arzt and und et y \
     or oder the bean clean potato right wrong pflegekraft direktor lehrer lehrerin kollege kollegin nachbarin nachbar chef",
];

/// Words of the names of places, institutions and things, which may be called after people.
const PLACES_AND_THINGS: &[&str] = &[
    // Institutions.
    "hospital hospitals center centre clinic klinik klinikum krankenhaus hopital ospedale hospice institute institut instituto istituto \
     university universitat universite universidad universita college school schule ecole escuela scuola gymnasium academy foundation \
     stiftung fondation fundacion church kirche kathedrale cathedral chapel abbey parish museum library theater theatre stadium airport station \
     company companies co corp corporation inc ltd llc plc gmbh ag kg ohg sa sas sarl sl sll slu srl spa bv ab hb oy aps lda ltda cia coop filhos fils hijos figli soehne sohne group holding partners associates sons brothers bros bank \
     insurance services service solutions systems industries laboratories labs pharma pharmacy apotheke pharmacie store stores shop hotel \
     restaurant cafe haus house home hall lodge manor residence residenz pflegeheim altenheim seniorenheim heim ward station praxis mvz \
     memorial medical health healthcare regional general community children childrens team club",
    // Places.
    "county city town township village island islands valley river creek lake bay beach park parc parque garden gardens hill hills heights mount \
     mountain springs falls grove woods forest ridge point harbor harbour bridge square plaza chemin allees cours passage impasse sentier alameda paseo camino rambla urbanizacion pasaje ronda glorieta rotonda \
     carretera travessa largo bairro praceta estrada beco praca av avda corso vicolo viale largo dreef hof singel kade ulitsa sokak caddesi street st road rd avenue ave lane drive blvd \
     boulevard way court district province region state strasse str platz weg allee gasse ring damm ufer brucke rue place quai calle avenida \
     via piazza viale straat laan plein ulica ul rua saint sankt santa santo sao san sainte fort port puerto porto cape cap villa ville los las \
     north south east west upper lower new old",
    // Other things.
    "award prize prix preis medal museum ship airlines motors brand beer wine whiskey whisky sauce tea law act vs versus model edition records films \
     studio album band orchestra quartet",
];

/// Words of the names of diseases, procedures and measures, which may be called after people.
const DISEASES: &[&str] = &[
    "syndrome syndrom sindrome zespol disease krankheit maladie enfermedad malattia doenca ziekte choroba morbus disorder storung anomaly \
     malformation fracture fraktur lymphoma lymphom sarcoma sarkom tumor tumour carcinoma karzinom anemia anaemia anamie neuropathy \
     atrophy dystrophy dystrophie paralysis palsy sclerosis ataxia chorea gangrene ulcer hernia abscess fever fieber angina epilepsy \
     encephalitis thyroiditis thyreoiditis struma contracture kontraktur cyst zyste nodule node nodes phenomenon phanomen sign zeichen \
     triad reflex reaction test score scale index skala stage classification klassifikation grade method operation procedure technique \
     maneuver manoeuvre catheter katheter tube drain shunt stent cannula needle clip valve prosthesis bandage splint stocking law line \
     duct canal gland muscle cell cells body bodies virus bacillus antigen factor deficiency criteria criterion formula equation diet",
];

type Words = LazyLock<HashSet<&'static str>>;

static RELATIVE: Words = LazyLock::new(|| words(RELATIVES));

static TITLE: Words = LazyLock::new(|| words(TITLES));

static NO_NAME: Words = LazyLock::new(|| words(NO_NAMES));

static PLACE_OR_THING: Words = LazyLock::new(|| words(PLACES_AND_THINGS));

static DISEASE: Words = LazyLock::new(|| words(DISEASES));

fn words(lists: &[&'static str]) -> HashSet<&'static str> {
    lists.iter().flat_map(|list| list.split_whitespace()).collect()
}

/// Whether a folded word is one for a relative, by marriage, too: `daughter-in-law`.
pub(super) fn is_relative(word: &str) -> bool {
    RELATIVE.contains(word)
        || word.split_once('-').is_some_and(|(first, rest)| rest == "in-law" && RELATIVE.contains(first))
}

/// Whether a folded word is a part of a degree.
pub(super) fn is_degree(word: &str) -> bool {
    DEGREES.contains(&word)
}

/// Whether a folded word is a title.
pub(super) fn is_title(word: &str) -> bool {
    TITLE.contains(word)
}

/// Whether a folded word stands behind titles without being a name.
pub(super) fn is_no_name(word: &str) -> bool {
    NO_NAME.contains(word) || is_title(word)
}

/// Whether a folded word is one of the names of places, institutions and things.
pub(super) fn is_place_or_thing(word: &str) -> bool {
    PLACE_OR_THING.contains(word)
}

/// Whether a folded word is one of the names of diseases, procedures and measures.
pub(super) fn is_disease(word: &str) -> bool {
    DISEASE.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn lists_are_folded() {
        for list in [&RELATIVE, &TITLE, &NO_NAME, &PLACE_OR_THING, &DISEASE] {
            assert!(!list.is_empty() && list.iter().all(|word| fold(word) == **word));
        }
    }
}
