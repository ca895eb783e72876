//! German.

use super::List;
use crate::meaning::Meaning::*;

pub(super) const WORDS: List = &[
    (
        PersonNumber,
        "piz patientenkennung patientenkennzeichen patientenkennziffer studiennummer probandennr probandencode lopnr kdnr patnummer patientennummer patientennr kundennummer kundennr probandenid",
    ),
    (Name, "namen vollname vollstandigername"),
    (
        PersonName,
        "nachname vorname familienname zuname rufname geburtsname madchenname mutter vater ansprechpartner *vorname *nachname ehepartner angehorige angehoriger",
    ),
    (
        Address,
        "strasse adresse anschrift hausnummer hausnr wohnadresse str strassenname *strasse *adresse *anschrift adr postfach",
    ),
    (Telephone, "telefon telefonnummer handy handynummer mobil mobilnummer rufnummer telefax *telefon"),
    (Email, "epost emailadresse mailadresse"),
    (
        NationalNumber,
        "steuerid steuernummer steueridentifikationsnummer sozialversicherungsnummer svnummer rentenversicherungsnummer ahv ahvnummer svnr steuernr idnr",
    ),
    (
        MedicalNumber,
        "krankenversichertennummer versichertennummer versichertennr kvnr kvnummer krankenkassennummer fallnr falnr fallid fallkennung aktennummer aktennr krankenblattnummer krankengeschichte versichertenid fallnummer aufnahmenummer versicherungsnummer versicherungsnr patientenakte",
    ),
    (
        Account,
        "konto kontonummer kontonr bankverbindung kreditkarte kreditkartennummer kartennummer vertragsnummer bankkonto vertragsnr",
    ),
    (
        Licence,
        "reisepass passnummer ausweis ausweisnummer personalausweis fuhrerschein fuhrerscheinnummer zeugnisnummer passnr",
    ),
    (Vehicle, "kennzeichen autokennzeichen kfz nummernschild fahrgestellnummer fin"),
    (Device, "seriennummer geratenummer gerat geraet geratenr implantat"),
    (Url, "webseite internetseite netzadresse"),
    (NetworkAddress, "ipadresse macadresse"),
    (Biometric, "fingerabdruck foto lichtbild bild unterschrift stimme passbild bilddatei sprachaufnahme"),
    (UserName, "benutzername nutzername anmeldename kennwort"),
    (FreeText, "bemerkung bemerkungen notiz anmerkung kommentar freitext"),
    (
        Person,
        "patientin patienten kunden personenkreis versicherten kunde kundin mitglied nutzer benutzer mitarbeiter mitarbeiterin schuler schulerin studierender einwohner versicherte versicherter teilnehmer proband probandin befragte klient arzt fahrer personen hausarzt hausarztin",
    ),
    (Household, "haushalt"),
    (HouseholdNumber, "haushaltsnummer haushaltsnr haushaltsid"),
    (
        PersonNumber,
        "personalnummer personennummer matrikelnummer mitgliedsnummer probandennummer teilnehmernummer personalnr laufnr",
    ),
    (Record, "fall besuch auftrag bestellung buchung rechnung vorgang datensatz antrag"),
    (
        Number,
        "nummer kennung schlussel kennziffer lfdnr laufendenummer aktenzeichen geschaftszeichen vorgangsnummer =az *nummer *nr",
    ),
    (Age, "alter altersgruppe altersklasse lebensalter"),
    (Birth, "geburtsdatum geburtstag geburtsjahr geboren gebdatum geb gebdat gebjahr geburt geburts*"),
    (Sex, "geschlecht geschl anrede titel"),
    (
        Origin,
        "nationalitat staatsangehorigkeit herkunft sprache muttersprache geburtsort geburtsland migrationshintergrund herkunftsland land staatsburgerschaft",
    ),
    (MaritalStatus, "familienstand zivilstand"),
    (
        Family,
        "verwandtschaft kinder kinderzahl haushaltsgrosse personenzahl stellung anzahlkinder haushaltsgroesse geschwister",
    ),
    (
        Education,
        "bildung abschluss schulabschluss bildungsabschluss ausbildung schule studium studienfach hochschulabschluss bildungsstand studiengang",
    ),
    (
        Occupation,
        "beruf tatigkeit erwerbsstatus branche erwerbstatigkeit berufsgruppe wirtschaftszweig arbeitszeit beschaftigung arbeitsstunden stellungimberuf",
    ),
    (
        Region,
        "ort wohnort stadt gemeinde kreis landkreis bundesland bezirk stadtteil ortsteil gebiet kanton dorf regierungsbezirk wohngebiet",
    ),
    (PostalCode, "plz postleitzahl"),
    (Coordinates, "breitengrad langengrad laengengrad koordinate koordinaten breite lange"),
    (
        Organisation,
        "krankenhaus klinik einrichtung arbeitgeber firma fachabteilung fachrichtung praxis filiale betrieb abteilung kostenstelle",
    ),
    (
        Date,
        "datum jahr monat tag uhrzeit zeitpunkt wochentag zeit *datum aufnahmedatum entlassungsdatum aufnahmetag entlassungstag aufnahmezeit \
         entlassungszeit aufnahmejahr entlassungsjahr aufnahmemonat entlassungsmonat",
    ),
    (
        Admission,
        "aufnahme entlassung verweildauer aufnahme* entlassung* einweisung aufnahmeart entlassungsart",
    ),
    (Housing, "wohnung wohnform wohnflache zimmer heizung wohneigentum miete haus"),
    (Body, "grosse groesse korpergrosse koerpergroesse korpergewicht augenfarbe haarfarbe"),
    (Payer, "krankenkasse kasse kostentrager versicherung versicherungsart"),
    (
        Health,
        "diagnose krankheit erkrankung befund behandlung therapie medikament prozedur schweregrad arznei symptom behinderung raucher blutdruck blutgruppe todesursache verstorben allergie gesundheit pflegegrad schwangerschaft labor laborwert kreatinin hamoglobin haemoglobin leukozyten erythrozyten thrombozyten hamatokrit natrium kalium kalzium glukose blutzucker hba cholesterin triglyceride harnstoff harnsaure bilirubin albumin laktat troponin ferritin inr egfr transaminasen puls korpertemperatur geburtsgewicht hauptdiagnose nebendiagnose medikation gesundheitszustand *diagnose *diagnosen *krankheit ops beatmung*",
    ),
    (
        Money,
        "einkommen gehalt lohn vermogen schulden kosten ausgaben ersparnisse betrag kredit darlehen umsatz steuer rente kontostand saldo entgelt zahlung preis nettoeinkommen bruttoeinkommen haushaltseinkommen monatsgehalt *einkommen *gehalt *kosten *lohn *betrag *preis *umsatz *entgelt *vermogen *guthaben guthaben sozialhilfe",
    ),
    (
        Belief,
        "konfession glaube religionszugehorigkeit partei gewerkschaft wahl parteimitglied weltanschauung",
    ),
    (Crime, "straftat vorstrafe vorstrafen verurteilung delikt haft"),
    (Outcome, "ergebnis zielgrosse bewertung zufriedenheit verwendungszweck"),
    (
        SamplingWeight,
        "hochrechnungsfaktor stichprobengewicht hochrechnung gewichtung designgewicht personengewicht haushaltsgewicht gewichtungsfaktor",
    ),
    (Weight, "gewicht"),
    (Provider, "datenlieferant datengeber"),
    (Category, "art typ klasse gruppe kategorie kennz"),
    (Count, "anzahl summe zahl"),
    (Thing, "produkt artikel datei farbe wetter marke einheit wahrung"),
];
