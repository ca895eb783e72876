//! Signs and names of Chinese and Japanese.

/// Chinese family names of one sign.
pub(super) const FAMILY: &str = "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧\
    蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文";

/// Signs of given names.
pub(super) const GIVEN: &str = "伟偉芳娜敏静靜强強磊军軍洋勇艳艷杰傑娟涛濤明超秀霞平刚剛桂英华華建国國文辉輝力海波云雲玉兰蘭红紅梅丽麗婷雪志鹏鵬飞飛俊峰鑫浩宇博轩軒\
    子涵梓欣怡雨晨思佳嘉琪雅婧璐莹瑩颖穎倩慧燕玲晶淑珍凤鳳美珠翠萍莉菊琴香秋春荣榮成东東龙龍生福祥林德胜勝永光亮斌健新宏毅凯凱晓曉小少锋鋒振兴興庆慶\
    昊天泽澤瑞睿诗詩悦妍琳瑶瑤依宁寧丹冬楠倩洁潔爱愛仁义義礼信家豪文彬威廷世昌承恩彦彥";

/// Titles behind Chinese family names.
pub(super) const CHINESE_TITLES: [&str; 12] =
    ["先生", "女士", "小姐", "太太", "医生", "醫生", "护士", "老师", "老師", "阿姨", "大夫", "主任"];

/// Words before Chinese names.
pub(super) const CHINESE_RELATIVES: [&str; 30] = [
    "妻子",
    "丈夫",
    "儿子",
    "兒子",
    "女儿",
    "女兒",
    "母亲",
    "母親",
    "父亲",
    "父親",
    "妈妈",
    "媽媽",
    "爸爸",
    "哥哥",
    "姐姐",
    "弟弟",
    "妹妹",
    "配偶",
    "联系人",
    "聯絡人",
    "联系",
    "患者",
    "病人",
    "姓名",
    "家属",
    "家屬",
    "爱人",
    "老公",
    "老婆",
    "监护人",
];

/// Japanese family names.
pub(super) const JAPANESE_FAMILY: &[&str] = &[
    "佐藤 鈴木 高橋 田中 渡辺 渡邊 伊藤 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 清水 山崎 池田 橋本 阿部 石川 山下 中島 石井 \
     小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 岡本 金子 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 \
     森田 上田 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 工藤 谷口 今井 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 \
     松井 千葉 菊地 岩崎 佐野 木下 野村 久保 松尾 菊池 市川 桜井 杉本 古川 水野 小松 島田 大西 川口 桑原 林 森 原",
];

/// Japanese given names.
pub(super) const JAPANESE_GIVEN: &[&str] = &[
    "太郎 花子 一郎 二郎 次郎 三郎 健 翔 美咲 陽子 恵子 裕子 明美 由美子 直樹 健一 大輔 誠 隆 浩 浩二 和夫 和子 幸子 節子 洋子 京子 智子 久美子 真由美 美穂 \
     愛 葵 陽菜 結衣 さくら 美月 大翔 蓮 悠真 拓也 拓海 翔太 健太 大樹 達也 哲也 修 茂 実 清 正 博 進 勇 勝 弘 正夫 武 豊 昭 学 剛 学 亮 純 徹 聡 隆史 \
     雅子 悦子 敏子 文子 順子 典子 良子 美智子 千代子 春子 秋子 直子 真理子 真由 優子 彩 舞 麻衣 桃子 愛子 恵 恵美 里奈 千尋 明 豊 隆志 健二 和也 雄太 \
     ひろし たろう はなこ ゆうこ けんじ あきら まこと ヒロシ タロウ ハナコ",
];

/// Japanese forms of address that follow a name.
pub(super) const JAPANESE_TITLES: [&str; 6] = ["さん", "様", "氏", "君", "先生", "ちゃん"];

/// Words before Japanese names.
pub(super) const JAPANESE_RELATIVES: [&str; 14] =
    ["妻", "夫", "母", "父", "息子", "娘", "長男", "長女", "次男", "次女", "兄", "姉", "弟", "妹"];

/// Signs at the end of names of places and institutions.
pub(super) const ENDS_OF_PLACES: &str = "県县市区區町村省州郡駅站院校系科路街山川河湖島岛国國";
