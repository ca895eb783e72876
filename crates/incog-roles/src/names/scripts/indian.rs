//! Devanagari: Hindi, Marathi, Nepali.

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

const GIVEN: &str = "राजेश सुरेश रमेश महेश मुकेश दिनेश गणेश संजय विजय अजय अनिल सुनील अशोक मनोज विनोद राकेश अमित राहुल रोहित अर्जुन विक्रम दीपक संदीप रवि \
    कृष्ण राम मोहन हरि प्रिया पूजा नेहा अंजलि कविता सुनीता अनीता संगीता रेखा मीना गीता लक्ष्मी सरस्वती राधा सीता पार्वती आशा उषा लता";

const FAMILY: &str = "शर्मा वर्मा गुप्ता कुमार सिंह पटेल शाह मेहता जोशी देसाई रेड्डी राव नायर मेनन अय्यर चटर्जी मुखर्जी बनर्जी घोष दास दत्ता अग्रवाल जैन कपूर \
    मल्होत्रा खन्ना चोपड़ा भाटिया मिश्रा तिवारी पांडे त्रिवेदी चौहान यादव ठाकुर कुलकर्णी पाटिल चौधरी खान कुमारी देवी";

const COMMON: &str = "कुमार देवी आशा कविता विजय राम दास लता";

const INTRODUCING: &str = "पत्नी पति बेटा बेटी माता पिता भाई बहन माँ श्री श्रीमती डॉ";
