//! Korean.

use super::super::NameEvidence;

const FAMILY: &str = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국";

const GIVEN: &[&str] = &[
    "민수 지훈 현우 영희 철수 민준 서연 지은 수진 미영 영수 영호 정호 성민 성호 준호 준영 지영 지현 지혜 은지 은영 은정 은주 혜진 혜정 \
     미경 미숙 미정 미란 경희 경숙 경수 경호 정희 정숙 정수 정훈 정민 순자 순희 영자 영숙 영미 영민 영철 영진 명숙 명희 말순 옥순 춘자 \
     상철 상훈 상우 상현 재호 재현 재훈 재석 동현 동훈 동욱 승현 승민 승우 태현 태형 태호 진우 진호 진영 현정 현주 현숙 현수 현진 유진 \
     유나 수현 수민 수빈 서준 서윤 서현 하준 하은 도윤 예준 예은 시우 지우 지민 지원 지아 주원 민지 민서 민재 민호 소연 소영 다은 채원 \
     윤서 가은 나은 보라 아름 선영 선희 선미 성수 성진 종수 병철 광수 기현 창민 인영 희정 은희 은경 영란 화영 윤희 윤정",
];

/// A family name of one sign and a usual given name of two, as a word of the text.
pub(super) fn evidence(text: &str) -> Option<NameEvidence> {
    let is_hangul = |sign: char| ('\u{ac00}'..='\u{d7a3}').contains(&sign);
    let is_name = |word: &str| {
        let mut signs = word.chars();
        let family = signs.next().is_some_and(|sign| FAMILY.contains(sign));
        let given = signs.as_str();
        let is_given = |name: &str| {
            given.strip_prefix(name).is_some_and(|rest| rest.chars().count() <= 2 && is_behind_names(rest))
        };
        family && GIVEN.iter().flat_map(|list| list.split_whitespace()).any(is_given)
    };
    text.split(|sign| !is_hangul(sign)).any(is_name).then_some(NameEvidence::Full)
}

/// Whether nothing follows a name, or what is said to people, or a particle.
fn is_behind_names(rest: &str) -> bool {
    const AFTER: [&str; 16] =
        ["", "씨", "님", "양", "군", "이", "가", "은", "는", "을", "를", "의", "에게", "와", "과", "한테"];
    AFTER.contains(&rest)
}
